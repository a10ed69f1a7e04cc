import { expect, test } from 'vitest';
import { applyConsent } from '../../../src/engine/revising.ts';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { stepsAddedByModel } from '../../../src/task/budget.ts';
import { newRun } from '../../../src/task/run.ts';
import { defaultLimits } from '../../../src/values/limits.ts';
import { usual } from './usual.ts';
import { calls, World } from './world.ts';

const at = '2026-03-02T09:00:00.000Z';
const limits = { ...defaultLimits, max_plan_steps: 6 };
/** A model that answers each check of the plan with two fresh steps. */
const growing = () => {
  let asked = 0;
  return usual(['Do one'], {
    replan: () => {
      asked += 1;
      return calls(['update_plan', { plan: [`Think about ${asked}a`, `Think about ${asked}b`] }]);
    },
  });
};

test('R5.3 a plan to which the model keeps adding steps stops for the person, and says how many it has added', async () => {
  const world = new World(growing(), { limits });
  world.submit('Do it all');
  const run = await world.untilPhase('paused');
  expect(run.pause?.code).toBe('growth');
  expect(run.plan.steps.length).toBeLessThanOrEqual(1 + limits.max_plan_steps);
  const { added } = run.pause as { added: number };
  expect(added).toBe(run.plan.steps.length - 1);
  expect(world.lines('notice').at(-1)).toMatchObject({ code: 'growth', params: { added: String(added) } });
});

test('R5.3 continue lets the model add as many steps again, and then it stops again', async () => {
  const world = new World(growing(), { limits });
  world.submit('Do it all');
  const { length } = (await world.untilPhase('paused')).plan.steps;
  world.reload();
  void world.runner.send({ type: 'plan.continue' });
  const run = await world.until(({ pause, plan }) => pause?.code === 'growth' && plan.steps.length > length);
  expect(run.plan.steps.length).toBeLessThanOrEqual(1 + 2 * limits.max_plan_steps);
  expect(run.growth_seen).toBe(length - 1);
});

test('R5.3 stopped there, the plan ends with what is done', async () => {
  const world = new World(growing(), { limits });
  world.submit('Do it all');
  await world.untilPhase('paused');
  void world.runner.send({ type: 'plan.stop' });
  const run = await world.untilPhase('completed', 'cancelled');
  expect(run.plan.steps.filter(({ status }) => status === 'completed').length).toBeGreaterThan(0);
});

test('R5.3 a revision that only replaces steps that have not begun adds none', async () => {
  let asked = 0;
  const world = new World(
    usual(['Do one', 'Do two'], {
      replan: () => ((asked += 1) > 8 ? undefined : calls(['update_plan', { plan: [`Do it by way ${asked}`] }])),
    }),
    { limits: { ...limits, max_plan_steps: 12 } },
  );
  world.submit('Do it all');
  expect((await world.untilPhase('completed', 'paused')).phase).toBe('completed');
});

test('R5.3 a plan whose steps the model words anew, and which then grows by two, does not stop', async () => {
  const first = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `Do ${name}`);
  let asked = 0;
  const world = new World(
    usual(first, {
      replan: () => {
        asked += 1;
        if (asked === 1) return calls(['update_plan', { plan: first.slice(1).map((step) => `${step} well`) }]);
        return asked === 6 ? calls(['update_plan', { plan: ['Check it', 'Sum it up'] }]) : undefined;
      },
    }),
    { limits },
  );
  world.submit('Do it all');
  const run = await world.untilPhase('completed', 'paused');
  expect([run.phase, run.plan.steps.length]).toEqual(['completed', 8]);
});

test('R5.3 the answer to a question of the model lets the plan grow on, as each message does', async () => {
  const grow = growing();
  const limit = 1 + limits.max_plan_steps;
  let isAsked = false;
  const world = new World(
    (request, index) => {
      const isLong = world.runner.current().run?.plan.steps.length === limit;
      if (request.purpose !== 'thought' || !isLong || isAsked) return grow(request, index);
      isAsked = true;
      return calls(['ask_user', { question: 'Shall I go on?' }]);
    },
    { limits },
  );
  world.submit('Do it all');
  await world.untilPhase('waiting');
  void world.runner.send({ type: 'question.answer', text: 'Yes' });
  const run = await world.untilPhase('paused');
  expect(run.growth_seen).toBe(limits.max_plan_steps);
  expect(run.plan.steps.length).toBe(limit + limits.max_plan_steps);
});

test('R5.3 steps of the person are not counted, and consent to a proposal begins the count anew', () => {
  const begun = newRun({ run: 'r', session: 's', plan: 'p' }, 'Do it all', at);
  const first_plan = [{ id: 'a', description: 'Do a' }];
  const steps = ['a', 'b', 'c', 'd'].map((id) => newStep(id, `Do ${id}`));
  const own = { ...newStep('e', 'Do e'), edited_by_person: true };
  const grown = { ...begun, first_plan, plan: { ...begun.plan, steps: [...steps, own] } };
  expect(stepsAddedByModel(grown)).toBe(3);
  const proposal = { steps: [], at_stake: ['e'], closing: null };
  expect(applyConsent({ ...grown, proposal, growth_seen: 9 }, true, at).run.growth_seen).toBe(0);
});
