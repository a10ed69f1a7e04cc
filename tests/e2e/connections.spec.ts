import { expectNoViolation } from './support/axe.ts';
import { Cairn } from './support/cairn.ts';
import { diligentModel } from './support/diligent-model.ts';
import { ModelServer } from './support/model-server.ts';
import { expect, test } from './support/test.ts';

const buy = (title: string) => ({ description: `Note to buy ${title}`, calls: [add(`Buy ${title}`)] });
const add = (title: string) => ({ name: 'todo', input: { action: 'add', title } });
const picnic = () => diligentModel([buy('bread'), buy('cheese')], 'Both stand on your list.');

test('R13.1 a key encrypted with a passphrase works until the page is reloaded, then the plan waits for the passphrase and goes on @gate', async ({
  app,
  page,
  model,
}) => {
  model.play(picnic());
  await page.getByRole('radio', { name: 'On this device, encrypted' }).check();
  await page.getByLabel('Choose a passphrase').fill('short');
  await app.saveKey(model);
  await expect(page.getByText('Choose a passphrase of at least 8 characters.').first()).toBeVisible();
  await page.getByLabel('Choose a passphrase').fill('correct horse');
  await app.button('Save').click();
  const gate = model.hold((topic) => topic.startsWith('Note to buy cheese'));
  await app.send('Prepare the picnic');
  await gate.arrived;
  expect(
    await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])),
  ).not.toContain('sk-test');

  await app.reload();
  gate.open();
  await app.pressContinue();
  await expect(app.plan.getByText('Paused: the API key is locked')).toBeVisible();
  await app.plan.getByRole('button', { name: 'Unlock' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Passphrase').fill('wrong horse');
  await dialog.getByRole('button', { name: 'Unlock and continue' }).click();
  await expect(dialog.getByLabel('Passphrase')).toHaveAccessibleDescription(
    'That is not the passphrase of your encrypted keys. Try again.',
  );
  await dialog.getByLabel('Passphrase').fill('correct horse');
  await dialog.getByRole('button', { name: 'Unlock and continue' }).click();
  await app.expectPlanStatus('completed');
  await app.tab('To-do');
  await expect(app.panel('To-do').getByRole('listitem')).toHaveText([/Buy bread/, /Buy cheese/]);
});

test('R11.2 a key that went with its tab is asked for before the plan is continued', async ({ app, page, model }) => {
  model.play(picnic());
  await page.getByRole('combobox', { name: 'Provider' }).selectOption('deepseek');
  await page.getByRole('textbox', { name: 'Base URL' }).fill(model.baseUrl);
  await page.getByRole('textbox', { name: 'API key' }).fill('sk-test-0123456789');
  await page.getByLabel('Model', { exact: true }).fill(model.model);
  await app.button('Save').click();
  const gate = model.hold((topic) => topic.startsWith('Note to buy cheese'));
  await app.send('Prepare the picnic');
  await gate.arrived;
  const second = await page.context().newPage();
  await page.close();
  gate.open();

  const again = new Cairn(second);
  await second.goto('./');
  await expect(again.plan.getByText('Paused: there is no API key')).toBeVisible();
  await again.plan.getByRole('button', { name: 'Open settings' }).click();
  const settings = second.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('textbox', { name: 'API key' }).fill('sk-test-0123456789');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(second.getByText('The connection is saved. Press Continue to go on.').first()).toBeVisible();
  await expect(settings).toBeHidden();
  await again.pressContinue();
  await again.expectPlanStatus('completed');
  await again.tab('To-do');
  await expect(again.panel('To-do').getByRole('listitem')).toHaveText([/Buy bread/, /Buy cheese/]);
});

test('R13.1 a locked key is told of in the bar and unlocked there, and a paused plan stays paused', async ({
  app,
  page,
  model,
}) => {
  model.play(picnic());
  await page.getByRole('radio', { name: 'On this device, encrypted' }).check();
  await page.getByLabel('Choose a passphrase').fill('correct horse');
  await app.saveKey(model);
  await expect(app.message).toBeVisible();
  await expect(app.button('Key locked')).toBeHidden();
  await app.reload();
  await app.button('Key locked').click();
  const dialog = page.getByRole('dialog', { name: 'Unlock your keys' });
  await expectNoViolation(page);
  await dialog.getByLabel('Passphrase').fill('correct horse');
  await dialog.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(app.button('Key locked')).toBeHidden();
  await app.send('Prepare the picnic');
  await app.expectPlanStatus('completed');

  await app.reload();
  await app.send('Prepare another picnic');
  await app.conversation.getByRole('button', { name: 'Unlock', exact: true }).click();
  await dialog.getByLabel('Passphrase').fill('correct horse');
  await dialog.getByRole('button', { name: 'Unlock and continue' }).click();
  await app.expectPlanStatus('completed');
});

test('R11.1 the first connection that is saved in the settings leads back to the goal that waited for it', async ({
  app,
  page,
  model,
}) => {
  model.play(picnic());
  await app.goOnWithoutKey();
  await app.send('Prepare the picnic');
  await app.conversation.getByRole('button', { name: 'Open settings' }).click();
  await app.saveKey(model);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('Send it.').first()).toBeVisible();
  await expect(app.message).toBeFocused();
  await expect(app.message).toHaveValue('Prepare the picnic');
  await page.keyboard.press('Enter');
  await app.expectPlanStatus('completed');
});

