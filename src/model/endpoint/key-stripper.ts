import type { OriginLimitedFetch } from '../../ports/network.ts';
import type { ModelReply } from '../../task/model-reply.ts';
import { isRecord, parseJson } from '../../values/json.ts';
import { SecretKeyFinder } from '../../values/secret-key-finder.ts';

/** Removes the key from texts. */
export type KeyRedactor = Pick<OriginLimitedFetch, 'clean' | 'cleanBeginning'>;

/**
 * Removes the person's API keys from a streamed text. Passes the pieces on in order, but holds back an end that may be
 * the beginning of a key until the next piece.
 */
export class KeyStripper {
  readonly #cleaner: KeyRedactor;
  readonly #tell: (piece: string) => void;
  #waiting = '';
  #working: Promise<void> | null = null;

  constructor(cleaner: KeyRedactor, tell: (piece: string) => void) {
    this.#cleaner = cleaner;
    this.#tell = tell;
  }

  add(piece: string): void {
    this.#waiting += piece;
    this.#working ??= this.#work();
  }

  /** Resolves once all of the added text has been passed on. */
  async end(): Promise<void> {
    await this.#working;
    const [rest = ''] = this.#waiting === '' ? [] : await this.#cleaner.clean([this.#waiting]).catch(() => []);
    this.#waiting = '';
    if (rest !== '') this.#tell(rest);
  }

  async #work(): Promise<void> {
    for (let heldKeyBeginning = null as string | null; this.#waiting !== '' && this.#waiting !== heldKeyBeginning;) {
      const textToClean = this.#waiting;
      const cleanedText = await this.#cleaner.cleanBeginning(textToClean).catch(() => null);
      if (!cleanedText) break;
      heldKeyBeginning = cleanedText.held;
      this.#waiting = heldKeyBeginning + this.#waiting.slice(textToClean.length);
      if (cleanedText.text !== '') this.#tell(cleanedText.text);
    }
    this.#working = null;
  }
}

/** Returns a cleaner that removes this key from texts, for a thread that knows the key. */
export function createKeyRedactor(key: string | null): KeyRedactor {
  const finder = new SecretKeyFinder([key]);
  return {
    clean: async (texts) => texts.map((text) => finder.clean(text)),
    cleanBeginning: async (text) => finder.cleanBeginning(text),
  };
}

/** Returns the reply with the key removed from all that the model wrote. */
export async function replyWithoutKeys(reply: ModelReply, cleaner: Pick<KeyRedactor, 'clean'>): Promise<ModelReply> {
  const callTexts = reply.calls.flatMap(({ id, name, arguments: written, extra }) => [
    id,
    name,
    written,
    JSON.stringify(extra ?? null),
  ]);
  const [text = '', ...texts] = await cleaner.clean([reply.text, ...callTexts]);
  const calls = reply.calls.map((call, at) => {
    const [id = '', name = '', argumentsJson = '', extra = ''] = texts.slice(4 * at, 4 * at + 4);
    const more = parseJson(extra);
    return { ...call, id, name, arguments: argumentsJson, ...(isRecord(more) && { extra: more }) };
  });
  return { ...reply, text, calls };
}
