/** A site, and whether its scripts shall be run. */
export interface SitePermissionRequest {
  origin: string;
  renders: boolean;
}

export interface PermissionPromptParts {
  /** Opens the companion's page with the question and resolves with its tab. */
  open: (wish: SitePermissionRequest, why: string, opener: number | undefined) => Promise<number>;
  show: (tab: number) => Promise<unknown>;
}

interface Asked extends SitePermissionRequest {
  tab: Promise<number>;
  tell: () => void;
}

/**
 * The one question that the person is asked at a time; a question about another site is refused until it is answered.
 */
export class PermissionPrompt {
  readonly #parts: PermissionPromptParts;
  #asked: Asked | null = null;

  constructor(parts: PermissionPromptParts) {
    this.#parts = parts;
  }

  /** True if the question is shown. `tell` is called once it is answered, or its tab closed. */
  async ask(wish: SitePermissionRequest, why: string, opener: number | undefined, tell: () => void): Promise<boolean> {
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
    const openQuestion = this.#asked;
    this.#asked = null;
    openQuestion?.tell();
  }
}
