import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { openSession, type SessionRunnerDependencies } from '../../../src/engine/open-session.ts';
import type { SessionRunner } from '../../../src/engine/session-runner.ts';
import { defaultSettings, type Settings } from '../../../src/records/settings.ts';
import { openJournal } from '../../../src/storage/journal/session-journal.ts';
import { createStores } from '../../../src/storage/stores/stores.ts';
import { toolSuccess } from '../../../src/task/tool-result.ts';
import { allTools } from '../../../src/tools/all-tools.ts';
import { toolbox } from '../../../src/tools/registry.ts';
import { unrestrictedAccess, type Tool } from '../../../src/tools/tool.ts';
import { FakeClock } from '../../fakes/fake-clock.ts';
import { FakeConnectivity } from '../../fakes/fake-connectivity.ts';
import { FakeNetwork } from '../../fakes/fake-network.ts';
import { ScriptedModel, type Script } from '../../fakes/scripted-model.ts';
import { toolPorts } from '../../fakes/tool-ports.ts';
import { openDatabase } from '../storage/open-database.ts';
import { usual } from './usual.ts';
import { calls, results, textOf } from './world.ts';

const at = '2026-01-01T10:00:00.000Z';

async function quiet(): Promise<void> {
  for (let turn = 0; turn < 300; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A promise and the function that resolves it. */
function latch(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

/** A session over the real journal, the next commit of which can be slow and then refused. */
class Desk {
  readonly #database = openDatabase().database;
  readonly #tools: readonly Tool[];
  readonly #settings: Partial<Settings>;
  readonly model: ScriptedModel;
  readonly granted: unknown[] = [];
  journal!: SessionRunnerDependencies['journal'];
  runner!: SessionRunner;
  #next: Promise<void> | null = null;

  private constructor(script: Script, settings: Partial<Settings>, tools: readonly Tool[]) {
    this.model = new ScriptedModel(script);
    this.#settings = settings;
    this.#tools = tools;
    const begin = this.#database.transaction.bind(this.#database) as (...given: unknown[]) => Promise<unknown>;
    const transaction = async (...given: unknown[]) => {
      const refused = given[0] === 'rw' ? this.#next : null;
      if (!refused) return begin(...given);
      this.#next = null;
      await refused;
      throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    };
    Object.assign(this.#database, { transaction });
  }

  static async open(script: Script, settings: Partial<Settings> = {}, tools: readonly Tool[] = []): Promise<Desk> {
    const desk = new Desk(script, settings, tools);
    const counts = { plan_status: null, steps_ended: 0, steps_total: 0 };
    const session = { id: 's1', title: '', ...counts, created_at: at, updated_at: at, deleted_at: null };
    await createStores(desk.#database).sessions.create(session);
    await desk.openRunner();
    return desk;
  }

  async openRunner(): Promise<void> {
    this.journal = openJournal(this.#database, 's1', (error) => this.runner.storageFailed(error));
    this.runner = openSession({
      sessionId: 's1',
      run: await this.journal.claim(),
      journal: this.journal,
      clock: new FakeClock(),
      connectivity: new FakeConnectivity(),
      toolbox: toolbox([...allTools(toolPorts(new FakeNetwork())), ...this.#tools]),
      modelFor: async () => ({
        model: this.model,
        protocol: 'tools',
        fallBack: () => 'tools',
        sees: true,
        blind: () => undefined,
        name: 'p1',
        room: null,
        narrow: () => undefined,
      }),
      settings: { ...defaultSettings, ...this.#settings },
      onTakenOver: () => undefined,
      grant: (grant) => this.granted.push(grant),
    });
  }

  /** Sends a goal and waits for a phase, or for the first thought. */
  async submit(until: 'reviewing' | 'waiting' | 'thought'): Promise<void> {
    void this.runner.send({ type: 'goal.submit', goal: 'Buy', images: [], run: 't1', plan: 'p1' });
    await this.until(() =>
      until === 'thought'
        ? this.model.requests.some(({ purpose }) => purpose === 'thought')
        : this.runner.current().run?.phase === until,
    );
  }

  async until(holds: () => boolean): Promise<void> {
    for (let turn = 0; turn < 20_000 && !holds(); turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(holds(), this.phase).toBe(true);
    await this.runner.settled();
  }

  get phase(): string | undefined {
    return this.runner.current().run?.phase;
  }

  /** Does an action whose commit is slow and then refused; `meanwhile` happens before the refusal. */
  async refuse(action: () => Promise<boolean>, meanwhile: () => void = () => undefined): Promise<void> {
    const { opened, open } = latch();
    this.#next = opened;
    const stored = action();
    await quiet();
    meanwhile();
    await quiet();
    open();
    expect(await stored).toBe(false);
    await quiet();
    await this.runner.settled();
  }

  guide = () =>
    this.runner.send({ type: 'guidance.add', text: 'big' }, { type: 'message', kind: 'guidance', text: 'big' });

  async goOn(type: 'plan.continue' | 'plan.approve' = 'plan.continue'): Promise<void> {
    void this.runner.send({ type });
    await this.until(() => this.phase === 'completed');
  }

  async todos(): Promise<string[]> {
    return (await this.#database.todos.toArray()).map(({ title }) => title).sort();
  }

  entries = () => createStores(this.#database).sessions.wholeJournal('s1');
}

/** A model whose first thought waits for `opened`, and whose step makes these calls before it ends. */
const slowly = (opened: Promise<void>, ...made: [name: string, input: unknown][]) =>
  usual(['Do it'], {
    thought: async (request) => {
      if (results(request).length > 0) return calls(['finish_step', { response: 'done' }]);
      await opened;
      return calls(...made);
    },
  });
const adding = (title: string): [string, unknown] => ['todo', { action: 'add', title }];

test('R12.4 a to-do of a plan whose approval is not stored is not written, and after an edit the new work is done', async () => {
  const desk = await Desk.open(
    usual(['Add bread to the list'], {
      thought: (request) =>
        results(request).length === 0
          ? calls(adding(/Step 1\/1: Add (\w+)/.exec(textOf(request))?.[1] ?? '?'))
          : calls(['finish_step', { response: 'added' }]),
    }),
    { review: true },
  );
  await desk.submit('reviewing');
  await desk.refuse(() => desk.runner.send({ type: 'plan.approve' }));
  expect(desk.phase).toBe('reviewing');
  expect(await desk.todos()).toEqual([]);
  expect((await desk.entries()).filter(({ body }) => body.type === 'tool_result')).toEqual([]);
  const change = { description: 'Add milk to the list' };
  expect(await desk.runner.send({ type: 'plan.edit', edit: { kind: 'change', id: 'step_1', change } })).toBe(true);
  await desk.goOn('plan.approve');
  expect(await desk.todos()).toEqual(['milk']);
});

test('R12.4 after guidance that is not stored each call of the reply that came meanwhile is made once', async () => {
  const { opened, open } = latch();
  const desk = await Desk.open(slowly(opened, adding('Bread'), adding('Milk'), adding('Eggs')));
  await desk.submit('thought');
  await desk.refuse(desk.guide, open);
  expect(await desk.todos()).toEqual([]);
  await desk.goOn();
  expect(await desk.todos()).toEqual(['Bread', 'Eggs', 'Milk']);
});

test('R5.5 a reply that is withdrawn with an action that is not stored counts as billed, and is not used', async () => {
  const { opened, open } = latch();
  const desk = await Desk.open(slowly(opened, adding('Bread')));
  await desk.submit('thought');
  await desk.refuse(desk.guide, open);
  const bills = (await desk.entries()).filter(({ body }) => body.type === 'model_error');
  expect(bills.toSorted((a, b) => (b.step_id ?? '').localeCompare(a.step_id ?? ''))).toMatchObject([
    { step_id: 'step_1', body: { purpose: 'thought', retry_at: '', error: { usage: { input: 10, output: 5 } } } },
    { step_id: null, body: { purpose: 'replan', retry_at: '' } },
  ]);
  expect(bills[0]).not.toHaveProperty('effect');
  await desk.goOn();
  const billed = (await desk.entries()).filter(({ body }) => ['model_reply', 'model_error'].includes(body.type));
  expect(billed).toHaveLength(desk.model.requests.length);
});

test('R12.4 an action that changes nothing withdraws nothing', async () => {
  const { opened, open } = latch();
  const desk = await Desk.open(slowly(opened, adding('Bread')));
  await desk.submit('thought');
  const flushSince = vi.spyOn(desk.journal, 'flushSince');
  expect(await desk.runner.send({ type: 'settings.change', settings: defaultSettings })).toBe(true);
  expect(flushSince).not.toHaveBeenCalled();
  open();
  await desk.until(() => desk.phase === 'completed');
  expect(await desk.todos()).toEqual(['Bread']);
});

test('R12.4 a session that is closed or open elsewhere stores nothing, and says so', async () => {
  const desk = await Desk.open(usual(['Do it']));
  const old = desk.runner;
  const say = () => old.send({ type: 'goal.submit', goal: 'Buy', images: [], run: 't1', plan: 'p1' });
  await desk.openRunner();
  expect([await say(), await say()]).toEqual([false, false]);
  await desk.runner.close();
  expect(await desk.runner.note({ type: 'message', kind: 'notice', text: 'Late' })).toBe(false);
  expect(await desk.entries()).toEqual([]);
});

test('R9.12 “always allow” holds only once the decision is stored', async () => {
  const desk = await Desk.open(usual(['Read it'], { thought: () => calls(['fetch', { url: 'https://a.example/x' }]) }));
  await desk.submit('waiting');
  const { effect } = desk.runner.current().run!.approvals[0]!;
  const decide = () => desk.runner.send({ type: 'approval.decide', effect, decision: 'always' });
  await desk.refuse(decide);
  expect(desk.granted).toEqual([]);
  expect(await decide()).toBe(true);
  expect(desk.granted).toMatchObject([{ kind: 'site', origin: 'https://a.example' }]);
});

test.each([false, true])(
  'R12.1 a call whose reply is withdrawn before it is made is made once, and nobody is asked; repeatable: %s',
  async (repeatable) => {
    const made: boolean[] = [];
    const input = z.object({});
    const send: Tool<typeof input> = {
      name: 'post',
      description: 'Sends a message.',
      input,
      place: 'remote',
      reads: () => false,
      repeatable: () => repeatable,
      access: () => unrestrictedAccess,
      run: async (_, { signal }) => {
        made.push(signal.aborted);
        return { result: toolSuccess('Sent.') };
      },
    };
    const { opened, open } = latch();
    const desk = await Desk.open(slowly(opened, ['post', {}]), {}, [send]);
    await desk.submit('thought');
    await desk.refuse(desk.guide, open);
    expect(made).toEqual([]);
    expect((await desk.entries()).filter(({ body }) => body.type.startsWith('tool_'))).toEqual([]);
    await desk.goOn();
    expect(made).toEqual([false]);
  },
);
