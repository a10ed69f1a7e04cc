import * as z from 'zod';
import { Json } from '../values/json.ts';

/** What a tool claims to have written, checked against the stores at the end. `hash` is of the content. */
export const Written = z.object({
  store: z.enum(['todos', 'entries', 'files', 'notes']),
  id: z.string(),
  change: z.enum(['put', 'deleted']),
  hash: z.string(),
});
export type Written = z.infer<typeof Written>;

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
  status: z.number().nullable(),
  retry_after_ms: z.number().nullable(),
});
export type ToolError = z.infer<typeof ToolError>;

/** The outcome of one tool call. */
export const ToolResult = z.object({
  ok: z.boolean(),
  /** The short observation for the model, in plain words. */
  text: z.string(),
  /** The full value, for `${step.result}` and for `plan.json`. */
  output: z.optional(Json),
  failure: ToolError.nullable(),
  written: z.array(Written),
  /** The session file that holds the whole of a large result, or null. */
  artifact: z.string().nullable(),
  /** Whether the text came from outside: it is data, not instruction. */
  foreign: z.boolean(),
  /** The artifact is an image, which the step's next thoughts are shown. */
  shows: z.literal(true).optional(),
  /** The step in which this very write was made before; it was not repeated. */
  already: z.string().optional(),
  /** That write was made by this very attempt, in an earlier reply. */
  again: z.literal(true).optional(),
  /** The value that a field of the tool does not take, where that is why the call failed. */
  refused: z.object({ field: z.string(), value: z.string() }).optional(),
  /** The page that was read, where it can be cited as a source of an answer; its copy is the artifact. */
  source: z.object({ address: z.string(), title: z.string().nullable() }).optional(),
});
export type ToolResult = z.infer<typeof ToolResult>;

/** The result of a failed call. */
export function toolError(
  code: ToolError['code'],
  text: string,
  more: { status?: number; retry_after_ms?: number } = {},
): ToolResult {
  return {
    ok: false,
    text,
    failure: { code, status: more.status ?? null, retry_after_ms: more.retry_after_ms ?? null },
    written: [],
    artifact: null,
    foreign: false,
  };
}

/** The result of a successful call. */
export function toolSuccess(text: string, more: Partial<Omit<ToolResult, 'ok' | 'failure' | 'text'>> = {}): ToolResult {
  return { ok: true, text, failure: null, written: [], artifact: null, foreign: false, ...more };
}

/** Whether the requested resource does not exist, so that the plan must change. */
export function isMissing({ ok, text, failure }: ToolResult): boolean {
  if (ok || !failure || failure.code === 'invalid_input' || failure.code === 'unknown_tool') return false;
  return failure.code === 'not_found' || failure.status === 404 || /\bnot found\b|不存在/i.test(text);
}

/** Whether a second try may succeed. */
export function isTransientError(failure: ToolError): boolean {
  return (
    failure.code === 'timeout' ||
    failure.code === 'network' ||
    failure.code === 'rate_limit' ||
    failure.code === 'server'
  );
}
