import { jsonrepair } from 'jsonrepair';

const maxLength = 1_000_000;
const maxDepth = 64;

/** JSON as models write it: fenced, with trailing commas or single quotes. Undefined when there is none to be read. */
export function readJson(text: string, mayRepair = true): unknown {
  const trimmed = unfenced(text.trim());
  if (trimmed.length > maxLength || depthOf(trimmed) > maxDepth) return undefined;
  try {
    return JSON.parse(trimmed);
  } catch {
    if (!mayRepair || trimmed === '') return undefined;
  }
  try {
    return JSON.parse(jsonrepair(trimmed));
  } catch {
    return undefined;
  }
}

function unfenced(text: string): string {
  return /^```[a-z]*\s*([\s\S]*?)\s*```$/i.exec(text)?.[1] ?? text;
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const letter of text) {
    if (letter === '{' || letter === '[') deepest = Math.max(deepest, (depth += 1));
    if (letter === '}' || letter === ']') depth -= 1;
  }
  return deepest;
}
