import * as z from 'zod/mini';
import { contentHash } from '../values/content-hash.ts';
import { isRecord, Json } from '../values/json.ts';

/** A row that a tool claims to have written, checked against the stores at the end. `hash` is of the content. */
export const WrittenRowRecord = z.object({
  store: z.enum(['todos', 'entries', 'files', 'notes']),
  id: z.string(),
  change: z.enum(['put', 'deleted']),
  hash: z.string(),
  /**
   * Set for a copy of a file that the tool replaced: of one that the person had added beside it, of any other in the
   * bin; no result of the task.
   */
  copy: z.optional(z.literal(true)),
  /** The size in bytes of the file that was replaced. */
  before: z.optional(z.int()),
  /**
   * How much of a repeating calendar entry was changed or deleted: `all` of its times, or `one`; `along`: a row that
   * was written along with such a change, as the entry is that leaves out the one time.
   */
  times: z.optional(z.enum(['all', 'one', 'along'])),
  /** What a to-do or calendar entry that was changed or deleted was before, in a line for the model. */
  row_before: z.exactOptional(z.string()),
});
export type WrittenRowRecord = z.infer<typeof WrittenRowRecord>;

/** Why a tool call failed; an observation for the model, never an exception. */
export const ToolError = z.object({
  code: z.enum([
    'unknown_tool',
    'invalid_input',
    'denied',
    'not_found',
    'timeout',
    'network',
    'rate_limit',
    'server',
    'too_large',
    'unsupported',
    'conflict',
    'failed',
  ]),
  status: z.nullable(z.number()),
  retry_after_ms: z.nullable(z.number()),
});
export type ToolError = z.infer<typeof ToolError>;

/** Why a call failed and for what, for a sentence to a person; `name` is empty if none is known. */
export const FailureCause = z.object({
  failure: z.enum([
    'missing_file',
    'missing_todo',
    'missing_entry',
    'missing_note',
    'other_title',
    'missing_time',
    'unclear_time',
    'unreadable_word',
    'unreadable_excel',
    'unreadable_powerpoint',
    'unreadable_document',
    'unreadable_archive',
    'unreadable_other',
    'unreadable_pdf',
    'many_sheets',
    'unreadable_image',
    'image_unseen',
    'text_only',
    'missing_result',
    'missing_field',
    'wrong_field',
    'unused_field',
    'outcome_unknown',
    'left_in_doubt',
    'unannounced',
    'site_status',
    'site_refused',
    'site_no_key',
    'page_redirected',
    'page_redirected_to',
    'page_empty',
    'page_needs_scripts',
    'page_sign_in',
    'page_consent',
    'companion_not_allowed',
    'companion_paused',
    'companion_outdated',
    'search_no_address',
    'search_no_key',
    'search_wrong_key',
    'search_no_credit',
    'search_format_disabled',
    'search_redirected',
    'search_unreadable',
    'search_unreachable',
    'program_fault',
    'program_time',
    'program_memory',
    'program_size',
    'program_no_text',
    'chart_rows',
    'chart_series',
    'chart_column',
    'chart_numbers',
    'chart_negative',
  ]),
  name: z.string(),
});
export type FailureCause = z.infer<typeof FailureCause>;

/** What a page that was read seems to show in place of its content. */
export const PageObstacleKind = z.enum(['check', 'sign_in', 'missing', 'scripts']);
export type PageObstacleKind = z.infer<typeof PageObstacleKind>;

/** The outcome of one tool call. */
export const ToolResult = z.object({
  ok: z.boolean(),
  /** The short observation for the model, in plain words. */
  text: z.string(),
  /** The full value, for `${step.result}` and for `plan.json`. */
  output: z.optional(Json),
  failure: z.nullable(ToolError),
  written: z.array(WrittenRowRecord),
  /** The id of the session file with the full text of a large result, or null. */
  artifact: z.nullable(z.string()),
  /** True if the text came from outside: it is data, not instruction. */
  foreign: z.boolean(),
  /** Which characters of a stored text the result holds: from `from` up to, but not including, `until`. */
  part: z.optional(z.object({ of: z.string(), from: z.number(), until: z.number() })),
  /** Set if the artifact is an image that the step's next thoughts are shown. */
  shows: z.optional(z.literal(true)),
  /** The step in which the same write was already made; it was not repeated. */
  already: z.optional(z.string()),
  /** Set together with `already` if this attempt itself made the earlier write, after an earlier reply. */
  again: z.optional(z.literal(true)),
  /** The invalid value of a field, if that is why the call failed. */
  refused: z.optional(z.object({ field: z.string(), value: z.string() })),
  /** What the failure is about, if its code alone does not say it to a person. */
  cause: z.catch(z.optional(FailureCause), undefined),
  /** The beginning of what a server, or an exception of the tool, says of the failure. */
  quote: z.optional(z.string()),
  /**
   * The names of the called tool and its server as the server and the person give them; `reads` is true if the server
   * declares that the call changes nothing, and absent where an earlier version recorded it or nothing was called.
   */
  server_tool: z.optional(z.object({ tool: z.string(), server: z.string(), reads: z.optional(z.boolean()) })),
  /**
   * What the answer to a request says of it although its status is a success: that the work is yet to be done, or that
   * something went wrong.
   */
  answer: z.optional(z.enum(['pending', 'error'])),
  /** The HTTP status of the answer to a request that sends, if the call succeeded. */
  status: z.optional(z.number()),
  /** The page that was read, if it can be cited as a source of an answer; the artifact is its copy. */
  source: z.optional(
    z.object({
      address: z.string(),
      title: z.nullable(z.string()),
      /** Set if it was read with the person's key for the site. */
      keyed: z.optional(z.literal(true)),
      stand_in: z.catch(z.optional(PageObstacleKind), undefined),
    }),
  ),
});
export type ToolResult = z.infer<typeof ToolResult>;

