/** The longest wait before a retry, in milliseconds. */
export const longestRest = 120_000;

/**
 * The wait until a time, in milliseconds. A time further off than `longestRest` was set by a clock that was ahead: the
 * wait is 0.
 */
export function restFrom(now: string, until: string): number {
  const rest = Date.parse(until) - Date.parse(now);
  return rest > 0 && rest <= longestRest ? rest : 0;
}
