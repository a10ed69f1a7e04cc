import type { PermissionPrompt } from './permission-prompt.ts';
import { parseQuestion } from './parse-question.ts';
import { protocolVersion, type CompanionResponse, type CompanionRequest } from './protocol.ts';
import { isReadableOrigin, parseReadableAddress } from './readable-address.ts';
import type { ActiveReads } from './reads.ts';

export interface PageConnectionParts {
  reads: Pick<ActiveReads, 'answer'>;
  asking: Pick<PermissionPrompt, 'ask'>;
  version: string;
  sites: () => Promise<string[]>;
  revoke: (origin: string) => Promise<void>;
  /** The sites whose scripts may be run; null if this browser cannot render. */
  rendered: (() => Promise<string[]>) | null;
  isPaused: () => Promise<boolean>;
}

/** The connection of one page to the companion: answers its questions, and ends its reads when it closes. */
export class PageConnection {
  readonly #parts: PageConnectionParts;
  readonly #say: (answer: CompanionResponse) => void;
  readonly #tab: number | undefined;
  readonly #reads = new Map<number, AbortController>();

  constructor(parts: PageConnectionParts, say: (answer: CompanionResponse) => void, tab: number | undefined) {
    this.#parts = parts;
    this.#say = say;
    this.#tab = tab;
  }

  async hear(message: unknown): Promise<void> {
    const question = parseQuestion(message);
    if (!question) this.#say({ kind: 'error', id: null, code: 'bad_message' });
    else await this.#answer(question);
  }

  end(): void {
    for (const readController of this.#reads.values()) readController.abort();
  }

  async #answer(question: CompanionRequest): Promise<void> {
    const { version, isPaused, sites, rendered, revoke } = this.#parts;
    const { id } = question;
    switch (question.kind) {
      case 'hello': {
        const paused = await isPaused();
        const abilities = rendered ? ['read', 'render'] : ['read'];
        this.#say({ kind: 'hello', id, protocol: protocolVersion, version, abilities, paused });
        break;
      }
      case 'has':
        this.#say({ kind: 'has', id, granted: (await sites()).includes(question.origin) });
        break;
      case 'ask':
        await this.#ask(question, sites);
        break;
      case 'ask_render':
        if (rendered) await this.#ask(question, rendered);
        else this.#say({ kind: 'error', id, code: 'render_not_granted' });
        break;
      case 'read':
      case 'render':
        await this.#read(question);
        break;
      case 'cancel':
        this.#reads.get(id)?.abort();
        break;
      case 'list':
        this.#say({ kind: 'sites', id, origins: await sites() });
        break;
      case 'revoke':
        if (!isReadableOrigin(question.origin)) {
          this.#say({ kind: 'error', id, code: 'bad_address' });
          break;
        }
        await revoke(question.origin);
        this.#say({ kind: 'revoked', id });
    }
  }

  async #ask(question: Extract<CompanionRequest, { why: string }>, granted: () => Promise<string[]>): Promise<void> {
    const { kind, id, origin, why } = question;
    const address = parseReadableAddress(`${origin}/`);
    const error = typeof address === 'string' ? address : address.origin === origin ? null : 'bad_address';
    if (error) {
      this.#say({ kind: 'error', id, code: error });
      return;
    }
    const sendAnswer = async () => this.#say({ kind: 'answered', id, granted: (await granted()).includes(origin) });
    if ((await granted()).includes(origin)) return sendAnswer();
    const renders = kind === 'ask_render';
    const wasAsked = await this.#parts.asking.ask({ origin, renders }, why, this.#tab, () => void sendAnswer());
    this.#say(wasAsked ? { kind: 'asked', id } : { kind: 'error', id, code: 'busy' });
  }

  /** Refuses a question whose number is in use already. */
  async #read(question: Extract<CompanionRequest, { url: string }>): Promise<void> {
    const { id } = question;
    if (this.#reads.has(id)) {
      this.#say({ kind: 'error', id: null, code: 'bad_message' });
      return;
    }
    const stop = new AbortController();
    this.#reads.set(id, stop);
    await this.#parts.reads.answer(question, this.#say, stop);
    this.#reads.delete(id);
  }
}
