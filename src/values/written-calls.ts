import {
  dsmlTagPrefix,
  type CallNotation,
  callNotations,
  type FoundCalls,
  toolNamePattern,
  type FindTool,
  matchAt,
} from './call-notations.ts';
import { parseLiteralAt } from './literal.ts';
import { isQuoted } from './think-tags.ts';

/** A call found in a text; `arguments` is JSON, `source` the call as written. */
export interface WrittenCall {
  name: string;
  arguments: string;
  source: string;
}

const toolToken = String.raw`<[|｜]tool[▁_]calls?[▁_](?:section[▁_])?`;

/** The marks that open calls in the markup of the models' own chat templates. */
const marks = new RegExp(
  [
    String.raw`<(?:\w+:)?tool_calls?>|<${dsmlTagPrefix}function_calls?>|<\|tool_calls?\|>|<\|python_(?:tag|start)\|>`,
    String.raw`\[TOOL_CALLS\]|\[TOOL_REQUEST\]|<\|START_ACTION\|>|<\|action_start\|>|✿FUNCTION✿`,
    `<${dsmlTagPrefix}(?:function=${toolNamePattern}|(?:function|invoke) name="${toolNamePattern}")>`,
    `${toolToken}begin[|｜]>`,
    '```tool_c(?:ode|alls?)\\s',
    String.raw`(?:assistant|(?<![|>])\b)commentary to=(?=functions\.)`,
    String.raw`(?<![^\n])[ \t*]*Action:[ \t*]*\x60?${toolNamePattern}\x60?[ \t*]*\n+[ \t*]*Action[ _]Input:`,
    String.raw`<(?<own>${toolNamePattern})>(?=\s*[<{])`,
  ].join('|'),
  'g',
);

