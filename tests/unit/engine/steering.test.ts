import { expect, test } from 'vitest';
import type { ModelReply } from '../../../src/task/model-reply.ts';
import { adds, allergy, drops, dropsEggs, first, type Over, replans, shopping, whileShopping } from './shopping.ts';
import { purposes, usual } from './usual.ts';
import { calls, results, textOf, World } from './world.ts';

test('R3.8 a step whose words the person changes is thought about, and the call planned before is not made', async () => {
  const { world, edit, go } = await whileShopping({
    thought: (request) =>
      /"Wholemeal bread"$/m.test(textOf(request)) && results(request).length === 0
        ? calls(['todo', { action: 'add', title: 'Wholemeal bread' }])
        : calls(['finish_step', { response: 'added' }]),
  });
  edit({ kind: 'change', id: 'step_3', change: { description: 'Add to-do "Wholemeal bread"' } });
  go();
  await world.untilPhase('completed');
  expect(world.todos()).toEqual(['Eggs', 'Wholemeal bread']);
  expect(world.statuses()).toEqual(['completed', 'completed', 'completed']);
});

test('R3.8 steps that refer to the result of a step with changed words find it, and an undo brings the call back', async () => {
  const note = {
    ...{ id: 's3', description: 'Note it', tool: 'files', dependencies: ['s2'] },
    parameters: { action: 'write', name: 'a.md', content: 'Added: ${s2.result}' },
  };
  const { world, edit, go } = await whileShopping({}, { thoroughness: 'economy' }, [
    first,
    { ...adds(2, 'Eggs'), dependencies: ['s1'] },
    note,
  ]);
  const before = world.run.plan.steps[1];
  edit({ kind: 'change', id: 'step_2', change: { description: 'Add to-do "Tofu"' } });
  void world.runner.send({ type: 'edit.undo' });
  expect(world.run.plan.steps[1]).toEqual(before);
  void world.runner.send({ type: 'edit.redo' });
  expect(world.run.plan.steps[1]?.parameters).toBeUndefined();
  go();
  await world.untilPhase('completed');
  expect(world.statuses()).toEqual(['completed', 'completed', 'completed']);
  expect(world.todos()).toEqual(['Part 2']);
});

test.each(['balanced', 'economy'] as const)(
  'R3.3 no step runs past a message that the model has not read, and several messages take one check (%s)',
  async (thoroughness) => {
    const { world, say, go } = await whileShopping({ replan: dropsEggs }, { thoroughness });
    say('Hello?');
    await world.until((run) => run.phase === 'executing' && run.pending_replan === null);
    expect(replans(world)).toHaveLength(1);
    say('And');
    say(allergy);
    go();
    await world.untilPhase('completed');
    expect(world.todos()).toEqual(['Bread']);
    expect(replans(world)).toHaveLength(4);
  },
);

test('R3.10 with a thought in each step, a message takes no check of its own', async () => {
  const { world, say, go } = await whileShopping({}, { thoroughness: 'careful' });
  const before = replans(world).length;
  say(allergy);
  expect(world.run.pending_replan).toBeNull();
  go();
  await world.untilPhase('completed');
  expect(replans(world).length - before).toBe(3);
});

test('R3.3 a message that comes while the plan is checked is read before another step begins', async () => {
  let answer = null as (() => void) | null;
  const { world, say, go } = await whileShopping({
    replan: (request) =>
      answer
        ? drops(textOf(request))
        : new Promise<ModelReply>((resolve) => (answer = () => resolve(calls(['keep_plan', {}])))),
  });
  say('Hello?');
  await world.until(() => answer !== null);
  say(allergy);
  answer!();
  go();
  await world.untilPhase('completed');
  expect(world.todos()).toEqual(['Bread']);
});

test('R3.3 a message in a pause is read by one check after it, and one before a stop when the plan goes on', async () => {
  for (const [stop, phase] of [
    ['plan.pause', 'paused'],
    ['plan.stop', 'cancelled'],
  ] as const) {
    const { world, say, go } = await whileShopping({ replan: dropsEggs });
    if (stop === 'plan.stop') say(allergy);
    void world.runner.send({ type: stop });
    await world.untilPhase(phase);
    if (stop === 'plan.pause') say(allergy);
    void world.runner.send({ type: 'plan.continue' });
    go();
    await world.untilPhase('completed');
    expect(world.todos()).toEqual(['Bread']);
  }
});

