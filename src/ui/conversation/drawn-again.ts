import type { ConversationLine } from './conversation-lines.ts';
import { chartsOf } from './line-kinds.ts';

/** True if a later step than that of this line has drawn the chart anew, which has taken the place of the earlier one. */
export function isDrawnAgain(chart: string, line: ConversationLine, lines: readonly ConversationLine[]): boolean {
  const at = lines.findIndex(({ key }) => key === line.key);
  return lines.slice(at + 1).some((later) => later.kind === 'step' && chartsOf(later.items).includes(chart));
}
