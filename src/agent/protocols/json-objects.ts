import { jsonrepair } from 'jsonrepair';

export interface FoundJson {
  /** The complete objects in the text, in order. */
  objects: Record<string, unknown>[];
  /** An object began and did not end: the reply was cut off. */
  cut: boolean;
}

const maxLength = 200_000;
const maxDepth = 64;
const wide: Record<string, string> = { '｛': '{', '｝': '}', '［': '[', '］': ']', '：': ':', '，': ',' };
const openers: Record<string, string> = { '"': '"', "'": "'", '“': '”', '‘': '’', '＂': '＂' };

/**
 * JSON objects as models write them: fenced, amid prose, with comments, trailing commas, single or typographic quotes,
 * full-width punctuation. An object counts only when all of it has arrived; nothing is completed by guessing (R4.4).
 */
export function jsonObjects(text: string): FoundJson {
  const source = withoutThinking(text).slice(0, maxLength);
  const objects: Record<string, unknown>[] = [];
  for (let at = 0; at < source.length; at += 1) {
    if (source[at] !== '{' && source[at] !== '｛') continue;
    const slice = objectAt(source, at);
    if (slice === null) return { objects, cut: true };
    const value = parse(slice.json) ?? parse(source.slice(at, slice.end));
    if (value === undefined) continue;
    objects.push(value);
    at = slice.end - 1;
  }
  return { objects, cut: false };
}

/** Think blocks are no part of a reply; one that never closes hides all that follows it. */
export function withoutThinking(text: string): string {
  const closed = text.replace(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi, '');
  const tail = closed.search(/<\/think(?:ing)?>/i);
  const body = tail >= 0 ? closed.slice(closed.indexOf('>', tail) + 1) : closed;
  const open = body.search(/<think(?:ing)?>/i);
  return open >= 0 ? body.slice(0, open) : body;
}

/** The balanced object that starts at `from`, its structure in ASCII; null when it never ends. */
function objectAt(source: string, from: number): { json: string; end: number } | null {
  let depth = 0;
  let json = '';
  let closer: string | null = null;
  for (let at = from; at < source.length; at += 1) {
    const letter = source[at] ?? '';
    if (closer !== null) {
      json +=
        letter === closer && closer !== '"' && closer !== "'" ? '"' : letter === '"' && closer !== '"' ? '\\"' : letter;
      if (letter === '\\') {
        at += 1;
        json += source[at] ?? '';
      } else if (letter === closer && !isApostrophe(source, at, closer)) closer = null;
      continue;
    }
    if (letter === '/' && (source[at + 1] === '/' || source[at + 1] === '*')) {
      const end = source[at + 1] === '/' ? source.indexOf('\n', at) : source.indexOf('*/', at + 2) + 1;
      if (end <= 0) return null;
      at = end;
      continue;
    }
    const structural = wide[letter] ?? letter;
    if (openers[letter] !== undefined) {
      closer = openers[letter] ?? null;
      json += letter === "'" ? "'" : '"';
      continue;
    }
    json += structural;
    if (structural === '{' || structural === '[') depth += 1;
    if (structural === '}' || structural === ']') depth -= 1;
    if (depth > maxDepth) return null;
    if (depth === 0) return { json, end: at + 1 };
  }
  return null;
}

/** Within single quotes, a quote between two letters belongs to the word. */
function isApostrophe(source: string, at: number, closer: string): boolean {
  return (
    (closer === "'" || closer === '’') && /\p{L}/u.test(source[at - 1] ?? '') && /\p{L}/u.test(source[at + 1] ?? '')
  );
}

function parse(slice: string): Record<string, unknown> | undefined {
  for (const read of [JSON.parse, (text: string): unknown => JSON.parse(jsonrepair(text))]) {
    try {
      const value: unknown = read(slice);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    } catch {
      continue;
    }
  }
  return undefined;
}
