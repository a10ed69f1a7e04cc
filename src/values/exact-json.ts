import { type Json, parseJson } from './json.ts';

/** Behind the digits of a number that is kept as text since no number holds them: it is seen nowhere. */
const mark = '\u2063';
const marked = /^-?\d+\u2063$/;
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * The value of a JSON text, in which each integer that no number holds exactly is a text of its digits and a mark;
 * undefined where the text is not valid JSON. `writeExact` writes it as the number that it was.
 */
export function parseExact(text: string): Json | undefined {
  const value = parseJson(text);
  if (value === undefined || !/\d{16}/.test(text)) return value;
  return parseJson(text.replace(token, (part) => (isBeyond(part) ? `"${part}${mark}"` : part)));
}

/** JSON with the digits of `parseExact` as numbers. */
export function writeExact(value: unknown, indent?: number): string {
  return withDigits(JSON.stringify(value, null, indent));
}

/** A JSON text in which the digits of `parseExact` are numbers again. */
export function withDigits(json: string): string {
  return json.includes(mark) ? json.replace(/"(-?\d+)\u2063"/g, '$1') : json;
}

/** A value in which the digits of `parseExact` are plain text. */
export function plainDigits(value: Json): Json {
  if (typeof value === 'string') return marked.test(value) ? value.slice(0, -1) : value;
  if (Array.isArray(value)) return value.map(plainDigits);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainDigits(inner)]));
}

/** Whether a value is a number of `parseExact`. */
export const isExact = (value: unknown): value is string => typeof value === 'string' && marked.test(value);

/** The number that a text writes: as `parseExact` gives it where no number holds it. */
export const exactNumber = (text: string): number | string =>
  isBeyond(text.trim()) ? `${text.trim()}${mark}` : Number(text);

const isBeyond = (text: string) => /^-?[1-9]\d{15,}$/.test(text) && String(Number(text)) !== text;
