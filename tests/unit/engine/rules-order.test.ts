import { expect, test } from 'vitest';
import { leafSteps } from '../../../src/plan/leaf-steps.ts';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { planErrors } from '../../../src/plan/plan.ts';
import { resolveReferences } from '../../../src/plan/references.ts';
import { defaultLimits } from '../../../src/values/limits.ts';
import type { Step } from '../../../src/plan/step.ts';
import { imported } from './imported.ts';
import { purposes, usual } from './usual.ts';
import { calls, prose, results, stepOf, textOf, World } from './world.ts';

const step = (id: string, dependencies: string[] = [], more: object = {}) => ({
  id,
  description: `Do ${id}`,
  dependencies,
  ...more,
});
const subPlan = (steps: Step[]) => ({ plan: { goal: 'A part', status: 'planning' as const, steps } });

/** The most steps that ran at one time, and which followed which. */
function watched(world: World) {
  const seen = { most: 0, order: [] as string[] };
  world.runner.subscribe(({ run }) => {
    const running = leafSteps(run?.plan.steps ?? []).filter((each) => each.status === 'running');
    seen.most = Math.max(seen.most, running.length);
    for (const each of running) if (!seen.order.includes(each.id)) seen.order.push(each.id);
  });
  return seen;
}

test('R7.1 without dependencies steps run one after another, in the order of the list', async () => {
  const world = new World(usual(['Do one', 'Do two', 'Do three']));
  const seen = watched(world);
  world.submit('Do it all');
  await world.untilPhase('completed');
  expect(seen).toEqual({ most: 1, order: ['step_1', 'step_2', 'step_3'] });
});

test('R7.1 a reference to another step’s result declares a dependency, and with one the free steps run together', async () => {
  const world = new World(
    usual([
      step('a'),
      step('b'),
      { id: 'c', description: 'Do c', tool: 'todo', parameters: { action: 'add', title: '${a.result.title}' } },
    ]),
  );
  const seen = watched(world);
  world.submit('Do it all');
  await world.untilPhase('completed');
  expect(seen.most).toBe(2);
  expect(world.run.plan.steps[2]?.dependencies).toEqual(['step_1']);
});

test('R7.1 no more steps run at once than the settings allow', async () => {
  for (const max_parallel_steps of [1, 2, 3, 5]) {
    const free = ['a', 'b', 'c', 'd', 'e'];
    const world = new World(usual([...free.map((id) => step(id)), step('z', free)]), {
      limits: { ...defaultLimits, max_parallel_steps },
    });
    const seen = watched(world);
    world.submit('Do it all');
    await world.untilPhase('completed');
    expect(seen.most).toBe(max_parallel_steps);
    expect(seen.order.at(-1)).toBe('step_6');
  }
});

test('R7.1 each step’s own rounds stay in order while others run', async () => {
  const free = ['a', 'b', 'c'];
  const world = new World(usual([...free.map((id) => step(id)), step('z', free)]));
  world.submit('Do it all');
  await world.untilPhase('completed');
  for (const id of ['step_1', 'step_2', 'step_3', 'step_4']) {
    const rounds = world.storage.journal('s1').filter((entry) => entry.effect?.includes(`/${id}/`));
    expect(rounds.map(({ effect }) => Number(effect!.split('/').at(-1)))).toEqual(rounds.map((_, at) => at + 1));
  }
});

test('R7.2 a step waits for all it needs; one whose dependency failed is blocked, and skipped when the plan ends without it', async () => {
  const seen: string[][] = [];
  const world = new World(
    usual([step('a'), step('b', ['a']), step('c', ['b']), step('d')], {
      thought: (request) =>
        stepOf(request) === 1 ? calls(['finish_step', { blocked: true, response: 'no' }]) : undefined,
      replan: (request) => (/^Remaining: 0$/m.test(textOf(request)) ? undefined : calls(['keep_plan', {}])),
    }),
    { limits: { ...defaultLimits, max_replans: 5 } },
  );
  world.runner.subscribe(({ run }) => run && seen.push(run.plan.steps.map((each) => each.status)));
  world.submit('Do it all');
  await world.untilPhase('blocked');
  expect(world.statuses()).toEqual(['failed', 'blocked', 'blocked', 'completed']);
  expect(seen.some(([, b, c]) => b === 'running' || c === 'running')).toBe(false);
  expect(world.lines('recovery').length).toBeGreaterThan(0);
  void world.runner.send({ type: 'plan.stop' });
  expect(world.statuses()).toEqual(['failed', 'skipped', 'skipped', 'completed']);
});

