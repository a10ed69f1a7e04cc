import type { Profile } from '../../domain/profile.ts';
import type { Surroundings } from '../../ports/surroundings.ts';
import { addressSpace } from '../../domain/address-space.ts';
import { barredByBrowser } from './barred-by-browser.ts';
import { betterAddress } from './better-address.ts';
import type { EndpointProbe, Sight } from './endpoint-probe.ts';
import { modelNames } from './model-names.ts';
import type { ProviderFacts } from './provider-at.ts';
import { suspected } from './suspected.ts';
import { sure } from './sure.ts';
import type { Suspicion } from './suspicion.ts';
import { wrongKey } from './wrong-key.ts';
import { whyCallHidden } from './why-call-hidden.ts';

export interface UnreachableOptions {
  probe: EndpointProbe;
  facts: ProviderFacts;
  surroundings: Surroundings;
  profile: Profile;
  key: string | null;
}

/**
 * Looks behind the one error that a browser gives for a call that it made and could not read, or did not make: finds out
 * by a few probes how far one gets, and names what remains possible.
 */
export async function whyUnreachable(options: UnreachableOptions): Promise<Suspicion> {
  const { probe, surroundings, profile, key } = options;
  const list = `${probe.base}/models`;
  const barred = await barredByBrowser(new URL(probe.base), surroundings);
  if (barred && barred.code !== 'local_network' && barred.code !== 'page_insecure') return sure(barred);

  const [answers, plain, keyed] = await Promise.all([
    probe.answers(),
    probe.look(list),
    probe.look(list, { keyed: true }),
  ]);
  const seen = [keyed, plain].find((sight) => sight !== null);
  if (!answers && !seen) return barred ? suspected(barred, ['nobody']) : nobody(new URL(probe.base), surroundings);
  if (seen?.redirect) return redirected(probe, list);
  if (keyed && refusesKey(keyed)) return sure(wrongKey(profile, key));
  if (seen && modelNames(seen.body) === null && !refusesKey(seen)) {
    const better = await betterAddress(probe);
    if (better !== null) return sure({ code: 'wrong_path', better });
  }
  if (!seen) return allHidden(options);
  return profile.model === '' ? sure({ code: 'model_missing' }) : whyCallHidden({ ...options, plain, keyed });
}

function refusesKey({ status }: Sight): boolean {
  return status === 401 || status === 403;
}

async function nobody({ protocol, hostname }: URL, surroundings: Surroundings): Promise<Suspicion> {
  if (protocol === 'https:') return suspected({ code: 'nobody' }, ['blocked', 'certificate']);
  if (addressSpace(hostname) !== 'loopback') return suspected({ code: 'nobody' }, ['blocked']);
  // Safari takes http on this very machine for mixed content, and knows no permission for it.
  const strict = surroundings.origin.startsWith('https:') && (await surroundings.localNetwork('loopback')) === null;
  return suspected({ code: 'nobody' }, strict ? ['mixed_content'] : []);
}

async function redirected(probe: EndpointProbe, list: string): Promise<Suspicion> {
  const end = await probe.look(list, { follow: true });
  const found = end && end.url !== list && /\/models\/?$/.test(end.url) && end.status < 404;
  return sure({ code: 'redirect', better: found ? end.url.replace(/\/models\/?$/, '') : null });
}

/** Somebody is there, and nothing that is said can be read. */
async function allHidden({ probe, facts, key }: UnreachableOptions): Promise<Suspicion> {
  const [better, front] = await Promise.all([betterAddress(probe), probe.look(new URL(probe.base).origin)]);
  if (better !== null) return sure({ code: 'wrong_path', better });
  if (key === null) return suspected({ code: 'no_cors' }, facts.server === 'custom' ? ['answer_hidden'] : []);
  if (facts.server === 'hosted')
    return suspected({ code: 'key_hidden' }, [
      ...(facts.hidesErrors ? (['unknown_model'] as const) : []),
      ...(facts.fixedHeaders ? (['header_refused'] as const) : []),
      'blocked',
    ]);
  if (facts.server === 'custom' && front !== null) return suspected({ code: 'key_hidden' }, ['no_cors', 'wrong_path']);
  return suspected({ code: 'no_cors' }, ['key_hidden']);
}
