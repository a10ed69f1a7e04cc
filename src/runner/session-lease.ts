import { SerialQueue } from '../domain/async/serial-queue.ts';
import type { Live } from '../ports/live.ts';
import type { Locks, Tabs, TabWord } from '../ports/locks.ts';
import { Broadcast } from './broadcast.ts';
import type { SessionRunner } from './session-runner.ts';

export type LeaseView =
  /** On the way to the session; nobody else is known to work on it. */
  | { kind: 'taking' }
  /** Another tab works on it. */
  | { kind: 'watching' }
  | { kind: 'working'; runner: SessionRunner }
  /** It could not be opened. */
  | { kind: 'failed'; error: unknown };

export interface LeaseParts {
  sessionId: string;
  locks: Locks;
  tabs: Tabs;
  wait: (ms: number) => Promise<void>;
  /** Brings the session to life. With `goOn` a task at work goes on without being asked: it has come from another tab. */
  open: (options: { goOn: boolean; taken: () => void }) => Promise<SessionRunner>;
}

/** A reload or a crash hands the lock over within this time; a tab that has not answered by then is frozen. */
const silence = 3000;
/** How long a tab has for letting go when it is asked to. */
const patience = 1200;

/**
 * A tab's place at a session (R12.3). One tab works, the others look on and wait for their turn, so that the work goes on
 * when the working tab ends. Whoever wants to act takes over: by asking, and where nobody answers, by force; what the
 * other tab may still try to write then fails at the session's fence.
 */
export class SessionLease implements Live<LeaseView> {
  readonly #parts: LeaseParts;
  readonly #name: string;
  readonly #view = new Broadcast<LeaseView>({ kind: 'taking' });
  #deaf: (() => void) | null = null;
  #waiting: AbortController | null = null;
  #release: (() => void) | null = null;
  /** Opening and letting go, one after the other. */
  readonly #turns = new SerialQueue();
  #asking: Promise<SessionRunner> | null = null;

  constructor(parts: LeaseParts) {
    this.#parts = parts;
    this.#name = `cairn/${parts.sessionId}`;
  }

  subscribe(next: (view: LeaseView) => void): () => void {
    return this.#view.subscribe(next);
  }

  get current(): LeaseView {
    return this.#view.value;
  }

  /** Takes a place: works as soon as no other tab does. */
  sit(): void {
    if (this.#deaf) return;
    const { tabs, sessionId, wait } = this.#parts;
    this.#deaf = tabs.hear(sessionId, (word) => this.#hear(word));
    tabs.say(sessionId, 'who');
    this.#queue();
    const waiting = this.#waiting;
    void wait(silence).then(() => {
      if (this.#waiting === waiting && this.current.kind === 'taking') this.#view.send({ kind: 'watching' });
    });
  }

  /** Resolves once this tab is the one that works; another one is asked to let go, and made to if it does not answer. */
  work(): Promise<SessionRunner> {
    if (this.current.kind === 'working') return Promise.resolve(this.current.runner);
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  /** Lets go of the session once all that was done is stored. */
  async leave(): Promise<void> {
    this.#stand();
    await this.#turns.run(() => this.#letGo(true));
    this.#view.send({ kind: 'taking' });
  }

  /** Lets go at once, as at the end of the page. */
  suspend(): void {
    this.#stand();
    void this.#letGo(false);
  }

  #holds(): boolean {
    return this.#release !== null;
  }

  #stand(): void {
    this.#deaf?.();
    this.#deaf = null;
    this.#waiting?.abort();
    this.#waiting = null;
  }

  async #ask(): Promise<SessionRunner> {
    const { tabs, sessionId, wait, locks } = this.#parts;
    this.sit();
    const working = this.#working();
    if (this.current.kind === 'failed') this.#queue();
    tabs.say(sessionId, 'hand_over');
    await Promise.race([working, wait(patience)]);
    if (!this.#holds() && this.#waiting) {
      this.#waiting.abort();
      this.#waiting = null;
      /** Where the browser does not answer, the fence alone keeps the other tab from writing. */
      const granted = locks.seize(this.#name, this.#lost);
      this.#release = await Promise.race([granted, wait(silence).then(() => () => void granted.then((end) => end()))]);
      void this.#turns.run(() => this.#open());
    }
    return working;
  }

  #working(): Promise<SessionRunner> {
    return new Promise((resolve, reject) => {
      const before = this.current;
      const end = this.subscribe((view) => {
        if (view === before) return;
        if (view.kind === 'working') resolve(view.runner);
        else if (view.kind === 'failed') reject(view.error instanceof Error ? view.error : new Error('failed'));
        else return;
        queueMicrotask(() => end());
      });
    });
  }

  #queue(): void {
    const waiting = new AbortController();
    this.#waiting = waiting;
    this.#parts.locks.take(this.#name, { signal: waiting.signal, lost: this.#lost }).then(
      (release) => {
        if (!release) return;
        if (this.#waiting !== waiting) {
          release();
          return;
        }
        this.#waiting = null;
        this.#release = release;
        void this.#turns.run(() => this.#open());
      },
      (error: unknown) => this.#view.send({ kind: 'failed', error }),
    );
  }

  async #open(): Promise<void> {
    if (!this.#holds()) return;
    const goOn = this.current.kind === 'watching';
    try {
      const runner = await this.#parts.open({ goOn, taken: this.#lost });
      if (!this.#holds()) {
        runner.close();
        return;
      }
      this.#view.send({ kind: 'working', runner });
      this.#parts.tabs.say(this.#parts.sessionId, 'here');
    } catch (error) {
      await this.#letGo(false);
      this.#view.send({ kind: 'failed', error });
    }
  }

  /** Whoever only waits lets the one that asks go first. */
  #hear(word: TabWord): void {
    if (word === 'here') {
      if (this.current.kind === 'taking' && !this.#holds()) this.#view.send({ kind: 'watching' });
    } else if (this.#holds()) {
      if (word === 'who') this.#parts.tabs.say(this.#parts.sessionId, 'here');
      else void this.#turns.run(() => this.#handOver());
    } else if (word === 'hand_over' && this.#waiting) {
      this.#waiting.abort();
      this.#queue();
    }
  }

  async #handOver(): Promise<void> {
    await this.#letGo(true);
    if (this.#deaf && !this.#waiting) this.#queue();
  }

  /** Another tab has seized the session: nothing more can be written here. */
  readonly #lost = (): void => {
    this.#release?.();
    this.#release = null;
    void this.#letGo(false);
    if (this.#deaf && !this.#waiting) this.#queue();
  };

  async #letGo(settle: boolean): Promise<void> {
    const view = this.current;
    if (view.kind === 'working') {
      if (settle) await view.runner.settled().catch(() => undefined);
      view.runner.close();
      this.#view.send({ kind: 'watching' });
    }
    this.#release?.();
    this.#release = null;
  }
}
