import { jsonrepair } from 'jsonrepair';
import { isRecord } from '../values/json.ts';
import { balancedObject, maxReplyLength } from '../values/balanced-object.ts';
import { withStrayBackslashesEscaped } from '../values/stray-backslashes.ts';
import { withoutThinking } from './without-thinking.ts';
import type { ModelReply } from '../task/model-reply.ts';
import { cutOffViolation } from '../task/too-long-reply.ts';

interface FoundJson {
  /** The complete objects in the text, in order. */
  objects: Record<string, unknown>[];
  /** Why reading stopped: an object without an end, nested too deeply, or invalid; or the text is too long. */
  error: 'cut' | 'deep' | 'unreadable' | 'long' | null;
}

/**
 * Finds the JSON objects in a model's text: in code fences or prose, with comments, trailing commas, single or
 * typographic quotes, full-width punctuation, or backslashes that are not escaped. Only complete objects count; nothing is completed by guessing.
 */
export function jsonObjects(text: string): FoundJson {
  if (text.length > maxReplyLength) return { objects: [], error: 'long' };
  const source = withoutThinking(text);
  const objects: Record<string, unknown>[] = [];
  const opening = /[{｛]/g;
  let error: FoundJson['error'] = null;
  for (let openingMatch = opening.exec(source); openingMatch; openingMatch = opening.exec(source)) {
    const openingIndex = openingMatch.index;
    const balanced = balancedObject(source, openingIndex);
    if (typeof balanced === 'string') return { objects, error: balanced };
    const value = parsed(balanced.json) ?? parsed(source.slice(openingIndex, balanced.end));
    if (value !== undefined) objects.push(value);
    else if (/^[{｛]\s*[{｛]/.test(source.slice(openingIndex, openingIndex + 10))) continue;
    else if (/status|decision|control/i.test(balanced.json)) error = 'unreadable';
    opening.lastIndex = balanced.end;
  }
  return { objects, error };
}

function parsed(slice: string): Record<string, unknown> | undefined {
  const escaped = (text: string): unknown => JSON.parse(withStrayBackslashesEscaped(text));
  const repaired = (text: string): unknown => JSON.parse(jsonrepair(withStrayBackslashesEscaped(text)));
  for (const parseSlice of [JSON.parse, escaped, repaired]) {
    try {
      const value: unknown = parseSlice(slice);
      if (isRecord(value)) return value;
    } catch {
      continue;
    }
  }
  return undefined;
}

const faults: Record<NonNullable<FoundJson['error']>, string> = {
  cut: 'The JSON object was cut off before its end.',
  deep: 'The JSON object is nested too deeply.',
  unreadable: 'The JSON object is malformed.',
  long: 'The reply is too long to be read.',
};

/**
 * Returns the only object of a reply that has one of these keys. Equal ones count once; two different ones are a
 * violation.
 */
export function onlyMatchingObject(
  reply: ModelReply,
  keys: readonly string[],
): { value: Record<string, unknown> } | { violation: string } {
  const { objects, error } = jsonObjects(reply.text);
  if (error)
    return { violation: error === 'cut' && reply.finish === 'length' ? cutOffViolation(reply) : faults[error] };
  const candidates = objects.filter((each) => keys.some((key) => Object.hasOwn(each, key)));
  const [first] = candidates;
  if (!first && reply.finish === 'length') return { violation: cutOffViolation(reply) };
  if (!first) return { violation: `The reply holds no JSON object with a ${keys.at(-1) ?? ''}.` };
  if (candidates.some((each) => JSON.stringify(each) !== JSON.stringify(first)))
    return { violation: 'The reply holds two different JSON objects; reply with one.' };
  return { value: first };
}
