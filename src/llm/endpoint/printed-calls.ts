import { isRecord, parseJson } from '../../domain/text/json.ts';
import { isNamed } from './tool-name.ts';

/** A call parsed from text; its id is assigned later. */
export interface PrintedCall {
  function: { name: string; arguments: unknown };
}

const opening =
  /<tool_calls?>|<\|python_tag\|>|\[TOOL_CALLS\]|<function=[\w.-]+>|<[|｜]tool[▁_]calls?[▁_](?:section[▁_])?begin[|｜]>/;
const between =
  /^(?:\s|<\/?tool_calls?>|<\/function>|<\|python_tag\|>|<\|eom_id\|>|<\|eot_id\|>|<\|im_end\|>|\[TOOL_CALLS\]|<[|｜]tool[▁_]calls?[▁_](?:section[▁_])?(?:begin|end)[|｜]>|<[|｜]tool[▁_]calls?[▁_]end[|｜]>|<｜end▁of▁sentence｜>|```|[[\],;])+/;
/** A name before its arguments, as the templates of Kimi, DeepSeek and Mistral write it. */
const headed =
  /^(?:function<｜tool▁sep｜>)?([\w.-]+)(?::\d+)?\s*(?:<\|tool_call_argument_begin\|>|<｜tool▁sep｜>|\[CALL_ID\][\w-]+|\[ARGS\]|```(?:json)?|\s)*(?=\{)/;
const fenced = /^```(?:json)?\s*(\{[\s\S]*\})\s*```$/;

/**
 * Calls that a model wrote as text because its server did not parse them (T10): marked calls at the end of the text, or
 * JSON that is all of it. Only complete calls of tools that were `offered` count, and only where no other text follows;
 * null where the text contains no such calls.
 */
export function printedCalls(
  text: string,
  offered: readonly string[],
): { before: string; calls: [PrintedCall, ...PrintedCall[]] } | null {
  const whole = text.trim();
  const at = /^[[{]/.test(whole) ? 0 : whole.search(opening);
  const bare = fenced.exec(whole)?.[1];
  if (at < 0 && bare === undefined) return null;
  const before = bare === undefined ? whole.slice(0, at) : '';
  const inExample = (before.match(/```/g)?.length ?? 0) % 2 === 1;
  const calls = inExample ? null : callsIn(bare ?? whole.slice(at), offered);
  return calls && { before: before.trimEnd(), calls };
}

function callsIn(printed: string, offered: readonly string[]): [PrintedCall, ...PrintedCall[]] | null {
  const calls: PrintedCall[] = [];
  let rest = printed;
  for (;;) {
    rest = rest.replace(between, '');
    const [first, ...more] = calls;
    if (rest === '') return first ? [first, ...more] : null;
    const tag = /^<function=([\w.-]+)>\s*/.exec(rest) ?? headed.exec(rest);
    if (tag) rest = rest.slice(tag[0].length);
    const end = objectEnd(rest);
    const value = end === null ? undefined : parseJson(rest.slice(0, end));
    if (end === null || !isRecord(value)) return null;
    const call = tag ? { name: tag[1], arguments: value } : named(value);
    if (typeof call.name !== 'string' || !offered.some(isNamed(call.name))) return null;
    calls.push({ function: { name: call.name, arguments: call.arguments } });
    rest = rest.slice(end);
  }
}

function named(value: Record<string, unknown>): { name: unknown; arguments: unknown } {
  const inner = isRecord(value.function) ? value.function : value;
  const given = inner.arguments ?? inner.parameters;
  return { name: isRecord(given) || typeof given === 'string' ? inner.name : null, arguments: given };
}

/** The index where the object that begins the text ends; null where none begins, or it does not end. */
function objectEnd(text: string): number | null {
  if (!text.startsWith('{')) return null;
  let depth = 0;
  for (const { 0: found, index } of text.matchAll(/"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)|[{}]/g)) {
    if (found === '{') depth += 1;
    else if (found === '}') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return null;
}
