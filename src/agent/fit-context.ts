import { estimatedTokens, minTokenCount } from '../values/estimated-tokens.ts';
import type { Usage } from '../task/model-reply.ts';
import type { ModelMessage, ModelRequest } from '../ports/language-model.ts';
import type { Prompts } from '../protocols/prompts.ts';

/**
 * Lengths in characters: of an older text once it is shortened, of a call's line in the summary, and the least that is
 * left of a message or a goal when it is cut.
 */
const promptTextLengths = { older: 300, line: 120, least: 400 };
/** Older results are shortened several at a time, so that the beginning of the prompt stays the same for a while. */
const atOnce = 4;
/** The smallest room that a request gets, in tokens. */
const leastRoom = 200;

/** The estimated tokens of these messages, without the images. */
export function estimateMessageTokens(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + 4 + estimatedTokens(wordsOf(message)), 0);
}

function wordsOf(message: ModelMessage): string {
  if (message.role !== 'assistant') return message.text;
  return message.text + message.calls.map((call) => call.name + call.arguments).join('');
}

/** How many messages of the earlier conversation are left when there is no room for all, in turn. */
const earlierLeft = [Infinity, 8, 4, 2];

/**
 * The messages, shortened to at most `room` tokens if possible: first the conversation before the task; then older
 * results are shortened, with the file of the full text; then all rounds but the last become a summary; then a long goal and the longest messages are cut in the
 * middle. The system message changes only in the goal.
 */
export function shortenMessages(
  prompts: Prompts,
  allMessages: readonly ModelMessage[],
  goal: string,
  room: number | null,
): ModelMessage[] {
  if (room === null || estimateMessageTokens(allMessages) <= room) return [...allMessages];
  let messages = allMessages;
  for (const left of allMessages.some(isEarlier) ? earlierLeft : []) {
    messages = withShorterTalk(prompts, allMessages, left);
    if (estimateMessageTokens(messages) <= room) return [...messages];
  }
  const results = messages.flatMap((message, at) => (message.role === 'tool' ? [at] : []));
  for (let count = atOnce; count < results.length + atOnce - 1; count += atOnce) {
    const until = results[Math.min(count, results.length - 1)] ?? 0;
    const shorter = messages.map((message, at) => (at < until ? shortened(prompts, message) : message));
    if (estimateMessageTokens(shorter) <= room) return shorter;
  }
  const summedMessages = summed(prompts, messages, room);
  const short = cut(prompts, goal, promptTextLengths.least);
  const all =
    estimateMessageTokens(summedMessages) > room
      ? summedMessages.map((each) => ({ ...each, text: each.text.replaceAll(goal, () => short) }))
      : summedMessages;
  return cutToFit(prompts, all, room);
}

const isEarlier = (message: ModelMessage) => 'earlier' in message;

/** The messages with the last `left` ones of the earlier conversation, each cut. */
function withShorterTalk(prompts: Prompts, messages: readonly ModelMessage[], left: number): ModelMessage[] {
  const talk = messages.filter(isEarlier);
  const dropped = new Set(talk.slice(0, Math.max(0, talk.length - left)));
  return messages.flatMap((message) =>
    isEarlier(message)
      ? dropped.has(message)
        ? []
        : [{ ...message, text: cut(prompts, message.text, promptTextLengths.older) }]
      : [message],
  );
}

/** A message of a round with its long texts cut. */
function shortened(prompts: Prompts, message: ModelMessage): ModelMessage {
  if (message.role === 'tool') {
    const text = cut(prompts, message.text, promptTextLengths.older);
    if (text === message.text) return message;
    return { ...message, text: message.whole === undefined ? text : `${text}\n${prompts.wholeInFile(message.whole)}` };
  }
  if (message.role !== 'assistant') return message;
  const calls = message.calls.map((call) => ({ ...call, arguments: shortArguments(prompts, call.arguments) }));
  return { ...message, text: cut(prompts, message.text, promptTextLengths.older), calls };
}

/** The arguments of a call with their long texts cut; invalid JSON is left unchanged. */
function shortArguments(prompts: Prompts, argumentsJson: string): string {
  if (argumentsJson.length <= promptTextLengths.older) return argumentsJson;
  try {
    return JSON.stringify(JSON.parse(argumentsJson), (_, value: unknown) =>
      typeof value === 'string' ? cut(prompts, value, promptTextLengths.older / 2) : value,
    );
  } catch {
    return argumentsJson;
  }
}

/**
 * The messages with all rounds but the last replaced by a list of their calls, in the message before the first round.
 */
function summed(prompts: Prompts, messages: readonly ModelMessage[], room: number): ModelMessage[] {
  const isReply = (message: ModelMessage) => message.role === 'assistant' && !isEarlier(message);
  const first = messages.findIndex(isReply);
  const last = messages.findLastIndex(isReply);
  const brief = messages[first - 1];
  if (first < 0 || last <= first || brief?.role !== 'user') return messages.map((each) => shortened(prompts, each));
  const head = messages.slice(0, first - 1);
  const rest = messages.slice(last).map((each) => (each.role === 'assistant' ? shortened(prompts, each) : each));
  const lines = linesOf(prompts, messages.slice(first, last));
  const free = (room - estimateMessageTokens([...head, brief])) / 2;
  let from = lines.length;
  for (let usedTokens = 0; from > 0 && usedTokens <= free; from -= 1)
    usedTokens += estimatedTokens(lines[from - 1] ?? '') + 1;
  const progressLines = [prompts.soFar, ...(from > 0 ? [prompts.more(from)] : []), ...lines.slice(from)];
  return [...head, { ...brief, text: [brief.text, ...progressLines].join('\n') }, ...rest];
}

