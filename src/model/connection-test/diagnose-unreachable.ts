import type { Profile } from '../../records/profile.ts';
import type { NetworkConditions } from '../../ports/connectivity.ts';
import { addressSpaceOfHost } from '../../values/address-space.ts';
import { portBlockedByBrowsers } from '../../values/barred-port.ts';
import { findWorkingBaseUrl } from './better-address.ts';
import type { EndpointProbe, ProbeAnswer } from './endpoint-probe.ts';
import { parseModelNames } from './listed-models.ts';
import { type ProviderFacts, wrongKeyCause } from './provider-at.ts';
import { likelyDiagnosis, certainDiagnosis, type Diagnosis } from './diagnosis.ts';
import type { ConnectionCause, IndistinguishableCause } from '../../records/connection-finding.ts';
import { nearestName } from '../../values/nearest-name.ts';

interface UnreachableOptions {
  probe: EndpointProbe;
  facts: ProviderFacts;
  surroundings: NetworkConditions;
  profile: Profile;
  key: string | null;
}

/**
 * Finds the cause behind the one error that a browser gives for a call that it could not read or did not send: a few
 * probes find out how far requests get, and which causes remain.
 */
export async function diagnoseUnreachable(options: UnreachableOptions): Promise<Diagnosis> {
  const { probe, surroundings, profile, key } = options;
  const list = `${probe.base}/models`;
  const barred = await browserBlock(new URL(probe.base), surroundings);
  if (barred && barred.code !== 'local_network' && barred.code !== 'page_insecure') return certainDiagnosis(barred);

  const [answers, plain, keyed] = await Promise.all([
    probe.answers(),
    probe.request(list),
    probe.request(list, { keyed: true }),
  ]);
  const listAnswer = [keyed, plain].find((answer) => answer !== null);
  if (!answers && !listAnswer)
    return barred ? likelyDiagnosis(barred, ['nobody']) : nobody(new URL(probe.base), surroundings);
  if (listAnswer?.redirect) return redirected(probe, list);
  if (keyed && refusesKey(keyed)) return certainDiagnosis(wrongKeyCause(profile, key));
  if (listAnswer && parseModelNames(listAnswer.body) === null && !refusesKey(listAnswer)) {
    const better = await findWorkingBaseUrl(probe);
    if (better !== null) return certainDiagnosis({ code: 'wrong_path', better });
  }
  if (!listAnswer) return allHidden(options);
  return profile.model === ''
    ? certainDiagnosis({ code: 'model_missing' })
    : whyCallHidden({ ...options, plain, keyed });
}

function refusesKey({ status }: ProbeAnswer): boolean {
  return status === 401 || status === 403;
}

async function nobody({ protocol, hostname }: URL, surroundings: NetworkConditions): Promise<Diagnosis> {
  const space = addressSpaceOfHost(hostname);
  if (protocol === 'https:')
    return likelyDiagnosis({ code: 'nobody' }, [
      ...(space === 'public' ? [] : (['plain_http'] as const)),
      'blocked',
      'certificate',
    ]);
  if (space !== 'loopback') return likelyDiagnosis({ code: 'nobody' }, ['blocked']);
  // Safari treats http to this machine as mixed content, and has no permission for it.
  const strict = surroundings.origin.startsWith('https:') && (await surroundings.localNetwork('loopback')) === null;
  return likelyDiagnosis({ code: 'nobody' }, strict ? ['mixed_content'] : []);
}

async function redirected(probe: EndpointProbe, list: string): Promise<Diagnosis> {
  const end = await probe.request(list, { follow: true });
  const isModelList = end && end.url !== list && /\/models\/?$/.test(end.url) && end.status < 404;
  return certainDiagnosis({ code: 'redirect', better: isModelList ? end.url.replace(/\/models\/?$/, '') : null });
}

