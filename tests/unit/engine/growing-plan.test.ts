import { expect, test } from 'vitest';
import { defaultLimits } from '../../../src/values/limits.ts';
import { usual } from './usual.ts';
import { calls, World } from './world.ts';

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
