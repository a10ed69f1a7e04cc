import '../values/without-eval.ts';
import { BrowserClock } from '../browser/clock.ts';
import { fetchThroughLentWorkers } from '../browser/network/worker-fetch.ts';
import { fireAndForget } from '../browser/remote-calls.ts';
import { streamedTextInterval } from '../values/display-interval.ts';
import { logProgramError } from '../values/log-program-error.ts';
import { createLazyLoader } from '../values/lazy-loader.ts';
import type { JournalEntry } from '../task/journal.ts';
import type { EditError } from '../plan/plan-edits.ts';
import { type Patch, patchBetween } from '../task/patch.ts';
import { isWorking, type Phase } from '../task/run.ts';
import { failedCallOutcome } from '../model/endpoint/call-timeouts.ts';
import { callCost } from '../model/call-cost.ts';
import type { ClosableModel, ModelsInUseParts } from '../model/models-in-use.ts';
import type { PlannedCall } from '../ports/toolbox.ts';
import type { Connectivity } from '../ports/connectivity.ts';
import { createLazyMcpConnection } from '../ports/mcp.ts';
import type { KeyFingerprints } from '../ports/secrets.ts';
import { Subject } from '../engine/subject.ts';
import type { RunnerView, SessionRunner } from '../engine/session-runner.ts';
import { CairnDatabase } from '../storage/database.ts';
import { createStores } from '../storage/stores/stores.ts';
import { Engine, type EngineParts } from './engine.ts';
import type { EnginePageServices } from './engine-ports-of-page.ts';

/** An update of an open session: the change of its view, and the entries that its journal has stored since. */
export interface SessionUpdate {
  view: Patch | null;
  committed: readonly JournalEntry[];
}

/** The callbacks of the page for an open session. */
export interface SessionListener {
  news: (news: SessionUpdate) => void;
  refused: (error: EditError) => void;
  /** Another tab has claimed the session. */
  taken: () => void;
}

/** An open session, as called from the page. */
export interface ServedSession {
  first: RunnerView;
  send: SessionRunner['send'];
  note: SessionRunner['note'];
  settled: () => Promise<void>;
  shown: () => Promise<void>;
  storageFailed: (error: unknown) => Promise<void>;
  close: () => Promise<void>;
}

export type ServedEngine = ReturnType<typeof serveEngine>;

/** Serves the engine over its own database connection and the parts of the page, which `parts` requests. */
export function serveEngine(parts: () => Promise<EnginePageServices>) {
  const engine = createLazyLoader(async () => openEngine(await parts()));
  const withEngine =
    <Given extends unknown[], T>(work: (engine: Engine, ...given: Given) => T) =>
    async (...callArguments: Given): Promise<Awaited<T>> =>
      await work(await engine(), ...callArguments);
  return {
    ready: async () => void engine().catch((error: unknown) => logProgramError('the engine cannot start', error)),
    open: withEngine(async (loadedEngine, sessionId: string, goOn: boolean, listener: SessionListener) => {
      const runner = await loadedEngine.open(sessionId, { goOn, taken: listener.taken });
      return served(runner, listener, () => loadedEngine.readAgain());
    }),
    storageFailed: withEngine((loadedEngine, error: unknown) => loadedEngine.storageFailed(error)),
    inputPrice: async (baseUrl: string, model: string, input: number) =>
      callCost(baseUrl, model, { input, output: 0, estimated: true }),
    examEstimate: withEngine((loadedEngine, ...examArguments: Parameters<Engine['examEstimate']>) =>
      loadedEngine.examEstimate(...examArguments),
    ),
    holdExam: withEngine((loadedEngine, ...examArguments: Parameters<Engine['holdExam']>) =>
      loadedEngine.holdExam(...examArguments),
    ),
    readPage: withEngine((loadedEngine, address: string) => loadedEngine.readPage(address)),
    ruledTools: withEngine((loadedEngine) => loadedEngine.ruledTools()),
    callErrors: withEngine((loadedEngine, calls: readonly PlannedCall[]) => loadedEngine.callErrors(calls)),
  };
}

async function openEngine(page: EnginePageServices): Promise<Engine> {
  const database = new CairnDatabase(
    (error) => void page.storageFault(error),
    'cairn',
    () => true,
  );
  return new Engine({
    ...page,
    keys: await cachedFingerprints(page),
    database,
    stores: createStores(database),
    clock: new BrowserClock(),
    connectivity: await toldConnectivity(page),
    fetchTo: fetchOver(page),
    onDevice: (file, limits) => lateModel(() => page.onDevice(file, limits)),
    mcpServer: (server, onToolsChange) => createLazyMcpConnection(() => page.mcpServer(server, onToolsChange)),
  } satisfies EngineParts);
}

