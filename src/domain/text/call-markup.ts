import { isRecord, parseJson } from './json.ts';
import { isQuoted } from './think-tags.ts';

/** The tokens and tags in which models write calls, and turns of a conversation, that a server should have read. */
const markup = new RegExp(
  [
    String.raw`<\/?tool_calls?>|<\/?function_calls?>|<function=[\w.-]+>|<invoke name=|<arg_key>|<tool_code>`,
    String.raw`<[|｜]\/?tool[▁_]?(?:calls?|outputs?|response)?[▁_a-z]*[|｜]>`,
    String.raw`<\|(?:python_tag|channel|message|call|constrain|start|im_start|im_end|action_start|plugin)\|>`,
    String.raw`\[(?:TOOL_CALLS|TOOL_REQUEST|ARGS|CALL_ID)\]|✿FUNCTION✿|<start_function_call>`,
    String.raw`assistantcommentary to=|^\s*commentary to=|\bto=functions\.\w+`,
  ].join('|'),
  'gu',
);
/** What follows a token that a sentence speaks of. */
const spokenOf = /^(?:[,.;:!?)]|[ \t]+\p{L}+(?:[ \t.,;]|$))/u;
const pythonCall = /^\[?[a-z_][\w.]*\(\s*\w+\s*=\s*["'\d[{tfTFnN][\s\S]*\)\]?$/;
const keysOfCalls = new Set(['name', 'arguments', 'parameters', 'function', 'type', 'id']);

/** Whether a text is, or holds, a call of a tool as markup; what is quoted or only spoken of is none. */
export function holdsCallMarkup(text: string): boolean {
  for (const { 0: token, index } of text.matchAll(markup)) {
    const end = index + token.length;
    if (!isQuoted(text, index, end) && !spokenOf.test(text.slice(end, end + 40))) return true;
  }
  const whole = text.trim();
  return whole.startsWith('```tool_code') || pythonCall.test(whole) || isBareCall(whole);
}

/** Whether a text is nothing but the object of a call. */
function isBareCall(text: string): boolean {
  const bare = text.replace(/^```(?:json)?\s*|\s*```$/g, '');
  if (!/^[[{]/.test(bare) || bare.length > 100_000) return false;
  const value = parseJson(bare);
  const calls: unknown[] = Array.isArray(value) ? value : [value];
  return calls.length > 0 && calls.every(isCall);
}

function isCall(value: unknown): boolean {
  if (!isRecord(value) || !Object.keys(value).every((key) => keysOfCalls.has(key))) return false;
  const { name, arguments: given, parameters } = isRecord(value.function) ? value.function : value;
  return typeof name === 'string' && [given, parameters].some((each) => isRecord(each) || typeof each === 'string');
}
