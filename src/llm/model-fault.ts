import type { ModelError } from '../domain/model-reply.ts';
import { errorWords, type ErrorWords } from './error-words.ts';
import { redacted } from './redacted.ts';
import { retryHint } from './retry-hint.ts';

/** An endpoint's refusal as it came: `status` is null for one in the middle of a stream. */
export interface Refusal {
  status: number | null;
  body: unknown;
  headers: Headers | null;
}

const noTools =
  /(?:not|n't) support (?:the use of )?(?:tools?\b(?![ -]?choice)|tool[ -](?:use|calls?|calling)|functions?\b|function[ -]call)|support tool use|enable-auto-tool-choice|tools? (?:param )?requires? --jinja|(?:tools|tool (?:use|calls?|calling)|functions?|function calling|function calls) (?:is|are) (?:not|un)\s?(?:supported|available|enabled)|(?:unrecognized|unknown|unexpected|extra|unsupported|not permitted)[^.]{0,60}["'`\s:.]tools\b(?!_)|(?<!\w)tools: extra inputs/i;
const context =
  /context[_ -]?(?:length|window|size)|maximum context|too many (?:input )?tokens|(?:prompt|input|request|message)s? (?:is |are )?too (?:long|large)|exceeds? (?:the )?(?:available |model's |max(?:imum)? )?context|context[^.]{0,30}overflow|reduce the length|maximum (?:number of )?(?:input )?tokens allowed|token count[^.]{0,60}exceeds|range of input length|(?:输入|上下文|提示词?)[^。]{0,20}(?:过长|超过|超出)/i;
const quota =
  /insufficient[_ ](?:quota|balance|credits?|funds)|exceeded (?:your )?(?:current|monthly) quota|exceeded_current_quota|billing|(?:credit|account) balance|(?:out of|no|not enough|more) credits|spending limit|payment required|余额不足|欠费|额度(?:不足|已用)/i;
const wrongKey =
  /(?:api[ _-]?key|access token|credentials?)[^.]{0,40}(?:invalid|not valid|incorrect|missing|expired|required|not found)|(?:invalid|incorrect|missing|wrong|no|expired)[^.]{0,30}(?:api[ _-]?key|credentials)|unauthori[sz]ed|authentication/i;
const unknownModel =
  /model_not_found|deploymentnotfound|deployment[^.]{0,60}(?:does not|not) exist|model\b[^.]{0,90}(?:not found|does(?: not|n't) exist|not exist|is not available|not a valid model)|(?:unknown|invalid|no such|not a valid) model\b|model ["'`]?[\w./:-]+["'`]? (?:is )?(?:not supported|unknown|invalid)|no endpoints found for|no allowed providers|not have access to (?:the )?model|模型[^。]{0,30}(?:不存在|未找到)/i;
const overloaded = /server_error|overload|internal|unavailable|time(?:d )?out|network/i;
const tooOften = /rate[_ ]?limit|too many requests|resource_exhausted|限流|频率/i;

/** The kind of fault behind an endpoint's refusal, with what it said (at most 300 characters, without secrets). */
export function modelFault(refusal: Refusal, key: string | null, now = Date.now()): ModelError {
  const words = errorWords(refusal.body);
  const status = refusal.status ?? words.status;
  const hint = retryHint(
    refusal.headers,
    typeof refusal.body === 'string' ? refusal.body : JSON.stringify(refusal.body ?? ''),
    now,
  );
  const code = codeOf(status, words, hint);
  const retry = code === 'rate_limit' || code === 'server' ? hint : null;
  return { code, detail: shortened(redacted(words.text, key)), status, retry_after_ms: retry };
}

function codeOf(status: number | null, words: ErrorWords, hint: number | null): ModelError['code'] {
  const said = `${words.code} ${words.text}`;
  const mine = status === null || status < 500;
  if (status !== null && status < 400) return 'bad_response';
  if (/tool_use_failed/.test(words.code)) return 'bad_response';
  if (status === 401) return 'auth';
  if (mine && noTools.test(said)) return 'no_tools';
  if (status === 402 || /insufficient_quota/.test(words.code)) return 'quota';
  if (status === 413 || (mine && status !== 404 && context.test(said))) return 'context_length';
  if (status === 429) return hint === null && quota.test(said) ? 'quota' : 'rate_limit';
  if (mine && unknownModel.test(said)) return 'unknown_model';
  if (mine && status !== 404 && quota.test(said)) return 'quota';
  if (mine && status !== 404 && status !== 422 && wrongKey.test(said)) return 'auth';
  if (status === 403) return /flagged|moderation|not supported|policy/i.test(said) ? 'bad_request' : 'auth';
  if (status === null) return unstated(said);
  if (status >= 500 || status === 408 || status === 409 || status === 425) return 'server';
  return 'bad_request';
}

/** A fault in the middle of a stream that names no status: a second try may mend it unless it says otherwise. */
function unstated(said: string): ModelError['code'] {
  if (tooOften.test(said)) return 'rate_limit';
  if (overloaded.test(said)) return 'server';
  return /invalid|bad_?request|content_filter|not supported|unsupported/i.test(said) ? 'bad_request' : 'server';
}

function shortened(text: string): string {
  const letters = Array.from(text);
  return letters.length > 300 ? `${letters.slice(0, 299).join('')}…` : text;
}
