import type { HistoryLine } from '../../state/history-lines.ts';
import type { Words } from '../../state/words.svelte.ts';
import { historyText } from './history-text.ts';

/** Whether all of what is searched for, word by word, is found in a line or in what lies behind it. */
export function lineFits({ body }: HistoryLine, wanted: string, words: Words): boolean {
  const terms = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  if (terms.length === 0) return true;
  const { text, detail, data = '' } = historyText(body, words);
  const searched = `${text}\n${detail}\n${data}`.toLowerCase();
  return terms.every((term) => searched.includes(term));
}
