import { expect, test } from 'vitest';
import * as z from 'zod';
import type { ModelError } from '../../../src/task/model-reply.ts';
import { toolSuccess } from '../../../src/task/tool-result.ts';
import { MemoryJournal } from '../../fakes/memory-journal.ts';
import { unrestrictedAccess, type Tool } from '../../../src/tools/tool.ts';
import { purposes, usual } from './usual.ts';
import { calls, results, stepOf, textOf, World } from './world.ts';

const three = ['Do one', 'Do two', 'Do three'];
const never = new Promise<never>(() => undefined);
const unreachable: ModelError = { code: 'unreachable', detail: '', status: null, retry_after_ms: null };

async function quiet(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('R12.3 work that comes from another tab goes on without a word, and nothing is asked for twice', async () => {
  let held = true;
  const world = new World(
    usual(three, {
      thought: (request) => (held && stepOf(request) === 2 && results(request).length === 1 ? never : undefined),
    }),
  );
  world.submit('Do it all');
  await world.until(() => world.model.requests.length === 6);
  held = false;
  world.handOver();
  await world.untilPhase('completed');
  expect(world.todos()).toEqual(['Part 1', 'Part 2', 'Part 3']);
  expect(world.lines('pause')).toEqual([]);
  expect(world.lines('resume')).toEqual([]);
  const thoughts = purposes(world.model.requests).filter((purpose) => purpose === 'thought');
  expect(thoughts).toHaveLength(7);
});

test('R12.3 a task that stood still stands still in the other tab, too', async () => {
  const world = new World(usual(three, { thought: () => never }));
  world.submit('Do it all');
  await world.untilPhase('executing');
  void world.runner.send({ type: 'plan.pause' });
  await world.runner.settled();
  world.handOver();
  await quiet();
  expect(world.run.phase).toBe('paused');
});

test('R12.3 a tab that has been overtaken stops, writes nothing any more, and says so once', async () => {
  const world = new World(usual(three, { thought: () => never }));
  world.submit('Do it all');
  await world.untilPhase('executing');
  const old = world.runner;
  const lines = world.storage.journal('s1').length;
  await new MemoryJournal('s1', world.storage).claim();
  void old.send({ type: 'plan.pause' });
  await expect(old.settled()).rejects.toThrow('Another tab works');
  expect(world.storage.journal('s1')).toHaveLength(lines);
  expect(world.overtaken).toBe(1);
});

test('R12.3 a tab that had closed the session and is back at work on it hears nothing of what comes too late from before', async () => {
  const world = new World(usual(three, { thought: () => never }));
  world.submit('Do it all');
  await world.untilPhase('executing');
  const before = world.journal;
  const late = world.runner;
  void late.close();
  await new MemoryJournal('s1', world.storage).claim();
  expect(await late.note({ type: 'message', kind: 'notice', text: 'Too late' })).toBe(false);
  before.stage({ entries: [] });
  await expect(before.flush()).rejects.toThrow('Another tab works');
  await quiet();
  expect(world.overtaken).toBe(0);
});

test.each(['my answer is blue', 'my precious guidance words'])(
  'R12.4 words of the person that cannot be stored change nothing: “%s”',
  async (text) => {
    const isAnswer = text.includes('answer');
    const world = new World(
      usual(three, {
        thought: (request) =>
          stepOf(request) === 2 && !textOf(request).includes(text)
            ? isAnswer
              ? calls(['ask_user', { question: 'Which colour?' }])
              : never
            : undefined,
      }),
    );
    world.submit('Do it all');
    await world.until(() =>
      isAnswer
        ? world.runner.current().run?.phase === 'waiting'
        : world.model.requests.some((request) => request.purpose === 'thought' && stepOf(request) === 2),
    );
    const say = () =>
      world.runner.send(
        { type: isAnswer ? 'question.answer' : 'guidance.add', text },
        { type: 'message', kind: isAnswer ? 'answer' : 'guidance', text },
      );
    world.storage.refusal = new Error('The disk is full.');
    const { events, question } = world.run;
    expect(await Promise.all([say(), say()])).toEqual([false, false]);
    expect(world.run).toMatchObject({ phase: 'paused', pause: { code: 'storage' }, events, question });
    expect(await say()).toBe(false);
    world.storage.refusal = null;
    expect(await say()).toBe(true);
    expect(world.lines('message').filter((said) => said.text === text)).toHaveLength(1);
    expect(JSON.stringify(world.run.events).split(text)).toHaveLength(2);
    expect(await world.runner.send({ type: 'plan.continue' })).toBe(true);
    expect(world.run.question).toBeNull();
  },
);

test('R12.4 a goal that cannot be stored leaves the session as it was', async () => {
  const world = new World(() => never);
  const goal = () =>
    world.runner.send(
      { type: 'goal.submit', goal: 'Plan it', run: 'r1', plan: 'p1' },
      { type: 'message', kind: 'goal', text: 'Plan it' },
    );
  world.storage.refusal = new Error('The disk is full.');
  expect([await goal(), world.runner.current().run]).toEqual([false, null]);
  world.storage.refusal = null;
  expect([await goal(), world.run.phase, world.lines('message').length]).toEqual([true, 'intake', 1]);
});

test('R12.4 without a network a call of the model waits, is not counted as a try, and goes on by itself', async () => {
  let fails = 0;
  const world: World = new World(
    usual(three, {
      thought: (request) => {
        if (stepOf(request) !== 2 || results(request).length > 0 || world.connectivity.isOnline()) return undefined;
        fails += 1;
        return unreachable;
      },
      replan: () => {
        if (world.run.plan.steps[0]?.status === 'completed' && fails === 0) world.connectivity.set(false);
        return undefined;
      },
    }),
  );
  world.submit('Do it all');
  await world.until(() => fails === 1);
  await quiet();
  expect(world.runner.current().offline).toBe(true);
  expect(world.run.phase).toBe('executing');
  const spent = world.run.plan.step_count;
  world.connectivity.set(true);
  await world.untilPhase('completed');
  expect(world.runner.current().offline).toBe(false);
  expect(world.lines('model_error')).toEqual([]);
  expect(world.run.plan.step_count - spent).toBe(7);
  expect(world.todos()).toEqual(['Part 1', 'Part 2', 'Part 3']);
});

test('R12.4 a page that cannot be read for want of a network is read when it is back', async () => {
  const url = 'https://example.org/page';
  const world = new World(
    usual(['Fetch it'], {
      thought: (request) =>
        results(request).length === 0 ? calls(['fetch', { url }]) : calls(['finish_step', { response: 'read' }]),
    }),
    { allowed_origins: ['https://example.org'] },
  );
  world.connectivity.set(false);
  world.submit('Read it');
  await world.until(() => world.network.requested.length === 1);
  await quiet();
  expect(world.runner.current().offline).toBe(true);
  world.network.page(url, { body: 'a page', type: 'text/plain' });
  world.connectivity.set(true);
  await world.untilPhase('completed');
  expect(world.lines('tool_result')).toHaveLength(1);
  expect(world.network.requested).toHaveLength(2);
});

test('R12.4 a pause ends the waiting for the network', async () => {
  const world = new World(usual(three, { thought: () => unreachable }));
  world.connectivity.set(false);
  world.submit('Do it all');
  await world.until(() => world.runner.current().offline);
  void world.runner.send({ type: 'plan.pause' });
  await quiet();
  expect(world.runner.current().offline).toBe(false);
  expect(world.run.phase).toBe('paused');
});

test('R6.2 an endpoint that has answered before and is out of reach is tried again; one that never has pauses the plan', async () => {
  const known = new World(usual(three, { thought: () => unreachable }));
  known.submit('Do it all');
  await known.until(() => known.lines('model_error').length === 1);
  expect(known.run.phase).toBe('executing');
  const unknown = new World(() => unreachable);
  unknown.submit('Do it all');
  await unknown.untilPhase('paused');
  expect(unknown.run.pause).toMatchObject({ code: 'endpoint', error: { code: 'unreachable' } });
});

/** A call that must not be made twice, such as a payment; `answers` says whether it comes back. */
function post(answers: () => boolean) {
  const made: string[] = [];
  const input = z.object({ to: z.string() });
  const tool: Tool<typeof input> = {
    name: 'post',
    description: 'Sends a message.',
    input,
    place: 'remote',
    repeatable: () => false,
    reads: () => false,
    access: () => ({ ...unrestrictedAccess, subject: 'a message to Ada' }),
    run: async ({ to }) => {
      made.push(to);
      if (!answers()) return never;
      return { result: toolSuccess(`Sent to ${to}.`) };
    },
  };
  return { tool: tool as unknown as Tool, made };
}

const posting = usual(['Send it'], {
  thought: (request) =>
    results(request).length === 0
      ? calls(['post', { to: 'Ada' }])
      : calls(['finish_step', { response: results(request).join(' ') }]),
});

/** A task that asks whether to repeat a call that was cut off; `goOn` cuts it off once more. */
async function inDoubt(answers: () => boolean, cutOff: (world: World) => void = (world) => world.reload()) {
  const { tool, made } = post(answers);
  const world = new World(posting, {}, [tool]);
  world.submit('Send it');
  await world.until(() => made.length === 1);
  const goOn = async () => {
    cutOff(world);
    void world.runner.send({ type: 'plan.continue' });
    await world.untilPhase('waiting');
  };
  await goOn();
  return { world, made, goOn };
}

test('R12.1 a call that must not be made twice and was under way when the tab died is not repeated unasked', async () => {
  let answers = false;
  const { world, made } = await inDoubt(() => answers);
  expect(made).toEqual(['Ada']);
  const [approval] = world.run.approvals;
  expect(approval?.access).toMatchObject({ rule: 'in_doubt', subject: 'a message to Ada' });

  answers = true;
  void world.runner.send({ type: 'approval.decide', effect: approval!.effect, decision: 'once' });
  await world.untilPhase('completed');
  expect(made).toEqual(['Ada', 'Ada']);
});

test('R12.1 where the person leaves it, the model is told that it may have happened, and it is not made again', async () => {
  const { world, made } = await inDoubt(() => false);
  void world.runner.send({ type: 'approval.decide', effect: world.run.approvals[0]!.effect, decision: 'deny' });
  await world.untilPhase('completed');
  expect(made).toEqual(['Ada']);
  expect(JSON.stringify(world.lines('tool_result'))).toContain('may or may not have been carried out');
});

test('R12.1 a second death in doubt asks a second time', async () => {
  const { world, made, goOn } = await inDoubt(() => false);
  void world.runner.send({ type: 'approval.decide', effect: world.run.approvals[0]!.effect, decision: 'once' });
  await world.until(() => made.length === 2);
  await goOn();
  expect(made).toHaveLength(2);
  expect(world.run.approvals.filter(({ decision }) => decision === null)).toHaveLength(1);
});

test('R12.1 a pause during such a call leaves it in doubt, too', async () => {
  const { made } = await inDoubt(
    () => false,
    (world) => world.runner.send({ type: 'plan.pause' }),
  );
  expect(made).toHaveLength(1);
});
