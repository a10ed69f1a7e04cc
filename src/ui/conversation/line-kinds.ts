import type { MessageKind } from '../../task/journal.ts';
import type { ConversationLine } from './conversation-lines.ts';
import type { ProgressItem } from './progress-item.ts';

/**
 * True if the text streamed at `place` is for the person: the answer to the goal (`intake`) or the closing answer
 * (`replan`), not the text of a step.
 */
export function isAnswerStream(place: string): boolean {
  return place === 'intake' || place === 'replan';
}

/** True for a message of the person. */
export const isOwnMessage = (kind: MessageKind): boolean =>
  kind === 'goal' || kind === 'guidance' || kind === 'answer' || kind === 'command';

/** True if the person has been told this notice, and since then has only added messages. */
export function isNoticeRepeated(code: string, lines: readonly ConversationLine[]): boolean {
  const last = lines.findLast((line) => line.kind !== 'message' || line.message !== 'guidance');
  return last?.kind === 'notice' && last.code === code;
}

const fromCairn: ReadonlySet<string> = new Set(['reply', 'question', 'closing']);

/**
 * Returns the answers that are being streamed, by name. A stream may be shown a little late: if its text has been
 * recorded meanwhile, it is already among the lines and is left out.
 */
export function streamedAnswers(
  streams: Readonly<Record<string, string>>,
  lines: readonly ConversationLine[],
): [place: string, text: string][] {
  const latest = lines.findLast((line) => line.kind === 'message');
  const recorded = latest && fromCairn.has(latest.message) ? latest.text.trim() : null;
  return Object.entries(streams).filter(
    ([place, text]) => isAnswerStream(place) && text !== '' && text.trim() !== recorded,
  );
}

/** The ids of the chart files that these calls made, each once. */
export function chartIdsOfCalls(items: readonly ProgressItem[]): string[] {
  return [
    ...new Set(items.flatMap((item) => (item.kind === 'action' && item.chart !== undefined ? [item.chart] : []))),
  ];
}
