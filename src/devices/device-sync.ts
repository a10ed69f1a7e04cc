import type { ReplicaDevice, SessionReplicaState } from '../ports/replica-head.ts';
import { Emitter } from '../values/emitter.ts';
import { SerialQueue } from '../values/serial-queue.ts';
import type { ChangedIds } from '../ports/local-replica.ts';
import type { SyncState, SyncError } from '../ports/devices.ts';
import { ReplicaError, type ReplicaErrorCode } from '../ports/replica-store.ts';
import { ServerExchange, type ServerExchangeParts, SpaceError } from './server-exchange.ts';

const lasting: ReadonlySet<string> = new Set<SyncError>(['sign_in', 'forbidden', 'missing', 'full', 'too_large']);
const isLasting = (code: ReplicaErrorCode): code is Extract<ReplicaErrorCode, SyncError> => lasting.has(code);
/** Errors that only the person can resolve; repeating a wrong password may lock an account. */
const final: ReadonlySet<string> = new Set<SyncError>(['sign_in', 'wiped', 'other_space', 'newer', 'forgotten']);
const isFinal = (code: string): code is SyncError => final.has(code);

export interface DeviceSyncParts extends ServerExchangeParts {
  wait: (ms: number) => Promise<void>;
  /** True if the page is visible: a hidden one asks the server once a minute. */
  isPageVisible: () => boolean;
}

/** How long the server may take before the state says that it is waited for, in milliseconds. */
const quickly = 3000;
const retries = [1000, 3000, 10_000, 30_000];
const hiddenRest = 60_000;
const troubleRest = 300_000;
const longestRest = 3_600_000;

/**
 * The exchange with the person's other devices until it is stopped: sends what is new here, receives what is new there.
 */
export class DeviceSync {
  readonly #parts: DeviceSyncParts;
  readonly #exchange: ServerExchange;
  readonly #queue = new SerialQueue();
  readonly #listeners = new Emitter<SyncState>();
  readonly #over = new AbortController();
  #changed: { sessions: Set<string>; places: Set<string> } = { sessions: new Set(), places: new Set() };
  #wake: () => void = () => undefined;
  #isRunning = false;
  /**
   * True if changes on this device may have been missed, since they have not been observed continuously since
   * everything was last compared; everything is then compared again.
   */
  #missed = true;
  /**
   * The number of failed rounds in a row, and how long the server asked to wait after the last one, in milliseconds.
   */
  #failed = 0;
  #retryAfter = 0;
  #state: SyncState = { kind: 'connecting' };
  /** The error that only the person can resolve, until everything is looked at again. */
  #ended: ReplicaError | SpaceError | null = null;

  constructor(parts: DeviceSyncParts) {
    this.#parts = parts;
    this.#exchange = new ServerExchange(parts);
  }

