/** A site, and whether its scripts shall be run. */
export interface Wish {
  origin: string;
  renders: boolean;
}

export interface AskingParts {
  /** Opens the companion's page with the question and resolves with its tab. */
  open: (wish: Wish, why: string, opener: number | undefined) => Promise<number>;
  show: (tab: number) => Promise<unknown>;
}

interface Asked extends Wish {
  tab: Promise<number>;
  tell: () => void;
}

/**
 * The one question that the person is asked at a time; a question about another site is refused until it is answered.
 */
export class Asking {
  readonly #parts: AskingParts;
  #asked: Asked | null = null;

  constructor(parts: AskingParts) {
    this.#parts = parts;
  }

  /** True if the question is shown. `tell` is called once it is answered, or its tab closed. */
  async ask(wish: Wish, why: string, opener: number | undefined, tell: () => void): Promise<boolean> {
    if (this.#asked) {
      if (this.#asked.origin !== wish.origin || this.#asked.renders !== wish.renders) return false;
      this.#asked.tell = tell;
      await this.#parts.show(await this.#asked.tab);
      return true;
    }
    const tab = this.#parts.open(wish, why, opener);
    this.#asked = { ...wish, tab, tell };
    tab.catch(() => this.answered(wish.origin));
    await tab.catch(() => undefined);
    return true;
  }

  answered(origin: string): void {
    if (this.#asked?.origin === origin) this.#end();
  }

  async closed(tab: number): Promise<void> {
    if ((await this.#asked?.tab) === tab) this.#end();
  }

  #end(): void {
    const asked = this.#asked;
    this.#asked = null;
    asked?.tell();
  }
}
