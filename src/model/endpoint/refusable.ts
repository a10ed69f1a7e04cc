import type { ModelError } from '../../task/model-reply.ts';
import type { Profile } from '../../records/profile.ts';

/**
 * The parts of a request that some endpoints refuse, or demand; the code that writes a part decides what is sent
 * instead.
 */
const refusable = [
  'tool_schemas',
  'streaming',
  'stream_options',
  'tool_choice',
  'null_content',
  'missing_reasoning',
  'sent_reasoning',
  'reasoning',
  'missing_signature',
  'call_extras',
  'call_ids',
  'system_role',
  'json_schema',
  'json_object',
  'native_api',
  'reasoning_summary',
  'reasoning_effort',
  'effort',
  'output_effort',
  'encrypted_reasoning',
  'store',
  'background',
  'cache_control',
  'thinking_display',
  'adaptive_thinking',
  'thinking',
  'max_tokens',
  'max_tokens_again',
] as const;
export type RefusablePart = (typeof refusable)[number];

/** The parts that the endpoints of these providers are known to refuse or to demand, by the provider's id. */
const ofProviders: Readonly<Record<string, readonly RefusablePart[]>> = {
  anthropic: ['call_ids'],
  gemini: ['missing_signature'],
  deepseek: ['missing_reasoning'],
  moonshot: ['missing_reasoning'],
  mistral: ['call_ids', 'call_extras'],
};

/** Returns the parts that this connection's endpoint is known to refuse, by its provider and by earlier errors. */
export function knownRefusedRequestParts({
  provider,
  refuses = [],
}: Pick<Profile, 'provider' | 'refuses'>): RefusablePart[] {
  return refusable.filter((part) => refuses.includes(part) || ofProviders[provider]?.includes(part));
}

