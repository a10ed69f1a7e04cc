import { expect, test } from 'vitest';
import type { ModelReply } from '../../../src/task/model-reply.ts';
import { adds, allergy, first, type Over, replans, whileShopping } from './shopping.ts';
import { usual } from './usual.ts';
import { calls, prose, stepOf, textOf, World } from './world.ts';

/** The model puts the step for eggs back among what is left, whenever steps are left. */
const insists: NonNullable<Over['replan']> = (request) =>
  /^Remaining: 0$/m.test(textOf(request))
    ? undefined
    : calls([
        'update_plan',
        {
          plan: [
            { ...adds(2, 'Eggs'), id: undefined },
            { ...adds(3, 'Bread'), id: 'step_3' },
          ],
        },
      ]);

test.each(['delete', 'skip'] as const)(
  'R3.9 a step that the person took out (%s) comes back only with their consent, and is asked about once',
  async (kind) => {
    for (const accepted of [false, true]) {
      const { world, edit, go } = await whileShopping({ replan: insists });
      edit({ kind, id: 'step_2' });
      await world.untilPhase('waiting');
      expect(world.run.proposal).toMatchObject({ at_stake: [], back: ['step_2'] });
      expect(textOf(replans(world)[0]!)).toContain(
        `The person edited the plan: ${kind === 'skip' ? 'skipped' : 'deleted'} “Add to-do "Eggs"”.`,
      );
      void world.runner.send({ type: 'proposal.decide', accepted });
      await world.until((run) => run.phase === 'executing');
      if (!accepted) {
        void world.runner.send({ type: 'plan.replan' });
        await world.until(() => replans(world).length === 2);
        expect(textOf(replans(world)[1]!)).toContain('The person does not want these steps back: Add to-do "Eggs"');
      }
      go();
      await world.untilPhase('completed');
      expect(world.todos().toSorted()).toEqual(accepted ? ['Bread', 'Eggs'] : ['Bread']);
      expect(world.lines('replanned')[0]).toMatchObject({ outcome: accepted ? 'replanned' : 'unchanged' });
    }
  },
);

test('R3.9 a step that the person refused to have back may be asked about again once they have said something', async () => {
  const { world, edit, say } = await whileShopping({ replan: insists });
  edit({ kind: 'delete', id: 'step_2' });
  await world.untilPhase('waiting');
  void world.runner.send({ type: 'proposal.decide', accepted: false });
  await world.until((run) => run.phase === 'executing');
  say('Do add the eggs after all');
  await world.untilPhase('waiting');
  expect(world.run.proposal?.back).toEqual(['step_2']);
});

test('R3.9 the person is not asked about a proposal that a message of theirs has overtaken', async () => {
  let answer = null as (() => void) | null;
  const { world, say, edit, go } = await whileShopping({
    replan: (request, index) => {
      if (answer) return undefined;
      return new Promise<ModelReply>((resolve) => (answer = () => resolve(insists(request, index) as ModelReply)));
    },
  });
  edit({ kind: 'delete', id: 'step_2' });
  await world.until(() => answer !== null);
  say(allergy);
  answer!();
  go();
  await world.untilPhase('completed');
  expect(world.todos()).toEqual(['Bread']);
  expect(replans(world)).toHaveLength(3);
});

test.each([
  ['brings back a step', { kind: 'delete', id: 'step_2' }, ['Bread']],
  [
    'changes a step of theirs',
    { kind: 'change', id: 'step_2', change: { description: 'Buy tofu' } },
    ['Part 2', 'Bread'],
  ],
] as const)('R3.9 a message withdraws a proposal that waits for consent and %s', async (_, wanted, todos) => {
  const { world, say, edit, go } = await whileShopping({
    replan: (request, index) => (textOf(request).includes(allergy) ? undefined : insists(request, index)),
  });
  edit(wanted);
  await world.untilPhase('waiting');
  expect(world.run.proposal).not.toBeNull();
  say(allergy);
  await world.until((run) => run.phase === 'executing');
  expect(world.run.proposal).toBeNull();
  expect(world.lines('replanned')).toMatchObject([{ cause: 'person', outcome: 'unchanged' }]);
  go();
  await world.untilPhase('completed');
  expect(world.todos()).toEqual(todos);
});