test('R11.1 several connections: a cheaper one does the work within steps, another is chosen, one is deleted', async ({
  app,
  page,
  model,
}) => {
  const cheap = await ModelServer.start();
  try {
    const mind = picnic();
    model.play(mind);
    cheap.play(mind);
    await app.enterKey({ baseUrl: model.baseUrl, model: model.model });
    await app.button('Settings').click();
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await settings.getByRole('button', { name: 'Add a connection' }).click();
    await settings.getByLabel('Name (if you like)').fill('The cheap one');
    await settings.getByLabel('Provider').selectOption({ label: 'Custom' });
    await settings.getByLabel('Base URL').fill(cheap.baseUrl);
    await settings.getByLabel('Model', { exact: true }).fill('cheap-1');
    await settings.getByRole('button', { name: 'Save', exact: true }).click();
    const list = settings.getByRole('list', { name: 'Connections' });
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await expect(list.getByRole('radio', { name: /The cheap one/ })).toBeChecked();
    await list.getByRole('radio', { name: /scripted-1/ }).check();
    await settings.getByLabel('Model for the work within steps').selectOption({ label: 'The cheap one' });
    await settings.getByRole('button', { name: 'Close' }).click();

    await app.send('Prepare the picnic');
    await app.expectPlanStatus('completed');
    const purposes = (server: ModelServer) => [...new Set(server.asks.map(({ purpose }) => purpose))].sort();
    expect(purposes(model)).toEqual(['intake', 'replan']);
    expect(purposes(cheap)).toEqual(['thought']);

    await app.button('Settings').click();
    await list.getByRole('radio', { name: /The cheap one/ }).check();
    await list.getByRole('button', { name: 'Delete The cheap one' }).click();
    await page.getByRole('dialog', { name: 'Delete this connection?' }).getByRole('button', { name: 'Delete' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect(page.getByText('Choose which connection to use from now on.').first()).toBeVisible();
    await expect(list.getByRole('radio', { name: /scripted-1/ })).not.toBeChecked();
    await expect(settings.getByLabel('Model for the work within steps')).toBeHidden();
  } finally {
    await cheap.stop();
  }
});

test('R5.5 what a model with a known price costs is shown, and a session pauses at its spending limit', async ({
  page,
  model,
  strangers,
}) => {
  strangers.name('https://api.openai.com');
  model.play(picnic());
  const app = new Cairn(page);
  await page.route('https://api.openai.com/**', async (route) => {
    const address = route.request().url().replace('https://api.openai.com/v1', model.baseUrl);
    await route.fulfill({ response: await route.fetch({ url: address }) });
  });
  await app.open();
  await app.enterKey({ baseUrl: 'https://api.openai.com/v1', model: 'gpt-5-mini' });
  const settings = await app.settings('How it works');
  await settings.getByRole('radio', { name: /^Careful/ }).check();
  await settings.getByLabel(/^Pause a session when/).fill('nothing');
  await settings.getByLabel(/^Pause a session when/).blur();
  await expect(settings.getByText('Enter a sum above zero')).toBeVisible();
  await settings.getByLabel(/^Pause a session when/).fill('0.0005');
  await settings.getByLabel(/^Pause a session when/).blur();
  await settings.getByRole('button', { name: 'Close' }).click();

  await app.send('Prepare the picnic');
  await expect(app.plan.getByText(/Paused: the spending limit is reached \(\$0\.00\d+ spent\)/)).toBeVisible();
  await expect(app.conversation.getByText(/to allow another \$0\.00050/)).toBeVisible();
  await app.tab('History');
  await expect(app.panel('History').getByText(/model calls?: .+ · \$0\.00\d+/)).toBeVisible();
  await app.tab('Plan');
  const before = model.asks.length;
  await app.button('Continue').click();
  await expect.poll(() => model.asks.length).toBeGreaterThan(before);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('R14.6 what is told of a removed session lies over nothing that is used next', async ({ app, page }) => {
  await app.goOnWithoutKey();
  await app.send('/todo Buy bread');
  await expect(app.conversation).toContainText('Added');
  await page
    .getByRole('button', { name: /^Options for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const told = page.locator('.toasts').filter({ hasText: 'Deleted the session' });
  await expect(told).toBeVisible();
  for (const place of [app.message, app.button('Send'), app.button('Settings'), app.button('New session')]) {
    const [used, lies] = [await place.boundingBox(), await told.boundingBox()];
    if (!used || !lies) throw new Error('There is nothing to compare.');
    const beside = used.x + used.width <= lies.x || lies.x + lies.width <= used.x;
    expect(beside || used.y + used.height <= lies.y || lies.y + lies.height <= used.y).toBe(true);
  }
  await app.message.click();
  await page.keyboard.type('Prepare the picnic');
  await expect(app.message).toHaveValue('Prepare the picnic');
});