const format = /response[_ ]?format|json[_ ]schema|json_object|json mode|structured output|grammar/i;
const noSystem =
  /system[^.]{0,20}(?:role|message|prompt|instruction)[^.]{0,40}(?:not|n't|un)\s?(?:be )?(?:support|allow|enabl)|developer instruction is not enabled/i;
const unknownKey =
  /extra_content|tool_calls[^.]{0,60}(?:extra|additional|unknown|unrecogni[sz]ed|unexpected|not permitted)/i;
const callId =
  /(?:tool[ _]?calls?[ _.]?|tool_use[ _.]|tool_calls\W{0,3}\d+\W{0,3})ids?\b[^]{0,80}(?:must be|should|length|too long|pattern|match|format|invalid|unique|duplicate|characters)|(?:invalid|duplicate)[^.]{0,20}(?:tool[ _]?call|tool_use)[ _.]?ids?\b/i;

/** Patterns that recognise in an error message which part of the request was refused; the first match counts. */
export type RejectionPatterns = readonly (readonly [RefusablePart, RegExp])[];

/** The pattern that identifies streaming as what is refused, in an error message of any API. */
export const streamingPattern: RejectionPatterns[number] = [
  'streaming',
  /(?<!event[ -])\bstream(?:ing|ed)?\b(?!\W+true\))[^.]{0,80}\b(?:not|false|disabled|unsupported|unavailable|invalid|turned off)\b|(?:\bnot\b(?! be null)|n't|\bcannot\b|\bunsupported\b|\bverified to\b|\bwithout\b)[^.]{0,80}(?<!event[ -])\bstream(?:ing|ed)?\b(?!\W+true\))|\bnon-?stream|非流式|不支持[^。]{0,8}流式|流式[^。]{0,8}不支持/i,
];

/** The patterns that identify the refused part of a request in an error message of the Chat Completions API. */
export const chatRejectionPatterns: RejectionPatterns = [
  ['stream_options', /stream_options|include_usage/i],
  ['tool_choice', /tool[_ ]choice/i],
  ['json_schema', format],
  ['missing_reasoning', /reasoning_content/i],
  ['effort', /reasoning_effort/i],
  ['missing_signature', /thought_?signature/i],
  ['call_extras', unknownKey],
  ['call_ids', callId],
  ['system_role', noSystem],
  ['null_content', /content\b[^.]{0,80}\b(?:null|none|nil|string|required|empty)\b/i],
  streamingPattern,
];

/**
 * The part to replace next, by the part that an endpoint refuses again although the request already had the replacement
 * for it.
 */
const second: Partial<Record<RefusablePart, RefusablePart>> = {
  json_schema: 'json_object',
  missing_reasoning: 'sent_reasoning',
  effort: 'reasoning',
  output_effort: 'json_schema',
  adaptive_thinking: 'thinking',
  max_tokens: 'max_tokens_again',
};

/** Statuses of a refusal; 404 included, since a router answers so when no backend accepts the request. */
const refusals: ReadonlySet<number | null> = new Set([400, 404, 422]);

/** Returns the part of a request that an endpoint's error names and that is not yet replaced, or null. */
export function refusedPart(
  error: ModelError,
  refusedParts: ReadonlySet<RefusablePart>,
  signs: RejectionPatterns,
): RefusablePart | null {
  if (error.code !== 'bad_request' || !refusals.has(error.status)) return null;
  const partNamedInError = signs.find(([, sign]) => sign.test(error.detail))?.[0];
  if (partNamedInError === undefined) return null;
  const part = refusedParts.has(partNamedInError) ? second[partNamedInError] : partNamedInError;
  return part !== undefined && !refusedParts.has(part) ? part : null;
}

/** Messages by which endpoints say that a model accepts no images at all; samples in `tests/unit/model/refusals`. */
const takesNone: readonly RegExp[] = [
  /image_url is only supported by certain models|unknown variant \W{0,2}image_url/i,
  /\b(?:image|vision|multi-?modal) (?:inputs?|contents?|capabilit\w+)? ?(?:is|are) not (?:supported|enabled|available)/i,
  /\b(?:images|vision|image_url) (?:is|are) not supported/i,
  /(?:not|n't) support (?:the )?(?:images?\b(?! (?:format|type|size|urls?))|vision|image_url|multi-?modal)/i,
  /no endpoints found that support image/i,
  /not (?:a )?(?:multi-?modal|vision)(?:[- ]capable)? model|not compiled for multi-?modal|not configured with a mmproj|missing data required for image input/i,
  /content\W{0,6}(?:value )?must be a string|invalid type: sequence, expected a string|any variant of untagged enum ChatCompletionRequestContent/i,
  /unexpected item type in content|image_url\W[^.]{0,80}does not match any of the expected tags/i,
  /不支持(?:该)?(?:图像|图片|视觉|多模态)|content\.type 参数非法[^。]{0,20}\W['‘"]text['’"]\W/,
];

/** Messages which say that these images are too many, too large, or unreadable. */
const refusesThese: readonly RegExp[] = [
  /at most \d+ images?\b|too many images|(?:number|count) of images/i,
  /\bimage\b[^.]{0,60}(?:exceed|too (?:large|big|small)|larger than|not valid|invalid|format)/i,
  /(?:could not|cannot|can't|failed to|unable to) (?:process|decode|load|read|parse)[^.]{0,20}\bimage|invalid image/i,
  /图片[^。]{0,20}(?:过大|过多|超过|超出|解析错误|格式)/,
];

/**
 * Statuses that report a problem with the account or a temporary one, and so never a refusal of the images, whatever
 * the message says.
 */
const others: ReadonlySet<number | null> = new Set([401, 402, 403, 408, 429, 503]);

/**
 * Returns the error code if an endpoint refused a request because of its images: it takes none, or not these. Null if
 * it refused it for another reason.
 */
export function imagesError({ detail, status }: ModelError): 'no_images' | 'images_refused' | null {
  if (others.has(status)) return null;
  if (takesNone.some((sign) => sign.test(detail))) return 'no_images';
  return status === 413 || refusesThese.some((sign) => sign.test(detail)) ? 'images_refused' : null;
}
