import { isRecord, parseJson } from '../values/json.ts';
import type { StoredSessionRow } from './session-rows.ts';

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

/** The names of fields that hold codes, ids and times, without which the rows cannot be read. */
export const codeNames =
  /^(?:type|status|phase|resume|kind|code|store|change|what|purpose|protocol|from|finish|decision|outcome|cause|due|access|rule|failure|hash|mime|id|dependencies|order|effect|intent|artifact|at|.+_(?:id|at|cause|replan))$/;

/** The names of fields whose content has field names of its own. */
const open = /^(?:input|parameters|arguments|output|params|about)$/;

/**
 * The rows with each word replaced by `mark`, whatever its case and also within longer words; `counts` holds how often
 * each was found. Binary content has no words.
 */
export function withoutWords(
  rows: Rows,
  words: readonly string[],
  mark: string,
): { rows: StoredSessionRow[]; counts: Map<string, number> } {
  const counts = new Map(words.map((word) => [word.toLowerCase(), 0]));
  if (counts.size === 0) return { rows: [...rows], counts };
  const longestFirst = [...counts.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(literal).join('|'), 'giu');
  const replace = (word: string) => {
    const name = word.toLowerCase();
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return mark;
  };
  const change = (value: unknown, name: string): unknown => {
    if (typeof value === 'string')
      return codeNames.test(name) || value.startsWith('data:')
        ? value
        : value.normalize('NFC').replace(pattern, replace);
    if (Array.isArray(value)) return value.map((each) => change(each, name));
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(
        ([key, part]) => [key, change(part, key === 'to' || open.test(name) ? name : key)] as const,
      ),
    );
  };
  return { rows: rows.map(({ table, row }) => ({ table, row: change(row, '') })), counts };
}
