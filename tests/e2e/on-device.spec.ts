import { AxeBuilder } from '@axe-core/playwright';
import type { Cairn } from './support/cairn.ts';
import { expect, test } from './support/test.ts';
import { tinyModel } from './support/tiny-model.ts';

const name = 'tiny.gguf';

const here = ({ page }: Cairn) => page.getByRole('group', { name: 'Models on this device' });
const model = (app: Cairn) => here(app).getByRole('radio', { name });

async function chooseDevice(app: Cairn): Promise<void> {
  await app.page.getByRole('combobox', { name: 'Provider' }).selectOption('on_device');
  await expect(here(app)).toBeVisible();
}

async function addFile({ page }: Cairn, buffer: Buffer, called = name): Promise<void> {
  await page.getByLabel('Model file').setInputFiles({ name: called, mimeType: 'application/octet-stream', buffer });
  await expect(page.getByText(`${called} is on this device now.`).first()).toBeVisible();
}

async function loadFrom({ page }: Cairn, address: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Address of another model' }).fill(address);
  await page.getByRole('button', { name: 'Load from there' }).click();
}

test('R11.4 a model chosen as a file is there after a reload, is used after Save, and goes only when that is confirmed', async ({
  app,
}) => {
  const { page } = app;
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  await chooseDevice(app);
  await expect(page.getByText('None yet.').first()).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
  await addFile(app, Buffer.from('GGUF and so on'));
  await expect(model(app)).toBeChecked();

  await page.reload();
  await chooseDevice(app);
  await model(app).check();
  await app.button('Save').click();
  await expect(app.message).toBeVisible();
  expect((await loaded()).filter((address) => address.includes('wllama'))).toEqual([]);

  await page.goto('/');
  await app.button('Settings').click();
  await expect(model(app)).toBeChecked();
  await expect(here(app).getByText('in use')).toBeVisible();
  await app.button(`Delete ${name}`).click();
  await app.button('Keep it').click();
  await expect(model(app)).toBeVisible();
  await app.button(`Delete ${name}`).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(model(app)).toHaveCount(0);
  await expect(page.getByText('None yet.').first()).toBeVisible();
});

test('R11.4 a model is loaded from an address with its progress, can be stopped, and what cannot be had is said with the reason', async ({
  app,
  models,
}) => {
  const { page } = app;
  const bar = page.getByRole('progressbar', { name: `Loading ${name}` });
  const big = Buffer.alloc(3_000_000, 'GGUF');
  const address = models.put(name, big);
  await chooseDevice(app);

  models.halted = true;
  await loadFrom(app, address);
  await expect(bar).toBeVisible();
  await expect(page.getByText('of 3 MB').first()).toBeVisible();
  await app.button('Stop loading').click();
  await expect(page.getByText('Stopped. Nothing was kept.').first()).toBeVisible();
  await expect(page.getByText('None yet.').first()).toBeVisible();

  await loadFrom(app, `${models.origin}/models/missing.gguf`);
  await expect(page.getByText('it answered 404').first()).toBeVisible();
  await loadFrom(app, `${models.origin}/models/page.gguf`);
  await expect(page.getByText('This is not a model in the format GGUF').first()).toBeVisible();
  await loadFrom(app, `${models.origin}/closed/a.gguf`);
  await expect(page.getByText('There is no answer from').first()).toBeVisible();
  await loadFrom(app, 'a model, please');
  await expect(page.getByText('This is not an address of the web.').first()).toBeVisible();

  models.halted = false;
  await loadFrom(app, address);
  await expect(page.getByText(`${name} is on this device now.`).first()).toBeVisible();
  const times = models.asked(`/models/${name}`);
  await page.reload();
  await chooseDevice(app);
  await expect(model(app)).toBeVisible();
  expect(models.asked(`/models/${name}`)).toBe(times);
});

test('R11.4, R6.4 the main job with a model in the page: a goal that is too much for it pauses with a plain reason', async ({
  app,
}) => {
  const bytes = tinyModel();
  test.skip(bytes === null, 'No tiny model is at hand: ../shared/models is missing.');
  await chooseDevice(app);
  await addFile(app, bytes ?? Buffer.alloc(0));
  await app.button('Save').click();
  await app.send('Plan a day at the lake this weekend');
  await expect(app.conversation).toContainText(`more than the model “${name}” can take in at once`, {
    timeout: 40_000,
  });
  await expect(app.plan).toHaveAttribute('data-plan-status', 'paused');
});

test('R11.4, R6.4 a file that cannot be used is said to be so, and another model can be chosen', async ({ app }) => {
  await chooseDevice(app);
  await addFile(app, Buffer.from('GGUF, and then nothing of use'), 'broken.gguf');
  await app.button('Save').click();
  await app.send('Plan a day at the lake this weekend');
  await expect(app.conversation).toContainText('The model “broken.gguf” cannot be used here.', { timeout: 40_000 });
});
