import * as z from 'zod';

/** A tool call as the model wrote it; `arguments` is text that may not be valid JSON. `extra` is sent back unread. */
export const ToolCall = z.object({
  id: z.string(),
  name: z.string(),
  arguments: z.string(),
  extra: z.record(z.string(), z.unknown()).optional(),
});
export type ToolCall = z.infer<typeof ToolCall>;

/** Tokens of one call; `estimated` when the endpoint did not report them. */
export const Usage = z.object({
  input: z.number(),
  output: z.number(),
  estimated: z.boolean(),
  /** The part of `input` that the endpoint read from its cache, where it says so. */
  cached: z.number().optional(),
  /** The part of `input` that the endpoint wrote into its cache, where it says so. */
  cache_written: z.number().optional(),
  /** The part of `output` that was reasoning, where the endpoint says so. */
  reasoning: z.number().optional(),
  /** US dollars, where the model's price is known. */
  cost: z.number().optional(),
  /** The US dollars by which the cache made it cheaper, where they are known; negative where writing cost more. */
  saved: z.number().optional(),
});
export type Usage = z.infer<typeof Usage>;

/**
 * What an endpoint wants back with a reply, in place and unchanged: reasoning items, or blocks of thinking. Nothing
 * else is ever sent it.
 */
export const Reasoning = z.object({
  /** The API, address and model that it came from. */
  from: z.string(),
  /** The parts of the reply in order: `text`, a call by its place, or an item as it came. */
  parts: z.array(z.union([z.literal('text'), z.number(), z.record(z.string(), z.unknown())])),
});
export type Reasoning = z.infer<typeof Reasoning>;

/** One complete reply of a model. */
export const ModelReply = z.object({
  text: z.string(),
  calls: z.array(ToolCall),
  reasoning: Reasoning.optional(),
  finish: z.enum(['stop', 'calls', 'length', 'filter']),
  usage: Usage.nullable(),
});
export type ModelReply = z.infer<typeof ModelReply>;

/**
 * Why no reply came. `transient` errors are retried; all others pause the plan until a person fixes them.
 * `locked`: the key is encrypted and its passphrase has not been entered yet. `unreachable`: no network, no CORS
 * headers, or a wrong key hidden by missing CORS headers; a browser cannot tell these apart. `part_missing`: the part
 * of the app
 * that speaks to endpoints cannot be loaded, as after a new release. `refused`: the endpoint does
 * not take the content of this request, which is therefore not sent again unchanged. `no_images`: the model
 * takes no images at all; `images_refused`: not these, which are too many or too large.
 */
export const ModelError = z.object({
  code: z.enum([
    'no_key',
    'locked',
    'auth',
    'quota',
    'unknown_model',
    'unreachable',
    'part_missing',
    'bad_request',
    'refused',
    'no_tools',
    'no_images',
    'images_refused',
    'context_length',
    'rate_limit',
    'server',
    'truncated',
    'stalled',
    'bad_response',
    'empty',
    'aborted',
  ]),
  /** The endpoint's own words, at most 300 characters, without secrets. */
  detail: z.string(),
  status: z.number().nullable(),
  retry_after_ms: z.number().nullable(),
  /** The tokens billed although no usable reply came; absent where nothing came at all. */
  usage: Usage.optional(),
  /** The forms of the request that were refused for their content, as hashes; absent for other faults. */
  request: z.string().optional(),
  /** The provider and the model that were asked; absent where none was, and in older records. */
  asked: z.object({ provider: z.string(), model: z.string() }).exactOptional(),
});
export type ModelError = z.infer<typeof ModelError>;

/** The `detail` of an empty reply in which the model has only thought. */
export const onlyThought = 'thinking';

const transient: ReadonlySet<ModelError['code']> = new Set<ModelError['code']>([
  'rate_limit',
  'server',
  'truncated',
  'stalled',
  'bad_response',
  'empty',
]);

/** The statuses with which an endpoint refuses a request for its content. */
const ofContent: ReadonlySet<number | null> = new Set([400, 413, 422]);

/** Whether the endpoint refused what the request holds: the same would be refused again. */
export function isAboutContent({ code, status }: ModelError): boolean {
  return (code === 'bad_request' && ofContent.has(status)) || (code === 'context_length' && status !== null);
}

export function isTransient(error: ModelError): boolean {
  return transient.has(error.code);
}

/** A wait for the model in progress: for its first words, or (`said`) for more of them. */
export interface ModelWait {
  /** When the wait began or the last payload came; ISO 8601. */
  since: string;
  said: boolean;
  /** When the call times out, in milliseconds from `since`; null where it does not. */
  limit_ms: number | null;
  /** How much of an on-device model has been loaded into memory, 0 to 1. */
  loaded?: number;
}
