import { jsonrepair } from 'jsonrepair';
import { parseJson } from '../../values/json.ts';
import { withStrayBackslashesEscaped } from '../../values/stray-backslashes.ts';
import { balancedObject } from '../../values/balanced-object.ts';
import { duplicateKeys } from './duplicate-keys.ts';
import { oneLineExcerpt, lineAndColumn, importLimits } from './limits.ts';
import { type JsonScan, scanJson } from './json-scan.ts';
import type { PlanFileError } from './plan-file-error.ts';
import type { Repair } from './repair.ts';

type JsonReading = { ok: true; value: unknown; repairs: Repair[] } | { ok: false; error: PlanFileError };

/**
 * Returns the value of a JSON text and the repairs that were made: small syntax mistakes are corrected. Depth and
 * number of values are checked before any recursive code runs; a truncated file is an error.
 */
export function readJson(text: string): JsonReading {
  const ascii = normalizeJsonPunctuation(text);
  const asciiReading = ascii === null ? null : readAsciiJson(ascii);
  if (ascii !== null && asciiReading?.ok)
    return { ...asciiReading, repairs: [...repairsOfChangedLines(text, ascii), ...asciiReading.repairs] };
  const own = readAsciiJson(text);
  return own.ok ? own : (asciiReading ?? own);
}

/**
 * Returns a JSON text with its full-width punctuation and typographic quotes outside of strings as ASCII; null if it
 * has none, or is not one object or list.
 */
