import type { Profile } from '../../domain/profile.ts';
import { ask } from '../ask.ts';
import { CallGuard } from '../call-guard.ts';
import { endpointConnection } from '../endpoint-connection.ts';
import { modelNames } from './model-names.ts';

const patience = 15_000;

/** The names of the models that an endpoint offers, sorted; none where it does not say. Never throws. */
export async function listedModels(
  profile: Profile,
  key: string | null,
  options: { signal: AbortSignal; fetch?: typeof fetch },
): Promise<string[]> {
  const guard = new CallGuard(options.signal, { total: patience });
  try {
    const connection = endpointConnection({ profile, key, ...(options.fetch && { fetch: options.fetch }) });
    const response = await guard.race(ask(connection, '/models', null, guard.signal));
    const body: unknown = await guard.race(response.json());
    return (response.ok ? modelNames(body) : null) ?? [];
  } catch {
    return [];
  } finally {
    guard.close();
  }
}
