import type { AlikeCode, ConnectionCause } from '../../domain/model/connection-finding.ts';

/** A cause, and with it what looks the same from within a page; `models` are those that came to light on the way. */
export interface Suspicion {
  cause: ConnectionCause;
  alike: AlikeCode[];
  models: string[];
}

/** A cause that nothing else looks like. */
export function sure(cause: ConnectionCause, models: string[] = []): Suspicion {
  return { cause, alike: [], models };
}

/** The likeliest cause, and the others that look the same from within a page. */
export function suspected(
  cause: Extract<ConnectionCause, { code: AlikeCode }>,
  others: readonly AlikeCode[],
  models: string[] = [],
): Suspicion {
  const alike = [...new Set([cause.code, ...others])];
  return { cause, alike: alike.length > 1 ? alike : [], models };
}
