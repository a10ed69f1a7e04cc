import type { ModelError } from '../../domain/model-reply.ts';
import type { LanguageModel, ModelRequest } from '../../ports/language-model.ts';
import type { ObservedFetch } from './observed-fetch.ts';

/** `page`: the answer was a web page. */
export type Trial = { ok: true; tools: boolean; streaming: boolean } | { ok: false; error: ModelError; page: boolean };

const request: ModelRequest = {
  purpose: 'thought',
  messages: [{ role: 'user', text: 'Call the function "ready" now.' }],
  tools: [
    {
      name: 'ready',
      description: 'Say that you are ready.',
      schema: { type: 'object', properties: {}, additionalProperties: false },
    },
  ],
  choice: 'required',
};

/** Faults of the tool call that leave it open whether the model can at least talk. */
const perhapsTools: ReadonlySet<ModelError['code']> = new Set<ModelError['code']>([
  'no_tools',
  'bad_request',
  'bad_response',
  'empty',
]);

/** One tiny call with a tool, and one without where the tool may have been what was refused. */
export async function tryCall(model: LanguageModel, observed: ObservedFetch, signal: AbortSignal): Promise<Trial> {
  const called = await model.reply(request, { signal });
  const beginning = await observed.beginning();
  if (called.ok) return { ok: true, tools: called.reply.calls.length > 0, streaming: beginning === 'other' };
  const refused: Trial = { ok: false, error: called.error, page: beginning === 'page' };
  if (!perhapsTools.has(called.error.code)) return refused;

  const plain = await model.reply({ ...request, tools: [], choice: 'auto' }, { signal });
  const second = await observed.beginning();
  if (plain.ok) return { ok: true, tools: false, streaming: second === 'other' };
  return called.error.code === 'no_tools' ? { ok: false, error: plain.error, page: second === 'page' } : refused;
}