test('R7.2 a step whose dependency was skipped is blocked, and runs once the person lets what it needs run', async () => {
  const world = new World(usual([step('a'), step('b'), step('c', ['b'])]), { review: true });
  world.submit('Do it all');
  await world.untilPhase('reviewing');
  void world.runner.send({ type: 'plan.edit', edit: { kind: 'skip', id: 'step_2' } });
  expect(world.statuses()).toEqual(['pending', 'skipped', 'blocked']);
  void world.runner.send({ type: 'plan.edit', edit: { kind: 'retry', id: 'step_2' } });
  expect(world.statuses()).toEqual(['pending', 'pending', 'pending']);
  void world.runner.send({ type: 'plan.approve' });
  await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['completed', 'completed', 'completed']);
});

const faulty: [name: string, plan: object[], named: string, fault: string][] = [
  ['a circle', [step('a', ['b']), step('b', ['a'])], 'The dependencies form a circle', 'circle'],
  [
    'a dependency that is no step',
    [step('a'), step('b', ['nobody'])],
    'plan[1].dependencies names "nobody"',
    'no_dependency',
  ],
  [
    'a reference to no step',
    [step('a', [], { tool: 'todo', parameters: { title: '${x.result}' } })],
    'plan[0].parameters refers to "x"',
    'no_reference',
  ],
  ['a tool that does not exist', [step('a', [], { tool: 'teleport' })], 'there is no tool "teleport"', 'no_tool'],
  ['two steps of one id', [step('a'), step('a')], 'Two steps have the id "a"', 'same_id'],
];

test.each(faulty)('R7.3 %s is named to the model once, and a mended plan runs', async (_, plan, named) => {
  const world = new World(
    usual(plan, {
      plan: (request) => (expect(textOf(request)).toContain(named), calls(['create_plan', { plan: ['Do it'] }])),
    }),
  );
  world.submit('Do it');
  const run = await world.untilPhase('completed');
  expect(purposes(world.model.requests).slice(0, 3)).toEqual(['intake', 'plan', 'thought']);
  expect(run.plan.step_count).toBe(4);
});

test.each(faulty)(
  'R7.3 %s that stays is mended by rule and shown to the person before anything is spent',
  async (_, plan, __, fault) => {
    const world = new World(usual(plan));
    world.submit('Do it');
    const run = await world.untilPhase('reviewing');
    expect(run.plan.step_count).toBe(0);
    expect(purposes(world.model.requests)).toEqual(['intake', 'plan']);
    expect(world.lines('notice')).toMatchObject([{ code: 'plan_mended', params: { fault } }]);
    expect(planErrors(run.plan)).toEqual([]);
    void world.runner.send({ type: 'plan.approve' });
    await world.untilPhase('completed');
  },
);

test('R7.3 a replan with such a fault is named once, too, then mended and told', async () => {
  let asked = 0;
  const world = new World(
    usual(['Do one', 'Do two'], {
      replan: () => ((asked += 1) <= 2 ? calls(['update_plan', { plan: [step('x', ['nobody'])] }]) : undefined),
    }),
  );
  world.submit('Do it');
  await world.untilPhase('completed');
  expect(world.lines('planning_retry')).toHaveLength(1);
  expect(world.lines('notice')).toMatchObject([{ code: 'plan_mended' }]);
  expect(world.run.plan.steps.map((each) => each.description)).toEqual(['Do one', 'Do x']);
});

