import { expect, test, vi } from 'vitest';
import { maxCallsOfReply } from '../../../src/task/decision.ts';
import { budgetLimit } from '../../../src/task/budget.ts';
import { Run, toStoredRun } from '../../../src/task/run.ts';
import { defaultLimits } from '../../../src/values/limits.ts';
import type { LanguageModel } from '../../../src/ports/language-model.ts';
import { type Script, ScriptedModel } from '../../fakes/scripted-model.ts';
import { imported } from './imported.ts';
import { purposes, usual } from './usual.ts';
import { calls, prose, results, stepOf, textOf, World } from './world.ts';

const three = ['Do one', 'Do two', 'Do three'];
const steps = (count: number) => Array.from({ length: count }, (_, at) => `Do ${at + 1}`);

test('R5.1 a reply that cannot be used counts; planning, asking, waiting and commands count nothing', async () => {
  let broken = true;
  const world: World = new World(
    usual(['Do one'], {
      plan: () => undefined,
      intake: () => calls(['create_plan', { plan: [{ nonsense: true }] }]),
      thought: (request) => {
        if (!textOf(request).includes('answered: Yes')) return calls(['ask_user', { question: 'Sure?' }]);
        if (!broken) return undefined;
        broken = false;
        return calls(['keep_plan', {}]);
      },
    }),
  );
  world.submit('Do it');
  await world.untilPhase('waiting');
  void world.runner.note({ type: 'message', kind: 'command', text: '/view today' });
  expect(world.run.plan.step_count).toBe(1);
  void world.runner.send({ type: 'question.answer', text: 'Yes' });
  const run = await world.untilPhase('completed');
  // ask, replan, broken thought, done, replan
  expect(run.plan.step_count).toBe(5);
  expect(run.plan.iteration_count).toBe(3);
});

test('R5.1 a replan that breaks its contract counts, and so does each repair', async () => {
  let broken = 2;
  const world = new World(usual(['Do one'], { replan: () => ((broken -= 1) >= 0 ? calls(['todo', {}]) : undefined) }));
  world.submit('Do it');
  const run = await world.untilPhase('completed');
  expect(run.plan.step_count).toBe(2 + 1 + 3);
});

test('R5.2 the limit is looked at before each thought, tool and replan: exactly that many run, and not one more', async () => {
  for (let max = 12; max <= 20; max += 1) {
    const world = new World(
      usual(['Do one', 'Do two'], { replan: (_, index) => calls(['update_plan', { plan: [`Do more ${index}`] }]) }),
      {
        limits: { ...defaultLimits, max_steps: max },
      },
    );
    world.submit('Do it all');
    const run = await world.untilLimit();
    expect(run.pause).toEqual({ code: 'limit', limit: budgetLimit(run, world.settings.limits) });
    expect(run.plan.step_count).toBe(budgetLimit(run, world.settings.limits));
    const paid = purposes(world.model.requests).filter((purpose) => purpose !== 'intake').length;
    expect(paid + world.lines('tool_result').length).toBe(run.plan.step_count);
  }
});

test('R5.2, R7.3 parallel steps reserve their units from one ledger and never overdraw it, across reloads, too', async () => {
  const plan = [
    ...['a', 'b', 'c'].map((id) => ({ id, description: `Do ${id}` })),
    { id: 'd', description: 'Do d', dependencies: ['a', 'b', 'c'] },
  ];
  const world: World = new World(
    usual(plan, {
      thought: async (_, index) => {
        await new Promise((resolve) => setImmediate(resolve));
        return calls(['todo', { action: 'add', title: `Thing ${index}` }]);
      },
    }),
    { limits: { ...defaultLimits, max_steps: 5, max_step_tool_calls: 100 } },
  );
  let most = 0;
  const watch = () =>
    world.runner.subscribe(({ run }) => {
      if (run) most = Math.max(most, run.plan.step_count - budgetLimit(run, world.settings.limits));
    });
  watch();
  world.submit('Do it all');
  await world.until((run) => run.plan.step_count >= 10);
  world.reload();
  watch();
  await world.untilPhase('paused');
  const kept = world.run.plan.step_count;
  expect(kept).toBeGreaterThanOrEqual(10);
  void world.runner.send({ type: 'plan.continue' });
  await world.until((run) => run.pause?.code === 'limit');
  expect(world.run.plan.step_count).toBe(24);
  expect(most).toBe(0);
  const recorded = world.storage
    .journal('s1')
    .filter(({ body }) => body.type === 'tool_result' || (body.type === 'model_reply' && body.purpose === 'thought'));
  expect(recorded.length).toBeLessThanOrEqual(24);
});

