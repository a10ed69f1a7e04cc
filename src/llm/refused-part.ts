import type { ModelError } from '../domain/model-reply.ts';
import type { Refusable } from './request-body.ts';

const format = /response[_ ]?format|json[_ ]schema|json_object|json mode|structured output|grammar/i;
const noSystem =
  /system[^.]{0,20}(?:role|message|prompt|instruction)[^.]{0,40}(?:not|n't|un)\s?(?:be )?(?:support|allow|enabl)|developer instruction is not enabled/i;
const unknownKey =
  /extra_content|tool_calls[^.]{0,60}(?:extra|additional|unknown|unrecogni[sz]ed|unexpected|not permitted)/i;

const signs: [Refusable, RegExp][] = [
  ['stream_options', /stream_options|include_usage/i],
  ['tool_choice', /tool[_ ]choice/i],
  ['json_schema', format],
  ['missing_reasoning', /reasoning_content/i],
  ['reasoning', /reasoning_effort/i],
  ['missing_signature', /thought_?signature/i],
  ['call_extras', unknownKey],
  ['system_role', noSystem],
  ['null_content', /content\b[^.]{0,80}\b(?:null|none|nil|string|required|empty)\b/i],
];

/** 404 is how a router says that nobody behind it takes the request. */
const refusals: ReadonlySet<number | null> = new Set([400, 404, 422]);

/** The part of a request that an endpoint's refusal names and that was not left out yet, or null. */
export function refusedPart(error: ModelError, refused: ReadonlySet<Refusable>): Refusable | null {
  if (error.code !== 'bad_request' || !refusals.has(error.status)) return null;
  const named = signs.find(([, sign]) => sign.test(error.detail))?.[0] ?? null;
  const part = named === 'json_schema' && refused.has(named) ? 'json_object' : named;
  return part && !refused.has(part) ? part : null;
}
