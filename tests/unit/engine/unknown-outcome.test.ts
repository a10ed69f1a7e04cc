import { afterEach, expect, test, vi } from 'vitest';
import { WrittenRows } from '../../../src/ui/conversation/written-rows.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { writtenAndDeletedText } from '../../../src/ui/plan/step-outcome-text.ts';
import { nextRetryOf } from '../../../src/ui/session/status-line.ts';
import { calls, results, stepOf, textOf, World } from './world.ts';

afterEach(() => vi.useRealTimers());

const shop = 'https://shop.example/order';
const order: [string, unknown] = ['fetch', { url: shop, method: 'POST', body: 'two chairs' }];
const finish = (response: string): [string, unknown] => ['finish_step', { response }];

/** A task whose first step sends an order to a site that gives no answer; the model says that it is done. */
function ordering(plan: unknown[] = ['Send the order', 'Sum up'], sends = (): readonly number[] => [1]) {
  const world = new World((request) => {
    if (request.purpose === 'intake') return calls(['create_plan', { plan }]);
    if (request.purpose === 'evaluation')
      return calls(['judge_step', { success: true, decision: 'continue', reason: '' }]);
    if (request.purpose === 'thought')
      return sends().includes(stepOf(request)) && results(request).length === 0
        ? calls(order)
        : calls(finish('The order is sent.'));
    return request.tools.some(({ name }) => name === 'keep_plan')
      ? calls(['keep_plan', {}])
      : calls(['finish_task', { response: 'The order is sent.' }]);
  });
  world.submit('Order two chairs');
  return world;
}

async function decided(world: World, decision: 'once' | 'deny' | 'done'): Promise<string> {
  await world.untilPhase('waiting');
  const open = world.run.approvals.find((approval) => approval.decision === null)!;
  void world.runner.send({ type: 'approval.decide', effect: open.effect, decision });
  return open.access.rule;
}

test('R8.6 a step whose send got no answer is to be checked, in words, and the model is not told to send it again', async () => {
  const world = ordering([{ description: 'Send the order', tool: 'fetch' }, 'Sum up']);
  await decided(world, 'once');
  await world.until(({ plan }) => plan.steps[0]?.status === 'completed');
  expect(world.run.plan.steps[0]).toMatchObject({
    reason: { code: 'outcome_unknown', params: { failure: 'outcome_unknown', name: 'shop.example' } },
    result:
      'It is not known whether this was done: Send something to shop.example/order (POST) (no answer came from shop.example; it may have been done, even twice). The model said: The order is sent.',
  });
  const asked = world.model.requests.map(textOf).join('\n');
  expect(asked).not.toMatch(/is not done yet|Call fetch now/);
  expect(world.network.sent).toHaveLength(1);
});

test('R12.1 a send of which the other devices cannot be told waits for them, says so, and is not asked about again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const world = ordering();
  world.network.page(shop, { body: 'Thank you' });
  world.announces = false;
  await decided(world, 'once');
  for (let tries = 1; tries <= 6; tries += 1) {
    await world.until(() => world.lines('tool_result').length === tries, `try ${tries}`);
    if (tries < 6) void world.runner.send({ type: 'plan.continue' });
  }
  expect(world.run.phase).toBe('executing');
  expect(world.network.sent).toHaveLength(0);
  expect(nextRetryOf(world.storage.journal('s1'))?.what).toBe('devices');
  const words = new Translator();
  await words.loadAll();
  const [line] = world.lines('tool_result');
  expect(words.tDynamic('reason.failure.unannounced_unnamed', {})).toMatch(/^not sent: .*turn “Your devices” off/);
  expect(line).toMatchObject({ result: { cause: { failure: 'unannounced' } } });
  world.announces = true;
  void world.runner.send({ type: 'plan.continue' });
  await world.until(() => world.network.sent.length === 1, 'sent');
  expect(world.run.approvals).toHaveLength(1);
});

test('R12.1 another try of a send without an answer asks whether it is to be done again, in the step and elsewhere', async () => {
  const world = ordering();
  expect(await decided(world, 'once')).toBe('always_ask');
  await world.until(({ plan }) => plan.steps[0]?.status === 'completed');
  void world.runner.send({ type: 'plan.edit', edit: { kind: 'retry', id: 'step_1' } });
  expect(await decided(world, 'deny')).toBe('in_doubt');
  await world.until(({ plan }) => plan.steps[0]?.reason?.params['failure'] === 'left_in_doubt');
  expect(world.run.plan.steps[0]?.result).toMatch(/^It is not known whether this was done: .*you left it/);
  expect(world.network.sent).toHaveLength(1);

  void world.runner.send({ type: 'plan.edit', edit: { kind: 'retry', id: 'step_1' } });
  expect(await decided(world, 'once')).toBe('in_doubt');
  await world.until(({ plan }) => plan.steps[0]?.status === 'completed');
  expect(world.network.sent).toHaveLength(2);

  const twice = ordering(['Send the order', 'Send the order to the shop'], () => [1, 2]);
  expect(await decided(twice, 'once')).toBe('always_ask');
  await twice.until(({ plan }) => plan.steps[0]?.status === 'completed');
  expect(await decided(twice, 'once')).toBe('in_doubt');
  await twice.until(() => twice.network.sent.length === 2);
});

