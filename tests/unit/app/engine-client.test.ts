import { expect, onTestFinished, test, vi } from 'vitest';
import { createRemoteFunctions } from '../../../src/browser/remote-calls.ts';
import { connectToEngine } from '../../../src/app/engine-client.ts';
import type { EnginePageServices } from '../../../src/app/engine-ports-of-page.ts';
import { serveEngine } from '../../../src/app/engine-server.ts';
import type { JournalEntry } from '../../../src/task/journal.ts';
import { demoGoal } from '../../../src/task/demo-ids.ts';
import { Subject } from '../../../src/engine/subject.ts';
import type { RunnerView } from '../../../src/engine/session-runner.ts';
import { createStores } from '../../../src/storage/stores/stores.ts';
import { toolPorts } from '../../fakes/tool-ports.ts';
import { openDatabase } from '../storage/open-database.ts';

const none = () => Promise.reject(new Error('not in this test'));

/** What a page has for the engine, as plain functions. */
function pageParts(): EnginePageServices {
  const { network, companion, images, pdf, office, sandbox, search, markup } = toolPorts();
  return {
    network: { get: (...given) => network.get(...given), request: (...given) => network.request(...given) },
    companion: {
      state: () => companion.state(),
      sites: () => companion.sites(),
      read: (...given) => companion.read(...given),
      render: (...given) => companion.render(...given),
      ask: (...given) => companion.ask(...given),
    },
    images: { prepare: (file) => images.prepare(file) },
    office: { read: (...given) => office.read(...given) },
    pdf: { read: (...given) => pdf.read(...given), page: (...given) => pdf.page(...given) },
    sandbox: { run: (...given) => sandbox.run(...given) },
    search,
    markup,
    storageFault: async () => undefined,
    keys: { mark: async () => null, holds: async () => null },
    watchKeys: async () => undefined,
    mcpServer: none,
    onDevice: none,
    demoPace: async () => 0,
    pageLanguage: async () => 'en',
    guarded: none,
    lend: none,
    withoutApiKeys: async (value) => value,
    watchOnline: async (tell) => tell(true),
    toolsHeld: async () => undefined,
    announced: async () => true,
  };
}

/** A worker in which the engine works, with copies going to and from it. */
class EngineWorker {
  readonly #port: MessagePort;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    for (const port of [port1, port2]) port.start();
    onTestFinished(() => port1.close());
    const far: { parts(): Promise<EnginePageServices> } = createRemoteFunctions(
      port2,
      serveEngine(() => far.parts()),
    ) as typeof far;
  }

  addEventListener(...given: Parameters<MessagePort['addEventListener']>): void {
    this.#port.addEventListener(...given);
  }

  postMessage(...given: [unknown, Transferable[]]): void {
    this.#port.postMessage(...given);
  }

  terminate(): void {
    this.#port.close();
  }
}

for (const place of ['in a worker', 'in the page, where there are no workers'] as const)
  test(`the engine carries out the demo ${place}; the page is shown what it sent at once, and told all of it`, async () => {
    vi.stubGlobal('navigator', { languages: ['en'] });
    if (place === 'in a worker') vi.stubGlobal('Worker', EngineWorker);
    onTestFinished(() => void vi.unstubAllGlobals());
    const id = crypto.randomUUID();
    const { database } = openDatabase('cairn');
    const stores = createStores(database);
    await stores.settings.change((settings) => ({ ...settings, profile: 'demo', thoroughness: 'economy' }));
    const line = await connectToEngine({
      page: pageParts(),
      others: async () => null,
      connected: new Subject(false),
      devices: none,
    });
    const taken = vi.fn();
    const runner = await line.open(id, { goOn: false, taken });
    const committed: JournalEntry[] = [];
    runner.committed.subscribe((entries) => committed.push(...entries));
    const ended = new Promise<RunnerView>((resolve) => {
      const decided = new Set<string>();
      const once = (effect: string, act: () => void) => {
        if (decided.has(effect)) return;
        decided.add(effect);
        act();
      };
      runner.subscribe((view) => {
        const { phase, question, approvals } = view.run ?? { approvals: [] };
        if (phase === 'completed') resolve(view);
        if (phase === 'waiting' && question)
          once(question.effect, () => runner.send({ type: 'question.answer', text: 'To the lake' }));
        for (const { effect, decision } of approvals)
          if (decision === null) once(effect, () => runner.send({ type: 'approval.decide', effect, decision: 'once' }));
      });
    });
    await runner.note({ type: 'message', kind: 'goal', text: demoGoal.en });
    void runner.send({ type: 'goal.submit', goal: demoGoal.en, run: 't1', plan: 'p1' });
    await runner.shown();
    expect(runner.current().run?.id).toBe('t1');
    const { run } = await ended;
    await runner.settled();
    await vi.waitFor(() => expect(line.isBusy).toBe(false));
    expect(run?.plan.steps.every(({ status }) => status === 'completed')).toBe(true);
    const stored = await database.journal.where('[session_id+seq]').between([id, 0], [id, Infinity]).toArray();
    expect(committed.map(({ seq }) => seq)).toEqual(stored.map(({ seq }) => seq));
    expect(runner.current().run).toEqual(await stores.sessions.run(id));

    const other = await line.open(id, { goOn: false, taken: () => undefined });
    void runner.send({ type: 'plan.continue' });
    await runner.note({ type: 'message', kind: 'goal', text: 'once more' });
    await runner.settled().catch(() => undefined);
    await vi.waitFor(() => expect(taken).toHaveBeenCalledOnce());
    await Promise.all([runner.close(), other.close()]);
    expect(taken).toHaveBeenCalledOnce();
  }, 40_000);