test('R5.3 at the limit the person is told what is done, what is open and what the limit was', async () => {
  const world = new World(
    usual(three, {
      thought: (request, index) =>
        stepOf(request) === 2 ? calls(['todo', { action: 'add', title: `Thing ${index}` }]) : undefined,
    }),
    { limits: { ...defaultLimits, max_steps: 10, max_step_tool_calls: 100 } },
  );
  world.submit('Do it all');
  const run = await world.untilPhase('paused');
  expect(run.plan.status).toBe('paused');
  expect(world.lines('notice').at(-1)).toMatchObject({
    code: 'limit',
    params: {
      done: '1',
      total: '3',
      current: '2',
      finished: 'Do one',
      open: 'Do two; Do three',
      failed: '',
      limit: '18',
    },
  });
});

test('R5.3 continue grants a fresh budget of the same size', async () => {
  const world = new World(
    usual(['Do one'], { replan: (_, index) => calls(['update_plan', { plan: [`Do more ${index}`] }]) }),
    {
      limits: { ...defaultLimits, max_steps: 10 },
    },
  );
  world.submit('Do it');
  const first = await world.untilLimit();
  const limit = budgetLimit(first, world.settings.limits);
  void world.runner.send({ type: 'plan.continue' });
  expect(world.run.budget_grants).toBe(2);
  expect(budgetLimit(world.run, world.settings.limits)).toBe(2 * limit);
});

/** A model each of whose replies costs a quarter of a dollar. */
function dear(script: Script): Script {
  return async (request, index) => {
    const answer = await script(request, index);
    return 'code' in answer ? answer : { ...answer, usage: { input: 9, output: 9, estimated: false, cost: 0.25 } };
  };
}

test('R5.5 at the spending limit the plan is paused with the digest, and nothing more is asked', async () => {
  const world = new World(dear(usual(three)), { spending_limit: 1 });
  world.submit('Do it all');
  const run = await world.untilPhase('paused');
  expect(run.pause).toEqual({ code: 'spending', limit: 1, spent: 1 });
  expect(world.model.requests).toHaveLength(4);
  expect(world.lines('notice').at(-1)).toMatchObject({
    code: 'spending',
    params: { limit: '$1.00', spent: '$1.00', total: '3' },
  });
});

test('R5.5 continue allows the same sum again, as often as it takes, and nothing is asked twice', async () => {
  const world = new World(dear(usual(three)), { spending_limit: 1 });
  world.submit('Do it all');
  const grants: unknown[] = [];
  for (;;) {
    const run = await world.untilPhase('paused', 'completed');
    if (run.phase === 'completed') break;
    world.reload();
    void world.runner.send({ type: 'plan.continue' });
    grants.push(world.run.spending_grant?.up_to);
  }
  expect(grants.length).toBeGreaterThan(1);
  expect(grants).toEqual(grants.map((_, nth) => nth + 2));
  const free = new World(usual(three));
  free.submit('Do it all');
  await free.untilPhase('completed');
  expect(world.model.requests).toHaveLength(free.model.requests.length);
});

test('R5.5 after the person has raised the limit, continue allows no more than that', async () => {
  const world = new World(dear(usual(three)), { spending_limit: 0.25 });
  world.submit('Do it all');
  await world.untilPhase('paused');
  world.settings = { ...world.settings, spending_limit: 1e6 };
  void world.runner.send({ type: 'settings.change', settings: world.settings });
  void world.runner.send({ type: 'plan.continue' });
  expect(await world.untilPhase('paused', 'completed')).not.toHaveProperty('spending_grant');
  expect(world.run.phase).toBe('completed');
});

test('R5.5 continue allows the limit on top of what was spent, however much that was', async () => {
  const world = new World(dear(usual(three)), { spending_limit: 0.2 });
  world.submit('Do it all');
  await world.untilPhase('paused');
  void world.runner.send({ type: 'plan.continue' });
  expect(world.run.spending_grant).toEqual({ limit: 0.2, up_to: 0.45 });
});

test.each([
  ['raised', 0.75, 0.75],
  ['lowered', 0.1, 0.1],
])('R5.5 a limit that was %s after “continue” is the limit of the next task', async (_, limit, allowed) => {
  const world = new World(dear(usual(['Do one'])), { spending_limit: 0.25 });
  world.submit('Do it');
  await world.untilPhase('paused');
  void world.runner.send({ type: 'plan.continue' });
  await world.untilPhase('paused');
  void world.runner.send({ type: 'plan.stop' });
  world.settings = { ...world.settings, spending_limit: limit };
  void world.runner.send({ type: 'settings.change', settings: world.settings });
  world.submit('Do more');
  const { pause } = await world.untilPhase('paused', 'completed');
  expect(pause).toEqual({ code: 'spending', limit, spent: Math.max(0.5, allowed) });
});

