import { parseJson } from '../values/json.ts';
import { keyAliases, renameKeys } from './aliases.ts';
import { balancedObject, maxReplyLength } from '../values/balanced-object.ts';
import { jsonObjects } from './json-objects.ts';
import { withoutThinking } from './without-thinking.ts';

const fence = /^```\w*\s*\n?([\s\S]*?)\n?\s*```$/;

/**
 * Returns the decision in a reply that is one JSON object, alone or in a code fence (reasoning in tags is ignored),
 * with synonyms of known keys replaced by the known ones; a bare list is returned as a plan. Null if the object is no
 * decision, or if the reply contains any other text, since the JSON may then be a quotation.
 */
export function parseStandaloneJson(reply: string): Record<string, unknown> | null {
  const said = withoutThinking(reply).trim();
  const text = (fence.exec(said)?.[1] ?? said).trim();
  const value = /^[{｛]/.test(text) ? onlyObjectIn(text) : /^\[\s*[{"]/.test(text) ? listIn(text) : null;
  if (!value) return null;
  const named = renameKeys(value, keyAliases.contract);
  const isCall = 'tool' in value && 'input' in value;
  const isContract =
    ['status', 'control', 'plan', 'next_action', 'decision'].some((key) => named[key] != null) || isCall;
  return isContract ? named : null;
}

export function isStandaloneJson(reply: string): boolean {
  return parseStandaloneJson(reply) !== null;
}

function onlyObjectIn(text: string): Record<string, unknown> | null {
  if (text.length > maxReplyLength) return null;
  const whole = balancedObject(text, 0);
  if (typeof whole === 'string' || whole.end !== text.length) return null;
  const { objects, error } = jsonObjects(text);
  return error === null && objects.length === 1 ? (objects[0] ?? null) : null;
}

function listIn(text: string): Record<string, unknown> | null {
  const value = parseJson(text);
  return Array.isArray(value) && value.length > 0 ? { plan: value } : null;
}