  subscribe(next: (state: SyncState) => void): () => void {
    next(this.#state);
    return this.#listeners.add(next);
  }

  /** Returns the person's known devices, this one included. None was seen later than now, whatever its clock says. */
  get devices(): readonly ReplicaDevice[] {
    const now = this.#parts.now();
    const all = [...this.#exchange.devices.values()]
      .filter(({ forgotten }) => !forgotten)
      .map((device) => (device.seen_at > now ? { ...device, seen_at: now } : device));
    return all.sort((a, b) => b.seen_at.localeCompare(a.seen_at));
  }

  stop(): void {
    this.#over.abort();
    this.#wake();
  }

  /** Ends a pause. */
  wake(): void {
    this.#wake();
  }

  /**
   * Makes this device the one that may write to the session. Rejects with a `ReplicaError` if the server cannot be
   * reached, and with a `SpaceError` if this device does not belong to its space any more.
   */
  takeOver(sessionId: string): Promise<boolean> {
    return this.#inSpace(() => this.#exchange.sessions.takeOver(sessionId));
  }

  /** Sends what is recorded of a session; false if another device works on it. */
  commit(sessionId: string): Promise<boolean> {
    return this.#inSpace(async () => (await this.#exchange.sessions.push(sessionId)) === 'done');
  }

  /** Rejects if this device does not belong to its space any more, or has no answer from the server. */
  checkSpace(): Promise<void> {
    return this.#inSpace(async () => undefined);
  }

  /** Merges the conflicting states of these sessions' heads; false if that failed for any. */
  async unite(sessionIds: readonly string[]): Promise<boolean> {
    let hasMergedAll = true;
    for (const id of sessionIds)
      hasMergedAll = (await this.#inSpace(() => this.#exchange.sessions.unite(id))) && hasMergedAll;
    return hasMergedAll;
  }

  /** Fetches one session from the server. */
  fetchSession(sessionId: string): Promise<SessionReplicaState | null> {
    return this.#queue.run(() => this.#exchange.sessions.pull(sessionId));
  }

  /**
   * Runs until it is stopped, or until the person must do something. If it runs already, it only looks at everything
   * again at once.
   */
  async run(): Promise<void> {
    this.#exchange.tooLarge.clear();
    this.#missed = true;
    this.#ended = null;
    if (this.#isRunning) {
      this.#wake();
      return;
    }
    this.#isRunning = true;
    const unfollow = this.#parts.log.watchWrites((changes) => this.#note(changes));
    try {
      while (!this.#over.signal.aborted) {
        const state = await this.#inTurn(() => this.#round());
        this.#tell(state);
        if (state.kind === 'trouble' && isFinal(state.code)) return;
        await this.#rest(state);
      }
    } finally {
      this.#isRunning = false;
      unfollow();
    }
  }

  /**
   * Does this once it is sure that this device still belongs to its space: a forgotten one moves nothing there. Does
   * not ask again after an error that only the person can resolve.
   */
  #inSpace<T>(work: () => Promise<T>): Promise<T> {
    const inSpace = this.#inTurn(async () => {
      if (this.#ended) throw this.#ended;
      try {
        await this.#exchange.checkSpace();
      } catch (error) {
        const code = this.#noteEnd(error);
        if (code) this.#tell({ kind: 'trouble', code });
        throw error;
      }
      return work();
    });
    /** Only a round finds out whether all is up to date. */
    return inSpace.finally(() => this.#state.kind === 'asking' && this.#wake());
  }

  /** Runs this after what was asked for before; if that takes long, the state says so. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const slow = setTimeout(() => {
      if (this.#state.kind === 'up_to_date') this.#tell({ kind: 'asking' });
    }, quickly);
    return this.#queue.run(work).finally(() => clearTimeout(slow));
  }

  /** Keeps an error that only the person can resolve, and returns its code; null for any other. */
  #noteEnd(error: unknown): SyncError | null {
    if (!(error instanceof ReplicaError || error instanceof SpaceError) || !isFinal(error.code)) return null;
    this.#ended = error;
    return error.code;
  }

  /** Makes one exchange in both directions. */
  async #round(): Promise<SyncState> {
    const { log, now } = this.#parts;
    const exchange = this.#exchange;
    const noted = this.#changed;
    this.#changed = { sessions: new Set(), places: new Set() };
    try {
      if (this.#missed || isAny(noted)) await exchange.checkSpace();
      const isFirst = this.#missed;
      await exchange.pull(this.#progress);
      if (isFirst) await exchange.goOnOrStartAfresh();
      await exchange.announceDevice();
      if (isFirst) add(await log.everything(), noted);
      this.#missed = false;
      const isSent = await exchange.push(noted, this.#progress);
      if (isFirst) await exchange.cleanUp();
      this.#retryAfter = 0;
      if (!isSent) return { kind: 'offline', code: 'unsent', waiting: await this.#postpone(noted) };
      this.#failed = 0;
      return exchange.tooLarge.size > 0 ? { kind: 'trouble', code: 'too_large' } : { kind: 'up_to_date', at: now() };
    } catch (error) {
      const waiting = await this.#postpone(noted);
      this.#noteEnd(error);
      this.#retryAfter = (error instanceof ReplicaError && error.retryAfterMs) || 0;
      if (error instanceof SpaceError) return { kind: 'trouble', code: error.code };
      if (!(error instanceof ReplicaError)) return { kind: 'trouble', code: 'storage' };
      return isLasting(error.code)
        ? { kind: 'trouble', code: error.code }
        : { kind: 'offline', code: error.code, waiting };
    }
  }

  /** Keeps these changes for the next round, and returns how many changes the server does not have yet. */
  async #postpone(noted: ChangedIds): Promise<number> {
    add(noted, this.#changed);
    this.#failed += 1;
    return noted.sessions.size + noted.places.size + (await this.#parts.log.unsentCount().catch(() => 0));
  }

  /**
   * Waits until something is new here or there; after an error, for a growing time, or for as long as the server asks.
   */
  async #rest(state: SyncState): Promise<void> {
    const { wait, isPageVisible: seen } = this.#parts;
    if (this.#over.signal.aborted || (this.#failed === 0 && isAny(this.#changed))) return;
    const over = new AbortController();
    const woken = new Promise<void>((resolve) => (this.#wake = resolve));
    const pause = state.kind === 'trouble' ? troubleRest : (retries[Math.min(this.#failed, retries.length) - 1] ?? 0);
    const there =
      this.#failed > 0
        ? wait(Math.min(Math.max(pause, this.#retryAfter), longestRest))
        : seen()
          ? this.#exchange.watch(over.signal).catch(() => (over.signal.aborted ? undefined : wait(1000)))
          : wait(hiddenRest);
    await Promise.race([woken, there]);
    over.abort();
  }

  #note(changes: ChangedIds): void {
    add(changes, this.#changed);
    if (this.#failed === 0) this.#wake();
  }

  /** Reports the progress if there is much to do. */
  readonly #progress = (doneCount: number, total: number): void => {
    if (total > 10) this.#tell({ kind: 'working', done: doneCount, total });
  };

  #tell(state: SyncState): void {
    this.#state = state;
    this.#listeners.emit(state);
  }
}

const isAny = ({ sessions, places }: ChangedIds) => sessions.size + places.size > 0;

function add(changes: ChangedIds, into: { sessions: Set<string>; places: Set<string> }): void {
  for (const id of changes.sessions) into.sessions.add(id);
  for (const place of changes.places) into.places.add(place);
}