/** A model that is stopped in its first thought, billed for what it said until then. */
function stoppedInThought(then: Script): LanguageModel {
  const later = new ScriptedModel(then);
  let begun = false;
  return {
    reply: (request, options) => {
      if (begun || request.purpose !== 'thought') return later.reply(request, options);
      begun = true;
      const usage = { input: 9, output: 9, estimated: true, cost: 0.25 };
      const error = { code: 'aborted', detail: '', status: null, retry_after_ms: null, usage } as const;
      return new Promise((resolve) => {
        options.signal.addEventListener('abort', () => resolve({ ok: false, error }), { once: true });
      });
    },
  };
}

test.each(['plan.pause', 'plan.stop'] as const)(
  'R5.5 a call that %s ends is counted, and asked again as if it had not been',
  async (type) => {
    const world = new World(usual(['Do one']));
    world.other = stoppedInThought(usual(['Do one']));
    world.submit('Do it');
    await world.until(({ plan }) => plan.steps.some(({ status }) => status === 'running'));
    await world.until(() => world.runner.current().waits[world.run.plan.steps[0]?.id ?? ''] !== undefined);
    void world.runner.send({ type });
    await world.untilPhase('paused', 'cancelled');
    await vi.waitFor(async () => expect(await world.journal.spent()).toBe(0.25));
    expect(world.lines('model_error')).toMatchObject([{ retry_at: '', error: { code: 'aborted' } }]);
    world.reload();
    void world.runner.send({ type: 'plan.continue' });
    await world.untilPhase('completed');
    expect(await world.journal.spent()).toBe(0.25);
    expect(world.todos()).toEqual(['Part 1']);
  },
);

test('R12.2 a task of a version that counted granted limits goes on with as many of the present one', async () => {
  const world = new World(dear(usual(three)), { spending_limit: 0.5 });
  world.submit('Do it all');
  const run = await world.untilPhase('paused');
  const stored = Run.parse({ ...toStoredRun({ ...run, pause: { code: 'person' } }), allowances: 3 });
  world.journal.stage({ run: stored });
  await world.journal.flush();
  world.reload();
  void world.runner.send({ type: 'plan.continue' });
  expect((await world.untilPhase('paused', 'completed')).pause).toEqual({ code: 'spending', limit: 0.5, spent: 1.5 });
});

test('R5.5 the sum is the session’s: the next task goes on from it', async () => {
  const world = new World(dear(usual(['Do one'])), { spending_limit: 0.5 });
  world.submit('Do it');
  while ((await world.untilPhase('paused', 'completed')).phase === 'paused')
    void world.runner.send({ type: 'plan.continue' });
  const { spending_grant } = world.run;
  expect(spending_grant?.up_to).toBeGreaterThan(0.5);
  world.submit('Do more');
  expect((await world.untilPhase('paused', 'completed')).spending_grant).toEqual(spending_grant);
});

test('R5.4 a plan that is too long is asked to be shortened once, and the shorter one is taken', async () => {
  const world = new World(
    usual(steps(25), {
      plan: (request) => (expect(textOf(request)).toContain('at most 20'), calls(['create_plan', { plan: steps(4) }])),
    }),
  );
  world.submit('Do it all');
  const run = await world.untilPhase('completed');
  expect(run.plan.steps).toHaveLength(4);
  expect(world.lines('planning_retry')).toEqual([{ type: 'planning_retry', violation: 'too_long' }]);
});

test('R5.4 a plan that stays too long has its surplus folded into the last step, nothing dropped, and this is said', async () => {
  const world = new World(usual(steps(7)), { limits: { ...defaultLimits, max_plan_steps: 4 } });
  world.submit('Do it all');
  const run = await world.untilPhase('completed');
  expect(run.plan.steps.map((step) => step.description)).toEqual(['Do 1', 'Do 2', 'Do 3', 'Do 4; Do 5; Do 6; Do 7']);
  expect(world.lines('notice')).toEqual([
    { type: 'notice', code: 'steps_merged', params: { planned: '7', limit: '4', merged: '4' } },
  ]);
  expect(purposes(world.model.requests).filter((purpose) => purpose === 'plan' || purpose === 'intake')).toHaveLength(
    2,
  );
});

