import { isRecord, parseJson } from '../values/json.ts';
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
  const replyWithoutThinking = withoutThinking(reply).trim();
  const text = (fence.exec(replyWithoutThinking)?.[1] ?? replyWithoutThinking).trim();
  const value = /^[{｛]/.test(text) ? onlyObjectIn(text) : /^\[\s*[{"]/.test(text) ? listIn(text) : null;
  if (!value) return null;
  const contractFields = renameKeys(value, keyAliases.contract);
  const isContract =
    ['status', 'control', 'plan', 'next_action', 'decision'].some((key) => contractFields[key] != null) ||
    isCall(value);
  return isContract ? contractFields : null;
}

/** True if an object is a call by itself: the name of a tool and its input. */
function isCall(value: Record<string, unknown>): boolean {
  const { tool, input } = actionOf(value);
  return typeof tool === 'string' && isRecord(input);
}

/** An action under the names of its contract; a name and input as other agents write them are read. */
function actionOf(value: Record<string, unknown>): Record<string, unknown> {
  const isNamed = typeof value.action === 'string' && 'action_input' in value;
  return renameKeys(isNamed ? { ...value, tool: value.action, input: value.action_input } : value, keyAliases.action);
}

/**
 * Returns the action of a contract, or the object itself if it is a call: with its input under `input`, whether it
 * stood there, beside the tool's name or beside the action.
 */
export function actionInReplyObject(value: Record<string, unknown>, action: unknown): unknown {
  if (isCall(value)) return actionOf(value);
  if (typeof action === 'string') {
    const { input } = actionOf({ ...value, tool: action });
    return isRecord(input) ? { tool: action, input } : action;
  }
  if (!isRecord(action)) return action;
  const actionFields = actionOf(action);
  if (actionFields.input != null || typeof actionFields.tool !== 'string') return actionFields;
  const key = ['tool', ...keyAliases.action.tool].find((each) => action[each] === actionFields.tool) ?? 'tool';
  const beside = Object.entries(action).filter(([each]) => each !== key && each !== 'input');
  return beside.length > 0 ? { tool: actionFields.tool, input: Object.fromEntries(beside) } : actionFields;
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
  if (!Array.isArray(value) || value.length === 0) return null;
  const [only]: unknown[] = value;
  return value.length === 1 && isRecord(only) && isDecision(only) ? only : { plan: value };
}

/** True if the only object of a list is a decision rather than a step of a plan. */
function isDecision(only: Record<string, unknown>): boolean {
  if ('next_action' in only || 'control' in only) return true;
  return 'status' in only && renameKeys(only, { description: keyAliases.step.description }).description == null;
}
