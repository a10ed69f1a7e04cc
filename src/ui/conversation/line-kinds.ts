import type { ProgressItem } from '../../state/conversation/progress-item.ts';

/** Whether text that is written at a place outside of steps is meant for the person: the answer to a goal, or the result. */
export function isAnswer(place: string): boolean {
  return place === 'intake' || place === 'replan';
}

/** The files of the charts that were drawn there, each once. */
export function chartsOf(items: readonly ProgressItem[]): string[] {
  return [
    ...new Set(items.flatMap((item) => (item.kind === 'action' && item.chart !== undefined ? [item.chart] : []))),
  ];
}
