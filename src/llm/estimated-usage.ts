import type { ModelReply, Usage } from '../domain/model-reply.ts';
import { estimatedTokens } from './estimated-tokens.ts';

/** A rough count for endpoints that report none. */
export function estimatedUsage(request: unknown, reply: Pick<ModelReply, 'text' | 'calls'>): Usage {
  const said = reply.text + reply.calls.map((call) => call.name + call.arguments).join('');
  return { input: estimatedTokens(JSON.stringify(request)), output: estimatedTokens(said), estimated: true };
}