const fetchOver =
  ({ guarded, lend }: EnginePageServices): ModelsInUseParts['fetchTo'] =>
  ({ id, base_url }) =>
    fetchThroughLentWorkers({
      guarded: () => guarded({ id, base_url }),
      lend: (broken) => lend({ id, base_url }, broken),
    });

/** The fingerprints of keys, each requested from the page once until the page reports a change. */
export async function cachedFingerprints({
  keys,
  watchKeys,
}: Pick<EnginePageServices, 'keys' | 'watchKeys'>): Promise<KeyFingerprints> {
  const fingerprintMarks = new Map<string, Promise<string | null>>();
  await watchKeys(fireAndForget(() => fingerprintMarks.clear()));
  return {
    mark: (id, baseUrl) => {
      const name = JSON.stringify([id, baseUrl]);
      const mark = fingerprintMarks.get(name) ?? keys.mark(id, baseUrl);
      fingerprintMarks.set(name, mark);
      mark.catch(() => fingerprintMarks.delete(name));
      return mark;
    },
    holds: (id, baseUrl) => keys.holds(id, baseUrl),
  };
}

/** A model whose code the page loads at the first call; if that failed, at the next one. */
function lateModel(load: () => Promise<ClosableModel>): ClosableModel {
  let loading: Promise<ClosableModel> | null = null;
  return {
    reply: async (request, options) => {
      const model = await (loading ??= load()).catch(() => (loading = null));
      return model ? model.reply(request, options) : failedCallOutcome('unreachable');
    },
    close: () => {
      void loading?.then((model) => model.close?.()).catch(() => undefined);
      loading = null;
    },
  };
}

/** The online state as the page reports it. */
async function toldConnectivity({ watchOnline }: EnginePageServices): Promise<Connectivity> {
  const online = new Subject<boolean>(null);
  await new Promise<void>((resolve) => {
    void watchOnline(
      fireAndForget((is: boolean) => {
        online.send(is);
        resolve();
      }),
    );
  });
  return {
    /** In this thread, the browser's own state may change before the page reports it. */
    isOnline: () => online.value && navigator.onLine,
    untilOnline: (signal) =>
      new Promise((resolve) => {
        if ((online.value && navigator.onLine) || signal.aborted) {
          resolve();
          return;
        }
        const end = () => {
          stop();
          signal.removeEventListener('abort', end);
          resolve();
        };
        const stop = online.subscribe((is) => is && queueMicrotask(end));
        signal.addEventListener('abort', end);
      }),
  };
}

/** Returns the phase in which the task rests, or null while it is worked on. */
const restOf = ({ run }: RunnerView): Phase | null => (run && !isWorking(run.phase) ? run.phase : null);

/**
 * Sends updates at most once per `streamedTextInterval`, but at once if the work begins or rests or if somebody waits
 * for one.
 */
function served(runner: SessionRunner, { news, refused }: SessionListener, beforeEvent: () => void): ServedSession {
  const first = runner.current();
  let lastSentView = first;
  const committed: JournalEntry[] = [];
  let newsTimer: ReturnType<typeof setTimeout> | undefined;
  let last = -Infinity;
  const tell = () => {
    clearTimeout(newsTimer);
    newsTimer = undefined;
    const view = patchBetween(lastSentView, runner.current());
    if (!view && committed.length === 0) return;
    last = performance.now();
    lastSentView = runner.current();
    news({ view, committed: committed.splice(0) });
  };
  const soon = () => {
    if (restOf(runner.current()) !== restOf(lastSentView)) queueMicrotask(tell);
    else newsTimer ??= setTimeout(tell, Math.max(0, last + streamedTextInterval - performance.now()));
  };
  const ends = [
    runner.subscribe(soon),
    runner.committed.subscribe((entries) => {
      committed.push(...entries);
      soon();
    }),
    runner.refusals.subscribe(refused),
  ];
  return {
    first,
    send: async (event, causingEntry) => {
      beforeEvent();
      const storeResult = runner.send(event, causingEntry);
      tell();
      return storeResult;
    },
    note: (body) => runner.note(body),
    settled: async () => {
      await runner.settled();
      tell();
    },
    shown: async () => tell(),
    storageFailed: async (error) => runner.storageFailed(error),
    close: async () => {
      for (const end of ends) end();
      clearTimeout(newsTimer);
      await runner.close();
      tell();
    },
  };
}