test('R5.4 the prepared calls of a folded surplus are made in order, also if they are more than a step may make', async () => {
  const titles = Array.from({ length: 14 }, (_, at) => `Thing ${at + 1}`);
  const plan = [
    ...titles.map((title) => ({
      ...{ id: title, description: `Note ${title}`, tool: 'todo', parameters: { action: 'add', title } },
      dependencies: [],
    })),
    { id: 'count', description: 'Count them', dependencies: ['Thing 3', 'Thing 14'] },
    { id: 'name', description: 'Name them', dependencies: ['count'] },
  ];
  const world = new World(usual(plan, { thought: () => calls(['finish_step', { response: 'ok' }]) }), {
    thoroughness: 'balanced',
    limits: { ...defaultLimits, max_plan_steps: 4, max_step_tool_calls: 3 },
  });
  world.submit('Note all the things and count them');
  const run = await world.untilPhase('completed');
  expect(run.plan.steps).toHaveLength(4);
  expect(world.todos()).toEqual(titles);
  const last = run.plan.steps.at(-1);
  expect(last?.description).toBe([...plan.slice(3)].map(({ description }) => description).join('; '));
  expect(last?.dependencies).toEqual(['step_3']);
  expect(last?.plan?.steps.map(({ status }) => status)).toEqual(Array.from({ length: 13 }, () => 'completed'));
  expect(last?.plan?.steps.slice(-2).map(({ description, dependencies }) => ({ description, dependencies }))).toEqual([
    { description: 'Count them', dependencies: ['step_4_part_11'] },
    { description: 'Name them', dependencies: ['step_4_part_12'] },
  ]);
});

test('R5.4 a folded surplus without prepared calls has room for the calls of all its steps', async () => {
  const world = new World(
    usual(steps(20), {
      thought: (request) => {
        const [, said = ''] = /^(?:Step) \d+\/\d+[^:]*: (.*)$/m.exec(textOf(request)) ?? [];
        return results(request).length > 0
          ? undefined
          : calls(...said.split('; ').map((title): [string, object] => ['todo', { action: 'add', title }]));
      },
    }),
    { limits: { ...defaultLimits, max_plan_steps: 4, max_step_tool_calls: 6 } },
  );
  world.submit('Do it all');
  const run = await world.untilPhase('completed');
  expect(run.plan.steps.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed', 'completed']);
  expect(run.plan.steps.at(-1)?.plan?.steps.map(({ description }) => description.split('; ').length)).toEqual([
    3, 3, 3, 3, 3, 2,
  ]);
});

test('R5.4 a long plan that was broken on the way is folded, too, and not given up', async () => {
  let drafts = 0;
  const world = new World(usual(steps(7), { plan: () => ((drafts += 1) === 1 ? prose('Here it is.') : undefined) }), {
    limits: { ...defaultLimits, max_plan_steps: 4 },
  });
  world.submit('Do it all');
  const run = await world.untilPhase('completed');
  expect(run.plan.steps).toHaveLength(4);
});

test('R5.4 an imported plan may be as long as it likes', async () => {
  const world = new World(usual([]), { limits: { ...defaultLimits, max_plan_steps: 2 } });
  imported(world, steps(5));
  void world.runner.send({ type: 'plan.continue' });
  const run = await world.untilPhase('completed');
  expect(run.plan.steps).toHaveLength(5);
});

test('R5.4 the limit is max_steps or six for each step, whichever is more', () => {
  const run = (count: number, budget_grants = 1) =>
    ({ plan: { steps: Array(count).fill(null) }, first_plan: [], budget_grants }) as never;
  expect(budgetLimit(run(1), defaultLimits)).toBe(60);
  expect(budgetLimit(run(10), defaultLimits)).toBe(60);
  expect(budgetLimit(run(11), defaultLimits)).toBe(66);
  expect(budgetLimit(run(11, 2), defaultLimits)).toBe(132);
});

test('R5.4 after three failures in a row a further act is refused: the model must finish or ask', async () => {
  let acts = 0;
  const world = new World(
    usual(['Do one'], {
      thought: (request) => {
        const refusals = textOf(request).match(/Refused: too many failures in a row/g)?.length ?? 0;
        if (refusals > 0) return calls(['finish_step', { blocked: true, response: 'gave up' }]);
        acts += 1;
        return calls(['todo', { action: 'complete', title: `Nothing ${acts}` }]);
      },
    }),
  );
  world.submit('Do it');
  await world.until((run) => run.plan.steps[0]?.status === 'failed');
  const thoughts = world.model.requests.filter(({ purpose }) => purpose === 'thought');
  expect(acts).toBe(4);
  expect(world.lines('tool_result')).toHaveLength(3);
  expect(thoughts[3]!.tools.map((tool) => tool.name)).toEqual(['finish_step', 'ask_user']);
  expect(textOf(thoughts[3]!)).toContain('Too many failures in a row.\nNo further tool may be called');
});

test('R5.4 a success in between sets the failures in a row back', async () => {
  let acts = 0;
  const world = new World(
    usual(['Do one'], {
      thought: () => {
        acts += 1;
        if (acts > 6) return calls(['finish_step', { response: 'ok' }]);
        return calls([
          'todo',
          acts === 3 || acts === 6
            ? { action: 'add', title: 'Bread' }
            : { action: 'complete', title: `Nothing ${acts}` },
        ]);
      },
    }),
  );
  world.submit('Do it');
  await world.untilPhase('completed');
  expect(world.lines('tool_result')).toHaveLength(6);
  expect(world.statuses()).toEqual(['completed']);
});

test('R5.4 a step may use all of its tool calls and still finish', async () => {
  const world = new World(
    usual(['Do one'], {
      thought: (request, index) =>
        results(request).length < 8
          ? calls(['todo', { action: 'add', title: `Thing ${index}` }])
          : calls(['finish_step', { response: 'ok' }]),
    }),
  );
  world.submit('Do it');
  await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['completed']);
  expect(world.todos()).toHaveLength(8);
});

