import { shortenedText } from '../../values/truncate-text.ts';
import type { ModelError } from '../../task/model-reply.ts';
import { isRecord, parseJson } from '../../values/json.ts';
import { SecretKeyFinder } from '../../values/secret-key-finder.ts';
import { retryAfterMs } from '../../ports/network.ts';
import { isToolSchemaError } from './tool-schemas.ts';

/** An endpoint's error as received: `status` is null for one in mid-stream. */
interface Refusal {
  status: number | null;
  body: unknown;
  headers: Headers | null;
}

const noTools =
  /(?:not|n't) support (?:the use of )?(?:tools?\b(?![ -]?choice)|tool[ -](?:use|calls?|calling)|functions?\b|function[ -]call)|support tool use|enable-auto-tool-choice|tools? (?:param )?requires? --jinja|(?:tools|tool (?:use|calls?|calling)|functions?|function calling|function calls) (?:is|are) (?:not|un)\s?(?:supported|available|enabled)|(?:unrecognized|unknown|unexpected|extra|unsupported|not permitted)[^.]{0,60}["'`\s:.]tools\b(?!_)|(?<!\w)tools: extra inputs/i;
const context =
  /context[_ -]?(?:length|window|size)|context_size|maximum context|too many (?:input )?tokens|(?:prompt|input|request|message)s? (?:is |are )?too (?:long|large)|(?:prompt|input|request)[^.]{0,40}exceed[^.]{0,40}(?:length|limit|tokens|maximum|max_)|exceeds? (?:the )?(?:available |model's |max(?:imum)? )?context|context[^.]{0,30}overflow|reduce the length|maximum (?:number of )?(?:input )?tokens allowed|maximum (?:prompt|input|model|sequence) length|max_(?:seq|model|prompt|input)_len|token count[^.]{0,60}exceeds|exceed(?:s|ed)?[^.]{0,40}(?:token limit|max_?(?:message)?_?(?:input)?_?tokens|max message tokens)|tokens? (?:in the (?:prompt|messages) )?(?:cannot|must not|can't) exceed|inputs?`? tokens \+|range of input length|too large for model with|context[^.]{0,20}shift is disabled|number of tokens to keep|keep the first \d+ tokens|(?:输入|上下文|提示词?|prompt|请求|tokens?)[^。]{0,20}(?:过长|超长|超过|超出|太长)/i;
/** Words in a 413 reply that show that the request is too large for the model, not for the server or a proxy. */
const ofModel = /context|tokens?\b|prompt|\bmodel\b|上下文|提示词|模型/i;
/**
 * The error of a chat template when the server has cut off the beginning of the prompt, the user's message included.
 */
const cutAway = /no user query found in messages/i;
const quota =
  /insufficient[_ ](?:quota|balance|credits?|funds)|exceeded (?:your )?(?:current|monthly) quota|exceeded_current_quota|billing|(?:credit|account) balance|(?:out of|no|not enough|more) credits|spending limit|payment required|余额不足|欠费|额度(?:不足|已用)/i;
const wrongKey =
  /(?:api[ _-]?key|access token|credentials?)[^.]{0,40}(?:invalid|not valid|incorrect|missing|expired|required|not found)|(?:invalid|incorrect|missing|wrong|no|expired)[^.]{0,30}(?:api[ _-]?key|credentials)|unauthori[sz]ed|authentication/i;
const unknownModel =
  /model_not_found|deploymentnotfound|deployment[^.]{0,60}(?:does not|not) exist|model\b[^.]{0,90}(?:not found|does(?: not|n't) exist|not exist|is not available|not a valid model)|(?:unknown|invalid|no such|not a valid) model\b|not_found\S* (?:\S+ )*model: |model ["'`]?[\w./:-]+["'`]? (?:is )?(?:not supported|unknown|invalid)|no endpoints found for|no allowed providers|not have access to (?:the )?model|must be verified to use (?:the )?model|模型[^。]{0,30}(?:不存在|未找到)/i;
/** Messages and codes by which content moderation refuses a request; `1301` is a code of Zhipu's. */
const moderation =
  /data_?inspection_?failed|content[_ -]?(?:filter|moderation|polic(?:y|ies)|management policy)|inappropriate content|prohibited_content|sensitive_?content|content exists risk|considered high risk|safety system|\bmoderation\b|\b(?:was|is|been|were) flagged|敏感内容|违规内容|内容(?:安全|审核)|(?:^|\s)1301(?:\s|$)/i;
/** The statuses with which it does so; null in mid-stream. */
const moderating: ReadonlySet<number | null> = new Set([null, 400, 403, 422, 451]);
/** What LM Studio says, with status 200, to a path that it does not serve. */
const noSuchPath = /^unexpected endpoint or method/i;
const overloaded = /server_error|overload|internal|unavailable|time(?:d )?out|network/i;
const tooOften = /rate[_ ]?limit|too many requests|resource_exhausted|限流|频率/i;

/** Returns the error behind an endpoint's refusal, with its message (at most 300 characters, without secrets). */
export function modelErrorFromResponse(error: Refusal, key: string | null, now = Date.now()): ModelError {
  const words = errorWords(error.body);
  const status = noSuchPath.test(words.text) ? 404 : (error.status ?? words.status);
  const hint = retryHint(
    error.headers,
    typeof error.body === 'string' ? error.body : JSON.stringify(error.body ?? ''),
    now,
  );
  const errorText = `${words.code} ${words.text}`;
  const isOfNetwork = status === 407 || status === 511 || (status === 403 && isPage(error.headers));
  const foundErrorCode = isOfNetwork ? 'bad_response' : codeOf(status, errorText, words.code, hint);
  const isModerated = foundErrorCode === 'moderated';
  const code = isModerated ? 'bad_request' : foundErrorCode;
  const retry = code === 'rate_limit' || code === 'server' ? hint : null;
  return {
    code,
    detail: shortenedText(redactKeys(words.text, key), 300),
    status,
    retry_after_ms: retry,
    ...(isModerated && { moderated: true }),
    ...(code === 'context_length' && status === 413 && !ofModel.test(errorText) && { too_large: true }),
  };
}

/**
 * True if the body is a web page: with status 403 that of a gateway or firewall, since no endpoint refuses a key so.
 */
const isPage = (headers: Headers | null): boolean => /^text\/html\b/i.test(headers?.get('content-type') ?? '');

function codeOf(
  status: number | null,
  errorText: string,
  statedErrorCode: string,
  hint: number | null,
): ModelError['code'] | 'moderated' {
  const mine = status === null || status < 500;
  if (status !== null && status < 400) return 'bad_response';
  if (/tool_use_failed/.test(statedErrorCode)) return 'bad_response';
  if (status === 401) return 'auth';
  if (isToolSchemaError(status, errorText)) return 'bad_request';
  if (mine && noTools.test(errorText)) return 'no_tools';
  if (status === 402 || /insufficient_quota/.test(statedErrorCode)) return 'quota';
  if (cutAway.test(errorText)) return 'context_length';
  if (status === 429 && /rate_limit/.test(statedErrorCode)) return 'rate_limit';
  if (status === 413 || (mine && status !== 404 && context.test(errorText))) return 'context_length';
  if (status === 429) return hint === null && quota.test(errorText) ? 'quota' : 'rate_limit';
  if (mine && unknownModel.test(errorText)) return 'unknown_model';
  if (moderating.has(status) && moderation.test(errorText)) return 'moderated';
  if (mine && status !== 404 && quota.test(errorText)) return 'quota';
  if (mine && status !== 404 && status !== 422 && wrongKey.test(errorText)) return 'auth';
  if (status === 403) return /not supported|policy/i.test(errorText) ? 'bad_request' : 'auth';
  if (status === null) return unstated(errorText);
  if (status >= 500 || status === 408 || status === 409 || status === 425) return 'server';
  return 'bad_request';
}

/** Returns the code of a mid-stream error without a status: retryable unless its message says otherwise. */
function unstated(streamErrorText: string): ModelError['code'] {
  if (tooOften.test(streamErrorText)) return 'rate_limit';
  if (overloaded.test(streamErrorText)) return 'server';
  return /invalid|bad_?request|not supported|unsupported/i.test(streamErrorText) ? 'bad_request' : 'server';
}

const longestCode = 500;

/**
 * The content of an error body: `text` for people and patterns, `code` as the endpoint names it, `status` if the body
 * has one.
 */
interface ErrorWords {
  text: string;
  code: string;
  status: number | null;
}

/**
 * Reads any shape of error body: `{error: {…}}`, `{error: "…"}`, `{message}`, `{detail}`, a list of these, or plain
 * text.
 */
function errorWords(body: unknown): ErrorWords {
  const value = typeof body === 'string' ? parsed(body) : body;
  if (typeof value === 'string') return { text: plainText(value), code: '', status: null };
  const outer: unknown = Array.isArray(value) ? value[0] : value;
  if (!isRecord(outer)) return { text: '', code: '', status: null };
  const [firstListedError] = Array.isArray(outer.errors) ? (outer.errors as unknown[]) : [];
  const inner = [outer.error, outer.base_resp, firstListedError].find(isRecord) ?? outer;
  const errorMessage =
    typeof outer.error === 'string'
      ? outer.error
      : sentence(inner.message) ||
        sentence(inner.detail) ||
        sentence(inner.msg) ||
        sentence(inner.status_msg) ||
        sentence(inner.error_msg);
  const param = typeof inner.param === 'string' && !errorMessage.includes(inner.param) ? `(${inner.param})` : '';
  const raw = isRecord(inner.metadata) ? sentence(inner.metadata.raw) : '';
  const codes = [inner.code, inner.type, inner.status, outer.code].filter((code) => typeof code === 'string');
  const text = plainText([errorMessage, param, raw].filter((words) => words !== '').join(' '));
  return {
    text: text || plainText(JSON.stringify(value)),
    code: codes.join(' ').slice(0, longestCode),
    status: statusIn(inner) ?? statusIn(outer),
  };
}

function parsed(body: string): unknown {
  const value = parseJson(body);
  return value === undefined ? body : value;
}

/** Returns the text of a message, or of the list of errors that some servers send as `detail`. */
function sentence(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isRecord(value)) return sentence(value.message) || JSON.stringify(value);
  if (!Array.isArray(value)) return '';
  return value
    .filter(isRecord)
    .map(
      (item) =>
        `${Array.isArray(item.loc) ? `${item.loc.join('.')}: ` : ''}${sentence(item.msg) || sentence(item.message)}`,
    )
    .join('; ');
}

function statusIn(error: Record<string, unknown>): number | null {
  for (const value of [error.status, error.status_code, error.code, error.http_code]) {
    const status = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value;
    if (typeof status === 'number' && status >= 400 && status < 600) return status;
  }
  return null;
}

const longest = 64_000;

/** Returns the text of an error body, which may be an HTML page, on one line; very long ones are cut. */
function plainText(body: string): string {
  const text = body.slice(0, longest);
  const page = /<!doctype html|<html|<head|<body|<title/i.test(text.slice(0, 2000));
  return (page ? withoutTags(text) : text).replace(/\s+/g, ' ').trim();
}

/**
 * Removes the tags. Each pattern is limited to the last position where it can end; otherwise it would search for its
 * end repeatedly.
 */
function withoutTags(text: string): string {
  const htmlWithoutComments = upToLast('-->', text.replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' '), (part) =>
    part.replace(/<!--[\s\S]*?-->/g, ' '),
  );
  return upToLast('>', htmlWithoutComments, (part) => part.replace(/<[^>]*>/g, ' '))
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}

