import type { AlikeCode } from '../../domain/connection-finding.ts';
import { nearestName } from '../../domain/nearest-name.ts';
import type { Profile } from '../../domain/profile.ts';
import type { EndpointProbe, Sight } from './endpoint-probe.ts';
import { modelNames } from './model-names.ts';
import type { ProviderFacts } from './provider-at.ts';
import { suspected } from './suspected.ts';
import type { Suspicion } from './suspicion.ts';

export interface HiddenCall {
  probe: EndpointProbe;
  facts: ProviderFacts;
  profile: Profile;
  key: string | null;
  /** What could be read of the list of models without the key, and with it. */
  plain: Sight | null;
  keyed: Sight | null;
}

/** Pages may read this endpoint, and yet not the answer to a call: a header is refused, or the answer has no CORS headers. */
export async function whyCallHidden({ probe, facts, profile, key, plain, keyed }: HiddenCall): Promise<Suspicion> {
  const call = `${probe.base}/chat/completions`;
  const [typed, simple] = await Promise.all([
    probe.look(call, { post: 'application/json' }),
    probe.look(call, { post: 'text/plain' }),
  ]);
  const models = modelNames(keyed?.body) ?? modelNames(plain?.body) ?? [];
  const refused = (header: string, others: readonly AlikeCode[] = []) =>
    suspected({ code: 'header_refused', header }, others, models);

  if (keyed && typed)
    return hidden(profile.model, models, key !== null && plain !== null && plain.status === 200, facts);
  if (keyed) return simple ? refused('content-type') : hidden(profile.model, models, false, facts, ['header_refused']);
  if (!typed) return simple ? refused('') : refused('', ['key_hidden']);
  if (!facts.hidesErrors) return refused('authorization', ['key_hidden']);
  return suspected({ code: 'key_hidden' }, ['header_refused'], models);
}

/** `unproven`: the list is there for anybody, so that it says nothing about the key. */
function hidden(
  model: string,
  models: string[],
  unproven: boolean,
  { hidesErrors }: ProviderFacts,
  others: readonly AlikeCode[] = [],
): Suspicion {
  const doubts: AlikeCode[] = unproven ? ['key_hidden'] : [];
  if (models.length > 0 && !models.includes(model))
    return suspected(
      { code: 'unknown_model', nearest: nearestName(model, models) },
      [...doubts, 'answer_hidden', ...others],
      models,
    );
  if (unproven && hidesErrors) return suspected({ code: 'key_hidden' }, ['answer_hidden', ...others], models);
  return suspected({ code: 'answer_hidden' }, [...doubts, ...others], models);
}
