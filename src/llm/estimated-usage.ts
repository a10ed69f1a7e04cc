import type { ModelReply, Usage } from '../domain/model-reply.ts';

/** A rough count for endpoints that report none: a token a wide character, or four narrow ones. */
export function estimatedUsage(request: unknown, reply: Pick<ModelReply, 'text' | 'calls'>): Usage {
  const said = reply.text + reply.calls.map((call) => call.name + call.arguments).join('');
  return { input: tokens(JSON.stringify(request)), output: tokens(said), estimated: true };
}

function tokens(text: string): number {
  const wide = text.match(/[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g)?.length ?? 0;
  return wide + Math.ceil((text.length - wide) / 4);
}
