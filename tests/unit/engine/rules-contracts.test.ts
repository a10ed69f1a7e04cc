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
  expect(world.run.plan.steps[0]?.reason).toMatchObject({ code: 'said_failed', params: { said: 'really done' } });
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

const fetching = (response?: string) =>
  calls(['fetch', { url: 'https://example.org/price' }], ['finish_step', response === undefined ? {} : { response }]);
const priced = (thought: (seen: number) => ReturnType<typeof calls>) => {
  let thoughts = 0;
  const world = new World(
    usual(['Find the price'], {
      thought: () => {
        thoughts += 1;
        return thought(thoughts);
      },
    }),
    { allowed_origins: ['https://example.org'] },
  );
  world.network.page('https://example.org/price', { body: 'It costs 7 euros.' });
  world.submit('Find it');
  return { world, thoughts: () => thoughts };
};

test('R4.3 a result that was given in the reply that asked to read is not taken: the step thinks again with what was read', async () => {
  const { world, thoughts } = priced((n) =>
    n === 1 ? fetching('It costs 5 euros.') : calls(['finish_step', { response: 'It costs 7 euros.' }]),
  );
  const { plan } = await world.untilPhase('completed');
  expect(plan.steps[0]?.result).toBe('It costs 7 euros.');
  expect(thoughts()).toBe(2);
  const second = world.model.requests.filter(({ purpose }) => purpose === 'thought')[1]!;
  expect(results(second).join()).toContain('It costs 7 euros.');
  expect(world.network.requested).toHaveLength(1);
});

test('R4.3 a model that gives result and reading together once more has had its say', async () => {
  const { world, thoughts } = priced((n) => fetching(`Price number ${n}.`));
  const { plan } = await world.untilPhase('completed');
  expect(plan.steps[0]?.result).toBe('Price number 2.');
  expect(thoughts()).toBe(2);
});

test('R4.3 an end without a result of its own takes what was read, with no thought more', async () => {
  const { world, thoughts } = priced(() => fetching());
  const { plan } = await world.untilPhase('completed');
  expect(plan.steps[0]?.result).toContain('It costs 7 euros.');
  expect(thoughts()).toBe(1);
});

test('R4.3 a result beside a call that writes is taken as it is', async () => {
  const world = new World(
    usual(['Note it'], {
      thought: () =>
        calls(
          ['todo', { action: 'list' }],
          ['todo', { action: 'add', title: 'Bread' }],
          ['finish_step', { response: 'Bread is noted.' }],
        ),
    }),
  );
  world.submit('Do it');
  const { plan } = await world.untilPhase('completed');
  expect(plan.steps[0]?.result).toBe('Bread is noted.');
  expect(world.model.requests.filter(({ purpose }) => purpose === 'thought')).toHaveLength(1);
});
