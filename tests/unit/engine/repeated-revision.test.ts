import { expect, test } from 'vitest';
import { offered, usual } from './usual.ts';
import { calls, textOf, World } from './world.ts';

const plan = ['Note milk', 'Note bread', 'Note eggs'];
const revised = ['Note rice', 'Note beans', 'Note salt', 'Note oil'];
const isOver = (text: string) => /^Remaining: 0$/m.test(text);
const checks = (world: World) => world.model.requests.filter(({ purpose }) => purpose === 'replan');

/** It proposes the same steps whenever it may change the plan, under other words each time if `round` is used. */
const proposing = (steps: (round: number) => string[]) => {
  let round = 0;
  return usual(plan, {
    replan: (request) =>
      offered(request).includes('update_plan') && !isOver(textOf(request))
        ? calls(['update_plan', { plan: steps((round += 1)) }])
        : undefined,
  });
};

test('R6.7 the second equal revision ends revising for this plan: it goes on, and is looked at again only at its close', async () => {
  const world = new World(proposing(() => revised));
  world.submit('Note what to buy');
  await world.untilPhase('completed');
  expect(world.lines('replanned').map(({ outcome }) => outcome)).toEqual(['replanned', 'unchanged', 'done']);
  expect(world.lines('default')).toMatchObject([{ code: 'revision_repeated' }]);
  expect(checks(world)).toHaveLength(3);
  expect(world.run.plan.steps.map(({ description }) => description)).toEqual(['Note milk', ...revised]);
  expect(world.statuses().every((status) => status === 'completed')).toBe(true);
});

test('R6.7 other revisions, one after another, are all heard', async () => {
  const world = new World(proposing((round) => revised.slice(round).map((step) => `${step} (${round})`)));
  world.submit('Note what to buy');
  await world.untilPhase('completed');
  const outcomes = world.lines('replanned').map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === 'replanned')).toHaveLength(3);
  expect(world.lines('default').map(({ code }) => code)).not.toContain('revision_repeated');
});

test('R6.7 that a step says the plan no longer fits is no outside cause: its equal revision is not made again', async () => {
  const world = new World(
    usual(plan, {
      thought: () => calls(['finish_step', { response: 'The shop is shut.', plan_still_fits: false }]),
      replan: (request) =>
        offered(request).includes('update_plan') && !isOver(textOf(request))
          ? calls(['update_plan', { plan: revised }])
          : undefined,
    }),
    { thoroughness: 'balanced' },
  );
  world.submit('Note what to buy');
  await world.untilPhase('completed');
  const outcomes = world.lines('replanned').map(({ cause, outcome }) => [cause, outcome].join(': '));
  expect(outcomes.filter((each) => each === 'unfit: replanned')).toHaveLength(1);
  expect(outcomes).toContain('unfit: unchanged');
  expect(world.lines('default').map(({ code }) => code)).toContain('revision_repeated');
});
