import type { ProgressItem } from '../../state/progress-item.ts';

/** The files of the charts that were drawn there, each once. */
export function chartsOf(items: readonly ProgressItem[]): string[] {
  return [
    ...new Set(items.flatMap((item) => (item.kind === 'action' && item.chart !== undefined ? [item.chart] : []))),
  ];
}
