/** True if the value is a count of tokens; negative ones would reduce what has been spent. */
export function isTokenCount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}
