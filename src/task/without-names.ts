import { isRecord, parseJson } from '../values/json.ts';
import type { StoredSessionRow } from './redact-session.ts';

type Rows = readonly StoredSessionRow[];

/** The hosts of all addresses in a text. */
const hosts = /\bhttps?:\/\/(?:[^\s/?#@"\\]*@)?([\w-]+(?:\.[\w-]+)*(?::\d+)?)/gi;

/**
 * The rows with each site renamed consistently, also where its host name appears alone. `all`: the session's rows, which
 * hold the addresses of its sites.
 */
export function withoutSites(rows: Rows, all: Rows): StoredSessionRow[] {
  const found = [...new Set([...JSON.stringify(all).matchAll(hosts)].map(([, host = '']) => host.toLowerCase()))];
  const names = new Map(found.map((host, at) => [host, `site-${at + 1}.example`]));
  const bare = [...names].map(([host, name]) => [host.replace(/^www\./, '').replace(/:\d+$/, ''), name] as const);
  return renamed(rows, new Map([...bare, ...names]), literal);
}

/**
 * The rows with each file renamed consistently: `file-1.pdf`. A name without an ending, which may be a usual word, is
 * renamed only where nothing but a name can stand. `all`: the session's rows, which also name files that were never
 * written.
 */
export function withoutFileNames(rows: Rows, all: Rows): StoredSessionRow[] {
  const found = new Set(all.flatMap(fileNamesIn).map((name) => name.toLowerCase()));
  const names = [...found].map((name, at) => [name, `file-${at + 1}${/\.\w{1,8}$/.exec(name)?.[0] ?? ''}`] as const);
  return renamed(rows, new Map(names.map(([name, other]) => [JSON.stringify(name).slice(1, -1), other])), nameAlone);
}

function fileNamesIn({ table, row }: StoredSessionRow): string[] {
  if (table === 'contents' || !isRecord(row)) return [];
  if (table === 'files') return row.kind === 'file' && typeof row.name === 'string' ? [row.name] : [];
  const names: string[] = [];
  const add = (name: unknown) => {
    if (typeof name === 'string' && /^[^\n]*\.\w{1,8}$/.test(name)) names.push(name.trim());
  };
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    if (!isRecord(value)) return;
    const { tool, name, what } = value;
    const input =
      value.input ?? value.parameters ?? (typeof value.arguments === 'string' && parseJson(value.arguments));
    if (isRecord(input)) {
      add(input.save_as);
      if ((tool ?? name) === 'files') add(input.name);
    }
    if (typeof what === 'string' && what.startsWith('files.')) add(name);
    Object.values(value).forEach(look);
    if (isRecord(input)) look(input);
  };
  look(row);
  return names;
}

const literal = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function nameAlone(name: string): string {
  const text = literal(name);
  const begins = /^\w/.test(name) ? '(?:(?<![\\w-])|(?<=\\\\[nrt]))' : '';
  if (/\.\w{1,8}$/.test(name)) return `${begins}${text}(?!\\w)`;
  const field = `(?<="(?:name|file|save_as)\\\\?":\\\\?")${text}(?=\\\\?")`;
  return `(?<=“)${text}(?=”)|${field}${/^[a-z_]*$/.test(name) ? '' : `|(?<=")${text}(?=\\\\?")`}`;
}

/** The rows with each name replaced, whatever its case. */
function renamed(rows: Rows, names: ReadonlyMap<string, string>, patternOf: (name: string) => string) {
  if (names.size === 0) return [...rows];
  const longestFirst = [...names.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(patternOf).join('|'), 'giu');
  const text = JSON.stringify(rows).replace(pattern, (name) => names.get(name.toLowerCase()) ?? name);
  return JSON.parse(text) as StoredSessionRow[];
}
