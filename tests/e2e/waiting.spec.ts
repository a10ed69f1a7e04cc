import { Loopback } from '../unit/model/loopback.ts';
import { sample } from '../unit/model/sample.ts';
import { diligentModel } from './support/diligent-model.ts';
import { expect, test } from './support/test.ts';

test('R11.3 a model that is slow to answer is said to be waited for, in the conversation and at its step, and not any more once it answers', async ({
  app,
  model,
}) => {
  model.play(diligentModel([{ description: 'Think it over' }], 'All is well.'));
  const thought = model.hold((_, ask) => ask.purpose === 'thought');
  await app.enterKey(model);
  await app.send('Think about it');
  await thought.arrived;
  await expect(app.conversation).toContainText('Thinking…');
  await expect(app.conversation).toContainText(/Waiting for the model: [3-9] s(?!;)/);
  await expect(app.step('Think it over')).toContainText(/Waiting for the model: [3-9] s/);
  const name = await app
    .step('Think it over')
    .getByRole('button', { name: /Think it over/ })
    .ariaSnapshot();
  expect(name).not.toContain('Waiting');
  thought.open();
  await app.expectPlanStatus('completed');
  await expect(app.page.getByText('Waiting for the model')).toHaveCount(0);
});

test('R11.3 how long the model is waited for is a setting, and words that stop are told of and given up in time', async ({
  app,
}) => {
  const open = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'authorization, content-type' };
  const { delta, events } = sample;
  const server = new Loopback();
  let calls = 0;
  server.answer = ({ method, path }) => {
    if (method === 'OPTIONS' || !path.endsWith('/chat/completions')) return { status: 204, headers: open, body: '' };
    calls += 1;
    return calls === 1
      ? { headers: open, body: `${events(delta({ content: 'A cairn is' }))}: keep-alive\n\n`, then: 'linger' }
      : { headers: open, body: events(delta({ content: 'A cairn is a heap of stones.' }, 'stop'), '[DONE]') };
  };
  const baseUrl = await server.open();
  await app.enterKey({ baseUrl, model: 'slow-1' });

  const dialog = await app.settings('How it works');
  const idle = dialog.getByRole('spinbutton', { name: 'Seconds of silence within a reply, at most' });
  await idle.fill('1');
  await idle.blur();
  await expect(dialog.getByText('Enter a whole number from 5 to 3600.')).toBeVisible();
  await idle.fill('5');
  await idle.blur();
  await expect(dialog.getByText('Enter a whole number from 5 to 3600.')).toBeHidden();
  await app.page.keyboard.press('Escape');

  await app.send('What is a cairn?');
  await expect(app.conversation).toContainText('A cairn');
  await expect(app.conversation).toContainText(/No words for [34] s; gives up at 5 s/);
  await expect(app.conversation).toContainText('A cairn is a heap of stones.');
  expect(calls).toBe(2);
  await server.close();
});
