import * as z from 'zod/mini';

/**
 * A tool call as the model wrote it; `arguments` may be invalid JSON. `extra` is returned to the endpoint unchanged.
 */
export const ToolCall = z.object({
  id: z.string(),
  name: z.string(),
  arguments: z.string(),
  extra: z.optional(z.record(z.string(), z.unknown())),
});
export type ToolCall = z.infer<typeof ToolCall>;

/** The tokens of one call; `estimated` if the endpoint did not report them. */
export const Usage = z.object({
  input: z.number(),
  output: z.number(),
  estimated: z.boolean(),
  /** The part of `input` that the endpoint read from its cache, if reported. */
  cached: z.optional(z.number()),
  /** The part of `input` that the endpoint wrote into its cache, if reported. */
  cache_written: z.optional(z.number()),
  /** The part of `output` that was reasoning, if reported. */
  reasoning: z.optional(z.number()),
  /** US dollars, if the model's price is known. */
  cost: z.optional(z.number()),
  /** The US dollars that the cache saved, if known; negative if writing to it cost more. */
  saved: z.optional(z.number()),
});
export type Usage = z.infer<typeof Usage>;

/**
 * Reasoning items or thinking blocks that the endpoint requires back with the reply, in order and unchanged. They are
 * sent to no other endpoint.
 */
export const ReasoningItems = z.object({
  /** The API, address and model that produced it. */
  from: z.string(),
  /** The parts of the reply in order: `text`, the index of a call, or an item as received. */
  parts: z.array(z.union([z.literal('text'), z.number(), z.record(z.string(), z.unknown())])),
});
export type ReasoningItems = z.infer<typeof ReasoningItems>;

/**
 * A reply that its endpoint writes and keeps for some minutes whether or not it is read, so that it can be picked up
 * instead of being asked for again.
 */
export const PendingReply = z.object({
  /** The endpoint's id of the reply. */
  id: z.string(),
  /** The API, address and model that write it. */
  from: z.string(),
});
export type PendingReply = z.infer<typeof PendingReply>;

/** One complete reply of a model. */
export const ModelReply = z.object({
  text: z.string(),
  calls: z.array(ToolCall),
  reasoning: z.optional(ReasoningItems),
  finish: z.enum(['stop', 'calls', 'length', 'filter']),
  usage: z.nullable(Usage),
});
export type ModelReply = z.infer<typeof ModelReply>;

/**
 * Why there is no reply. `transient` errors are retried; all others pause the plan until a person fixes them. `locked`:
 * the key is encrypted and its passphrase has not been entered yet. `unreachable`: no network, no CORS headers, or a
 * wrong key hidden by missing CORS headers; a browser cannot tell these apart. `part_missing`: the part of the app that
 * calls endpoints cannot be loaded, for example after a new release. `refused`: the endpoint rejects the content of
 * this request, which is therefore not sent again unchanged. `no_images`: the model accepts no images at all;
 * `images_refused`: it rejects these images as too many or too large.
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
  /** The endpoint's own message, at most 300 characters, without secrets. */
  detail: z.string(),
  status: z.nullable(z.number()),
  retry_after_ms: z.nullable(z.number()),
  /** The tokens billed without a usable reply; absent if nothing arrived. */
  usage: z.optional(Usage),
  /** Set if content moderation refused what the request says. */
  moderated: z.optional(z.literal(true)),
  /** Set on `context_length` if all that is known is that the request was too large, for the server or a proxy. */
  too_large: z.optional(z.literal(true)),
  /** Hashes of the forms of the request that were refused for their content; absent for other errors. */
  request: z.optional(z.string()),
  /** The provider and the model that were called; absent if none was, and in older records. */
  asked: z.exactOptional(z.object({ provider: z.string(), model: z.string() })),
});
export type ModelError = z.infer<typeof ModelError>;

/** Returns the last part of the keys of an error's messages: its code, or the name of what is known more exactly. */
export const errorMessageKeyPart = ({
  code,
  moderated,
  too_large,
}: ModelError): ModelError['code'] | 'moderated' | 'too_large' =>
  moderated ? 'moderated' : too_large ? 'too_large' : code;

/** The `detail` of an empty reply that contains only thinking. */
export const thinkingOnlyDetail = 'thinking';

const transient: ReadonlySet<ModelError['code']> = new Set<ModelError['code']>([
  'rate_limit',
  'server',
  'truncated',
  'stalled',
  'bad_response',
  'empty',
]);

/** The HTTP statuses by which an endpoint refuses a request for its content. */
const ofContent: ReadonlySet<number | null> = new Set([400, 413, 422]);

/** True if the endpoint refused the content of the request: the same content would be refused again. */
export function isContentRejection({ code, status }: ModelError): boolean {
  return (code === 'bad_request' && ofContent.has(status)) || (code === 'context_length' && status !== null);
}

export function isTransientModelError(error: ModelError): boolean {
  return transient.has(error.code);
}

/** A wait for the model: for the first data of a reply, or, if `said` is true, for the next data. */
export interface ModelWait {
  /** The start of the wait, or the time of the last payload; ISO 8601. */
  since: string;
  said: boolean;
  /** The call's timeout in milliseconds from `since`; null if it has none. */
  limit_ms: number | null;
  /** The share of an on-device model that is loaded into memory, 0 to 1. */
  loaded?: number;
}
