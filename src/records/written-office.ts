import { isBase64DataUrl } from '../values/holds-bytes.ts';
import type { SessionFile } from './session-file.ts';

/** The formats of Word and Excel that a stored text becomes when it leaves Cairn. */
export type OfficeFormat = 'docx' | 'xlsx';

/** The MIME types of these formats. */
export const officeMimeTypes: Readonly<Record<OfficeFormat, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Returns the format of Word or Excel that a name stands for; null for any other. */
export const officeFormatOfName = (name: string): OfficeFormat | null =>
  /\.docx$/i.test(name) ? 'docx' : /\.xlsx$/i.test(name) ? 'xlsx' : null;

/**
 * Returns the format that a file becomes when it leaves Cairn: what is stored under such a name is its Markdown or CSV.
 * Null for other files, and for one that the person added, which has its own bytes.
 */
export const officeFormatOfText = ({ name, content }: Pick<SessionFile, 'name' | 'content'>): OfficeFormat | null =>
  isBase64DataUrl(content) ? null : officeFormatOfName(name);

/** Returns the format that a text file can be downloaded as besides its own; null if there is none. */
export const officeFormatOffered = ({ name, mime }: Pick<SessionFile, 'name' | 'mime'>): OfficeFormat | null => {
  if (officeFormatOfName(name)) return null;
  if (/\.(?:md|markdown)$/i.test(name) || mime === 'text/markdown') return 'docx';
  return /\.(?:csv|tsv|tab)$/i.test(name) || /^text\/(?:csv|tab-separated-values)/.test(mime) ? 'xlsx' : null;
};

/** File endings that cannot be written, each with one that can be instead; not those that are also of plain texts. */
const writableInstead: readonly [endings: RegExp, ending: string][] = [
  [/\.(?:pdf|docm?|dot[xm]|odt|ott|pages|wps|pp[ts][xm]?|pot[xm]|odp|dps|epub)$/i, 'docx'],
  [/\.(?:xls[mb]?|xlt[xm]?|xlam?|ods|ots|numbers|et)$/i, 'xlsx'],
  [/\.(?:png|jpe?g|gif|webp|avif|bmp|ico|tiff?|hei[cf])$/i, 'svg'],
  [/\.(?:zip|gz|tar|7z|rar|exe|dll|mp3|mp4|wav|ogg|webm|mov|avi|sqlite|db)$/i, 'txt'],
];

/** Returns the ending to take where files with the ending of this name cannot be written; null if they can be. */
export const writableEndingInstead = (name: string): string | null =>
  writableInstead.find(([endings]) => endings.test(name))?.[1] ?? null;

/**
 * True if a file that is renamed so changes its name only, and will not open as what the new ending says. A text
 * becomes a file of Word or Excel by its name.
 */
export function isRenamedOnly({ name, mime }: Pick<SessionFile, 'name' | 'mime'>, to: string): boolean {
  const [before, after] = [name, to].map((each) => /\.(\w+)$/.exec(each)?.[1]?.toLowerCase() ?? '');
  if (before === after || after === '') return false;
  const isText = /^text\/|[/+](?:json|xml|yaml|x-ndjson)$/.test(mime);
  const instead = writableEndingInstead(to);
  return isText ? instead !== null : instead === 'docx' || instead === 'xlsx' || officeFormatOfName(to) !== null;
}
