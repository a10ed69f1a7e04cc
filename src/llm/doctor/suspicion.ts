import type { AlikeCode, ConnectionCause } from '../../domain/connection-finding.ts';

/** A cause, and with it what looks the same from within a page; `models` are those that came to light on the way. */
export interface Suspicion {
  cause: ConnectionCause;
  alike: AlikeCode[];
  models: string[];
}
