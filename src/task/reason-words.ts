import { isRecord, parseJson } from '../values/json.ts';
import { joinListItems } from '../values/list-text.ts';
import { plainToolName } from '../values/plain-tool-name.ts';
import { shortenedText } from '../values/truncate-text.ts';
import { textWithoutCode } from '../values/text-without-code.ts';
import { CallDescription } from './approval.ts';
import { describeCall } from './describe-call.ts';

/** A stored reason: its code and the parameters of its sentence. */
interface Reason {
  code: string;
  params: Readonly<Record<string, string>>;
}

/** Formats a message; returns the key itself if there is no such message. */
type Say = (key: string, params?: Readonly<Record<string, string | number>>) => string;

/** Failures whose text instructs the model instead of reporting. */
const orders: ReadonlySet<string> = new Set(['unknown_tool', 'invalid_input', 'denied']);
/** Codes that only quote the model or a tool. */
const quoting: ReadonlySet<string> = new Set(['blocked', 'missing', 'judged', 'stopped', 'judged_skip']);

/** Codes of a step that failed with its last call; the model may have said that the step is done. */
const closedByCall: ReadonlySet<string> = new Set(['blocked', 'missing']);

/** Codes that quote the model's claim, not the reason of a failed call. */
const claiming: ReadonlySet<string> = new Set([
  ...closedByCall,
  'accepted',
  'nothing_done',
  'nothing_written',
  'said_denied',
  'said_failed',
  'said_outside',
  'other_file',
  'unsaved_file',
  'not_read',
  'outcome_unknown',
]);

/** A stored call as a phrase within a sentence. */
function callIn(say: Say, storedCall: unknown): string {
  const about = CallDescription.safeParse(storedCall);
  return about.success ? describeCall(say, about.data) : '';
}

/** Codes whose `said` may be the text of a failed call, which is English if the tool is one of Cairn's own. */
const callTexts: ReadonlySet<string> = new Set(['direct', 'missing']);

/** True if a failed call's text is the English of a tool of Cairn's own, and `language`, the reader's, is another. */
export function isUntranslatedToolText(
  { tool, failure, text }: { tool: string; failure: string; text: string },
  language: string,
  say: Say,
): boolean {
  const isOwn = say(`reason.tool.${tool}`) !== `reason.tool.${tool}`;
  const own = text.replace(/“[^”]*”/gu, '');
  const lettersOf = (script: RegExp) => own.match(script)?.length ?? 0;
  const han = lettersOf(/\p{Script=Han}/gu);
  const isEnglish = han === 0 || han * 4 < lettersOf(/\p{Script=Latin}/gu);
  return language !== 'en' && isOwn && failure !== '' && isEnglish;
}

/** Returns a reason without the English text of a tool of Cairn's own, for a reader of another language. */
export function withoutEnglishToolText<R extends Reason>(reason: R, language: string, say: Say): R {
  const { said: text = '', tool = '', failure = '' } = reason.params;
  if (!callTexts.has(reason.code) || !isUntranslatedToolText({ tool, failure, text }, language, say)) return reason;
  const params = Object.fromEntries(Object.entries(reason.params).filter(([name]) => name !== 'said'));
  return { ...reason, params };
}

/**
 * Returns the reason without the words of a server or tool, which only a person may read unmarked, not a model: what it
 * says, and its title for a tool.
 */
export function reasonWithoutQuote(reason: Reason): Reason {
  const params = { ...reason.params };
  delete params.quote;
  delete params.server_tool;
  const about = CallDescription.safeParse(parseJson(params.call ?? ''));
  const calls = parseJson(params.calls ?? '');
  if (about.data?.what === 'server') {
    const name = plainToolName(params.tool ?? '');
    params.call = JSON.stringify({ what: 'other', ...(name !== '' && { name }) });
  }
  if (Array.isArray(calls))
    params.calls = JSON.stringify(
      calls.map((each) => (isRecord(each) && each.what === 'server' ? { what: 'other' } : each)),
    );
  return { ...reason, params };
}

const isJson = (text: string): boolean => /^\s*(?:\{\s*"|\[\s*[{"])/.test(text);

/** True for a text that no person wants to read: JSON, or the trace of a program. */
const isRaw = (text: string): boolean => isJson(text) || /\bat \S+ \(\S+:\d+:\d+\)/.test(text);

/** The longest quotation within a sentence, in characters. */
const longestQuoted = 200;
/** The field in which a server's error has its sentence. */
const messageField = /"(?:message|error_description|detail|title|msg|error)"\s*:\s*("(?:[^"\\]|\\.)+")/;

