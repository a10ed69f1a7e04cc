import type { SessionFile } from './session-file.ts';

/** Kinds of binary files that no tool can read. */
export type UnreadableKind = 'word' | 'excel' | 'powerpoint' | 'document' | 'archive' | 'other';

const endings: readonly [kind: UnreadableKind, ending: RegExp][] = [
  ['word', /\.(?:doc|dot)[xm]?$/i],
  ['excel', /\.(?:xls|xlt)[xmb]?$/i],
  ['powerpoint', /\.(?:ppt|pot|pps)[xm]?$/i],
  ['document', /\.(?:rtf|od[tspg]|pages|numbers|key|epub|mobi|azw3?|wps|et|dps)$/i],
  ['archive', /\.(?:zip|gz|tgz|tar|bz2|xz|7z|rar)$/i],
];

const readable = /^(?:text\/|image\/)|\/pdf$|[/+](?:json|xml|yaml|javascript|x-ndjson)$/i;
const readableEnding = /\.(?:pdf|png|jpe?g|gif|webp|avif|bmp|ico|hei[cf]|tiff?)$/i;

/** Returns the kind of a session's file that no tool can read or look at; null if one can. */
export function unreadableKind({ name, mime }: Pick<SessionFile, 'name' | 'mime'>): UnreadableKind | null {
  if (readable.test(mime) || readableEnding.test(name)) return null;
  return endings.find(([, ending]) => ending.test(name))?.[0] ?? 'other';
}
