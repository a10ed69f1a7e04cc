import type { ProgressItem } from '../../state/conversation/progress-item.ts';

/** Whether text streamed at a place outside of steps is for the person: the answer to a goal, or the result. */
export function isAnswer(place: string): boolean {
  return place === 'intake' || place === 'replan';
}

/** The ids of the chart files that these calls made, each once. */
export function chartsOf(items: readonly ProgressItem[]): string[] {
  return [
    ...new Set(items.flatMap((item) => (item.kind === 'action' && item.chart !== undefined ? [item.chart] : []))),
  ];
}