/**
 * Returns what a server or tool says of a failure on one line, without code and JSON, except for JSON's own message.
 */
function quotedWords(quote: string | undefined): string {
  if (quote === undefined) return '';
  const own = isJson(quote) ? parseJson(messageField.exec(quote)?.[1] ?? '') : quote;
  const words = typeof own !== 'string' || isRaw(own) ? '' : textWithoutCode(own).replace(/\s+/g, ' ').trim();
  return shortenedText(words, longestQuoted);
}

/**
 * Returns why a call failed, with what its server or tool says of it quoted without code and JSON; empty if there is
 * no such reason.
 */
export function formatFailureReason(
  say: Say,
  { failure = '', quote, ...params }: Readonly<Record<string, string | undefined>>,
): string {
  const key = `reason.failure.${failure}`;
  const field = failure === 'missing_field' || failure === 'wrong_field' ? `reason.field.${params.name ?? ''}` : '';
  const fieldWords = say(field);
  const reasonParams = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, name === 'name' && fieldWords !== field ? fieldWords : value] as const],
  );
  const why = say(key, Object.fromEntries(reasonParams));
  if (why === key) return '';
  const words = quotedWords(quote);
  return words === '' ? why : say('reason.quoting', { why, quote: words });
}

/** Returns why a call failed, as `formatFailureReason` does, and below it the JSON that its server said of it. */
export function failureDetails(say: Say, params: Parameters<typeof formatFailureReason>[1]): string {
  const why = formatFailureReason(say, params);
  const { quote = '' } = params;
  return isJson(quote) ? say('reason.server_words', { why, quote }).trim() : why;
}

/**
 * Returns the sentence of a reason, in the language of `say`. That a call failed is not said again before what its
 * server or tool says of it, nor of a tool that refused to write a file which would not open. What the model or a tool
 * said is given without code, JSON and tags, and left out if nothing else is in it or if it is the trace of a program.
 */
export function formatReasonSentence(say: Say, { code, params: { said: quoted, ...params } }: Reason): string {
  const { tool, failure = '', quote, server_tool: own, server } = params;
  const words = quoted === undefined || isRaw(quoted) ? '' : textWithoutCode(quoted);
  const quotedReason = words === '' ? undefined : words;
  const isByCall = closedByCall.has(code) && failure !== '';
  if (isByCall && failure === 'denied') return say('reason.not_allowed');
  if (quotedReason !== undefined && quoting.has(code) && !isByCall) return quotedReason;
  const messageOrFallback = (key: string, fallbackName: string) => {
    const name = say(key, params);
    return name === key ? fallbackName : name;
  };
  const hasCause = params.name !== undefined || failure.endsWith('_unnamed');
  const isSaid = quotedReason !== undefined && quote === undefined && !hasCause;
  const quotedOnly = failure === 'failed' ? quotedWords(quote) : '';
  const why =
    isSaid && !orders.has(failure) && !claiming.has(code)
      ? quotedReason
      : quotedOnly === ''
        ? formatFailureReason(say, params)
        : say('reason.quote', { quote: quotedOnly });
  const plain = plainToolName(tool ?? '');
  const shownTool =
    own === undefined
      ? plain === ''
        ? say('reason.tool_unnamed')
        : `“${plain}”`
      : say('reason.tool_of_server', { name: own, server: server ?? '' });
  const call = params.call === undefined ? undefined : callIn(say, parseJson(params.call));
  const calls = parseJson(params.calls ?? '');
  const whole = {
    ...params,
    ...(quotedReason !== undefined && { said: quotedReason }),
    ...(call !== undefined && { call }),
    ...(Array.isArray(calls) && {
      calls: joinListItems(
        calls.map((each) => callIn(say, each)),
        ';',
      ),
    }),
    why,
    ...(tool !== undefined && { tool: messageOrFallback(`reason.tool.${tool}`, shownTool) }),
  };
  const saying = quotedReason !== undefined ? ['_said'] : [];
  const naming = tool === undefined || why === '' ? [] : failure === 'text_only' ? ['_refused', '_tool'] : ['_tool'];
  const more = [
    ...(calls === undefined ? [] : ['_all']),
    ...(params.how === 'named' ? ['_named'] : []),
    ...naming.flatMap((end) => [...saying.map((other) => end + other), end]),
    ...saying,
    '',
  ];
  const keys = more.map((end) => `reason.${code}${end}`);
  return say(keys.find((key) => say(key) !== key) ?? '', whole);
}