/**
 * One line for each call of these rounds, with the file of its result, and for each message by the person or the app.
 */
function linesOf(prompts: Prompts, rounds: readonly ModelMessage[]): string[] {
  const results = rounds.filter((message) => message.role === 'tool');
  return rounds.flatMap((message) => {
    if (message.role === 'user') return [`- ${cut(prompts, oneLine(message.text), promptTextLengths.older)}`];
    if (message.role !== 'assistant') return [];
    return message.calls.map(({ id, name, arguments: input }) => {
      const resultIndex = results.findIndex(({ call }) => call === id);
      const [result] = resultIndex < 0 ? [] : results.splice(resultIndex, 1);
      const file = result?.whole === undefined ? '' : ` ${prompts.wholeInFile(result.whole)}`;
      return `- ${cut(prompts, `${name} ${input}`, promptTextLengths.line)}${file}`;
    });
  });
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * The messages with the longest ones cut in their middle, one after the other, until they fit or none is longer than
 * `least` characters.
 */
export function cutToFit(
  prompts: Prompts,
  messages: readonly ModelMessage[],
  room: number,
  least = promptTextLengths.least,
): ModelMessage[] {
  const fitting = [...messages];
  for (let over = estimateMessageTokens(fitting) - room; over > 0; over = estimateMessageTokens(fitting) - room) {
    const lengths = fitting.map((each) => (each.role === 'system' ? 0 : each.text.length));
    const longest = Math.max(...lengths);
    const longestIndex = lengths.indexOf(longest);
    const message = fitting[longestIndex];
    if (!message) break;
    const spared = Math.min(4 * over, longest / 2) + prompts.leftOut(longest).length + 2;
    const text = cut(prompts, message.text, Math.max(least, Math.floor(longest - spared)));
    if (text.length >= longest) break;
    fitting[longestIndex] = { ...message, text };
  }
  return fitting;
}

/** The beginning and the end of a text of more than `most` characters, with the number of characters left out. */
function cut(prompts: Prompts, text: string, most: number): string {
  const omittedLength = text.length - most;
  const note = prompts.leftOut(omittedLength);
  if (omittedLength <= note.length + 2) return text;
  const head = Math.ceil((most * 2) / 3);
  return `${text.slice(0, head)} ${note} ${text.slice(text.length - (most - head))}`;
}

/**
 * Returns how many tokens the messages of the next try may have, after an endpoint rejected these as too long. Uses the
 * token counts in its error if there are any.
 */
export function maxMessageTokensAfterRejection(
  detail: string,
  { messages, tools }: Pick<ModelRequest, 'messages' | 'tools'>,
): number {
  const size = estimateMessageTokens(messages);
  const [requestedTokens = 0, second = 0] = tokensIn(detail);
  const limit = second >= requestedTokens / 20 ? second : 0;
  const share = limit > 0 ? Math.min(0.85, (0.85 * limit) / requestedTokens) : 0.6;
  const only = limit > 0 ? limit : requestedTokens % 256 === 0 || requestedTokens % 1000 === 0 ? requestedTokens : 0;
  const statedRoom = only > 0 ? 0.85 * only - toolSize(tools) : Infinity;
  return Math.max(leastRoom, Math.floor(Math.min(size * share, statedRoom)));
}

/**
 * The numbers in an endpoint's error that may be token counts, the largest first; larger ones are dates in model names.
 */
function tokensIn(detail: string): number[] {
  const numbers = [...detail.matchAll(/\d[\d,]*/g)].map(([number]) => Number(number.replaceAll(',', '')));
  return [...new Set(numbers.filter((number) => number >= 1000 && number < 20_000_000))].sort((a, b) => b - a);
}

const toolSize = (tools: ModelRequest['tools']) => estimatedTokens(toolText(tools));

/** Returns the part of the tools that is sent; empty without tools. */
const toolText = (tools: ModelRequest['tools']) =>
  tools.length === 0
    ? ''
    : JSON.stringify(tools.map(({ name, description, schema }) => ({ name, description, schema })));

/**
 * The least number of tokens sent and the least number of tokens reported for which the two are compared. A lower
 * report (no server has a window below 2,048) omits the tools, or what the server has in its cache.
 */
const compared = { sent: 3000, reported: 1800 };

/**
 * Returns the number of tokens that an endpoint reports to have read if that is far less than was sent, because it
 * truncates long requests silently; null if the report can be right.
 */
export function truncatedInputTokens({ messages, tools }: ModelRequest, usage: Usage | null): number | null {
  if (!usage || usage.estimated || usage.cached || usage.input < compared.reported) return null;
  const words = messages.map(wordsOf).join('\n');
  const minTokensSent = minTokenCount(words + toolText(tools));
  const isFarLess = usage.input < 0.6 * minTokensSent && usage.input < 0.9 * minTokenCount(words);
  return minTokensSent >= compared.sent && isFarLess ? usage.input : null;
}

/** Returns the room for messages if the endpoint reads `window` tokens of a request. */
export function maxMessageTokens(window: number, tools: ModelRequest['tools']): number {
  return Math.max(leastRoom, Math.floor(0.85 * window) - toolSize(tools));
}
