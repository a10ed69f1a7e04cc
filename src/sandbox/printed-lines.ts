/** What a program has printed, as far as it is kept. */
export class PrintedLines {
  readonly lines: string[] = [];
  #left: number;
  #full = false;

  constructor(limit: number) {
    this.#left = limit;
  }

  /** `read` is called only while there is room. */
  add(length: number, read: () => string): void {
    if (this.#full) return;
    this.#left -= length + 1;
    if (this.#left >= 0) {
      this.lines.push(read());
      return;
    }
    this.#full = true;
    this.lines.push('[More was printed; it is left out.]');
  }
}