test('R3.3 a plan whose request did not show a message of the person is asked for again with it', async () => {
  for (const planning of ['auto', 'always'] as const) {
    let answer = null as (() => void) | null;
    const made = (plan: readonly unknown[]) => calls(['create_plan', { plan }]);
    const planned: Over['intake'] = (request) =>
      textOf(request).includes(allergy)
        ? made([adds(3, 'Bread')])
        : new Promise<ModelReply>((resolve) => (answer = () => resolve(made(shopping))));
    const world = new World(usual([], { intake: planned, plan: planned }), { planning, thoroughness: 'balanced' });
    world.submit('Shop');
    await world.until(() => answer !== null);
    void world.runner.send({ type: 'guidance.add', text: allergy });
    answer!();
    await world.untilPhase('completed');
    expect(world.todos()).toEqual(['Bread']);
    expect(purposes(world.model.requests)).toHaveLength(3);
  }
});

test.each(['careful', 'balanced', 'economy'] as const)(
  'R3.6 a message about a plan under review revises it, and it is reviewed again before a step runs (%s)',
  async (thoroughness) => {
    const world = new World(usual(shopping.slice(1), { replan: dropsEggs }), { thoroughness, review: true });
    world.submit('Shop');
    await world.untilPhase('reviewing');
    void world.runner.send({ type: 'guidance.add', text: allergy });
    await world.until((run) => run.phase === 'reviewing' && run.plan.steps.length === 1);
    expect(world.lines('replanned')).toMatchObject([{ cause: 'person', outcome: 'replanned' }]);
    expect(world.todos()).toEqual([]);
    expect(world.run.in_review).toBeUndefined();
    void world.runner.send({ type: 'plan.approve' });
    await world.untilPhase('completed');
    expect(world.todos()).toEqual([expect.stringMatching(/Bread|Part 1/)]);
  },
);

test('R3.6 whatever comes of that revision, no step runs before the plan is approved', async () => {
  for (const what of ['ask', 'pause', 'stop', 'reload'] as const) {
    let count = 0;
    const world: World = new World(
      usual(shopping.slice(1), {
        replan: () => {
          count += 1;
          if (count > 1) return undefined;
          if (what === 'ask') return calls(['ask_person', { question: 'Which?' }]);
          if (what === 'pause' || what === 'stop') void world.runner.send({ type: `plan.${what}` });
          return calls(['keep_plan', {}]);
        },
      }),
      { thoroughness: 'balanced', review: true },
    );
    world.submit('Shop');
    await world.untilPhase('reviewing');
    void world.runner.send({ type: 'guidance.add', text: allergy });
    await world.runner.settled();
    if (what === 'reload') world.reload();
    await world.untilPhase(what === 'ask' ? 'waiting' : what === 'stop' ? 'cancelled' : 'paused');
    if (what === 'ask') void world.runner.send({ type: 'question.answer', text: 'Both' });
    else void world.runner.send({ type: 'plan.continue' });
    await world.untilPhase('reviewing');
    expect(world.todos()).toEqual([]);
    expect(textOf(replans(world).at(-1)!)).toContain(allergy);
    void world.runner.send({ type: 'plan.approve' });
    await world.untilPhase('completed');
    expect(world.todos()).toEqual(['Eggs', 'Bread']);
  }
});

test('R3.8 the model is told of consecutive edits in one line, with what they did', async () => {
  const { world, edit, go } = await whileShopping({}, { thoroughness: 'economy' });
  edit({ kind: 'move', id: 'step_3', to: 1 });
  edit({ kind: 'change', id: 'step_3', change: { description: 'Add to-do "Rye"' } });
  edit({ kind: 'add', id: '', description: 'Call Kim', at: null });
  edit({ kind: 'skip', id: 'step_2' });
  go();
  await world.untilPhase('completed');
  const told = textOf(replans(world).at(-1)!).split('\n');
  expect(told.filter((line) => line.includes('edited the plan'))).toEqual([
    '- The person edited the plan: changed “Add to-do "Bread"” to “Add to-do "Rye"”; added “Call Kim”; skipped “Add to-do "Eggs"”.',
  ]);
});

