import { createRemoteFunctions, fireAndForget } from '../browser/remote-calls.ts';
import { trustedWorker } from '../browser/trusted-worker.ts';
import { Emitter } from '../values/emitter.ts';
import type { EditError } from '../plan/plan-edits.ts';
import type { JournalEntry } from '../task/journal.ts';
import type { Profile } from '../records/profile.ts';
import { applyPatch } from '../task/patch.ts';
import { isWorking } from '../task/run.ts';
import type { Devices } from '../ports/devices.ts';
import { currentValue, type Observable } from '../ports/observable.ts';
import { Subject } from '../engine/subject.ts';
import type { RunnerView, SessionRunner } from '../engine/session-runner.ts';
import { otherDeviceOnSession } from '../ui/session/away.ts';
import engineWorker from '../workers/engine-worker.ts?worker&url';
import type { EnginePageServices } from './engine-ports-of-page.ts';
import type { ServedEngine, ServedSession, SessionUpdate } from './engine-server.ts';

interface LineParts {
  /** The parts of the page that the engine needs. */
  page: EnginePageServices;
  /** Returns the exchange with the person's other devices, or null if there are none. */
  others: () => Promise<Devices | null>;
  /**
   * Emits whether other devices are connected, so that an open session also learns of devices that are connected later.
   */
  connected: Observable<boolean>;
  devices: () => Promise<Devices>;
}

/** The time in milliseconds that the worker may take to load and start; the page waits 10 s for a part. */
const patience = 8000;

/** A plain copy, without Svelte's reactive proxies. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Opens the engine in a worker of its own, or in the page if the browser cannot start that worker. */
export async function connectToEngine(parts: LineParts): Promise<EngineClient> {
  const engine =
    (await inWorker(parts.page)) ?? (await import('./engine-server.ts')).serveEngine(async () => parts.page);
  return new EngineClient(engine, parts);
}

async function inWorker(page: EnginePageServices): Promise<ServedEngine | null> {
  let worker: Worker | null = null;
  try {
    const newWorker = (worker = trustedWorker(engineWorker));
    const engine = createRemoteFunctions(newWorker, { parts: async () => page }) as ServedEngine;
    const workerFailure = new Promise<never>((_, reject) => {
      newWorker.addEventListener('error', (event) => reject(new Error(event.message)), { once: true });
      setTimeout(() => reject(new Error('The engine’s worker did not start.')), patience);
    });
    workerFailure.catch(() => undefined);
    await Promise.race([engine.ready(), workerFailure]);
    return engine;
  } catch {
    worker?.terminate();
    return null;
  }
}

/** The page's client of the engine, which runs in a worker or in the page itself. */
export class EngineClient {
  readonly #engine: ServedEngine;
  readonly #parts: LineParts;
  readonly #runners = new Map<string, SessionRunner>();

  constructor(engine: ServedEngine, parts: LineParts) {
    this.#engine = engine;
    this.#parts = parts;
  }

  /** Claims the session for this tab and starts its runner; `taken` is called when another tab has claimed it since. */
  async open(sessionId: string, { goOn, taken }: { goOn: boolean; taken: () => void }): Promise<SessionRunner> {
    const others = await this.#parts.others();
    if (others && (await currentValue(others.away(sessionId)))) throw new Error('Another device works on it.');
    const refusals = new Subject<EditError>(null);
    const committed = new Emitter<readonly JournalEntry[]>();
    let views: Subject<RunnerView> | null = null;
    const early: SessionUpdate[] = [];
    const hear = (news: SessionUpdate) => {
      if (!views) {
        early.push(news);
        return;
      }
      if (news.view) views.send(applyPatch(views.value, news.view) as RunnerView);
      if (news.committed.length > 0) committed.emit(news.committed);
    };
    let isClosed = false;
    const ifOpen = () => {
      if (!isClosed) taken();
    };
    let session: ServedSession | null = await this.#engine.open(sessionId, goOn, {
      news: fireAndForget(hear),
      refused: fireAndForget((error: EditError) => refusals.send(error)),
      taken: fireAndForget(ifOpen),
    });
    views = new Subject(session.first);
    for (const news of early) hear(news);
    const sessionViews = views;
    const unfollow = otherDeviceOnSession(this.#parts, sessionId).subscribe((away) => away && ifOpen());
    /** The last call sent; the next one waits for it. */
    let lastSend = Promise.resolve<unknown>(null);
    /** Sends `value` without keys; the next call waits until it is sent, and not for the reply. */
    const afterSent = async <T>(value: T, call: (value: T, session: ServedSession) => Promise<boolean>) => {
      const plainValue = plain(value);
      const sendResult = lastSend.then(async () => {
        const cleanValue = await this.#parts.page.withoutApiKeys(plainValue);
        return { stored: session ? call(cleanValue, session) : Promise.resolve(false) };
      });
      lastSend = sendResult.catch(() => undefined);
      return (await sendResult).stored;
    };
    const runner: SessionRunner = {
      subscribe: (next) => sessionViews.subscribe(next),
      current: () => sessionViews.value,
      send: (event, causingEntry) =>
        afterSent({ event, said: causingEntry }, (cleanMessage, open) =>
          open.send(cleanMessage.event, cleanMessage.said),
        ),
      refusals,
      committed: { subscribe: (next) => committed.add(next) },
      note: (body) => afterSent(body, (cleanNote, open) => open.note(cleanNote)),
      settled: async () => {
        await lastSend;
        await session?.settled();
      },
      shown: async () => {
        await lastSend;
        await session?.shown();
      },
      storageFailed: (error) => void session?.storageFailed(error),
      close: async () => {
        isClosed = true;
        await lastSend;
        const open = session;
        /** Each side keeps the functions that the other may call, so this reference is cleared to release both. */
        session = null;
        unfollow();
        if (this.#runners.get(sessionId) === runner) this.#runners.delete(sessionId);
        await open?.close();
      },
    };
    this.#runners.set(sessionId, runner);
    return runner;
  }

  /** Handles a failed write: running plans are paused until the person has resolved it. */
  storageFailed(error: unknown): void {
    void this.#engine.storageFailed(error);
  }

  inputPrice({ base_url, model }: Profile, input: number): Promise<number | null> {
    return this.#engine.inputPrice(base_url, model, input);
  }

  readonly examEstimate: ServedEngine['examEstimate'] = (profile) => this.#engine.examEstimate(plain(profile));
  readonly holdExam: ServedEngine['holdExam'] = (profile, options) => this.#engine.holdExam(plain(profile), options);
  readonly readPage: ServedEngine['readPage'] = (address) => this.#engine.readPage(address);
  readonly ruledTools: ServedEngine['ruledTools'] = () => this.#engine.ruledTools();
  readonly callErrors: ServedEngine['callErrors'] = (calls) => this.#engine.callErrors(calls);

  /** True if a plan is running in this tab. */
  get isBusy(): boolean {
    return [...this.#runners.values()].some(isAtWork);
  }

  /** Pauses the session's plan if it is running in this tab; true if it was. */
  pause(sessionId: string): boolean {
    const runner = this.#runners.get(sessionId);
    if (!runner || !isAtWork(runner)) return false;
    void runner.send({ type: 'plan.pause' });
    return true;
  }
}

function isAtWork(runner: SessionRunner): boolean {
  const { run } = runner.current();
  return run !== null && isWorking(run.phase);
}
