import { expect, test } from 'vitest';
import { usual } from './usual.ts';
import { calls, results, stepOf, textOf, World } from './world.ts';

test('R4.2 a blocked step counts as failed, with its reason, and goes to recovery', async () => {
  const world = new World(
    usual(['Do one'], { thought: () => calls(['finish_step', { blocked: true, response: 'The shop is closed.' }]) }),
  );
  world.submit('Do it');
  await world.untilPhase('completed');
  expect(world.run.plan.steps[0]).toMatchObject({ status: 'failed', error: 'The shop is closed.' });
  expect(world.lines('recovery')).toMatchObject([{ count: 1, reason: 'Do one' }]);
});

test('R4.3 several calls in one reply are carried out in order, and an end beside them ends the step once all have succeeded', async () => {
  const add = (title: string): [string, object] => ['todo', { action: 'add', title }];
  const world = new World(
    usual(['Do one'], {
      thought: () => calls(add('First'), add('Second'), add('Third'), ['finish_step', { response: 'all three' }]),
    }),
  );
  world.submit('Do it');
  await world.untilPhase('completed');
  expect(world.todos()).toEqual(['First', 'Second', 'Third']);
  expect(world.run.plan.steps[0]).toMatchObject({ status: 'completed', result: 'all three' });
  expect(world.model.requests.filter(({ purpose }) => purpose === 'thought')).toHaveLength(1);
  expect(world.run.plan.step_count).toBe(5);
});

test('R4.3 an end beside a call that failed does not end the step, and every call gets exactly one result', async () => {
  const world = new World(
    usual(['Do one'], {
      thought: (request) =>
        results(request).length === 0
          ? calls(
              ['todo', { action: 'complete', title: 'Nothing' }],
              ['todo', { action: 'add', title: 'Bread' }],
              ['finish_step', { response: 'done' }],
            )
          : calls(['finish_step', { response: 'really done' }]),
    }),
  );
  world.submit('Do it');
  await world.untilPhase('completed');
  const second = world.model.requests.filter(({ purpose }) => purpose === 'thought')[1]!;
  const said = second.messages.find((message) => message.role === 'assistant');
  const asked = said?.role === 'assistant' ? said.calls.map((call) => call.id) : [];
  const answered = second.messages.flatMap((message) => (message.role === 'tool' ? [message.call] : []));
  expect(asked).toHaveLength(3);
  expect([...answered].sort()).toEqual([...asked].sort());
  expect(world.todos()).toEqual(['Bread']);
  expect(world.run.plan.steps[0]?.result).toBe('really done');
});

test('R4.6 a check that cannot be read keeps the plan: no failure, no recovery, one line in the history', async () => {
  let asked = 0;
  const world = new World(
    usual(['Do one', 'Do two'], { replan: () => ((asked += 1) <= 3 ? calls(['todo', {}]) : undefined) }),
  );
  world.submit('Do it');
  const run = await world.untilPhase('completed');
  expect(run.plan.replan_count).toBe(0);
  expect(world.lines('planning_retry')).toHaveLength(2);
  expect(world.lines('default')).toMatchObject([{ code: 'plan_kept' }]);
  expect(world.statuses()).toEqual(['completed', 'completed']);
});

test('R4.11 of a thought nothing is kept for people but a line', async () => {
  const world = new World(
    usual(['Do one'], {
      thought: (request) =>
        results(request).length === 0
          ? {
              ...calls(['todo', { action: 'add', title: 'Bread' }]),
              text: `I add it.\nFor ${'many reasons '.repeat(40)}`,
            }
          : undefined,
    }),
  );
  world.submit('Do it');
  await world.untilPhase('completed');
  const notes = world.lines('decision').map((line) => String(line.note));
  expect(notes[0]).toBe('I add it.');
  for (const note of notes) expect(note).toMatch(/^.{0,200}$/);
  expect(stepOf(world.model.requests[1]!)).toBe(1);
  expect(textOf(world.model.requests.at(-1)!)).not.toContain('many reasons');
});
