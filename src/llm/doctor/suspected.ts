import type { AlikeCode, ConnectionCause } from '../../domain/connection-finding.ts';
import type { Suspicion } from './suspicion.ts';

/** The likeliest cause, and the others that look the same from within a page. */
export function suspected(
  cause: Extract<ConnectionCause, { code: AlikeCode }>,
  others: readonly AlikeCode[],
  models: string[] = [],
): Suspicion {
  const alike = [...new Set([cause.code, ...others])];
  return { cause, alike: alike.length > 1 ? alike : [], models };
}
