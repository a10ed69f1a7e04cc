import { indentWidth } from './line-mark.ts';
import type { LexedLines } from './lexed-lines.ts';
import type { LineNote, LineUse } from './task-lists.ts';

/** Records, while a text is read, how each of its lines is used. */
export class LineUsage {
  readonly #uses: LineUse['use'][];
  readonly #left = new Map<number, LineNote['code']>();
  readonly #texts = new Map<number, string>();
  readonly #notes: LineNote[] = [];

  constructor(
    readonly source: readonly string[],
    readonly lexed: LexedLines,
    matter: ReadonlySet<number>,
    /** True if only items with a box are tasks, and their text is unchanged. */
    readonly boxesOnly: boolean,
  ) {
    this.#uses = source.map((line) => (isEmpty(line) ? 'blank' : 'left_out'));
    for (const line of matter) this.#left.set(line, 'matter');
  }

  claim(use: LineUse['use'], line: number): void {
    this.#uses[line] = use;
  }

  note(code: LineNote['code'], line: number, text: string, became = ''): void {
    if (code === 'no_text') this.#left.set(line, code);
    else this.#notes.push({ code, line: line + 1, to: line + 1, text: text.trim(), became });
  }

  /** True if nothing has used the line so far. */
  isLeftOut(line: number): boolean {
    return this.#uses[line] === 'left_out';
  }

  leaveOut(line: number): void {
    if (this.#uses[line] !== 'blank') this.#uses[line] = 'left_out';
  }

  /** Leaves a line out for a reason; `text` stands for it in the report. */
  leaveOutAs(code: LineNote['code'], line: number, text: string): void {
    this.leaveOut(line);
    this.#left.set(line, code);
    this.#texts.set(line, text);
  }

  /** Returns the lines below a task, without their common indentation. Marks them as used. */
  details(lines: readonly number[], wraps: boolean): { details: string[]; wrapped: number } {
    const detailLines = lines.filter(
      (line) => !isMarkup(this.source[line] ?? '') && (this.lexed.kinds[line] !== 'markup' || !this.#hasText(line)),
    );
    const first = detailLines.findIndex((line) => this.#hasText(line));
    const last = detailLines.findLastIndex((line) => this.#hasText(line));
    if (first < 0) return { details: [], wrapped: 0 };
    const own = detailLines.slice(first, last + 1);
    const depth = indentWidth(this.source[own[0] ?? 0] ?? '');
    let wrapped = 0;
    own.forEach((line, at) => {
      if (this.#hasText(line)) this.claim('detail', line);
      const follows = wraps && wrapped === at && line === (lines[0] ?? 0) + at && first === 0;
      if (follows && this.lexed.kinds[line] === 'text' && !isItem(this.source[line] ?? '')) {
        wrapped += 1;
        if (indentWidth(this.source[line] ?? '') === 0) this.note('joined', line, this.source[line] ?? '');
      }
    });
    return { details: own.map((line) => unindented(this.source[line] ?? '', depth)), wrapped };
  }

  /**
   * Returns the uses and notes of all lines: adjacent lines with the same use are merged, and so are those left out for
   * the same reason.
   */
  account(): { uses: LineUse[]; notes: LineNote[] } {
    const uses: LineUse[] = [];
    const leftOutNotes: LineNote[] = [];
    this.#uses.forEach((use, line) => {
      const before = uses.at(-1);
      if (before?.use === use) before.to = line + 1;
      else uses.push({ use, from: line + 1, to: line + 1 });
      if (use !== 'left_out') return;
      const code = this.#left.get(line) ?? this.#reason(line);
      const noted = leftOutNotes.at(-1);
      if (noted?.to === line && noted.code === code && code !== 'heading') noted.to = line + 1;
      else
        leftOutNotes.push({
          code,
          line: line + 1,
          to: line + 1,
          text: this.#texts.get(line) ?? (this.source[line] ?? '').trim(),
          became: '',
        });
    });
    return { uses, notes: [...this.#notes, ...leftOutNotes].sort((a, b) => a.line - b.line) };
  }

  #hasText(line: number): boolean {
    return (this.source[line] ?? '').trim() !== '';
  }

  #reason(line: number): LineNote['code'] {
    if (isMarkup(this.source[line] ?? '')) return 'markup';
    const kind = this.lexed.kinds[line];
    return kind === 'code' || kind === 'markup' || kind === 'heading' ? kind : 'prose';
  }
}

const isMarkup = (line: string) => /^\s*<(?:!--|\/?[a-z])/i.test(line);
/** True if a line begins as an item does, or is a property of the task above it: it does not continue a sentence. */
const isItem = (line: string) =>
  /^\s*(?:(?:[-*+•]|\d+[.)]|\(?(?:[a-z]|[ivx]{2,5})[.)]|[A-Z][.)])\s|:[\w-]+:|[\w-]+::\s|CLOCK:)/.test(line);

/** True if a line has no content: white space, rules, and the borders of tables. */
const isEmpty = (line: string) => !line.includes('-->') && /^[\s\u3000\u200B\uFEFF\-=_*|:>+]*$/.test(line);

function unindented(line: string, depth: number): string {
  let at = 0;
  for (let width = 0; width < depth && at < line.length; at += 1) {
    const char = line.charAt(at);
    if (!/[ \t\u3000\u00a0]/.test(char)) break;
    width += char === '\t' ? 4 - (width % 4) : char === '\u3000' ? 2 : 1;
  }
  return line.slice(at);
}
