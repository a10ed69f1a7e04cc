import { expect, test } from 'vitest';
import { WrittenRows } from '../../../src/ui/conversation/written-rows.ts';
import { calls, results, stepOf, textOf, World } from './world.ts';

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

async function decided(world: World, decision: 'once' | 'deny'): Promise<string> {
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
      'It is not known whether this was done: Send something to shop.example/order (no answer came from shop.example; it may have been done). The model said: The order is sent.',
  });
  const asked = world.model.requests.map(textOf).join('\n');
  expect(asked).not.toMatch(/is not done yet|Call fetch now/);
  expect(world.network.sent).toHaveLength(1);
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
  const unknown = { store: 'elsewhere', change: 'unknown', n: 1 };
  expect(world.lines('task_end')[0]?.written).toEqual([unknown]);

  const stopped = ordering();
  stopped.network.page(shop, { silent: true });
  await decided(stopped, 'once');
  await stopped.until(() => stopped.network.sent.length === 1);
  void stopped.runner.send({ type: 'plan.stop' });
  await stopped.untilPhase('cancelled');
  const rows = new WrittenRows();
  for (const entry of stopped.storage.journal('s1')) rows.add(entry);
  expect(rows.of(stopped.run.id)).toEqual([unknown]);
});
