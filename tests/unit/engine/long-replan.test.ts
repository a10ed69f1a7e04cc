import { expect, test } from 'vitest';
import { defaultLimits } from '../../../src/values/limits.ts';
import { calls, textOf, World } from './world.ts';

test('R5.4 a replan with too many steps is asked to be shortened once; then the surplus is folded into the last, and this is said', async () => {
  const long = { plan: ['a', 'b', 'c', 'd', 'e'] };
  const world = new World(
    (request) => {
      if (request.purpose === 'intake') return calls(['create_plan', { plan: ['One', 'Two'] }]);
      if (request.purpose === 'thought') return calls(['finish_step', { response: 'ok' }]);
      if (/Remaining: 0/.test(textOf(request))) return calls(['finish_task', { response: 'Done.' }]);
      return textOf(request).includes('The remaining steps were replaced')
        ? calls(['keep_plan', {}])
        : calls(['update_plan', long]);
    },
    { limits: { ...defaultLimits, max_plan_steps: 3 } },
  );
  world.submit('Two things');
  const run = await world.until((seen) => seen.plan.steps.length > 2);
  expect(run.plan.steps.map((step) => step.description)).toEqual(['One', 'a', 'b', 'c; d; e']);
  await world.untilPhase('completed');
  expect(world.lines('notice')).toEqual([
    { type: 'notice', code: 'steps_merged', params: { planned: '5', limit: '3', merged: '3' } },
  ]);
  expect(world.model.requests.filter((request) => textOf(request).includes('at most 3'))).toHaveLength(1);
});

test('R5.4 a plan that replans keep growing comes to its limit', async () => {
  const world = new World((request, index) => {
    if (request.purpose === 'intake') return calls(['create_plan', { plan: ['One'] }]);
    if (request.purpose === 'thought') return calls(['finish_step', { response: 'ok' }]);
    return calls(['update_plan', { plan: [`One more ${index}`, `And another ${index}`] }]);
  });
  world.submit('For ever');
  const run = await world.untilLimit();
  expect(run.pause).toEqual({ code: 'limit', limit: 120 });
});