test.each(['agreed to have back', 'added again'] as const)(
  'R3.9 a step that the person %s is not asked about when it has failed',
  async (how) => {
    const calling = [first, { id: 's2', description: 'Call Ann' }, { id: 's3', description: 'Call Bob' }];
    const { world, edit, go } = await whileShopping(
      {
        thought: (request) =>
          /^Step \d+\/\d+: Call Ann$/m.test(textOf(request))
            ? calls(['finish_step', { blocked: true, response: 'no line' }])
            : calls(['finish_step', { response: 'did' }]),
        replan: (request) =>
          how === 'added again' && !textOf(request).includes('no line')
            ? undefined
            : calls([
                'update_plan',
                { plan: [{ description: 'Call Ann' }, { id: 'step_3', description: 'Call Bob' }] },
              ]),
      },
      {},
      calling,
    );
    edit({ kind: 'delete', id: 'step_2' });
    if (how === 'added again') edit({ kind: 'add', id: '', description: 'Call Ann', at: 1 });
    else {
      await world.untilPhase('waiting');
      void world.runner.send({ type: 'proposal.decide', accepted: true });
    }
    go();
    await world.untilPhase('failed');
    expect(world.lines('recovery').length).toBeGreaterThan(1);
    expect(world.run.proposal).toBeNull();
  },
);

test.each([
  ['has the step back', { kind: 'delete', id: 'step_2' }, { type: 'edit.undo' }, ['Eggs', 'Bread']],
  [
    'deletes their own step',
    { kind: 'change', id: 'step_2', change: { description: 'Buy tofu' } },
    { type: 'plan.edit', edit: { kind: 'delete', id: 'step_2' } },
    ['Bread'],
  ],
] as const)('R3.9 a proposal is withdrawn when the person %s meanwhile', async (_, wanted, then, todos) => {
  const { world, edit, go } = await whileShopping({
    replan: (request, index) => (replans(world).length === 1 ? insists(request, index) : undefined),
  });
  edit(wanted);
  await world.untilPhase('waiting');
  void world.runner.send(then);
  await world.until((run) => run.phase === 'executing' && run.pending_replan === null);
  expect(world.run.proposal).toBeNull();
  go();
  await world.untilPhase('completed');
  expect(world.todos()).toEqual(todos);
  expect(world.run.events.some(({ kind }) => kind === 'kept')).toBe(false);
});

test.each([true, false])(
  'R3.9 a step that a running step declares again waits for consent if the person has said something since (%s)',
  async (speaks) => {
    let answer = null as (() => void) | null;
    const listed = () => prose('[Step] Look\n[Step] Add eggs\n[Step] Add bread');
    const world: World = new World(
      usual([], {
        intake: listed,
        plan: listed,
        replan: () => prose('[Unchanged]'),
        thought: (request) => {
          if (stepOf(request) !== 1) return prose('[Done] did');
          if (answer) return prose('[Step] Add eggs\n[Done] looked');
          return new Promise<ModelReply>((resolve) => (answer = () => resolve(prose('Thinking aloud only.'))));
        },
      }),
      { thoroughness: 'careful' },
    );
    world.protocol = 'markers';
    world.submit('Shop');
    await world.until(() => answer !== null);
    void world.runner.send({ type: 'plan.edit', edit: { kind: 'delete', id: 'step_2' } });
    if (speaks) void world.runner.send({ type: 'guidance.add', text: 'Do add them after all' });
    answer!();
    await world.until((run) => run.plan.steps[0]?.status === 'completed');
    const described = () => world.run.plan.steps.map(({ description }) => description);
    expect(described()).toEqual(['Look', 'Add bread']);
    expect(world.run.proposal?.back).toEqual(speaks ? ['step_2'] : undefined);
    if (!speaks) return;
    await world.untilPhase('waiting');
    void world.runner.send({ type: 'proposal.decide', accepted: true });
    await world.until((run) => run.phase !== 'waiting');
    expect(described()).toEqual(['Look', 'Add bread', 'Add eggs']);
  },
);
