import type { ConversationLine } from './conversation-lines.ts';
import { chartIdsOfCalls } from './line-kinds.ts';

/** True if a later step has drawn this chart again, so that the later chart replaces it. */
export function isChartReplaced(chart: string, line: ConversationLine, lines: readonly ConversationLine[]): boolean {
  const lineIndex = lines.findIndex(({ key }) => key === line.key);
  return lines
    .slice(lineIndex + 1)
    .some((later) => later.kind === 'step' && chartIdsOfCalls(later.items).includes(chart));
}
