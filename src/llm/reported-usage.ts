import { isRecord } from '../domain/json.ts';
import type { Usage } from '../domain/model-reply.ts';

/** The tokens that a chunk or completion reports, wherever it puts them; null where it does not say (S17). */
export function reportedUsage(chunk: Record<string, unknown>): Usage | null {
  return read(chunk.usage) ?? (isRecord(chunk.x_groq) ? read(chunk.x_groq.usage) : null);
}

function read(usage: unknown): Usage | null {
  if (!isRecord(usage)) return null;
  const input = usage.prompt_tokens ?? usage.input_tokens;
  const output = usage.completion_tokens ?? usage.output_tokens;
  if (!isCount(input) || !isCount(output)) return null;
  const cached = [usage.prompt_tokens_details, usage.input_tokens_details].find(isRecord)?.cached_tokens;
  return { input, output, estimated: false, ...(isCount(cached) && { cached }) };
}

/** Less than nothing would take back from what has been spent. */
function isCount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}
