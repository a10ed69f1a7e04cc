import type { Profile } from '../../records/profile.ts';
import { sendToEndpoint, endpointConnection } from '../endpoint/endpoint-connection.ts';
import { CallTimeouts } from '../endpoint/call-timeouts.ts';
import { isRecord } from '../../values/json.ts';

const patience = 15_000;

/** Returns the names of the models that an endpoint lists, sorted; empty if it lists none. Never throws. */
export async function fetchModelNames(
  profile: Profile,
  key: string | null,
  options: { signal: AbortSignal; fetch?: typeof fetch },
): Promise<string[]> {
  const guard = new CallTimeouts(options.signal, { total: patience });
  try {
    const connection = endpointConnection({ profile, key, ...(options.fetch && { fetch: options.fetch }) });
    const response = await guard.race(sendToEndpoint(connection, { path: '/models' }, null, guard.signal));
    const body: unknown = await guard.race(response.json());
    return (response.ok ? parseModelNames(body) : null) ?? [];
  } catch {
    return [];
  } finally {
    guard.close();
  }
}

const most = 10_000;
const inOrder = new Intl.Collator();

/**
 * Returns the sorted names in an endpoint's list of models, shortened if it is very long; null if the value is no such
 * list.
 */
export function parseModelNames(body: unknown): string[] | null {
  const list: unknown = isRecord(body) ? (body.data ?? body.models) : body;
  if (!Array.isArray(list)) return null;
  const modelNames = list
    .slice(0, most)
    .filter(isRecord)
    .flatMap((model) => [model.id, model.name].filter((name) => typeof name === 'string').slice(0, 1));
  return [...new Set(modelNames)].sort((a, b) => inOrder.compare(a, b));
}
