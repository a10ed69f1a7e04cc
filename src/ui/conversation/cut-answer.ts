import { safeFileName } from '../../records/file-name.ts';
import { shortenedText } from '../../values/truncate-text.ts';
import { summaryLine } from '../../values/without-markdown.ts';

/** The note of either language at the end of an answer that ended at the model’s limit (`answer.cut_off`). */
const cutNote = /\n\n\*([(（](?:The model stopped here|模型在此中断)[^\n*]*)\*\s*$/;

/** Splits an answer into what the model wrote and Cairn's note that it was cut off; `note` is null if it was not. */
export function splitAnswer(text: string): { own: string; note: string | null } {
  const [whole, note = null] = cutNote.exec(text) ?? [];
  return whole === undefined ? { own: text, note } : { own: text.slice(0, -whole.length), note };
}

/** Returns a name for an answer that is saved as a file: its heading, or else its first line. */
export function answerFileName(text: string): string {
  const heading = /^#{1,3} +(.+)$/m.exec(text)?.[1] ?? text.trimStart().split('\n', 1).join();
  return `${safeFileName(shortenedText(summaryLine(heading), 60).replace(/[….:：。]+$/, ''))}.md`;
}
