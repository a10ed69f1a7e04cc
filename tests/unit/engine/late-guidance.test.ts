import { expect, test } from 'vitest';
import type { Run } from '../../../src/task/run.ts';
import type { ModelReply } from '../../../src/task/model-reply.ts';
import type { Settings } from '../../../src/records/settings.ts';
import { usual } from './usual.ts';
import { calls, prose, results, stepOf, textOf, World } from './world.ts';

const wish = 'Make it gluten free!';
const done = () => calls(['finish_task', { response: 'All arranged.' }]);
/** The model revises the plan once it sees the wish, and closes otherwise. */
const revises = (text: string) =>
  text.includes(wish) && !text.includes('Buy gluten free flour')
    ? calls(['update_plan', { plan: ['Buy gluten free flour'] }])
    : done();

/** A world in which the first closing replan waits until `answer` is called. */
function closingWorld(settings: Partial<Settings> = {}) {
  let answer = null as ((reply: ModelReply) => void) | null;
  let held = 0;
  const world = new World(
    usual(['Do one'], {
      replan: (request) => {
        if (held > 0) return revises(textOf(request));
        held += 1;
        return new Promise<ModelReply>((resolve) => (answer = resolve));
      },
    }),
    settings,
  );
  world.submit('Bake a cake');
  return { world, asked: () => world.until(() => answer !== null), answer: () => answer!(done()) };
}

const replans = (world: World) => world.model.requests.filter(({ purpose }) => purpose === 'replan');
const closings = (world: World) =>
  world.lines('message').flatMap((line) => (line.kind === 'closing' ? [line.text] : []));
const say = (world: World) => world.runner.send({ type: 'guidance.add', text: wish });

/** Sends the event once the task is in this phase. */
function onceIn(world: World, phase: Run['phase'], act: () => void): void {
  let isDone = false;
  world.runner.subscribe(({ run }) => {
    if (run?.phase !== phase || isDone) return;
    isDone = true;
    queueMicrotask(act);
  });
}

test.each(['careful', 'balanced', 'economy'] as const)(
  'R3.3 guidance that comes while the closing answer is made leads to one more replan, which sees it (%s)',
  async (thoroughness) => {
    const { world, asked, answer } = closingWorld({ thoroughness });
    await asked();
    void say(world);
    answer();
    await world.untilPhase('completed');
    expect(textOf(replans(world)[0]!)).not.toContain(wish);
    expect(textOf(replans(world)[1]!)).toContain(wish);
    expect(world.run.plan.steps.map((step) => step.description)).toEqual(['Do one', 'Buy gluten free flour']);
    expect(world.statuses()).toEqual(['completed', 'completed']);
    expect(closings(world)).toEqual(['All arranged.']);
  },
);

test('R3.3 a closing answer whose request showed the guidance closes the task', async () => {
  const { world, asked } = closingWorld();
  await asked();
  void world.runner.send({ type: 'plan.pause' });
  void say(world);
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect(replans(world)).toHaveLength(3);
  expect(textOf(replans(world)[1]!)).toContain(wish);
});

/** The effects that the journal has recorded, in order. */
const effects = (world: World) => world.storage.journal('s1').flatMap(({ effect }) => (effect ? [effect] : []));

test('R3.3, R8.2 whenever the tab dies after the closing answer, guidance that it did not see is seen once, and nothing is paid for twice', async () => {
  for (let turns = 0; turns < 12; turns += 1) {
    const { world, asked, answer } = closingWorld();
    await asked();
    void say(world);
    await world.runner.settled();
    answer();
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    world.reload();
    if (world.run.phase === 'paused') void world.runner.send({ type: 'plan.continue' });
    await world.untilPhase('completed');
    expect(world.statuses()).toEqual(['completed', 'completed']);
    expect(closings(world)).toEqual(['All arranged.']);
    expect(new Set(effects(world)).size).toBe(effects(world).length);
  }
});

test('R3.3, R8.2 a stored closing answer that is read only after a reload gives way to guidance it did not see', async () => {
  const { world, asked, answer } = closingWorld();
  await asked();
  void say(world);
  await world.runner.settled();
  const before = structuredClone(world.run);
  answer();
  await world.until(() => world.lines('model_reply').some((line) => line.purpose === 'replan'));
  world.journal.kill();
  await world.storage.transact(async (tables) => void tables.runs.set(before.id, before));
  world.reload();
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['completed', 'completed']);
  expect(textOf(replans(world)[0]!)).not.toContain(wish);
  expect(textOf(replans(world)[1]!)).toContain(wish);
  expect(effects(world).filter((effect) => effect.endsWith('~replan/1'))).toHaveLength(1);
});

test('R3.3 guidance that comes while the end is verified, or as it is reached, is seen by a replan', async () => {
  for (const phase of ['verifying', 'completed'] as const) {
    const world = new World(usual(['Do one'], { replan: (request) => revises(textOf(request)) }));
    onceIn(world, phase, () => say(world));
    world.submit('Bake a cake');
    await world.until((run) => run.phase === 'completed' && run.plan.steps.length === 2, phase);
    expect(world.statuses()).toEqual(['completed', 'completed']);
  }
});