const longestQuote = 500;

/** The result of a failed call. */
export function toolError(
  code: ToolError['code'],
  text: string,
  more: { status?: number; retry_after_ms?: number; cause?: FailureCause; quote?: string } = {},
): ToolResult {
  return {
    ok: false,
    text,
    failure: { code, status: more.status ?? null, retry_after_ms: more.retry_after_ms ?? null },
    written: [],
    artifact: null,
    foreign: false,
    ...(more.cause && { cause: more.cause }),
    ...(more.quote && { quote: Array.from(more.quote).slice(0, longestQuote).join('') }),
  };
}

/** The result of a successful call. */
export function toolSuccess(text: string, more: Partial<Omit<ToolResult, 'ok' | 'failure' | 'text'>> = {}): ToolResult {
  return { ok: true, text, failure: null, written: [], artifact: null, foreign: false, ...more };
}

/** True if the requested resource does not exist, so that the plan must change. */
export function isNotFoundResult({ ok, text, failure }: ToolResult): boolean {
  if (ok || !failure || failure.code === 'invalid_input' || failure.code === 'unknown_tool') return false;
  if (failure.code === 'not_found' || failure.status !== null)
    return failure.code === 'not_found' || failure.status === 404;
  return /\bnot found\b|不存在/i.test(text);
}

/** True if a call that must not be repeated was sent, and it is not known whether it was carried out. */
export function isOutcomeUnknown({ cause }: Pick<ToolResult, 'cause'>): boolean {
  return cause?.failure === 'outcome_unknown' || cause?.failure === 'left_in_doubt';
}

/** True if the person or their settings did not allow the call, so that it was not made. */
export function isDenied({ failure, cause }: Pick<ToolResult, 'failure' | 'cause'>): boolean {
  return failure?.code === 'denied' && !isOutcomeUnknown({ cause });
}

/** True if the call was not made, since the person's other devices could not be told of it first. */
export const isUnannouncedToDevices = ({ cause }: Pick<ToolResult, 'cause'>): boolean =>
  cause?.failure === 'unannounced';

/** Returns how a call ended, as it is shown: `unknown` if it may have been carried out. */
export function toolResultState(result: ToolResult): 'ok' | 'failed' | 'denied' | 'unknown' {
  return result.ok ? 'ok' : isOutcomeUnknown(result) ? 'unknown' : isDenied(result) ? 'denied' : 'failed';
}

/** Identifies a call by its tool and input. */
export function callHash({ tool, input }: { tool: string; input?: unknown }): string {
  return contentHash({ tool, input: input ?? null });
}

/** True if a retry may succeed. */
export function isTransientError(failure: ToolError): boolean {
  return (
    failure.code === 'timeout' ||
    failure.code === 'network' ||
    failure.code === 'rate_limit' ||
    failure.code === 'server'
  );
}

/**
 * Returns the key of the message that says why a tool call failed, empty if it did not fail, with what the message
 * names: the `host` that answered or on which a page is missing, or the `name` of a file, a row or a status.
 */
export function failureParams(result: Pick<ToolResult, 'output' | 'failure' | 'cause'>): {
  failure: string;
  host?: string;
  name?: string;
} {
  const { cause } = result;
  const status = result.failure?.status ?? null;
  if (cause?.failure === 'outcome_unknown' && status !== null)
    return { failure: 'outcome_unknown_status', host: cause.name, name: String(status) };
  if (cause) return cause.name === '' ? { failure: `${cause.failure}_unnamed` } : { ...cause };
  if (isClosedSite(result)) return { failure: 'closed_site' };
  if (isClosedServer(result)) return { failure: 'closed_server' };
  if (isAtBarredPort(result)) return { failure: 'barred_port' };
  const { output, failure } = result;
  if (failure?.code === 'not_found' && isRecord(output) && typeof output.missing_page === 'string')
    return { failure: 'missing_page', host: output.missing_page };
  return { failure: failure?.code ?? '' };
}

/** True if a page at a private address could not be read; its server may not permit any web page to read it. */
const isClosedServer = ({ output, failure }: Pick<ToolResult, 'output' | 'failure'>): boolean =>
  failure?.code === 'network' && isRecord(output) && typeof output.private_server === 'string';

/** True if browsers refuse the port of the address. */
const isAtBarredPort = ({ output }: Pick<ToolResult, 'output'>): boolean =>
  isRecord(output) && typeof output.barred_port === 'string';

/** True if a page could not be read in any way there is here: its site lets no web page in, or is down. */
function isClosedSite({ output, failure }: Pick<ToolResult, 'output' | 'failure'>): boolean {
  if (failure?.code !== 'network' || !isRecord(output)) return false;
  return typeof output.companion === 'string' || typeof output.closed_site === 'string';
}
