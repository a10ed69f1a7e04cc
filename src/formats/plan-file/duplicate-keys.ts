import { oneLineExcerpt, lineAndColumn } from './limits.ts';
import type { Repair } from './repair.ts';

const most = 200;
const [quote, backslash] = [34, 92];

/**
 * Returns a repair for each key that occurs twice in one object of a JSON text; the last value counts. Expects JSON
 * that parses.
 */
export function duplicateKeys(text: string): Repair[] {
  const repairs: Repair[] = [];
  const open: Set<string>[] = [];
  for (let at = 0; at < text.length && repairs.length < most; at += 1) {
    const char = text.charAt(at);
    if (char === '{' || char === '[') open.push(new Set());
    else if (char === '}' || char === ']') open.pop();
    else if (char === '"') {
      const end = afterString(text, at);
      if (isKey(text, end)) {
        const key = text.slice(at + 1, end - 1);
        const keys = open.at(-1);
        if (keys?.has(key))
          repairs.push({
            code: 'duplicate_key',
            path: String(lineAndColumn(text, at).line),
            from: oneLineExcerpt(key),
            to: '',
          });
        keys?.add(key);
      }
      at = end - 1;
    }
  }
  return repairs;
}

function afterString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at + 1;
}

function isKey(text: string, from: number): boolean {
  let at = from;
  while (' \t\r\n'.includes(text.charAt(at)) && at < text.length) at += 1;
  return text.charAt(at) === ':';
}