function upToLast(end: string, text: string, change: (part: string) => string): string {
  const lastTagEnd = text.lastIndexOf(end);
  return lastTagEnd < 0 ? text : change(text.slice(0, lastTagEnd + end.length)) + text.slice(lastTagEnd + end.length);
}

const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const phrase =
  /(?:try again|retry|retrydelay|wait|reset)[^\d]{0,24}((?:\d+(?:\.\d+)?\s*(?:ms|milliseconds?|h|hours?|m|min|minutes?|s|sec|seconds?)(?![a-z])\s*)+)/i;
const part = /(\d+(?:\.\d+)?)\s*(ms|milli|h|m|s)/gi;

/**
 * Returns how long the endpoint asks to wait, in milliseconds: by header if the browser may read it, else by the text
 * of its body.
 */
function retryHint(headers: Headers | null, text: string, now: number): number | null {
  return fromHeaders(headers, now) ?? fromText(text.slice(0, longest));
}

function fromHeaders(headers: Headers | null, now: number): number | null {
  const exact = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (exact > 0) return exact;
  return retryAfterMs(headers?.get('retry-after'), now);
}

function fromText(text: string): number | null {
  const chinese = /(?<!\d)(\d+(?:\.\d+)?)\s*(秒|分钟)(?:之?后|再)/.exec(text);
  if (chinese) return Math.round(Number(chinese[1]) * (chinese[2] === '秒' ? 1000 : 60_000));
  const statedDelay = phrase.exec(text)?.[1];
  if (!statedDelay) return null;
  const parts = [...statedDelay.matchAll(part)];
  return Math.round(parts.reduce((sum, [, count, unit]) => sum + Number(count) * unitOf(unit), 0));
}

function unitOf(unit = 's'): number {
  return units[unit.toLowerCase() === 'milli' ? 'ms' : unit.toLowerCase()] ?? 1000;
}

const shapes = [
  /\b(?:sk|pk|rk|gsk|xai|hf|csk|nvapi|pplx)[-_][A-Za-z0-9_*.-]{2,}[A-Za-z0-9_*-]/g,
  /\bAIza[\w*-]{10,}/g,
  /(?<=\b(?:Bearer|Basic)\s+)[^\s"',;]+/gi,
  /(?<=\bapi[ _-]?key(?: provided)?["']?\s*[:=]\s*["']?)[^\s"',;]+/gi,
];

/** Returns the text without anything that is or looks like a key. */
export function redactKeys(text: string, key: string | null): string {
  return shapes.reduce((rest, shape) => rest.replace(shape, '[key]'), new SecretKeyFinder([key]).clean(text));
}
