import type { IndistinguishableCause, ConnectionCause } from '../../records/connection-finding.ts';

/** A cause, with the other causes that a page cannot tell apart from it; `models` are those found during the test. */
export interface Diagnosis {
  cause: ConnectionCause;
  alike: IndistinguishableCause[];
  models: string[];
}

/** Returns a diagnosis with a single cause that cannot be confused with another. */
export function certainDiagnosis(cause: ConnectionCause, models: string[] = []): Diagnosis {
  return { cause, alike: [], models };
}

/** The likeliest cause, with the others that a page cannot tell apart from it. */
export function likelyDiagnosis(
  cause: Extract<ConnectionCause, { code: IndistinguishableCause }>,
  others: readonly IndistinguishableCause[],
  models: string[] = [],
): Diagnosis {
  const alike = [...new Set([cause.code, ...others])];
  return { cause, alike: alike.length > 1 ? alike : [], models };
}
