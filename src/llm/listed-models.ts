import type { Profile } from '../domain/profile.ts';
import { ask } from './ask.ts';
import { CallGuard } from './call-guard.ts';
import { endpointConnection } from './endpoint-connection.ts';
import { isRecord } from './is-record.ts';

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
    return response.ok ? names(body) : [];
  } catch {
    return [];
  } finally {
    guard.close();
  }
}

function names(body: unknown): string[] {
  const list: unknown = isRecord(body) ? (body.data ?? body.models) : body;
  if (!Array.isArray(list)) return [];
  const found = list
    .filter(isRecord)
    .flatMap((model) => [model.id, model.name].filter((name) => typeof name === 'string').slice(0, 1));
  return [...new Set(found)].sort((a, b) => a.localeCompare(b));
}
