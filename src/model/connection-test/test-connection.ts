import type { ConnectionFinding } from '../../records/connection-finding.ts';
import type { ApiName, Profile } from '../../records/profile.ts';
import type { NetworkConditions } from '../../ports/connectivity.ts';
import type { CallTimeLimits } from '../endpoint/call-timeouts.ts';
import { endpointConnection } from '../endpoint/endpoint-connection.ts';
import { apiForConnection, endpointModel } from '../endpoint/endpoint-model.ts';
import { EndpointProbe, ObservedFetch } from './endpoint-probe.ts';
import { fetchModelNames } from './listed-models.ts';
import { nearestModels } from './near-models.ts';
import { providerFactsAt } from './provider-at.ts';
import { certainDiagnosis, type Diagnosis } from './diagnosis.ts';
import { diagnoseErrorReply } from './diagnose-error-reply.ts';
import { diagnoseUnreachable } from './diagnose-unreachable.ts';
import type { ModelError } from '../../task/model-reply.ts';
import type { LanguageModel, ModelRequest } from '../../ports/language-model.ts';

interface ConnectionTestOptions {
  signal: AbortSignal;
  surroundings: NetworkConditions;
  fetch?: typeof fetch;
  /** Sent in place of the key; the given `fetch` replaces it by the key. */
  keyPlaceholder?: string;
  limits?: CallTimeLimits;
}

/** Long waits, because a local server may have to load the model before it answers. */
const usualLimits: CallTimeLimits = { first: 120_000, idle: 30_000, total: 180_000 };

const writable = /^[\x21-\x7e]+$/;

/**
 * Tests a connection for the person who set it up: makes one tiny call, lists the models where possible, and on
 * failure finds the cause by a few probes. The key goes to the base URL's origin only. Never rejects.
 */
export async function testConnection(
  profile: Profile,
  key: string | null,
  { signal, surroundings, fetch: send, keyPlaceholder, limits = usualLimits }: ConnectionTestOptions,
): Promise<ConnectionFinding> {
  const facts = providerFactsAt(profile);
  const failing = ({ cause, alike, models }: Diagnosis, detail = ''): ConnectionFinding => {
    const near = nearestModels(profile.model, models);
    return { ok: false, cause, alike, models, near, detail, server: facts.server, page: surroundings.origin };
  };
  const observed = new ObservedFetch(send);
  const keyToSend = key === null ? null : (keyPlaceholder ?? key);
  const options = { profile, key: keyToSend, fetch: observed.fetch };
  const connection = endpointConnection(options);
  if (key === null && connection.needsKey) return failing(certainDiagnosis({ code: 'key_missing' }));
  if (key !== null && !writable.test(key)) return failing(certainDiagnosis({ code: 'key_odd' }));

  const probe = new EndpointProbe(connection, signal);
  const call = async (api: ApiName | undefined): Promise<Asked> => {
    const refusedParts = new Set<string>();
    const onRefused = (parts: string[]) => parts.forEach((part) => refusedParts.add(part));
    const profileWithApi = { ...profile, ...(api && { api }) };
    const model = endpointModel({ ...options, profile: profileWithApi, limits, onRefused });
    return { trial: await tryCall(model, observed, signal), refused: refusedParts };
  };
  const first = profile.model === '' ? null : await call(undefined);
  const better =
    first && apiForConnection(profile, new Set()) === 'chat' ? await betterApi(profile, first, call) : null;
  const trial = (better ?? first)?.trial ?? null;
  const models =
    trial && isClosed(trial) ? [] : await fetchModelNames(profile, keyToSend, { signal, fetch: observed.fetch });
  if (trial?.ok)
    return { ok: true, models, tools: trial.tools, streaming: trial.streaming, ...(better && { api: better.api }) };
  if (!trial && models.length > 0) return failing(certainDiagnosis({ code: 'model_missing' }, models));
  if (!trial || trial.error.code === 'unreachable')
    return failing(await diagnoseUnreachable({ probe, facts, surroundings, profile, key }));
  const callError = { ...trial.error, code: trial.error.code };
  return failing(
    await diagnoseErrorReply(callError, { probe, profile, key, models, page: trial.page }),
    callError.detail,
  );
}

/** A trial call, with the parts of the request that the endpoint refused. */
interface Asked {
  trial: Trial;
  refused: ReadonlySet<string>;
}

/**
 * Returns another API that works if the server has no chat completions, or accepts tools in them only without thinking.
 * Null if there is none, or if the person has chosen an API.
 */
async function betterApi(
  profile: Profile,
  { trial, refused }: Asked,
  call: (api: ApiName) => Promise<Asked>,
): Promise<{ api: ApiName; trial: Trial } | null> {
  const isMissing = !trial.ok && [404, 405].includes(trial.error.status ?? 0) && trial.error.code !== 'unknown_model';
  if (profile.api || !(isMissing || refused.has('reasoning'))) return null;
  for (const api of ['responses', 'messages'] as const) {
    const apiTrial = await call(api);
    if (apiTrial.trial.ok && !apiTrial.refused.has('native_api')) return { api, trial: apiTrial.trial };
  }
  return null;
}

/** True if the error means that the server cannot be asked for a list of models. */
function isClosed(trial: Trial): boolean {
  return !trial.ok && ['auth', 'unreachable', 'aborted'].includes(trial.error.code);
}

/** `page`: the answer was a web page. */
type Trial = { ok: true; tools: boolean; streaming: boolean } | { ok: false; error: ModelError; page: boolean };

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

/** Errors of the call with a tool after which the model may still be able to chat. */
const perhapsTools: ReadonlySet<ModelError['code']> = new Set<ModelError['code']>([
  'no_tools',
  'bad_request',
  'bad_response',
  'empty',
]);

/**
 * Makes one tiny call with a tool. If it fails and the endpoint may have refused the tool, makes a second call without
 * a tool.
 */
async function tryCall(model: LanguageModel, observed: ObservedFetch, signal: AbortSignal): Promise<Trial> {
  const callOutcome = await model.reply(request, { signal });
  const beginning = await observed.beginning();
  if (callOutcome.ok) return { ok: true, tools: callOutcome.reply.calls.length > 0, streaming: beginning === 'other' };
  const failedTrial: Trial = { ok: false, error: callOutcome.error, page: beginning === 'page' };
  if (!perhapsTools.has(callOutcome.error.code)) return failedTrial;

  const plain = await model.reply({ ...request, tools: [], choice: 'auto' }, { signal });
  const second = await observed.beginning();
  if (plain.ok) return { ok: true, tools: false, streaming: second === 'other' };
  return callOutcome.error.code === 'no_tools'
    ? { ok: false, error: plain.error, page: second === 'page' }
    : failedTrial;
}
