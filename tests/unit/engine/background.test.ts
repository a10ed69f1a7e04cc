import { expect, test } from 'vitest';
import type { ModelError, ModelReply } from '../../../src/task/model-reply.ts';
import type { ModelRequest } from '../../../src/ports/language-model.ts';
import { KeepingModel } from '../../fakes/keeping-model.ts';
import { usual } from './usual.ts';
import { World } from './world.ts';

const two = ['Do one', 'Do two'];
const never = new Promise<null>(() => undefined);
const cut: ModelError = { code: 'server', detail: '', status: null, retry_after_ms: 0 };

/** A session whose model's endpoint keeps the replies. */
function keeping(over: Parameters<typeof usual>[1] = {}) {
  const script = usual(two, over);
  const model = new KeepingModel((request: ModelRequest) => script(request, 0) as ModelReply | ModelError);
  const world = new World(script);
  world.other = model;
  return { world, model };
}

/** The replies on record, and how often the model was asked. */
const counted = (world: World, model: KeepingModel) => [world.lines('model_reply').length, model.asked.length];

/** Resolves when reply `nth` is being read and the journal has its place. */
async function midway(world: World, model: KeepingModel, nth: number, error: ModelError | null = null) {
  const usually = model.reading;
  await new Promise<void>((reached) => {
    model.reading = (n) => {
      if (n !== nth) return usually(n);
      model.reading = usually;
      reached();
      return error ? Promise.resolve(error) : never;
    };
  });
  await world.journal.flush();
}

test('R12.1 a reply under way when the tab dies is picked up in the next one, and never asked for again', async () => {
  const { world, model } = keeping();
  world.submit('Do it all');
  for (const nth of [1, 2, 3, 4, 5, 6, 7]) {
    await midway(world, model, nth);
    world.reload();
    void world.runner.send({ type: 'plan.continue' });
  }
  await world.untilPhase('completed');
  expect(counted(world, model)).toEqual([7, 7]);
  expect(model.pickedUp).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(world.todos()).toEqual(['Part 1', 'Part 2']);
});

test('R8.1, R12.1 a pause leaves the endpoint writing, and the reply is there on continue', async () => {
  const { world, model } = keeping();
  world.submit('Do it all');
  await midway(world, model, 3);
  void world.runner.send({ type: 'plan.pause' });
  await world.untilPhase('paused');
  expect(model.cancelled).toEqual([]);
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect([counted(world, model), model.pickedUp]).toEqual([[7, 7], [3]]);
});

test.each([1, 2, 4])(
  'R12.1 after an error of the connection the next call picks up reply %i, which is billed once',
  async (nth) => {
    const { world, model } = keeping();
    world.submit('Do it all');
    await midway(world, model, nth, cut);
    await world.untilPhase('completed');
    expect(world.lines('model_error')).toHaveLength(1);
    expect([counted(world, model), model.pickedUp]).toEqual([[7, 7], [nth]]);
  },
);

test('R12.4 where the network is away a reply is picked up when it is back', async () => {
  const { world, model } = keeping();
  world.submit('Do it all');
  world.connectivity.set(false);
  await midway(world, model, 1, { ...cut, code: 'unreachable' });
  await world.until(() => world.runner.current().offline);
  world.connectivity.set(true);
  await world.untilPhase('completed');
  expect(world.lines('model_error')).toEqual([]);
  expect([counted(world, model), model.pickedUp]).toEqual([[7, 7], [1]]);
});

test('R8.1 a stop cancels what the endpoint still writes, also after a reload, and nothing that is on record', async () => {
  for (const reloads of [false, true]) {
    const { world, model } = keeping();
    world.submit('Do it all');
    await midway(world, model, 3);
    if (reloads) world.reload();
    void world.runner.send({ type: 'plan.stop' });
    await world.untilPhase('cancelled');
    await world.until(() => model.cancelled.length > 0, 'a cancellation');
    expect(model.cancelled).toEqual(['resp_3']);
    await world.until(() => world.lines('reply_pending').at(-1)?.pending === null, 'its record');
  }
});