test('R3.3, R3.9 guidance withdraws a closing answer that waits for consent', async () => {
  let asked = 0;
  const world = new World(
    usual(['Do one', 'Do two'], {
      replan: (request) => ((asked += 1) <= 2 ? done() : /^Remaining: 0$/m.test(textOf(request)) ? done() : undefined),
    }),
    { review: true },
  );
  world.submit('Bake a cake');
  await world.untilPhase('reviewing');
  void world.runner.send({
    type: 'plan.edit',
    edit: { kind: 'change', id: 'step_2', change: { description: 'Mine' } },
  });
  void world.runner.send({ type: 'plan.approve' });
  await world.untilPhase('waiting');
  void say(world);
  await world.untilPhase('completed');
  expect(textOf(replans(world)[2]!)).toContain(wish);
  expect(world.statuses()).toEqual(['completed', 'completed']);
});

test('R3.3 guidance that comes while a plan about to be blocked is replanned is answered by another replan', async () => {
  let recovering = 0;
  const world: World = new World(
    usual(
      [
        { id: 'a', description: 'Do a' },
        { id: 'b', description: 'Do b', dependencies: ['a'] },
      ],
      {
        thought: (request) =>
          stepOf(request) === 1 ? calls(['finish_step', { blocked: true, response: 'no' }]) : undefined,
        replan: (request) => {
          if (textOf(request).includes(wish)) return undefined;
          recovering += 1;
          if (recovering === 1) queueMicrotask(() => say(world));
          return calls(['keep_plan', {}]);
        },
      },
    ),
  );
  world.submit('Bake a cake');
  await world.untilPhase('blocked');
  expect(replans(world).some((request) => textOf(request).includes(wish))).toBe(true);
});

test('R3.8 a step tried again while the closing answer is made is done before the plan closes', async () => {
  let fails = true;
  let answer = null as ((reply: ModelReply) => void) | null;
  const world = new World(
    usual(['Do one', 'Do two'], {
      thought: (request) =>
        fails && stepOf(request) === 1 && results(request).length === 0
          ? calls(['finish_step', { blocked: true, response: 'no' }])
          : undefined,
      replan: (request) =>
        answer === null && /^Remaining: 0$/m.test(textOf(request))
          ? new Promise<ModelReply>((resolve) => (answer = resolve))
          : undefined,
    }),
  );
  world.submit('Bake a cake');
  await world.until(() => answer !== null);
  fails = false;
  void world.runner.send({ type: 'plan.edit', edit: { kind: 'retry', id: 'step_1' } });
  answer!(done());
  await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['completed', 'completed']);
  expect(closings(world)).toEqual(['All done.']);
});

test('R3.8 a step accepted while the end is verified leads to a new closing answer, not to an empty one', async () => {
  let asked = 0;
  const world: World = new World(
    usual(['Do one', 'Do two'], {
      thought: (request) =>
        stepOf(request) === 2 && results(request).length === 0
          ? calls(['finish_step', { blocked: true, response: 'no' }])
          : undefined,
      replan: (request) => (/^Remaining: 0$/m.test(textOf(request)) ? ((asked += 1), done()) : undefined),
    }),
  );
  onceIn(world, 'verifying', () =>
    world.runner.send({ type: 'plan.edit', edit: { kind: 'accept', id: 'step_2', result: 'Did it' } }),
  );
  world.submit('Bake a cake');
  await world.untilPhase('completed');
  expect(closings(world)).toEqual(['All arranged.']);
  expect(asked).toBe(2);
});

test.each(['auto', 'never', 'always'] as const)(
  'R3.3 guidance that comes while a plain answer is made is answered, too (planning %s)',
  async (planning) => {
    let isSent = false;
    const world: World = new World(
      (request) => {
        if (textOf(request).includes(wish)) return prose('A cake without gluten.');
        const isAnswer = planning !== 'always' || request.tools.length === 0;
        if (isAnswer && !isSent) queueMicrotask(() => say(world));
        isSent ||= isAnswer;
        return prose('A cake.');
      },
      { planning },
    );
    world.submit('Which cake do you like?');
    await world.untilPhase('answered');
    expect(world.lines('message').at(-1)).toMatchObject({ kind: 'reply', text: 'A cake without gluten.' });
    expect(world.lines('message').filter((line) => line.kind === 'reply')).toHaveLength(1);
    const recorded = effects(world);
    expect(new Set(recorded).size).toBe(recorded.length);
  },
);

test('R8.6 a stop that comes while the closing answer is made closes the task with its results', async () => {
  for (const paused of [false, true]) {
    const { world, asked, answer } = closingWorld();
    await asked();
    if (paused) void world.runner.send({ type: 'plan.pause' });
    void world.runner.send({ type: 'plan.stop' });
    await world.untilPhase('completed');
    answer();
    expect(closings(world)).toHaveLength(1);
    expect(closings(world)[0]).toContain('✓ Do one');
    expect(world.lines('task_end')).toMatchObject([
      { status: 'completed', tone: 'green', written: [{ store: 'todos', n: 1 }] },
    ]);
    expect(replans(world)).toHaveLength(1);
  }
});
