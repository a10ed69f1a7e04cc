import { isRecord } from '../values/json.ts';
import { parseJsonWithExactIntegers } from '../values/exact-json.ts';
import type { ToolCall } from '../task/model-reply.ts';
import { balancedObject, maxReplyLength } from '../values/balanced-object.ts';
import { jsonObjects } from './json-objects.ts';

/**
 * Parses the arguments of a call: absent ones are an empty object, and JSON within a JSON string is parsed too.
 * Integers too large for a number keep their digits (`parseJsonWithExactIntegers`). Undefined if they are not a
 * complete object; truncated arguments are never completed by guessing.
 */
export function parseArguments(call: ToolCall): Record<string, unknown> | undefined {
  const text = call.arguments.trim();
  if (text === '' || text === 'null') return {};
  const value = strict(text);
  const inner = typeof value === 'string' ? strict(value) : value;
  if (isRecord(inner)) return inner;
  const { objects, error } = jsonObjects(typeof value === 'string' ? value : text);
  return error === null && objects.length === 1 ? objects[0] : undefined;
}

function strict(text: string): unknown {
  if (text.length > maxReplyLength || balancedObject(text, 0) === 'deep') return undefined;
  return parseJsonWithExactIntegers(text);
}
