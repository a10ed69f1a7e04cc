import { isQuoted } from './think-tags.ts';
import { isBareCall } from './written-calls.ts';

/** Tokens and tags for tool calls and conversation turns, which a server should have parsed and removed. */
const markup = new RegExp(
  [
    String.raw`<\/?(?:\w+:)?tool_calls?>|<\/?function_calls?>|<function=[\w.-]+>|<invoke name=|<arg_key>|<tool_code>|<\/?[|｜]DSML[|｜]`,
    String.raw`<[|｜]\/?tool[▁_]?(?:calls?|outputs?|response)?[▁_a-z]*[|｜]>`,
    String.raw`<\|(?:python_tag|python_start|channel|message|call|constrain|start|im_start|im_end|action_start|plugin|START_ACTION)\|>`,
    String.raw`\[(?:TOOL_CALLS|TOOL_REQUEST|ARGS|CALL_ID)\]|✿FUNCTION✿|<start_function_call>`,
    String.raw`assistantcommentary to=|^\s*commentary to=|\bto=functions\.\w+`,
  ].join('|'),
  'gu',
);
/** The text after a token that is only mentioned in a sentence. */
const spokenOf = /^(?:[,.;:!?)]|[ \t]+\p{L}+(?:[ \t.,;]|$))/u;
const pythonCall = /^\[?[a-z_][\w.]*\(\s*\w+\s*=\s*["'\d[{tfTFnN](?:[\s\S]*\)\]?|[^)\n]*)$/;
const nameAndObject = /^[a-z]+(?:[_.][a-z\d]+)+\s*\n\s*\{[\s\S]*\}$/;

/** An action and its input at the end of a text, and a text that is only tags of a tool. */
const reAct = /(?<![^\n])[ \t*]*Action:[^\n]*\n+[ \t*]*Action[ _]Input:\s*\{[\s\S]*\}\s*$/;
const toolTags = /^<([a-z]+(?:_[a-z]+)+|todo|schedule|files|memory|search|fetch)>\s*[<{][\s\S]*<\/\1>$/;

/** True if a text contains a tool call as markup; quoted or merely mentioned markup does not count. */
export function holdsCallMarkup(text: string): boolean {
  for (const { 0: token, index } of text.matchAll(markup)) {
    const end = index + token.length;
    if (!isQuoted(text, index, end) && !spokenOf.test(text.slice(end, end + 40))) return true;
  }
  const whole = text.trim();
  if (reAct.test(whole) || toolTags.test(whole)) return true;
  return whole.startsWith('```tool_code') || pythonCall.test(whole) || nameAndObject.test(whole) || isBareCall(whole);
}
