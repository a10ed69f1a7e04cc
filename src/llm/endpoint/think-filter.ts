const opening = /^<(?:think|thinking|thought)>/i;
const closing = /<\/(?:think|thinking|thought)>/i;
const openings = ['<think>', '<thinking>', '<thought>'];
const longestClosing = '</thinking>'.length;

/**
 * Removes leading `<think>` blocks from streamed text: the results of `push` and `end`, joined, are the visible text.
 */
export class ThinkFilter {
  #state: 'undecided' | 'thinking' | 'visible' = 'undecided';
  #held = '';
  #thought = false;

  push(piece: string): string {
    if (this.#shows()) return piece;
    this.#held += piece;
    while (this.#advance());
    if (!this.#shows()) return '';
    const visible = this.#held;
    this.#held = '';
    return visible;
  }

  end(): string {
    const visible = this.#state === 'undecided' && this.#held.trim() !== '' ? this.#held : '';
    this.#held = '';
    return visible;
  }

  #shows(): boolean {
    return this.#state === 'visible';
  }

  /** Makes one state transition; true while there may be another. */
  #advance(): boolean {
    if (this.#state === 'thinking') {
      const end = closing.exec(this.#held);
      if (!end) {
        this.#held = this.#held.slice(-longestClosing);
        return false;
      }
      this.#held = this.#held.slice(end.index + end[0].length);
      this.#thought = true;
      this.#state = 'undecided';
      return true;
    }
    if (this.#shows()) return false;
    const text = this.#held.trimStart();
    if (this.#thought) this.#held = text;
    const start = opening.exec(text);
    if (start) {
      this.#held = text.slice(start[0].length);
      this.#state = 'thinking';
      return true;
    }
    if (!openings.some((tag) => tag.startsWith(text.toLowerCase()))) this.#state = 'visible';
    return false;
  }

  /**
   * The text without the reasoning before a closing tag that was never opened; that reasoning was shown while it
   * streamed.
   */
  static unopened(text: string): string {
    const end = closing.exec(text);
    if (!end || /<(?:think|thinking|thought)>/i.test(text.slice(0, end.index))) return text;
    return text.slice(end.index + end[0].length).trimStart();
  }
}
