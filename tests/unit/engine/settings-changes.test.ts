import { isDeepStrictEqual } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ModelReply } from '../../../src/task/model-reply.ts';
import type { Settings } from '../../../src/records/settings.ts';
import { createStores } from '../../../src/storage/stores/stores.ts';
import { FakeClock } from '../../fakes/fake-clock.ts';
import type { Script } from '../../fakes/scripted-model.ts';
import { begin, type Sitting } from '../../fixtures/released/sessions.ts';
import { openDatabase } from '../storage/open-database.ts';
import { usual } from './usual.ts';
import { calls, results, stepOf } from './world.ts';

/** A plan at work in one tab, held at the thought that `holds` names; the settings are another tab's to change. */
async function inTwoTabs(plan: string[], thought: Script, holds: (step: number, seen: number) => boolean) {
  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  let arrived = (): void => undefined;
  const arrival = new Promise<void>((resolve) => (arrived = resolve));
  const script = usual(plan, {
    thought: async (request, index): Promise<ModelReply> => {
      if (holds(stepOf(request), results(request).length)) {
        arrived();
        await held;
      }
      return thought(request, index) as ModelReply;
    },
  });
  const { database, name } = openDatabase();
  const stores = createStores(database);
  const settings = await stores.settings.change((stored) => ({ ...stored, thoroughness: 'careful' }));
  const sitting: Sitting = await begin({ database, stores, settings, clock: new FakeClock() }, 'Do it', script);
  onTestFinished(() => sitting.runner.close());
  await arrival;
  const other = createStores(openDatabase(name).database);
  /** Told of each change after the runner, which began to watch before. */
  let seen: Settings | undefined;
  onTestFinished(stores.settings.watch().subscribe((value) => (seen = value)));
  const change = async (by: (settings: Settings) => Settings) => {
    const changed = await other.settings.change(by);
    await vi.waitUntil(() => isDeepStrictEqual(seen, changed), { timeout: 50_000, interval: 5 });
  };
  return { ...sitting, change, go };
}

const adds: Script = (request) =>
  results(request).length === 0
    ? calls(['todo', { action: 'add', title: `Part ${stepOf(request)}` }])
    : calls(['finish_step', { response: 'done' }]);

const addsMany: Script = (request) =>
  results(request).length < 7
    ? calls(['todo', { action: 'add', title: `Thing ${results(request).length}` }])
    : calls(['finish_step', { response: 'listed' }]);

test('R5.2, R12.3 limits that are set in one tab hold for a plan that runs in another', async () => {
  const { until, change, go } = await inTwoTabs(['Do one'], addsMany, (_, seen) => seen === 1);
  await change((settings) => ({ ...settings, limits: { ...settings.limits, max_steps: 1 } }));
  go();
  const { pause, plan } = await until(({ phase }) => phase === 'paused' || phase === 'completed');
  expect(pause).toEqual({ code: 'limit', limit: 6 });
  expect(plan.step_count).toBe(6);
});

test('R5.5, R12.3 a spending limit that is set in one tab holds for a plan that runs in another', async () => {
  const dear: Script = async (request, index) => {
    const reply = (await adds(request, index)) as ModelReply;
    return { ...reply, usage: { input: 10, output: 5, estimated: false, cost: 1 } };
  };
  const { until, change, go } = await inTwoTabs(['Do one', 'Do two'], dear, (step) => step === 2);
  await change((settings) => ({ ...settings, spending_limit: 2 }));
  go();
  const { pause } = await until(({ phase }) => phase === 'paused' || phase === 'completed');
  expect(pause).toMatchObject({ code: 'spending', limit: 2 });
});

test('R9.12, R12.3 a permission that is given in one tab holds for a plan that runs in another', async () => {
  const fetches: Script = (request) =>
    results(request).length === 0
      ? calls(['fetch', { url: 'https://weather.example/saturday' }])
      : calls(['finish_step', { response: 'read' }]);
  const { until, change, go } = await inTwoTabs(['Read it'], fetches, () => true);
  await change((settings) => ({ ...settings, allowed_origins: ['https://weather.example'] }));
  go();
  const { phase } = await until((run) => run.phase === 'completed' || run.phase === 'waiting');
  expect(phase).toBe('completed');
});

test('R5.4, R12.3 a step that is running learns of a new limit for its calls', async () => {
  const { until, change, go } = await inTwoTabs(['Do one'], addsMany, (_, seen) => seen === 1);
  await change((settings) => ({ ...settings, limits: { ...settings.limits, max_step_tool_calls: 2 } }));
  go();
  const { plan } = await until((run) => run.plan.steps[0]?.status !== 'running');
  expect(plan.steps[0]?.status).toBe('failed');
});