export function normalizeJsonPunctuation(text: string): string | null {
  if (!/[｛｝［］：，“”‘’＂]/.test(text) || parseJson(text) !== undefined) return null;
  const start = text.search(/[[{［｛]/);
  const whole = start < 0 ? 'cut' : balancedObject(text, start, 'whole');
  if (typeof whole === 'string' || whole.json === text.slice(start, whole.end)) return null;
  return text.slice(0, start) + whole.json + text.slice(whole.end);
}

function readAsciiJson(text: string): JsonReading {
  const scan = scanJson(text, importLimits);
  if (scan.tooDeep !== null) return refused('too_deep', text, scan.tooDeep, { limit: importLimits.depth });
  if (scan.tooMany !== null) return refused('too_many_values', text, scan.tooMany, { limit: importLimits.values });
  const { tidy, repairs } = withoutSlips(text, scan.slips);
  const parsedJson = parseJsonKeepingDigits(tidy);
  if (parsedJson)
    return { ok: true, value: parsedJson.value, repairs: [...repairs, ...duplicateKeys(tidy), ...parsedJson.repairs] };
  const error = jsonFault(tidy);
  if (scan.isUnclosed) return refused(error >= tidy.trimEnd().length ? 'cut_off' : 'bad_json', text, error);
  const mended = mend(tidy);
  const mendedJson =
    mended === null || scanJson(mended, importLimits).tooDeep !== null ? null : parseJsonKeepingDigits(mended);
  if (mended === null || !mendedJson) return refused('bad_json', text, error);
  return {
    ok: true,
    value: mendedJson.value,
    repairs: [...repairs, ...repairsOfChangedLines(tidy, mended), ...mendedJson.repairs],
  };
}

/**
 * Returns the value of a JSON text, in which an integer is text if a JavaScript number would change its digits, and a
 * repair for each such integer; null if the text is not JSON.
 */
export function parseJsonKeepingDigits(text: string): { value: unknown; repairs: Repair[] } | null {
  const value = parseJson(text);
  if (value === undefined) return null;
  const repairs: Repair[] = [];
  if (!/\d{16}/.test(text)) return { value, repairs };
  const pieces: string[] = [];
  let line = 1;
  let copiedEnd = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!/["\d-]/.test(text.charAt(at))) continue;
    const token = text.charAt(at) === '"' ? stringAt(text, at) : literalAt(text, at);
    if (token.fault !== null) continue;
    const tokenText = text.slice(at, token.end);
    if (losesDigits(tokenText)) {
      const before = text.slice(copiedEnd, at);
      line += lineAndColumn(before, before.length).line - 1;
      repairs.push({ code: 'digits', path: String(line), from: oneLineExcerpt(tokenText), to: '' });
      pieces.push(before, JSON.stringify(tokenText));
      copiedEnd = token.end;
    }
    at = token.end - 1;
  }
  return repairs.length === 0
    ? { value, repairs }
    : { value: parseJson(pieces.join('') + text.slice(copiedEnd)), repairs };
}

function refused(code: PlanFileError['code'], text: string, at: number, params = {}): JsonReading {
  return { ok: false, error: { code, path: '', params: { ...lineAndColumn(text, at), ...params } } };
}

/**
 * Returns the repaired text, or null. The repairer turns text after a complete object into a list; that is refused,
 * since it is another file.
 */
function mend(text: string): string | null {
  if (text.length > importLimits.repairableLength) return null;
  try {
    const escaped = withStrayBackslashesEscaped(text);
    const mended = parseJson(escaped) === undefined ? jsonrepair(escaped) : escaped;
    return mended.trimStart().startsWith(text.trimStart().charAt(0)) ? mended : null;
  } catch {
    return null;
  }
}

/** Returns the text with its slips replaced by blanks, so that every other character keeps its line and column. */
function withoutSlips(text: string, slips: JsonScan['slips']): { tidy: string; repairs: Repair[] } {
  const pieces: string[] = [];
  const repairs: Repair[] = [];
  let line = 1;
  let sliceStart = 0;
  for (const { code, from, to } of slips) {
    const before = text.slice(sliceStart, from);
    const slip = text.slice(from, to);
    line += lineAndColumn(before, before.length).line - 1;
    repairs.push({ code, path: String(line), from: oneLineExcerpt(slip), to: '' });
    line += lineAndColumn(slip, slip.length).line - 1;
    pieces.push(before, slip.replace(/[^\n]/g, ' '));
    sliceStart = to;
  }
  pieces.push(text.slice(sliceStart));
  return { tidy: pieces.join(''), repairs };
}

/**
 * True if a JavaScript number cannot hold the digits of an integer, though it can hold its size. A decimal fraction is
 * rounded in any program, and many print more digits of it than count.
 */
export function losesDigits(numeral: string): boolean {
  if (!/^[-+]?\d+$/.test(numeral)) return false;
  const digits = (text: string) =>
    text
      .replace(/e.*$/i, '')
      .replace(/\D/g, '')
      .replace(/^0+|0+$/g, '');
  return Number.isFinite(Number(numeral)) && digits(numeral) !== digits(String(Number(numeral)));
}

/**
 * Returns one repair for each changed line, or for each changed place of a long line, without the common beginning and
 * end; inserted lines are listed with the last one.
 */
export function repairsOfChangedLines(before: string, after: string): Repair[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  const isKept = (at: number, to: number) => old[at]?.trim() === fresh[to]?.trim();
  const shorter = Math.min(old.length, fresh.length);
  let first = 0;
  while (first < shorter && isKept(first, first)) first += 1;
  let last = 0;
  while (last < shorter - first && isKept(old.length - 1 - last, fresh.length - 1 - last)) last += 1;
  if (first + last === old.length && first > 0) first -= 1;
  const changedLines = old.slice(first, old.length - last);
  const freshLines = fresh.slice(first, fresh.length - last);
  return changedLines.flatMap((from, at): Repair[] => {
    const to = (at === changedLines.length - 1 ? freshLines.slice(at) : freshLines.slice(at, at + 1)).join('\n');
    if (from.trim() === to.trim()) return [];
    const path = String(first + at + 1);
    return changedPlaces(from.trim(), to.trim()).map((place): Repair => ({ code: 'syntax', path, ...place }));
  });
}

/**
 * The number of letters that are shown before and after a changed place, and of those that show that a text goes on.
 */
const [beside, alike] = [24, 8];
/** The greatest length of a changed place, and how many are listed one by one. */
const [longestChange, mostChanges] = [40, 100];

/**
 * Returns the old and the new text where two lines differ: both whole if they are short, else a part around each place,
 * the last of which may reach to the last difference.
 */
function changedPlaces(old: string, fresh: string): { from: string; to: string }[] {
  if (Math.max(old.length, fresh.length) <= 80) return [{ from: oneLineExcerpt(old), to: oneLineExcerpt(fresh) }];
  let [at, to, end, freshEnd] = [0, 0, old.length, fresh.length];
  while (end > 0 && freshEnd > 0 && old[end - 1] === fresh[freshEnd - 1]) [end, freshEnd] = [end - 1, freshEnd - 1];
  const part = (text: string, from: number, until: number) => {
    const [first, last] = [Math.max(0, from - beside), Math.min(text.length, until + beside)];
    return oneLineExcerpt(`${first > 0 ? '…' : ''}${text.slice(first, last)}${last < text.length ? '…' : ''}`);
  };
  const places: { from: string; to: string }[] = [];
  while (at < end || to < freshEnd) {
    if (old[at] === fresh[to] && at < end && to < freshEnd) {
      [at, to] = [at + 1, to + 1];
      continue;
    }
    const next = places.length < mostChanges ? whereAlike(old, fresh, at, to) : null;
    const [oldNext, freshNext] = next ?? [Math.max(end, at), Math.max(freshEnd, to)];
    places.push({ from: part(old, at, oldNext), to: part(fresh, to, freshNext) });
    [at, to] = [oldNext, freshNext];
  }
  return places;
}

/** Returns the nearest places from which two texts go on alike, or null if none is near. */
function whereAlike(old: string, fresh: string, at: number, to: number): [number, number] | null {
  for (let apart = 1; apart <= longestChange; apart += 1)
    for (let more = 0; more <= apart; more += 1) {
      const [next, freshNext] = [at + apart - more, to + more];
      const same = old.slice(next, next + alike);
      if (same !== '' && same === fresh.slice(freshNext, freshNext + alike)) return [next, freshNext];
    }
  return null;
}

type Expected = 'value' | 'item or ]' | 'key or }' | 'key' | 'colon' | 'comma or end';

const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const escape = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y;

/**
 * Returns the index where a text first departs from JSON; the text's length if it ends too early. Engines do not report
 * it reliably.
 */
function jsonFault(text: string): number {
  const closers: string[] = [];
  let expectedToken: Expected = 'value';
  for (let at = afterSpace(text, 0); at < text.length; at = afterSpace(text, at)) {
    const char = text.charAt(at);
    const closer = closers.at(-1);
    if (char === closer && (expectedToken === 'comma or end' || expectedToken.endsWith(char))) {
      closers.pop();
      expectedToken = 'comma or end';
      at += 1;
    } else if (expectedToken === 'comma or end') {
      if (char !== ',' || closer === undefined) return at;
      expectedToken = closer === '}' ? 'key' : 'value';
      at += 1;
    } else if (expectedToken === 'colon') {
      if (char !== ':') return at;
      expectedToken = 'value';
      at += 1;
    } else if (expectedToken === 'key' || expectedToken === 'key or }') {
      const string = stringAt(text, at);
      if (string.fault !== null) return string.fault;
      expectedToken = 'colon';
      at = string.end;
    } else if (char === '{' || char === '[') {
      closers.push(char === '{' ? '}' : ']');
      expectedToken = char === '{' ? 'key or }' : 'item or ]';
      at += 1;
    } else {
      const token = char === '"' ? stringAt(text, at) : literalAt(text, at);
      if (token.fault !== null) return token.fault;
      expectedToken = 'comma or end';
      at = token.end;
    }
  }
  return text.length;
}

type Token = { fault: null; end: number } | { fault: number };

function stringAt(text: string, from: number): Token {
  if (text.charAt(from) !== '"') return { fault: from };
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 34) return { fault: null, end: at + 1 };
    if (char < 32) return { fault: at };
    if (char === 92) {
      escape.lastIndex = at + 1;
      if (!escape.test(text)) return { fault: Math.min(at, text.length) };
      at = escape.lastIndex - 1;
    }
  }
  return { fault: text.length };
}

function literalAt(text: string, at: number): Token {
  literal.lastIndex = at;
  return literal.test(text) ? { fault: null, end: literal.lastIndex } : { fault: at };
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at += 1;
  return at;
}
