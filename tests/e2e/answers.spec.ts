import type { ScriptedModel } from './support/model-server.ts';
import { diligentModel } from './support/diligent-model.ts';
import { expect, test } from './support/test.ts';

test('R3.5 a question that needs no tool gets a plain answer and no plan @gate', async ({ app, model }) => {
  const answer = 'A cairn is a heap of stones that marks a way.';
  model.play({ topic: (ask) => ask.purpose, answer: () => ({ text: answer }) });
  await app.enterKey(model);
  await app.send('What is a cairn?');
  await expect(app.conversation).toContainText(answer);
  await expect(app.steps).toHaveCount(0);
  expect(model.topics).toEqual(['intake']);

  await app.send('And where does the word come from?');
  await expect.poll(() => model.topics).toEqual(['intake', 'intake']);
  expect(model.asks[1]?.prompt).toContain(answer);
});

test('R3.5 a first reply with an ordinary tool call makes a plan whose first step is running @gate', async ({
  app,
  model,
}) => {
  const worker = diligentModel([{ description: 'Remember the milk' }], 'It stands on your list.');
  const script: ScriptedModel = {
    topic: (ask) => worker.topic(ask),
    answer: (ask) =>
      ask.purpose === 'intake'
        ? { calls: [{ name: 'todo', input: { action: 'add', title: 'Buy milk' } }] }
        : ask.purpose === 'thought'
          ? { calls: [{ name: 'finish_step', input: { response: 'Noted.' } }] }
          : { calls: [{ name: 'finish_task', input: { response: 'It stands on your list.' } }] },
  };
  model.play(script);
  const thought = model.hold((_, ask) => ask.purpose === 'thought');
  await app.enterKey(model);
  await app.send('Remember the milk');
  await thought.arrived;
  await app.expectPlanStatus('running');
  await app.expectStepStatuses(['running']);
  expect(model.asks.at(-1)?.results).toHaveLength(1);
  thought.open();
  await app.expectPlanStatus('completed');
  await expect(app.conversation).toContainText('It stands on your list.');
  await app.tab('To-do');
  await expect(app.panel('To-do').getByText('Buy milk')).toHaveCount(1);
});

test('R3.4, R8.4 a question of a step waits for the person, and the answer reaches the replan and the step @gate', async ({
  app,
  model,
}) => {
  model.play(
    diligentModel(
      [
        { description: 'Find out the day', question: 'Saturday or Sunday?' },
        {
          description: 'Note the day',
          calls: [{ name: 'todo', input: { action: 'add', title: 'Keep the day free' } }],
        },
        { description: 'Sum up' },
      ],
      'All is noted.',
    ),
  );
  await app.enterKey(model);
  await app.send('Keep a day of the weekend free');
  await app.expectPlanStatus('waiting');
  await expect(app.conversation).toContainText('Saturday or Sunday?');
  await app.send('Sunday, after lunch');
  await app.expectPlanStatus('completed');
  const told = model.asks.filter((ask) => ask.prompt.includes('Sunday, after lunch'));
  expect(told[0]?.purpose).toBe('replan');
  expect(told[1]?.step?.description).toBe('Find out the day');
  expect(model.askedAgain()).toEqual([]);
});

test('R14.6 text appears as it comes', async ({ app, model }) => {
  const answer = `${'A cairn marks the way for those who come later. '.repeat(60)}That is all.`;
  model.play({ topic: () => 'intake', answer: () => ({ text: answer }) });
  model.trickle(() => true);
  await app.enterKey(model);
  await app.send('What is a cairn?');
  await expect(app.conversation).toContainText('A cairn marks');
  await app.stop();
  await app.expectPlanStatus('cancelled');
  expect(await app.conversation.innerText()).not.toContain('That is all.');
});

test('R10.3 without a key the message says so, and commands still work @gate', async ({ app }) => {
  await app.goOnWithoutKey();
  await app.send('/todo Buy milk');
  await app.tab('To-do');
  await expect(app.panel('To-do').getByText('Buy milk')).toHaveCount(1);
  await app.send('Plan my week');
  await expect(app.conversation).toContainText(/key/i);
});
