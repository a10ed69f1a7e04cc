import type { TextRun } from './markdown-runs.ts';

/** A field, such as a link: its code stands before its result. */
interface Field {
  code: string;
  isResult: boolean;
  /** The mark of a box to tick, empty if it is none. */
  box: string;
  /** The runs of the paragraph in which it begins, and how many of them stand before it. */
  runs: TextRun[];
  from: number;
}

/** The open fields of a document. */
export class WordFieldTracker {
  readonly #open: Field[] = [];

  addCode(text: string): void {
    const field = this.#open.at(-1);
    if (field) field.code += text;
  }

  /** Makes the innermost field a box to tick if it is to be one, and ticks it if it is one. */
  setBox(isBegun: boolean, isTicked: boolean): void {
    const field = this.#open.at(-1);
    if (field && (isBegun || field.box !== '')) field.box = !isBegun && isTicked ? '☑' : '☐';
  }

  /**
   * Begins a field, its result, or ends it, and returns the text that it stands for; what was read of its code goes.
   */
  turn(kind: string, runs: TextRun[]): string {
    const field = this.#open.at(-1);
    if (kind === 'begin') this.#open.push({ code: '', isResult: false, box: '', runs, from: runs.length });
    else if (field) {
      if (!field.isResult && field.runs === runs) runs.splice(field.from);
      field.isResult = true;
      if (kind === 'end') this.#open.pop();
    }
    return kind === 'end' ? (field?.box ?? '') : '';
  }

  /** Takes the fields whose code is still open at the end of their paragraph for none, so that what follows is read. */
  giveUp(runs: readonly TextRun[]): void {
    for (const field of this.#open)
      if (!field.isResult && field.runs === runs) [field.code, field.isResult] = ['', true];
  }

  /** Returns the address that a field links its result to; empty if none. */
  link(): string {
    const code = this.#open.findLast((field) => field.isResult && /^\s*HYPERLINK\s/i.test(field.code))?.code ?? '';
    return /\\l\s*"/.test(code) ? '' : (/"([^"]+)"/.exec(code)?.[1] ?? '');
  }
}
