import type { Json } from '../domain/json.ts';

const longest = 20_000_000;

/** A value as JSON with a line for each part, or on one line where the spaces before those lines would be the most of it. */
export function indentedJson(data: Json): string {
  const plain = JSON.stringify(data);
  return indentedLength(plain) > longest ? plain : JSON.stringify(data, null, 2);
}

/** How long a JSON text becomes with a line for each part, about. */
function indentedLength(plain: string): number {
  let length = plain.length;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < plain.length; at += 1) {
    const sign = plain.charAt(at);
    if (quoted && sign === '\\') at += 1;
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === '}' || sign === ']')) length += 1 + 2 * (depth -= 1);
    else if (!quoted && (sign === '{' || sign === '[')) length += 1 + 2 * (depth += 1);
    else if (!quoted && sign === ',') length += 1 + 2 * depth;
  }
  return length;
}
