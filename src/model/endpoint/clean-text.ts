import type { SiteFetch } from '../../ports/network.ts';

/** Passes on the pieces of a text in order, without keys; an end that may begin a key waits for the next piece. */
export class CleanText {
  readonly #cleaner: Pick<SiteFetch, 'clean' | 'cleanBeginning'>;
  readonly #tell: (piece: string) => void;
  #waiting = '';
  #working: Promise<void> | null = null;

  constructor(cleaner: Pick<SiteFetch, 'clean' | 'cleanBeginning'>, tell: (piece: string) => void) {
    this.#cleaner = cleaner;
    this.#tell = tell;
  }

  add(piece: string): void {
    this.#waiting += piece;
    this.#working ??= this.#work();
  }

  /** Resolves once all is passed on. */
  async end(): Promise<void> {
    await this.#working;
    const [rest = ''] = this.#waiting === '' ? [] : await this.#cleaner.clean([this.#waiting]).catch(() => []);
    this.#waiting = '';
    if (rest !== '') this.#tell(rest);
  }

  async #work(): Promise<void> {
    for (let held = null as string | null; this.#waiting !== '' && this.#waiting !== held;) {
      const given = this.#waiting;
      const cleaned = await this.#cleaner.cleanBeginning(given).catch(() => null);
      if (!cleaned) break;
      held = cleaned.held;
      this.#waiting = held + this.#waiting.slice(given.length);
      if (cleaned.text !== '') this.#tell(cleaned.text);
    }
    this.#working = null;
  }
}
