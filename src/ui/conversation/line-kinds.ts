import type { ConversationLine } from './conversation-lines.ts';
import type { ProgressItem } from './progress-item.ts';

/** Whether text streamed at a place outside of steps is for the person: the answer to a goal, or the result. */
export function isAnswer(place: string): boolean {
  return place === 'intake' || place === 'replan';
}

const fromCairn: ReadonlySet<string> = new Set(['reply', 'question', 'closing']);

/**
 * The answers that are being written, by place. Streams are shown a few times a second only: one whose text has been
 * recorded meanwhile stands in the lines already.
 */
export function answersInWriting(
  streams: Readonly<Record<string, string>>,
  lines: readonly ConversationLine[],
): [place: string, text: string][] {
  const latest = lines.findLast((line) => line.kind === 'message');
  const recorded = latest && fromCairn.has(latest.message) ? latest.text.trim() : null;
  return Object.entries(streams).filter(([place, text]) => isAnswer(place) && text !== '' && text.trim() !== recorded);
}

/** The ids of the chart files that these calls made, each once. */
export function chartsOf(items: readonly ProgressItem[]): string[] {
  return [
    ...new Set(items.flatMap((item) => (item.kind === 'action' && item.chart !== undefined ? [item.chart] : []))),
  ];
}