test('R7.4 a deadlock is found at once, named step by step, and goes to recovery, which can mend it', async () => {
  const world = new World(
    usual([step('a'), step('b', ['a']), step('c', ['b'])], {
      thought: (request) =>
        /Do a$/m.test(textOf(request)) ? calls(['finish_step', { blocked: true, response: 'no' }]) : undefined,
      replan: (request) => {
        const all = textOf(request);
        if (all.includes('No remaining step can run')) return calls(['update_plan', { plan: ['Do without'] }]);
        return /^Remaining: 0$/m.test(all) ? undefined : calls(['keep_plan', {}]);
      },
    }),
    { limits: { ...defaultLimits, max_replans: 9 } },
  );
  world.submit('Do it all');
  await world.untilPhase('blocked', 'completed');
  if (world.run.phase === 'blocked') void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  const deadlock = world.lines('recovery').find((line) => String(line.reason).includes('Do b'));
  expect(deadlock?.reason).toBe('Do b; Do c');
  expect(world.lines('replanned').some((line) => line.cause === 'deadlock' && line.outcome === 'replanned')).toBe(true);
});

const done = (id: string, output: unknown, result = 'in words') =>
  ({ ...newStep(id, id), status: 'completed', output, result }) as Step;

test('R7.5 references are replaced by outputs: one that stands alone keeps its type, within text it becomes text', () => {
  const steps = [done('step_1', { rows: [{ n: 5 }], name: 'Ann', on: true, none: null }), done('step_2', undefined)];
  const resolve = (value: unknown) => resolveReferences(value, steps);
  expect(resolve({ all: '${step_1.result}' })).toEqual({ ok: true, value: { all: steps[0]!.output } });
  expect(resolve(['${step_1.result.rows[0].n}', '${step_1.result.rows.0.n}', '${step_1.result.on}'])).toEqual({
    ok: true,
    value: [5, 5, true],
  });
  expect(resolve('Hello ${step_1.result.name}, ${step_1.result.rows}!')).toEqual({
    ok: true,
    value: 'Hello Ann, [{"n":5}]!',
  });
  expect(resolve('${step_2.result}')).toEqual({ ok: true, value: 'in words' });
  expect(resolve('${step_1.result.none}')).toEqual({ ok: true, value: null });
});

test('R7.5 an unknown reference is an error that names it, not an empty string', async () => {
  const steps = [done('step_1', { a: 1 }), { ...newStep('step_2', 'two') }];
  for (const lost of [
    '${step_9.result}',
    '${step_1.result.b}',
    '${step_1.result.a.b}',
    '${step_2.result}',
    '${step_1.result.constructor}',
  ])
    expect(resolveReferences({ title: `x ${lost}` }, steps)).toEqual({ ok: false, reference: lost });

  const world = new World(
    usual(['Do one'], {
      thought: (request) =>
        results(request).length === 0
          ? calls(['todo', { action: 'add', title: '${step_7.result}' }])
          : calls(['finish_step', { response: 'ok' }]),
    }),
  );
  world.submit('Do it');
  await world.untilPhase('completed');
  expect(world.lines('tool_result')[0]?.result).toMatchObject({
    ok: false,
    text: expect.stringContaining('${step_7.result}') as string,
  });
  expect(world.todos()).toEqual([]);
});

test('R7.5 results flow through direct steps', async () => {
  const world = new World(
    usual([
      step('a', [], { tool: 'todo', parameters: { action: 'add', title: 'Bread' } }),
      step('b', [], { tool: 'todo', parameters: { action: 'add', title: 'More ${a.result.title}' } }),
      step('c', [], { tool: 'todo', parameters: { action: 'complete', id: '${a.result.id}' } }),
    ]),
    { thoroughness: 'balanced' },
  );
  world.submit('Do it all');
  await world.untilPhase('completed');
  expect(world.todos()).toEqual(['Bread', 'More Bread']);
  expect([...world.storage.tables.todos.values()].map((todo) => todo.done)).toEqual([true, false]);
});

