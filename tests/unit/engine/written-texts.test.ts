import { expect, test } from 'vitest';
import { purposes, usual } from './usual.ts';
import { calls, prose, textOf, World } from './world.ts';

const paragraph = 'We have looked at three tools for taking notes together, and one of them works without the net. ';
const letter = `Dear Ms Weber,\n\n${paragraph.repeat(6)}\n\nKind regards\nAnna`;
const steps = ['Write the letter to Ms Weber', 'Translate the letter into German', 'Think about the weather'];
const short = () => calls(['finish_step', { response: 'Done.' }]);
const thoughtsOf = (world: World) => world.model.requests.filter(({ purpose }) => purpose === 'thought');

test.each([
  ['as the response of a call', () => calls(['finish_step', { response: letter }])],
  ['as words', () => prose(letter)],
  [
    'beside a call with a short response',
    () => ({ ...calls(['finish_step', { response: 'Written.' }]), text: letter }),
  ],
])('R9.2 what a step writes, %s, is kept and given on in whole', async (_, write) => {
  let n = 0;
  const world = new World(usual(steps, { thought: () => ((n += 1) === 1 ? write() : short()) }));
  world.submit('A letter in German');
  await world.untilPhase('completed');
  const [first, second] = world.run.plan.steps;
  expect(first?.full_result).toContain(letter);
  expect(first?.result?.length).toBeLessThanOrEqual(300);
  expect(second).not.toHaveProperty('full_result');
  expect(world.lines('plan_step_end')[0]?.full_result).toContain(letter);
  for (const request of thoughtsOf(world).slice(1)) expect(textOf(request)).toContain(letter);
  const closing = world.model.requests.at(-1)!;
  expect(purposes([closing])).toEqual(['replan']);
  expect(textOf(closing)).toContain(letter);
});

test('R9.2 a text that is too long for a request can be read in the next step', async () => {
  const long = `Chapter one.\n${paragraph.repeat(120)}The very end.`;
  let n = 0;
  const read = (search: string) => calls(['read_artifact', { file: 'step_1', search }]);
  const replies = [() => prose(long), () => read('very end'), short];
  const world = new World(usual(steps.slice(0, 2), { thought: () => (replies[n++] ?? short)() }));
  world.submit('A book in German');
  await world.untilPhase('completed');
  const [, second, third] = thoughtsOf(world);
  expect(textOf(second!)).toContain('[file step_1]');
  expect(textOf(second!)).not.toContain('The very end.');
  expect(textOf(third!)).toContain('The very end.');
});

test('R4.9 a short text, also of several lines, costs nothing more', async () => {
  let n = 0;
  const poem = 'Roses are red,\nviolets are blue.';
  const world = new World(usual(steps, { thought: () => ((n += 1) === 1 ? prose(poem) : short()) }));
  world.submit('A poem in German');
  await world.untilPhase('completed');
  expect(world.run.plan.steps[0]).toMatchObject({ result: 'Roses are red, violets are blue.', full_result: poem });
  expect(textOf(thoughtsOf(world)[1]!)).not.toContain(poem);
});

test('R6.9 a refusal without a call is asked about once, and is then to be checked', async () => {
  const sorry = 'Unfortunately I’m unable to do interviews. You could call: Maria likes that.';
  const world = new World(usual(['Interview Maria'], { thought: () => prose(sorry) }));
  world.submit('An article about Maria');
  await world.untilPhase('completed');
  expect(thoughtsOf(world)).toHaveLength(2);
  expect(world.run.plan.steps[0]).toMatchObject({ status: 'completed', reason: { code: 'said_outside' } });
});

test('R6.9 a file written before is no reminder', async () => {
  let n = 0;
  const replies = [
    () =>
      calls(
        ['files', { action: 'write', name: 'cost.csv', content: 'a,b' }],
        ['finish_step', { response: 'Written.' }],
      ),
    () => calls(['finish_step', { response: 'Done: Remind me to cancel the old app' }]),
  ];
  const world = new World(
    usual(['Gather the costs', 'Remind me to cancel the old app'], {
      thought: () => (replies[n++] ?? replies[1]!)(),
    }),
  );
  world.submit('Compare the apps');
  await world.untilPhase('completed');
  expect(world.run.plan.steps[1]).toMatchObject({ status: 'failed', reason: { code: 'nothing_done' } });
});