test('R8.6 a step is still to be checked if its next try says that it is done without a call', async () => {
  for (const silent of [false, true]) {
    let sends = [1];
    const world = ordering(undefined, () => sends);
    if (silent) world.network.page(shop, { silent });
    await decided(world, 'once');
    await world.until(({ plan }) => (silent ? world.network.sent.length === 1 : plan.steps[0]?.status === 'completed'));
    if (silent) {
      void world.runner.send({ type: 'plan.pause' });
      await world.untilPhase('paused');
      void world.runner.send({ type: 'plan.edit', edit: { kind: 'skip', id: 'step_1' } });
    }
    sends = [];
    void world.runner.send({ type: 'plan.edit', edit: { kind: 'retry', id: 'step_1' } });
    if (silent) void world.runner.send({ type: 'plan.continue' });
    await world.until(({ plan }) => plan.steps[0]?.attempts === 2 && plan.steps[0].status === 'completed');
    expect(world.run.plan.steps[0]?.reason?.code).toBe('outcome_unknown');
  }
});

test('R12.1 a send that was under way when its step was tried anew asks, too', async () => {
  const world = ordering();
  world.network.page(shop, { silent: true });
  await decided(world, 'once');
  await world.until(() => world.network.sent.length === 1);
  void world.runner.send({ type: 'plan.pause' });
  await world.untilPhase('paused');
  void world.runner.send({ type: 'plan.edit', edit: { kind: 'skip', id: 'step_1' } });
  void world.runner.send({ type: 'plan.edit', edit: { kind: 'retry', id: 'step_1' } });
  void world.runner.send({ type: 'plan.continue' });
  expect(await decided(world, 'deny')).toBe('in_doubt');
  expect(world.network.sent).toHaveLength(1);
});

test('R8.6 the end of a task counts the sends of which nobody knows, whether it was completed or stopped', async () => {
  const world = ordering();
  await decided(world, 'once');
  await world.untilPhase('completed', 'blocked');
  const about = { what: 'fetch.post', name: 'shop.example/order', host: 'shop.example' };
  const unknown = { store: 'elsewhere', change: 'unknown', n: 1, sent: [{ about, status: null }] };
  expect(world.lines('task_end')[0]?.written).toMatchObject([unknown]);

  const stopped = ordering();
  stopped.network.page(shop, { silent: true });
  await decided(stopped, 'once');
  await stopped.until(() => stopped.network.sent.length === 1);
  void stopped.runner.send({ type: 'plan.stop' });
  await stopped.untilPhase('cancelled');
  const rows = new WrittenRows();
  const words = new Translator();
  await words.loadAll();
  for (const entry of stopped.storage.journal('s1')) rows.add(entry);
  expect(rows.of(stopped.run.id)).toMatchObject([unknown]);
  expect(writtenAndDeletedText(rows.of(stopped.run.id) ?? [], words)).toBe(
    'May or may not have been done: 1 change elsewhere',
  );
});

test('R8.6 a send in doubt counts as done once the person says that it was, without another call or row', async () => {
  const world = ordering([{ description: 'Send the order', tool: 'fetch', parameters: { ...(order[1] as object) } }]);
  await decided(world, 'once');
  await world.until(({ plan }) => plan.steps[0]?.status === 'completed');
  expect(world.run.plan.steps[0]?.reason?.code).toBe('outcome_unknown');
  void world.runner.send({ type: 'plan.edit', edit: { kind: 'retry', id: 'step_1' } });
  expect(await decided(world, 'done')).toBe('in_doubt');
  await world.untilPhase('completed');
  expect(world.network.sent).toHaveLength(1);
  expect(world.lines('tool_call')).toHaveLength(1);
  expect(world.lines('tool_result').at(-1)?.result).toMatchObject({
    ok: true,
    text: expect.stringMatching(/it was\./) as string,
  });
  expect(world.run.plan.steps[0]?.reason).toBeUndefined();
  expect(world.lines('task_end').at(-1)?.written).toMatchObject([{ store: 'elsewhere', change: 'put', n: 1 }]);
});

test('R8.6 a prepared call is thought about if its answer says that it went wrong, which is no change for certain', async () => {
  const world = ordering([{ description: 'Send the order', tool: 'fetch', parameters: { ...(order[1] as object) } }]);
  world.network.page(shop, { type: 'application/json', body: '{"ok":false,"error":"sold_out"}' });
  await decided(world, 'once');
  await world.untilPhase('completed');
  expect(
    world.model.requests
      .filter(({ purpose }) => purpose === 'thought')
      .map(textOf)
      .join(),
  ).toContain('sold_out');
  expect(world.lines('task_end')[0]?.written).toMatchObject([{ store: 'elsewhere', change: 'unknown', n: 1 }]);
});
