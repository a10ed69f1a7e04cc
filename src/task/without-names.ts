import { isRecord, parseJson } from '../values/json.ts';
import type { StoredSessionRow } from './session-rows.ts';
import { isBase64DataUrl } from '../values/holds-bytes.ts';
import { TextIndex } from './text-index.ts';

type Rows = readonly StoredSessionRow[];

/** An address up to its host and port; the last group is the sign that the rest was cut off. */
const addresses =
  /(\bhttps?:\/\/(?:[^\s/?#@"\\]*@)?)([\p{L}\p{N}\p{M}_-]+(?:\.[\p{L}\p{N}\p{M}_-]+)*)(:\d+)?(\.?…)?/giu;

/**
 * The names of the languages that a drawing or a page is written in: they look like addresses, and nothing is read
 * there.
 */
export const languageName =
  /^http:\/\/www\.w3\.org\/(?:2000\/(?:svg|xmlns)|1999\/x(?:link|html)|XML\/1998\/namespace)\b/;

/** Scripts whose words are not separated by spaces. */
export const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`;
export const sentenceBehindHost = new RegExp(String.raw`(?<=\.[a-z]{2,})[${unspaced}].*$`, 'iu');

/** The hosts of all addresses in the rows, with their ports, in lower case; not those that are cut. */
export function hostsIn(rows: Rows): string[] {
  const hostNames = new Set<string>();
  eachString(rows, (text) => {
    if (!text.includes('//')) return;
    for (const { 2: name = '', 3: port = '', 4: cutMark, index } of text.matchAll(addresses)) {
      if (languageName.test(text.slice(index, index + 50))) continue;
      const host = (name.replace(sentenceBehindHost, '') + port).toLowerCase();
      if (cutMark === undefined) hostNames.add(host);
    }
  });
  return [...hostNames].filter((host) => URL.canParse(`https://${host}`));
}

/**
 * The rows with each site renamed consistently, also where its host name appears alone; a host that is a single word is
 * renamed only within addresses. `all`: the session's rows, which hold the addresses of its sites.
 */
export function rowsWithoutSiteNames(rows: Rows, all: Rows): StoredSessionRow[] {
  const hostPlaceholders = hostsIn(all).map((host, at) => [host, `site-${at + 1}.example`] as const);
  const bare = hostPlaceholders.map(([host, name]) => [host.replace(/^www\./, '').replace(/:\d+$/, ''), name] as const);
  const ascii = hostPlaceholders.map(([host, name]) => [new URL(`https://${host}`).host, name] as const);
  const names = new Map([...bare, ...ascii, ...hostPlaceholders]);
  const index = new TextIndex();
  for (const host of names.keys())
    if (/\p{L}.*\.|\..*\p{L}|^\d+(?:\.\d+){3}|^[\p{L}\p{N}_-]{3,}:\d/u.test(host)) index.add(host);
  return withStrings(rows, (text, key) => {
    if (key === 'host' && names.has(text.toLowerCase())) return names.get(text.toLowerCase()) ?? text;
    const within = text.includes('//')
      ? text.replace(addresses, (address, start: string, name: string, port: string | undefined, cutMark?: string) => {
          const host = name.toLowerCase();
          return cutMark === undefined
            ? `${start}${names.get(host + (port ?? '')) ?? address.slice(start.length)}`
            : `${start}…`;
        })
      : text;
    const searched = folded(within);
    return index.replaced(within, (host, at) => (isFree(within, at, host) ? names.get(host) : undefined), searched);
  });
}

const ending = /\.(?=\w*[a-z])\w{1,8}$/i;

/**
 * The rows with each file renamed consistently: `file-1.pdf`. A single word without an ending, which may be a usual
 * word, is renamed only where nothing but a name can stand. `all`: the session's rows, which also name files that were
 * never written.
 */
export function withoutFileNames(rows: Rows, all: Rows): StoredSessionRow[] {
  const fileNamesByKey = new Map(all.flatMap(fileNamesIn).map((name) => [name.normalize('NFC').toLowerCase(), name]));
  const storedFileNames = new Set(all.flatMap(storedNameIn));
  const names = new Map<string, string>();
  const index = new TextIndex();
  [...fileNamesByKey].forEach(([key, name], at) => {
    const other = `file-${at + 1}${ending.exec(key)?.[0] ?? ''}`;
    const wellFormed = key.replace(/\p{Surrogate}/gu, '');
    const isUnusual = storedFileNames.has(name) && name.length > 2 && /\S\s+\S|(?![a-z])\p{L}/iu.test(name);
    for (const form of [encodeURIComponent(wellFormed), JSON.stringify(key).slice(1, -1), key.normalize('NFD'), key]) {
      if (form !== '') names.set(form.toLowerCase(), other);
      if (ending.test(name) || isUnusual) index.add(form.toLowerCase());
    }
  });
  if (names.size === 0) return [...rows];
  const isUsual = new Set([...fileNamesByKey.values()].filter((name) => /^[a-z_]*$/.test(name)));
  const isPlace = (name: string, before: string) =>
    !before.endsWith('"') || !isUsual.has(name) || /"(?:name|file|save_as)\\?"\s*:\s*\\?"$/.test(before);
  return withStrings(rows, (text, key) => {
    const whole = /^(?:action|method)$/.test(key) ? undefined : names.get(text.toLowerCase());
    if (whole !== undefined) return whole;
    const searched = folded(text);
    const open = index.replaced(
      text,
      (name, at) => (isFree(text, at, name, !ending.test(name)) ? names.get(name) : undefined),
      searched,
    );
    return open.replace(quotedNamePattern, (all_, sign: string, name: string, at: number) => {
      const other = names.get(name.toLowerCase());
      return other !== undefined && isPlace(name, open.slice(Math.max(0, at - 20), at) + sign) ? sign + other : all_;
    });
  });
}

/**
 * A name in signs that stand around names; what follows a colon is a field's value, what stands before one its name.
 */
const quotedNamePattern =
  /([“„‘«《「『*`]|\\?")([^“”„‘’«»《》「」『』*`"\\\n]{1,120})(?=[”“’»》」』*`]|\\?"(?!\s*:))/gu;

const storedNameIn = ({ table, row }: StoredSessionRow): string[] =>
  table === 'files' && isRecord(row) && row.kind === 'file' && typeof row.name === 'string' ? [row.name] : [];

function fileNamesIn(storedRow: StoredSessionRow): string[] {
  const { table, row } = storedRow;
  if (table === 'contents' || !isRecord(row)) return [];
  if (table === 'files') return storedNameIn(storedRow);
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

const inWord = /[\w\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;

/**
 * True if a name at a place of a text is no part of a longer word; `mayGoOn`: unless it only goes on, as “Müllers”
 * does.
 */
function isFree(text: string, at: number, name: string, mayGoOn = false): boolean {
  const before = text.slice(Math.max(0, at - 3), at);
  const begins =
    !inWord.test(name[0] ?? '') ||
    !(inWord.test(before.at(-1) ?? '') || before.endsWith('-')) ||
    /%[\da-f]{2}$|\\[nrt]$/i.test(before);
  const next = text[at + name.length] ?? '';
  return begins && (mayGoOn || !inWord.test(name.at(-1) ?? '') || !(inWord.test(next) || /\p{M}/u.test(next)));
}

/** A text in lower case, of the same length. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  const letters = Array.from(text, (letter) => [letter, letter.toLowerCase()] as const);
  return letters.map(([letter, small]) => (small.length === letter.length ? small : letter)).join('');
}

/** The names of fields that hold codes, ids and times, without which the rows cannot be read. */
export const codeFieldNamePattern =
  /^(?:type|status|phase|resume|kind|code|store|change|what|purpose|protocol|from|finish|decision|outcome|cause|due|access|rule|failure|hash|mime|id|tool|step|dependencies|order|effect|intent|artifact|at|.+_(?:id|at|cause|replan))$/;

/** The names of fields whose content has field names of its own. */
const open = /^(?:input|parameters|arguments|output|params|about)$/;

/** The rows with each text in them changed: neither names of fields nor numbers, codes and ids, nor binary content. */
function withStrings(rows: Rows, change: (text: string, key: string) => string): StoredSessionRow[] {
  const withChangedTexts = (value: unknown, name: string, key: string): unknown => {
    if (typeof value === 'string')
      return codeFieldNamePattern.test(name) || isBase64DataUrl(value) ? value : change(value, key);
    if (Array.isArray(value)) return value.map((each) => withChangedTexts(each, name, key));
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([field, part]) => {
        if ((name === 'about' && field === 'what') || (field === 'name' && 'arguments' in value)) return [field, part];
        return [field, withChangedTexts(part, field === 'to' || open.test(name) ? name : field, field)];
      }),
    );
  };
  return rows.map(({ table, row }) => ({ table, row: withChangedTexts(row, '', '') }));
}

function eachString(rows: Rows, look: (text: string) => void): void {
  const within = (value: unknown): void => {
    if (typeof value === 'string') {
      if (!isBase64DataUrl(value)) look(value);
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(within);
  };
  rows.forEach(({ row }) => within(row));
}
