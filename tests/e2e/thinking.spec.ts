import { diligentModel } from './support/diligent-model.ts';
import { expect, test } from './support/test.ts';

test('R4.11 a person chooses how long the model thinks; where the server forbids it, page and settings say so', async ({
  app,
  page,
  model,
}) => {
  const mind = diligentModel(
    [{ description: 'Note to buy bread', calls: [{ name: 'todo', input: { action: 'add', title: 'Buy bread' } }] }],
    'It stands on your list.',
  );
  await app.enterKey(model);
  const settings = await app.settings('Model connection');
  await settings.getByLabel('Thinking').selectOption('Thorough');
  await settings.getByRole('button', { name: 'Save' }).click();
  await page.keyboard.press('Escape');
  const efforts: (string | null)[] = [];
  model.play({
    ...mind,
    answer: (ask) => {
      efforts.push(ask.effort);
      return ask.effort === 'none' ? mind.answer(ask) : { refusal: "Function tools need reasoning_effort 'none'." };
    },
  });
  await app.send('Prepare breakfast');
  await app.expectPlanStatus('completed');
  expect(efforts.slice(0, 3)).toEqual(['high', null, 'none']);
  await expect(app.conversation.getByText('so it goes on without thinking')).toHaveCount(1);
  const again = await app.settings('Model connection');
  await expect(again.getByText('This model does not think here')).toBeVisible();
  await expect(again.getByLabel('Thinking')).toHaveValue('thorough');
});

test('R4.11 a summary of the thinking unfolds as text, in the conversation, the step and the history', async ({
  app,
  page,
  model,
}) => {
  const mind = diligentModel(
    [{ description: 'Note to buy bread', calls: [{ name: 'todo', input: { action: 'add', title: 'Buy bread' } }] }],
    'It stands on your list.',
  );
  const thinking = '**Looking at the list**\n\nNothing is on it yet <b>so far</b>, so the bread goes first.';
  await app.enterKey({ baseUrl: model.baseUrl, model: 'gpt-5-mini' });
  const settings = await app.settings('Model connection');
  await settings.getByLabel('API', { exact: true }).selectOption('OpenAI Responses');
  await settings.getByRole('button', { name: 'Save' }).click();
  await page.keyboard.press('Escape');
  model.play({ ...mind, answer: (ask) => ({ ...mind.answer(ask), ...(ask.purpose === 'thought' && { thinking }) }) });
  await app.send('Prepare breakfast');
  await app.expectPlanStatus('completed');

  await app.conversation.getByText('Note to buy bread').first().click();
  const folded = app.conversation.getByText('What the model thought').first();
  await expect(folded).toBeVisible();
  await expect(page.getByText('the bread goes first')).toHaveCount(0);
  await folded.click();
  await expect(app.conversation.getByText('Nothing is on it yet <b>so far</b>')).toBeVisible();
});

test('R8 that the provider keeps replies is offered over Responses only, off by default, and kept when switched on', async ({
  app,
  model,
}) => {
  await app.enterKey(model);
  const settings = await app.settings('Model connection');
  const keeps = settings.getByRole('checkbox', { name: /^Pick up a reply after a cut/ });
  const api = settings.getByLabel('API', { exact: true });
  await expect(api).toHaveValue('');
  await expect(keeps).toHaveCount(0);
  await api.selectOption('Anthropic Messages');
  await expect(keeps).toHaveCount(0);
  await api.selectOption('OpenAI Responses');
  await expect(keeps).not.toBeChecked();
  await keeps.check();
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings.getByText('The connection is saved.').first()).toBeVisible();
  await app.reload();
  await app.settings('Model connection');
  await expect(api).toHaveValue('responses');
  await expect(keeps).toBeChecked();
});