test('R5.4 max_replans counts recoveries only', async () => {
  const world = new World(usual(steps(6)), { limits: { ...defaultLimits, max_replans: 1 } });
  world.submit('Do it all');
  const run = await world.untilPhase('completed');
  expect(world.lines('replanned')).toHaveLength(6);
  expect(run.plan.replan_count).toBe(0);
});

test('R5.4 planning is tried again as often as the settings say', async () => {
  for (const planning_retries of [0, 1, 2]) {
    const world = new World(
      (request) =>
        request.tools.length === 0 ? prose('Just so.') : calls(['create_plan', { plan: [{ nonsense: true }] }]),
      { limits: { ...defaultLimits, planning_retries } },
    );
    world.submit('Do it');
    await world.untilPhase('answered');
    // The intake, a first draft after it, the retries that remain, the plain answer.
    expect(world.model.requests).toHaveLength(1 + Math.max(1, planning_retries) + 1);
  }
});

test('R5.4 ten to-dos in one reply are all made; of a flood the rest is refused in words', async () => {
  const told: string[] = [];
  const add = (n: number) =>
    Array.from({ length: n }, (_, at): [string, unknown] => ['todo', { action: 'add', title: `Thing ${at}` }]);
  const oneReply = (n: number) =>
    new World(
      usual(['Do one'], {
        thought: (request) => {
          if (results(request).length === 0) return calls(...add(n));
          told.push(textOf(request));
          return calls(['finish_step', { response: 'done' }]);
        },
      }),
    );
  const ten = oneReply(10);
  ten.submit('Do it');
  await ten.untilPhase('completed');
  expect(ten.todos()).toHaveLength(10);
  expect(told.join()).not.toContain('were not made');
  const flood = oneReply(maxCallsOfReply + 5);
  flood.submit('Do it');
  await flood.untilPhase('completed');
  expect(flood.todos()).toHaveLength(maxCallsOfReply);
  expect(told.at(-1)?.match(/Any further ones were not made: make them in the next reply/g)).toHaveLength(5);
});

test.each(['first reply', 'thought'])('R5.4 an end in a reply of too many calls is not taken (%s)', async (place) => {
  const told: string[] = [];
  const add = (count: number, from = 0) =>
    Array.from({ length: count }, (_, at): [string, unknown] => [
      'todo',
      { action: 'add', title: `Thing ${from + at}` },
    ]);
  const flood = [...add(maxCallsOfReply + 5), ['finish_step', { response: 'Added all.' }]] as [string, unknown][];
  const world = new World(
    usual(['Do one'], {
      ...(place === 'first reply' && { intake: () => calls(...flood.slice(0, -1)) }),
      thought: (request) => {
        if (results(request).length === 0) return calls(...flood);
        told.push(textOf(request));
        return told.length === 1
          ? calls(...add(5, maxCallsOfReply), ['finish_step', { response: 'Added all.' }])
          : calls(['finish_step', { response: 'Done.' }]);
      },
    }),
  );
  world.submit('Do it');
  await world.untilPhase('completed');
  expect(told[0]).toContain('Any further ones were not made: make them in the next reply');
  expect(world.todos()).toHaveLength(maxCallsOfReply + 5);
  expect(told).toHaveLength(1);
});