test.each(['revise', 'ask', 'close'] as const)(
  'R3.6 a message about a plan under review counts for the step that the first reply began (%s)',
  async (how) => {
    const world: World = new World(
      usual([], {
        intake: () => calls(['create_plan', { plan: shopping.slice(1) }], ['todo', { action: 'add', title: 'Eggs' }]),
        replan: (request) => {
          if (how === 'close') return calls(['finish_task', { response: 'Nothing is left to do.' }]);
          if (how === 'ask' && replans(world).length === 1) return calls(['ask_user', { question: 'None at all?' }]);
          return drops(textOf(request));
        },
      }),
      { thoroughness: 'balanced', review: true },
    );
    world.submit('Shop');
    await world.untilPhase('reviewing');
    expect(world.statuses()).toEqual(['running', 'pending']);
    void world.runner.send({ type: 'guidance.add', text: allergy });
    if (how === 'ask') {
      await world.untilPhase('waiting');
      expect(world.run.question?.text).toBe('None at all?');
      void world.runner.send({ type: 'question.answer', text: 'None' });
    }
    if (how !== 'close') {
      await world.until((run) => run.phase === 'reviewing' && run.plan.steps.length === 1);
      void world.runner.send({ type: 'plan.approve' });
    }
    await world.untilPhase('completed');
    expect(world.todos()).toEqual(how === 'close' ? [] : ['Bread']);
  },
);

test.each(['ask', 'close'] as const)(
  'R3.4 what a message led to while the last step ran is decided again once that has ended, as freely (%s)',
  async (how) => {
    const { world, say, go } = await whileShopping(
      {
        replan: (request) => {
          const seen = textOf(request);
          if (seen.includes('were replaced')) return undefined;
          if (seen.includes(how === 'ask' ? 'Two litres' : 'looked'))
            return calls(['update_plan', { plan: [adds(2, 'Milk')] }]);
          return calls(
            how === 'ask' ? ['ask_user', { question: 'How much?' }] : ['finish_task', { response: 'Done.' }],
          );
        },
      },
      { thoroughness: 'economy' },
      [first],
    );
    say('Also add milk');
    await world.until((run) => run.phase === 'executing' && run.pending_replan === 'held');
    go();
    if (how === 'ask') {
      await world.untilPhase('waiting');
      void world.runner.send({ type: 'question.answer', text: 'Two litres' });
    }
    await world.untilPhase('completed');
    expect(world.todos()).toEqual(['Milk']);
  },
);

test('R3.4 a message that comes while a question is postponed is read before another step, also after a stop', async () => {
  for (const thoroughness of ['economy', 'balanced'] as const) {
    const { world, say, go } = await whileShopping(
      {
        replan: (request) =>
          dropsEggs(request, 0) ??
          (textOf(request).includes(allergy) ? undefined : calls(['ask_user', { question: 'Which?' }])),
      },
      { thoroughness },
    );
    void world.runner.send({ type: 'plan.replan' });
    await world.until((run) => run.phase === 'executing' && run.pending_replan === 'held');
    say(allergy);
    expect(replans(world)).toHaveLength(1);
    void world.runner.send({ type: 'plan.stop' });
    await world.untilPhase('cancelled');
    expect(world.run.pending_replan).toBe('person');
    void world.runner.send({ type: 'plan.continue' });
    go();
    await world.untilPhase('completed');
    expect(world.todos()).toEqual(['Bread']);
    expect(world.lines('replanned')[0]).toMatchObject({ cause: 'person', outcome: 'replanned' });
  }
});

test('R3.3, R9.7 a file that the person adds while the plan runs stands in the next thought and the next check', async () => {
  const { world, say, go } = await whileShopping({}, {}, [first, { id: 's2', description: 'Compare the offers' }]);
  world.clock.advance(1000);
  await world.journal.transact(({ stores }) =>
    stores.files.put({
      ...{ id: 'f1', session_id: 's1', name: 'offer.csv', mime: 'text/csv', size: 9, content: 'a', added: true },
      ...{ kind: 'file', source: null, created_at: world.clock.now(), deleted_at: null },
    }),
  );
  say('Also take the new file into account.');
  go();
  await world.untilPhase('completed');
  const line = /^What has happened since:$[^]*^- The person added files: “offer\.csv” \(9 bytes\)$/m;
  const [begun, ...later] = world.model.requests.filter(({ purpose }) => purpose !== 'intake').map(textOf);
  expect(begun).not.toMatch(line);
  expect(later.length).toBeGreaterThan(2);
  for (const text of later) expect(text).toMatch(line);
});