test.each(['skip', 'retry'] as const)(
  'R8.1 a step that is paused in the middle of a reply and then taken up otherwise cancels it: %s',
  async (kind) => {
    const { world, model } = keeping();
    world.submit('Do it all');
    await midway(world, model, 3);
    void world.runner.send({ type: 'plan.pause' });
    await world.untilPhase('paused');
    const step = world.run.plan.steps.find(({ status }) => status === 'running');
    void world.runner.send({ type: 'plan.edit', edit: { kind, id: step?.id ?? '' } });
    await world.until(() => model.cancelled.length > 0, 'a cancellation');
    expect(model.cancelled).toEqual(['resp_3']);
  },
);

test('R8.1 an edit of another step leaves the endpoint writing', async () => {
  const { world, model } = keeping();
  world.submit('Do it all');
  await midway(world, model, 2);
  void world.runner.send({ type: 'plan.edit', edit: { kind: 'skip', id: world.run.plan.steps.at(-1)?.id ?? '' } });
  await world.journal.flush();
  expect(model.cancelled).toEqual([]);
});

test('R8.1 a stop while an error of the connection is waited out cancels the reply, too', async () => {
  const { world, model } = keeping();
  world.submit('Do it all');
  await midway(world, model, 3, { ...cut, retry_after_ms: 100_000 });
  await world.until(() => world.lines('model_error').length === 1);
  void world.runner.send({ type: 'plan.stop' });
  await world.until(() => model.cancelled.length > 0, 'a cancellation');
  expect(model.cancelled).toEqual(['resp_3']);
});

test('R6.4 a reply that content moderation ended is not picked up again: the next “continue” asks anew', async () => {
  let asked = 0;
  const usage = { input: 10, output: 5, estimated: false };
  const filtered = { text: 'Roses are', calls: [], finish: 'filter' as const, usage };
  const { world, model } = keeping({ thought: () => ((asked += 1) === 1 ? filtered : undefined) });
  world.submit('Do it all');
  await world.untilPhase('paused');
  const before = model.asked.length;
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect(model.asked.length).toBeGreaterThan(before);
  expect(model.pickedUp).toEqual([]);
});

test('R12.1 a reply that the endpoint no longer has is asked for anew, once', async () => {
  const { world, model } = keeping();
  world.submit('Do it all');
  await midway(world, model, 3);
  model.forgets = true;
  world.reload();
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect([counted(world, model), model.pickedUp]).toEqual([[7, 8], []]);
});

test('R12.1 the same after an error of the connection: what was asked for anew is picked up in its turn', async () => {
  const { world, model } = keeping();
  world.submit('Do it all');
  await midway(world, model, 3, cut);
  model.forgets = true;
  await midway(world, model, 4);
  world.reload();
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect([counted(world, model), model.pickedUp]).toEqual([[7, 8], [4]]);
});

test('R6.4 a reply that failed for a reason that a person mends is asked for anew on continue', async () => {
  let broke = true;
  const { world, model } = keeping({
    replan: () => (broke ? { code: 'quota', detail: 'Top up.', status: null, retry_after_ms: null } : undefined),
  });
  world.submit('Do it all');
  await world.untilPhase('paused');
  broke = false;
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect([counted(world, model), model.pickedUp]).toEqual([[7, 8], []]);
});

test('R4.7 a reply is read in the protocol in which it was requested, whatever is used since', async () => {
  const { world, model } = keeping();
  world.submit('Do it all');
  await midway(world, model, 2);
  world.protocol = 'json';
  world.reload();
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  const [, second, third] = world.lines('model_reply');
  expect([second?.protocol, third?.protocol]).toEqual(['tools', 'json']);
});

test('R12.1 the place of a reply is one line in the record, and none without background mode', async () => {
  const { world, model } = keeping();
  world.submit('Do it all');
  await world.untilPhase('completed');
  expect(world.lines('reply_pending')).toHaveLength(model.asked.length);
  const plain = new World(usual(two));
  plain.submit('Do it all');
  await plain.untilPhase('completed');
  expect(plain.lines('reply_pending')).toEqual([]);
});
