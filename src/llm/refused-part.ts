import type { ModelError } from '../domain/model-reply.ts';
import type { Refusable } from './request-body.ts';

const format = /response_?format|json_schema|json_object|json mode|structured output/i;

const signs: [Refusable, RegExp][] = [
  ['stream_options', /stream_options|include_usage/i],
  ['tool_choice', /tool[_ ]choice/i],
  ['json_schema', format],
  ['missing_reasoning', /reasoning_content/i],
  ['null_content', /content\b[^.]{0,80}\b(?:null|none|nil|string|required|empty)\b/i],
];

/** The part of a request that an endpoint's refusal names and that was not left out yet, or null. */
export function refusedPart(error: ModelError, refused: ReadonlySet<Refusable>): Refusable | null {
  if (error.code !== 'bad_request' || (error.status !== 400 && error.status !== 422)) return null;
  const named = signs.find(([, sign]) => sign.test(error.detail))?.[0] ?? null;
  const part = named === 'json_schema' && refused.has(named) ? 'json_object' : named;
  return part && !refused.has(part) ? part : null;
}
