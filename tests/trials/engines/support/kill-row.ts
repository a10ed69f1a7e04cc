/** What one kill trial has to say, as an annotation of this type. */
export const killAnnotation = 'kill';

export interface KillFigures {
  /** Rows of the journal that could be read before the kill and were not there after it. */
  lost: number;
  /**
   * Milliseconds from the start after the kill until the page could be told to continue; null where nothing was left.
   */
  ready: number | null;
}

/** What an engine's kill trials say together. */
export function killSum(all: readonly KillFigures[]): string {
  const ready = all.flatMap((each) => (each.ready === null ? [] : [each.ready])).sort((a, b) => a - b);
  const median = ready[Math.floor(ready.length / 2)];
  const lost = all.reduce((sum, each) => sum + each.lost, 0);
  return `${all.length} kills, ${lost} rows lost${median === undefined ? '' : `, back in ${(median / 1000).toFixed(1)} s`}`;
}