test('R7.5 a reference implies a dependency in the person’s own edits and in imports, too', async () => {
  const world = new World(usual(['Do one', 'Do two']), { review: true });
  world.submit('Do it');
  await world.untilPhase('reviewing');
  const change = { tool: 'todo', parameters: { action: 'add', title: '${step_1.result.title}' } };
  void world.runner.send({ type: 'plan.edit', edit: { kind: 'change', id: 'step_2', change } });
  expect(world.run.plan.steps[1]?.dependencies).toEqual(['step_1']);

  const second = new World(usual([]));
  imported(second, [
    { id: 'a' },
    { id: 'b', tool: 'todo', parameters: { action: 'add', title: '${a.result.title}' } },
    { id: 'c' },
  ]);
  expect(second.run.plan.steps.map((each) => each.dependencies)).toEqual([[], ['a'], []]);
});

test('R7.6 the order of the list decides which of several ready steps starts first', async () => {
  const world = new World(usual([step('a'), step('b'), step('c'), step('z', ['a'])]), {
    review: true,
    limits: { ...defaultLimits, max_parallel_steps: 1 },
  });
  const seen = watched(world);
  world.submit('Do it all');
  await world.untilPhase('reviewing');
  void world.runner.send({ type: 'plan.edit', edit: { kind: 'move', id: 'step_3', to: 0 } });
  void world.runner.send({ type: 'plan.approve' });
  await world.untilPhase('completed');
  expect(seen.order).toEqual(['step_3', 'step_1', 'step_2', 'step_4']);
});

test('R8.5 a step that was running when its plan was imported begins with a line of its own, once, and is done once', async () => {
  const world: World = new World(
    usual([], {
      thought: (request) => {
        if (stepOf(request) === 2 && world.run.pause?.code !== 'person' && results(request).length === 0)
          queueMicrotask(() => queueMicrotask(() => world.runner.send({ type: 'plan.pause' })));
        return undefined;
      },
    }),
  );
  imported(world, [
    { id: 'a', status: 'completed', attempts: 1 },
    { id: 'b', status: 'running', attempts: 1 },
    { id: 'c' },
  ]);
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('paused');
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect(world.lines('plan_step_start')).toEqual([
    { type: 'plan_step_start', index: 2, total: 3, description: 'Do b' },
    { type: 'plan_step_start', index: 3, total: 3, description: 'Do c' },
  ]);
  expect(world.run.plan.steps.map(({ status, attempts }) => [status, attempts])).toEqual([
    ['completed', 1],
    ['completed', 1],
    ['completed', 1],
  ]);
});

const inner = (id: string, dependencies: string[] = []): Step => ({ ...newStep(id, `Inner ${id}`), dependencies });

test('R2.8 a sub-plan runs to completion before its step counts as done, three levels deep', async () => {
  const deep = { ...inner('y'), ...subPlan([inner('u'), { ...inner('v'), ...subPlan([inner('w')]) }]) };
  const world = new World(usual([]));
  imported(world, ['Do first', { id: 'group', ...subPlan([inner('x'), deep]) }, 'Do last']);
  const seen = watched(world);
  void world.runner.send({ type: 'plan.continue' });
  const run = await world.untilPhase('completed');
  expect(seen).toEqual({ most: 1, order: ['step_1', 'group/x', 'group/y/u', 'group/y/v/w', 'step_3'] });
  expect(world.statuses()).toEqual(['completed', 'completed', 'completed']);
  expect(run.plan.steps[1]?.plan).toMatchObject({
    status: 'completed',
    steps: [{ status: 'completed' }, { status: 'completed' }],
  });
  const begun = world.lines('plan_step_start');
  expect(begun.map((line) => line.type === 'plan_step_start' && [line.index, line.number, line.outer])).toEqual([
    [1, undefined, undefined],
    ...['2.1', '2.2.1', '2.2.2.1'].map((number) => [2, number, run.plan.steps[1]?.description]),
    [3, undefined, undefined],
  ]);
  expect(planErrors(run.plan)).toEqual([]);
});

test('R2.8 what depends on a step with a sub-plan waits for all of it, wherever it stands in the list', async () => {
  const group = { id: 'group', ...subPlan([inner('x'), inner('y', ['x'])]) };
  const world = new World(usual([]));
  imported(world, [{ id: 'after', dependencies: ['group'] }, group, { id: 'free' }]);
  const seen = watched(world);
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect(seen.order.indexOf('after')).toBeGreaterThan(seen.order.indexOf('group/y'));
  expect(seen.most).toBe(2);
});

