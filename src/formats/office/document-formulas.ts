import type { TextRun } from './markdown-runs.ts';

/** What stands before and after the parts of a formula. */
const marks: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['num', ['(', ')']],
  ['den', ['/(', ')']],
  ['sup', ['^(', ')']],
  ['sub', ['_(', ')']],
  ['deg', ['^(', ')']],
  ['rad', ['√(', ')']],
  ['d', ['(', ')']],
]);

/** Writes the formulas of a document in one line: fractions, roots, brackets, and what stands higher or lower. */
export class WordFormulaWriter {
  /** The open parts, each with how many runs stand before it. */
  readonly #open: { from: number; before: string; after: string }[] = [];

  open(name: string, attribute: (name: string) => string, runs: readonly TextRun[]): void {
    const part = this.#open.at(-1);
    if (part && name === 'begChr') part.before = attribute('val');
    if (part && name === 'endChr') part.after = attribute('val');
    const [before, after] = marks.get(name) ?? [];
    if (before !== undefined && after !== undefined) this.#open.push({ from: runs.length, before, after });
  }

  /** Puts what stands before and after a part around it, unless it is empty. */
  close(name: string, runs: TextRun[]): void {
    if (!marks.has(name)) return;
    const part = this.#open.pop();
    if (part && runs.length > part.from) {
      runs.splice(part.from, 0, sign(part.before));
      runs.push(sign(part.after));
    }
    const around = this.#open.at(-1);
    if (name === 'deg' && around) around.from = runs.length;
  }
}

const sign = (text: string): TextRun => ({
  ...{ text, link: '', script: '', isMarkdown: true },
  ...{ isBold: false, isItalic: false, isStruck: false },
});
