import { expect, test } from 'vitest';
import { purposes, usual } from './usual.ts';
import { prose, textOf, World } from './world.ts';

const goal = 'Collect the prices from http://a.example/x and http://b.example/y into prices.csv';
const sorry = "I'm sorry, but as an AI language model I cannot browse the internet.";

test('R3.5 a model that declines work in words is told once that it has tools, and then plans it', async () => {
  const world = new World(usual(['Note the prices'], { intake: () => prose(sorry) }));
  world.submit(goal);
  await world.untilPhase('completed');
  expect(purposes(world.model.requests).slice(0, 3)).toEqual(['intake', 'plan', 'thought']);
  expect(textOf(world.model.requests[1]!)).toContain('carried out with the tools');
  expect(world.lines('planning_retry')).toHaveLength(1);
});

test.each(['auto', 'always'] as const)(
  'R3.5 a model that declines the work twice has answered (planning: %s)',
  async (planning) => {
    const world = new World(() => prose(sorry), { planning });
    world.submit(goal);
    const run = await world.untilPhase('answered');
    expect(world.model.requests).toHaveLength(2);
    expect(world.lines('message').at(-1)).toMatchObject({ kind: 'reply', text: sorry });
    expect(world.lines('notice')).toEqual([]);
    expect(run.repair).toBeNull();
  },
);

test('R3.5 an honest answer to a question is not asked about', async () => {
  const world = new World(() => prose(sorry));
  world.submit('Can you browse the internet?');
  await world.untilPhase('answered');
  expect(world.model.requests).toHaveLength(1);
});

test('R3.5 where planning is off, words that decline are the answer', async () => {
  const world = new World(() => prose(sorry), { planning: 'never' });
  world.submit(goal);
  await world.untilPhase('answered');
  expect(world.model.requests).toHaveLength(1);
});

test('R4.3 words that decline a step are asked about once, and are then to be checked', async () => {
  const world = new World(usual(['Open the first page'], { thought: () => prose(sorry) }));
  world.submit(goal);
  await world.untilPhase('completed', 'blocked', 'failed');
  expect(world.run.plan.steps[0]).toMatchObject({
    status: 'completed',
    reason: { code: 'said_outside', params: { said: sorry } },
  });
  expect(world.model.requests.filter(({ purpose }) => purpose === 'thought')).toHaveLength(2);
});

test.each([
  "I'm sorry, but I can't help you move on Saturday: my mother has her birthday.",
  'Unfortunately, I won’t be able to do the spring concerts this year.',
  '很抱歉，我不能帮你搬家了，那天我要陪妈妈过生日。',
])('R4.3 a text that was asked for is the result of its step at once: %s', async (text) => {
  const world = new World(usual(['Write the message to Tom'], { thought: () => prose(text) }));
  world.submit('Prepare a message to Tom');
  await world.untilPhase('completed', 'blocked', 'failed');
  expect(world.run.plan.steps[0]).toMatchObject({ status: 'completed', result: text });
  expect(world.model.requests.filter(({ purpose }) => purpose === 'thought')).toHaveLength(1);
});
