import { SerialQueue } from '../values/serial-queue.ts';
import type { Observable } from '../ports/observable.ts';
import type { Locks, TabChannel, TabMessage } from '../ports/locks.ts';
import { sessionLockName } from './session-lock-name.ts';
import { Subject } from './subject.ts';
import type { SessionRunner } from './session-runner.ts';

export type LeaseState =
  /** This tab is opening the session; no other tab is known to work on it. */
  | { kind: 'taking' }
  /** Another tab works on the session. */
  | { kind: 'watching' }
  | { kind: 'working'; runner: SessionRunner }
  /** The session could not be opened. */
  | { kind: 'failed'; error: unknown };

export interface SessionLeaseOptions {
  sessionId: string;
  locks: Locks;
  tabs: TabChannel;
  wait: (ms: number) => Promise<void>;
  /**
   * Opens the session. If `goOn` is true, a running task continues without being asked for by the person, since the
   * session comes from another tab or device.
   */
  open: (options: { goOn: boolean; taken: () => void }) => Promise<SessionRunner>;
}

/**
 * The time in milliseconds within which a reload or a crash releases the lock; a tab that has not answered by then is
 * frozen.
 */
const silence = 3000;
/** The time in milliseconds that a tab has to release the session on request. */
const patience = 1200;

/**
 * A tab's lease of a session. Only one tab works on it; the others observe and queue for the lease, so that the work
 * continues when the working tab closes. A tab in which the person acts takes over: by request, or by force if the
 * other tab does not answer; later writes of that tab are then rejected, because the session's epoch has been raised.
 */
export class SessionLease implements Observable<LeaseState> {
  readonly #parts: SessionLeaseOptions;
  readonly #name: string;
  readonly #view = new Subject<LeaseState>({ kind: 'taking' });
  #unsubscribe: (() => void) | null = null;
  #waiting: AbortController | null = null;
  #releaseLock: (() => void) | null = null;
  /** Runs opening and releasing one after the other. */
  readonly #turns = new SerialQueue();
  #asking: Promise<SessionRunner> | null = null;
  /** True while a takeover is asked for after which a running task continues. */
  #goesOn = false;

  constructor(parts: SessionLeaseOptions) {
    this.#parts = parts;
    this.#name = sessionLockName(parts.sessionId);
  }

  subscribe(next: (view: LeaseState) => void): () => void {
    return this.#view.subscribe(next);
  }

  get current(): LeaseState {
    return this.#view.value;
  }

  /** Waits for the session: this tab starts to work on it as soon as no other tab does. */
  acquire(): void {
    if (this.#unsubscribe) return;
    const { tabs, sessionId, wait } = this.#parts;
    this.#unsubscribe = tabs.subscribe(sessionId, (word) => this.#onMessage(word));
    tabs.post(sessionId, 'who');
    this.#queue();
    const waiting = this.#waiting;
    void wait(silence).then(() => {
      if (this.#waiting === waiting && this.current.kind === 'taking') this.#view.send({ kind: 'watching' });
    });
  }

  /**
   * Resolves once this tab works on the session; asks another tab to release it, and forces it if it does not answer.
   * With `goOn`, a running task continues, since the session comes from another device.
   */
  takeOver(goOn = false): Promise<SessionRunner> {
    if (this.current.kind === 'working') return Promise.resolve(this.current.runner);
    this.#goesOn ||= goOn;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
      this.#goesOn = false;
    });
    return this.#asking;
  }

  /** Releases the session once everything is stored. */
  async release(): Promise<void> {
    this.#stopListening();
    await this.#turns.run(() => this.#end(true));
    this.#view.send({ kind: 'taking' });
  }

  /** Releases the session at once, for example when the page is closed. */
  suspend(): void {
    this.#stopListening();
    void this.#end(false);
  }

  #holds(): boolean {
    return this.#releaseLock !== null;
  }

  #stopListening(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    this.#waiting?.abort();
    this.#waiting = null;
    this.#goesOn = false;
  }

  async #ask(): Promise<SessionRunner> {
    const { tabs, sessionId, wait, locks } = this.#parts;
    this.acquire();
    const working = this.#working();
    if (this.current.kind === 'failed') this.#queue();
    tabs.post(sessionId, 'hand_over');
    await Promise.race([working, wait(patience)]);
    if (!this.#holds() && this.#waiting) {
      this.#waiting.abort();
      this.#waiting = null;
      /** If the browser does not answer, only the fence keeps the other tab from writing. */
      const seizedLock = locks.seize(this.#name, this.#lost);
      this.#releaseLock = await Promise.race([
        seizedLock,
        wait(silence).then(() => () => void seizedLock.then((end) => end())),
      ]);
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
        this.#releaseLock = release;
        void this.#turns.run(() => this.#open());
      },
      (error: unknown) => this.#view.send({ kind: 'failed', error }),
    );
  }

  async #open(): Promise<void> {
    if (!this.#holds()) return;
    const goOn = this.#goesOn || this.current.kind === 'watching';
    try {
      const runner = await this.#parts.open({ goOn, taken: this.#lost });
      if (!this.#holds()) {
        await runner.close().catch(() => undefined);
        return;
      }
      this.#view.send({ kind: 'working', runner });
      this.#parts.tabs.post(this.#parts.sessionId, 'here');
    } catch (error) {
      await this.#end(false);
      this.#view.send({ kind: 'failed', error });
    }
  }

  /** Handles a message from another tab; a waiting tab queues again behind the requesting one. */
  #onMessage(word: TabMessage): void {
    if (word === 'here') {
      if (this.current.kind === 'taking' && !this.#holds()) this.#view.send({ kind: 'watching' });
    } else if (this.#holds()) {
      if (word === 'who') this.#parts.tabs.post(this.#parts.sessionId, 'here');
      else void this.#turns.run(() => this.#handOver());
    } else if (word === 'hand_over' && this.#waiting) {
      this.#waiting.abort();
      this.#queue();
    }
  }

  async #handOver(): Promise<void> {
    await this.#end(true);
    if (this.#unsubscribe && !this.#waiting) this.#queue();
  }

  /** Ends the work after another tab has seized the session: nothing more can be written here. */
  readonly #lost = (): void => {
    this.#releaseLock?.();
    this.#releaseLock = null;
    void this.#end(false);
    if (this.#unsubscribe && !this.#waiting) this.#queue();
  };

  async #end(settle: boolean): Promise<void> {
    const view = this.current;
    if (view.kind === 'working') {
      if (settle) await view.runner.settled().catch(() => undefined);
      /**
       * A closed runner accepts no events, so the person's actions wait from here on until the session is opened again.
       */
      this.#view.send({ kind: 'watching' });
      const closedRunner = view.runner.close();
      if (settle) await closedRunner.catch(() => undefined);
    }
    this.#releaseLock?.();
    this.#releaseLock = null;
  }
}
