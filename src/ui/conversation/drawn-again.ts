import type { ConversationLine } from './conversation-lines.ts';
import { chartIdsOfCalls } from './line-kinds.ts';

/** True if a later step has drawn this chart again, so that the later chart replaces it. */
export function isChartReplaced(chart: string, line: ConversationLine, lines: readonly ConversationLine[]): boolean {
  const at = lines.findIndex(({ key }) => key === line.key);
  return lines.slice(at + 1).some((later) => later.kind === 'step' && chartIdsOfCalls(later.items).includes(chart));
}
