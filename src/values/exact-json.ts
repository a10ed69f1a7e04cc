import { type Json, parseJson } from './json.ts';

/** The invisible mark after the digits of an integer that is kept as text because a number cannot hold it. */
const mark = '\u2063';
const markedInteger = /^-?\d+\u2063$/;
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON; returns undefined if the text is invalid. An integer that a JavaScript number cannot represent exactly
 * becomes a string: its digits followed by an invisible marker character. `stringifyExactJson` writes it as a number
 * again.
 */
export function parseJsonWithExactIntegers(text: string): Json | undefined {
  const value = parseJson(text);
  if (value === undefined || !/\d{16}/.test(text)) return value;
  return parseJson(text.replace(token, (part) => (isBeyond(part) ? `"${part}${mark}"` : part)));
}

/**
 * Returns a value as JSON text; large integers that `parseJsonWithExactIntegers` stored as marked text are written as
 * numbers again.
 */
export function stringifyExactJson(value: unknown, indent?: number): string {
  return restoreExactIntegers(JSON.stringify(value, null, indent));
}

/** A JSON text with the marked digits of `parseJsonWithExactIntegers` turned into numbers. */
export function restoreExactIntegers(json: string): string {
  return json.includes(mark) ? json.replace(/"(-?\d+)\u2063"/g, '$1') : json;
}

/**
 * Returns a copy of the value in which each large integer that `parseJsonWithExactIntegers` stored as marked text is
 * text of its digits only, without the invisible mark.
 */
export function unmarkIntegers(value: Json): Json {
  if (typeof value === 'string') return markedInteger.test(value) ? value.slice(0, -1) : value;
  if (Array.isArray(value)) return value.map(unmarkIntegers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unmarkIntegers(inner)]));
}

/**
 * True if a value is an integer that `parseJsonWithExactIntegers` has kept as text, with its mark, since a number
 * cannot hold it.
 */
export const isMarkedInteger = (value: unknown): value is string =>
  typeof value === 'string' && markedInteger.test(value);

/**
 * Parses a number. An integer that a JavaScript number cannot represent exactly is returned as a string of its digits
 * with the mark that `parseJsonWithExactIntegers` uses.
 */
export const parseExactNumber = (text: string): number | string =>
  isBeyond(text.trim()) ? `${text.trim()}${mark}` : Number(text);

const isBeyond = (text: string) => /^-?[1-9]\d{15,}$/.test(text) && String(Number(text)) !== text;
