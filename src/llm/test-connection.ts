import type { ModelError } from '../domain/model-reply.ts';
import type { Profile } from '../domain/profile.ts';
import type { ModelRequest } from '../ports/language-model.ts';
import { endpointModel } from './endpoint-model.ts';
import { listedModels } from './listed-models.ts';

export type ConnectionTest =
  | { ok: true; models: string[]; tools: boolean }
  /** `models`: what the endpoint offers, where it says, so that a misspelt model can be chosen anew. */
  | { ok: false; error: ModelError; models?: string[] };

export interface ConnectionTestOptions {
  signal: AbortSignal;
  fetch?: typeof fetch;
}

/** A local server may have to load the model before it speaks. */
const limits = { first: 120_000, idle: 30_000, total: 180_000 };

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

/** Faults after which there is nobody to ask for a list of models. */
const closed: ReadonlySet<ModelError['code']> = new Set<ModelError['code']>([
  'no_key',
  'auth',
  'unreachable',
  'aborted',
]);

/** Tries a connection for the person who set it up (R11.2): makes one tiny call, and lists the models where possible. */
export async function testConnection(
  profile: Profile,
  key: string | null,
  options: ConnectionTestOptions,
): Promise<ConnectionTest> {
  const model = endpointModel({ profile, key, limits, ...(options.fetch && { fetch: options.fetch }) });
  const called = await model.reply(request, { signal: options.signal });
  if (!called.ok && closed.has(called.error.code)) return { ok: false, error: called.error };
  const models = await listedModels(profile, key, options);
  if (called.ok) return { ok: true, models, tools: called.reply.calls.length > 0 };
  if (perhapsTools.has(called.error.code)) {
    const plain = await model.reply({ ...request, tools: [], choice: 'auto' }, { signal: options.signal });
    if (plain.ok) return { ok: true, models, tools: false };
  }
  return { ok: false, error: called.error, ...(models.length > 0 && { models }) };
}
