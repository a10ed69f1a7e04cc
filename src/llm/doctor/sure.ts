import type { ConnectionCause } from '../../domain/connection-finding.ts';
import type { Suspicion } from './suspicion.ts';

/** A cause that nothing else looks like. */
export function sure(cause: ConnectionCause, models: string[] = []): Suspicion {
  return { cause, alike: [], models };
}