test('R2.8 an order within a sub-plan is no order of the plan around it', async () => {
  const world = new World(usual([]));
  imported(world, ['Do first', { id: 'group', ...subPlan([inner('x'), inner('y', ['x'])]) }, 'Do last']);
  const seen = watched(world);
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect(seen).toEqual({ most: 1, order: ['step_1', 'group/x', 'group/y', 'step_3'] });
});

test('R2.8 a sub-plan is paused and found again in the middle, and nothing of it is done twice', async () => {
  for (let death = 1; death <= 9; death += 1) {
    let asked = 0;
    const script = usual([]);
    const world: World = new World((request, index) => {
      asked += 1;
      if (asked !== death) return script(request, index);
      if (death % 2 === 0) {
        void world.runner.send({ type: 'plan.pause' });
        return script(request, index);
      }
      queueMicrotask(() => world.reload());
      return new Promise(() => undefined);
    });
    imported(world, ['Do first', { id: 'group', ...subPlan([inner('x'), inner('y')]) }]);
    void world.runner.send({ type: 'plan.continue' });
    await world.until((run) => run.phase === 'paused' || run.phase === 'completed');
    if (world.run.phase === 'paused') void world.runner.send({ type: 'plan.continue' });
    await world.untilPhase('completed');
    expect(world.todos()).toEqual(['Part 1', 'Part 2', 'Part 2']);
    expect(world.statuses()).toEqual(['completed', 'completed']);
  }
});

test('R2.8 a failure within fails the step, skips what can never run, and trying the step again tries only what was not done', async () => {
  let bad = true;
  const world = new World(
    usual([], {
      thought: (request) =>
        bad && textOf(request).includes('Inner y') && /Step 1\/\d: Inner y/.test(textOf(request))
          ? calls(['finish_step', { blocked: true, response: 'no' }])
          : undefined,
    }),
  );
  imported(world, [{ id: 'group', ...subPlan([inner('x'), inner('y', ['x']), inner('z', ['y'])]) }, { id: 'other' }]);
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  const within = () => world.run.plan.steps[0]?.plan?.steps.map((each) => each.status);
  expect(world.statuses()).toEqual(['failed', 'completed']);
  expect(within()).toEqual(['completed', 'failed', 'skipped']);
  bad = false;
  void world.runner.send({ type: 'plan.edit', edit: { kind: 'retry', id: 'group' } });
  expect(within()?.[0]).toBe('completed');
  await world.until((run) => run.phase === 'completed' && run.plan.steps[0]?.status === 'completed');
  expect(within()).toEqual(['completed', 'completed', 'completed']);
  expect(world.run.plan.steps[0]?.plan?.steps.map((each) => each.attempts)).toEqual([1, 2, 1]);
});

test('R2.8 a skipped step takes its sub-plan with it', async () => {
  const world = new World(usual([]));
  imported(world, [{ id: 'group', ...subPlan([inner('x'), inner('y')]) }, { id: 'other' }]);
  void world.runner.send({ type: 'plan.edit', edit: { kind: 'skip', id: 'group' } });
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['skipped', 'completed']);
  expect(world.todos()).toEqual(['Part 2']);
});

test('R7.5, R2.8 within a sub-plan a reference names the steps beside it first', async () => {
  const add = (title: string) => ({ tool: 'todo', parameters: { action: 'add', title } });
  const world = new World(usual([], { thought: () => prose('not asked') }), { thoroughness: 'balanced' });
  imported(world, [
    { id: 'a', ...add('Outer') },
    {
      id: 'group',
      ...subPlan([
        { ...inner('b'), ...add('Inner') },
        { ...inner('c'), ...add('${b.result.title} and ${a.result.title}') },
      ]),
    },
  ]);
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('completed');
  expect(world.todos()).toEqual(['Outer', 'Inner', 'Inner and Outer']);
});
