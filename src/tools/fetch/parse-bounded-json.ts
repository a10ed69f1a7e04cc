import type { Json } from '../../values/json.ts';
import { parseJsonWithExactIntegers, unmarkIntegers } from '../../values/exact-json.ts';

const maxDepth = 64;

/** Returns the parsed JSON; undefined if the text is not JSON, or is nested too deeply to be traversed. */
export function parseBoundedJson(text: string): Json | undefined {
  if (depthOf(text) > maxDepth) return undefined;
  try {
    const parsedJson = JSON.parse(text, (key, value: Json) => (key === '__proto__' ? undefined : value)) as Json;
    const exact = /\d{16}/.test(text) ? parseJsonWithExactIntegers(text) : undefined;
    return exact === undefined ? parsedJson : unmarkIntegers(exact);
  } catch {
    return undefined;
  }
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (isInString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isInString = false;
    } else if (sign === '"') isInString = true;
    else if (sign === '{' || sign === '[') deepest = Math.max(deepest, (depth += 1));
    else if (sign === '}' || sign === ']') depth -= 1;
  }
  return deepest;
}
