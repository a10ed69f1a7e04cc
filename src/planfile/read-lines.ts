import { parseJson } from '../domain/json.ts';

/** The values of JSON Lines: an object on each line that is not blank, and two of them at least. Else null. */
export function readLines(text: string): unknown[] | null {
  const values: unknown[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line.trim() === '') continue;
    if (!/^\s*\{.*\}\s*$/.test(line)) return null;
    const value = parseJson(line);
    if (value === undefined) return null;
    values.push(value);
  }
  return values.length > 1 ? values : null;
}