/** Returns the cause if a server answers but the page may read nothing of it. */
async function allHidden({ probe, facts, key }: UnreachableOptions): Promise<Diagnosis> {
  const [better, front] = await Promise.all([findWorkingBaseUrl(probe), probe.request(new URL(probe.base).origin)]);
  if (better !== null) return certainDiagnosis({ code: 'wrong_path', better });
  if (key === null) return likelyDiagnosis({ code: 'no_cors' }, facts.server === 'custom' ? ['answer_hidden'] : []);
  if (facts.server === 'hosted')
    return likelyDiagnosis({ code: 'key_hidden' }, [
      ...(facts.errorsWithoutCors ? (['unknown_model'] as const) : []),
      ...(facts.fixedCorsHeaders ? (['header_refused'] as const) : []),
      'blocked',
    ]);
  if (facts.server === 'custom' && front !== null)
    return likelyDiagnosis({ code: 'key_hidden' }, ['no_cors', 'wrong_path']);
  return likelyDiagnosis({ code: 'no_cors' }, ['key_hidden']);
}

/** Returns why the browser itself blocks calls to this address; null if nothing that it reports says so. */
async function browserBlock(address: URL, surroundings: NetworkConditions): Promise<ConnectionCause | null> {
  const target = addressSpaceOfHost(address.hostname);
  const port = portBlockedByBrowsers(address.href);
  if (port !== null) return { code: 'barred_port', port };
  if (!surroundings.isOnline() && target !== 'loopback') return { code: 'offline' };
  const insecure = address.protocol === 'http:' && surroundings.origin.startsWith('https:');
  if (target === 'public') return insecure ? { code: 'mixed_content' } : null;
  if (addressSpaceOfHost(new URL(surroundings.origin).hostname) === 'loopback') return null;
  if (!surroundings.secure) return target === 'loopback' ? { code: 'page_insecure' } : null;
  const permission = await surroundings.localNetwork(target);
  if (permission === 'prompt' || permission === 'denied') return { code: 'local_network', state: permission };
  return permission === null && insecure && target === 'local' ? { code: 'mixed_content' } : null;
}

interface HiddenCall {
  probe: EndpointProbe;
  facts: ProviderFacts;
  profile: Profile;
  key: string | null;
  /** The readable response to the request for the list of models: without the key, and with it. */
  plain: ProbeAnswer | null;
  keyed: ProbeAnswer | null;
}

/**
 * Diagnoses CORS: returns which of two causes hides the response to a call from pages, although they can read the
 * endpoint: a refused header, or a response without CORS headers. Undefined if it is neither.
 */
async function whyCallHidden({ probe, facts, profile, key, plain, keyed }: HiddenCall): Promise<Diagnosis> {
  const call = `${probe.base}/chat/completions`;
  const [jsonTypeAnswer, simple] = await Promise.all([
    probe.request(call, { post: 'application/json' }),
    probe.request(call, { post: 'text/plain' }),
  ]);
  const models = parseModelNames(keyed?.body) ?? parseModelNames(plain?.body) ?? [];
  const headerRefusal = (header: string, others: readonly IndistinguishableCause[] = []) =>
    likelyDiagnosis({ code: 'header_refused', header }, others, models);

  if (keyed && jsonTypeAnswer)
    return hidden(profile.model, models, key !== null && plain !== null && plain.status === 200, facts);
  if (keyed)
    return simple ? headerRefusal('content-type') : hidden(profile.model, models, false, facts, ['header_refused']);
  if (!jsonTypeAnswer) return simple ? headerRefusal('') : headerRefusal('', ['key_hidden']);
  if (!facts.errorsWithoutCors) return headerRefusal('authorization', ['key_hidden']);
  return likelyDiagnosis({ code: 'key_hidden' }, ['header_refused'], models);
}

/**
 * Returns the diagnosis for an endpoint whose answer is hidden from the page. `unproven` is true if the list of models
 * is public, so that it proves nothing about the key.
 */
function hidden(
  model: string,
  models: string[],
  unproven: boolean,
  { errorsWithoutCors }: ProviderFacts,
  others: readonly IndistinguishableCause[] = [],
): Diagnosis {
  const doubts: IndistinguishableCause[] = unproven ? ['key_hidden'] : [];
  if (models.length > 0 && !models.includes(model))
    return likelyDiagnosis(
      { code: 'unknown_model', nearest: nearestName(model, models) },
      [...doubts, 'answer_hidden', ...others],
      models,
    );
  if (unproven && errorsWithoutCors)
    return likelyDiagnosis({ code: 'key_hidden' }, ['answer_hidden', ...others], models);
  return likelyDiagnosis({ code: 'answer_hidden' }, [...doubts, ...others], models);
}