/** The separators between calls, before the first and after the last. */
const between = new RegExp(
  `(?:${[
    String.raw`\s|,(?!\s*$)|;`,
    String.raw`<\/?(?:\w+:)?tool_calls?>|<\/?${dsmlTagPrefix}function_calls?>|<\|tool_calls?\|>|<\|python_(?:tag|start|end)\|>`,
    String.raw`<\|(?:eom_id|eot_id|eot|im_end|endoftext|end_of_text|call|end)\|>|<\/s>|<｜end▁of▁sentence｜>`,
    String.raw`\[TOOL_CALLS\]|\[\/?(?:END_)?TOOL_REQUEST\]|<\|(?:START|END)_ACTION\|>|<\|(?:action_start|action_end|plugin)\|>`,
    `${toolToken}(?:begin|end)[|｜]>`,
    '```(?:tool_c(?:ode|alls?))?',
    String.raw`<\/${dsmlTagPrefix}(?:function|invoke)>|(?:assistant)?commentary (?=to=functions\.)`,
  ].join('|')})+`,
  'y',
);

const wholeFence = /^```(?:(?:json|python|py|text|xml|javascript|js|bash|sh)\b)?\s*([\s\S]*?)\s*```$/;
/** The maximum number of call marks that are examined, and of those from which parsing a call is attempted. */
const looks = 100;
const attempts = 8;
/** The words before a call that is only shown as an example. */
const introduces =
  /(?:\b(?:examples?|for instance|such as|looks? (?:like|as)|like (?:this|so|that)|formats?|forms?|syntax|template|schema|as follows|written (?:as|like))\b|e\.g\.|例如|比如|示例|格式|写法|形式|语法|如下|像)[^\n.!?。！？]{0,40}$/i;

/**
 * Finds the calls that a model wrote as text because its server did not parse them: marked ones at the end of the text,
 * or calls that are the whole text. Only complete calls of tools that `resolve` knows count, and only if no other text
 * follows. Null if the text contains no such calls, or only mentions them.
 */
export function callsWrittenAsText(
  text: string,
  resolve: FindTool,
): { before: string; calls: [WrittenCall, ...WrittenCall[]] } | null {
  const whole = text.trim();
  const bare = wholeFence.exec(whole)?.[1]?.trim() ?? whole;
  const own = callNotations.filter(({ alone }) => alone?.test(bare));
  const alone = own.length > 0 ? callsFrom(bare, 0, own, resolve) : null;
  if (alone) return { before: '', calls: alone };
  let markCount = 0;
  let tries = 0;
  for (const { 0: mark, index, groups } of whole.matchAll(marks)) {
    if (groups?.own !== undefined && resolve(groups.own) === null) continue;
    markCount += 1;
    if (markCount > looks) return null;
    if (isQuotation(whole, index, index + mark.length)) continue;
    if (isIntroducedAsExample(whole, index)) return null;
    const calls = callsFrom(whole, index, callNotations, resolve);
    if (calls) return { before: whole.slice(0, index).trimEnd(), calls };
    tries += 1;
    if (tries === attempts) return null;
  }
  return null;
}

/**
 * Finds the calls in a text whose other words only tell what is being done: in code fences that all hold calls, or as
 * objects from the start of a line. Null if the words are many, or introduce an example, a quotation or a possibility.
 */
export function callsAmidWords(
  text: string,
  resolve: FindTool,
): { before: string; calls: [WrittenCall, ...WrittenCall[]] } | null {
  const whole = text.trim();
  if (whole.length > longestBare) return null;
  const fenced = [...whole.matchAll(fences)];
  const blocks = fenced.length > 0 ? fenced.map((found) => blockOf(found, found[1] ?? '')) : objectsIn(whole);
  const calls: WrittenCall[] = [];
  let words = whole;
  for (const { start, end, content } of blocks.toReversed()) {
    const own = callNotations.filter(({ alone }) => alone?.test(content));
    const blockCalls = callsFrom(content, 0, own, resolve);
    if (!blockCalls) return null;
    calls.unshift(...blockCalls);
    words = words.slice(0, start) + words.slice(end);
  }
  const [first, ...more] = calls;
  const callStart = blocks[0]?.start ?? 0;
  if (!first || words.length > mostWords || isIntroducedAsExample(whole, callStart) || onlyTells.test(words))
    return null;
  return { before: whole.slice(0, callStart).trimEnd(), calls: [first, ...more] };
}

const mostWords = 800;
const fences = /```(?:(?:json|python|py|text|xml|javascript|js|bash|sh)\b)?\s*((?:(?!```)[\s\S])*?)\s*```/g;
/** Words by which a call is quoted, only possible, or to be made by somebody else. */
const onlyTells =
  /\b(?:examples?|says?|said|contains?|asks?|asked|instructs?|tells?|told|quoted?|you (?:can|could|should|may|must|need to)|(?:could|would|should|might|must) (?:be|have|look)|(?:do|did|does|should|must|would|could|can)(?: not|n['’]t)|never|instead of|injected|malicious|suspicious|ignor\w+)\b|例如|比如|示例|写着|要求我|让我执行|你可以|可以这样|不要|不应|不能|没有|忽略/i;

interface Block {
  start: number;
  end: number;
  content: string;
}

const blockOf = ({ index, 0: said }: RegExpExecArray, content: string): Block => ({
  start: index,
  end: index + said.length,
  content,
});

/** The objects in a text that begin at the start of a line. */
function objectsIn(text: string): Block[] {
  const blocks: Block[] = [];
  for (const { index, 0: lead } of text.matchAll(/(?<![^\n])[ \t]*(?=[{[])/g)) {
    const start = index + lead.length;
    if (start < (blocks.at(-1)?.end ?? 0)) continue;
    const literal = parseLiteralAt(text, start);
    if (!literal) return [];
    blocks.push({ start, end: literal.end, content: text.slice(start, literal.end) });
  }
  return blocks;
}

/** True if a text holds a call of any tool amid its words: as an object, fenced or not, that is no example. */
export function holdsCallBlock(text: string): boolean {
  if (text.length > longestBare) return false;
  const fenced = [...text.matchAll(fences)].map((found) => blockOf(found, found[1] ?? ''));
  const blocks = fenced.length > 0 ? fenced : objectsIn(text);
  return blocks.some(({ start, content }) => isBareCall(content) && !isIntroducedAsExample(text, start));
}

/** True if a text is nothing but the object of a call, or a list of such, for any tool. */
export function isBareCall(text: string): boolean {
  const bare = text.trim().replace(/^```(?:json)?\s*|\s*```$/g, '');
  return (
    /^[[{]/.test(bare) && bare.length <= longestBare && callsFrom(bare, 0, callNotations.slice(0, 1), anyTool) !== null
  );
}

const longestBare = 100_000;
const anyTool: FindTool = (toolName) => ({ name: toolName });

/** True if a mark is quoted or inside a code block. */
function isQuotation(text: string, start: number, end: number): boolean {
  const inBlock = (text.slice(0, start).match(/```/g)?.length ?? 0) % 2 === 1;
  return inBlock || isQuoted(text, start, end, []);
}

/** True if the words before a position introduce what follows as an example. */
export function isIntroducedAsExample(text: string, at: number): boolean {
  return introduces.test(text.slice(Math.max(0, at - 120), at).trimEnd());
}

/** The calls from `at` to the end of the text; null if there is anything else. */
function callsFrom(
  text: string,
  at: number,
  notations: readonly CallNotation[],
  resolve: FindTool,
): [WrittenCall, ...WrittenCall[]] | null {
  const calls: WrittenCall[] = [];
  for (let start = skipSeparator(text, at); start < text.length;) {
    const nextCalls = firstOf(notations, text, start, resolve);
    if (nextCalls === null || nextCalls.calls.some((call) => resolve(call.name) === null)) return null;
    const source = text.slice(start, nextCalls.end);
    calls.push(...nextCalls.calls.map((call) => ({ ...call, source })));
    start = skipSeparator(text, nextCalls.end);
  }
  const [first, ...more] = calls;
  return first ? [first, ...more] : null;
}

function firstOf(notations: readonly CallNotation[], text: string, at: number, resolve: FindTool): FoundCalls | null {
  for (const form of notations) {
    const foundCalls = form.read(text, at, resolve);
    if (foundCalls && foundCalls.calls.length > 0) return foundCalls;
  }
  return null;
}

const skipSeparator = (text: string, at: number) => at + (matchAt(between, text, at)?.[0].length ?? 0);
