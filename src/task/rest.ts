/** The longest rest before a next try, in milliseconds. */
export const longestRest = 120_000;

/**
 * How long to rest until a time, in milliseconds. A time that is further off than any rest was set by a clock that was
 * ahead: there is no rest.
 */
export function restFrom(now: string, until: string): number {
  const rest = Date.parse(until) - Date.parse(now);
  return rest > 0 && rest <= longestRest ? rest : 0;
}
