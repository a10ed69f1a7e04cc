import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { pdfOfScan } from '../fixtures/pdf-file.ts';
import { expectNoViolation } from './support/axe.ts';
import { Cairn } from './support/cairn.ts';
import { attachedImages, chooseImages, quartersOf } from './support/choose-images.ts';
import { listReader } from './support/list-reader.ts';
import type { ModelServer, Reply } from './support/model-server.ts';
import { storedTables } from './support/stored-tables.ts';
import { expect, test } from './support/test.ts';

const photo = {
  name: 'list.jpg',
  mimeType: 'image/jpeg',
  buffer: await readFile(new URL('../fixtures/images/handwritten-list.jpg', import.meta.url)),
};
const picture = await readFile(new URL('../fixtures/images/quadrants.gif', import.meta.url));

const sent = (app: Cairn) => app.conversation.getByRole('button', { name: /^Open the image/ });
const says = (text: string) => ({ topic: () => 'answer', answer: (): Reply => ({ text }) });

/** The data URLs in the latest request. */
const latestImages = (model: ModelServer) => model.asks.at(-1)?.images ?? [];

test('R11.5 an image goes with the first goal, without a plan, and stands small in the message; it opens large', async ({
  app,
  model,
  page,
}) => {
  model.play(says('I see a list of four things.'));
  await app.enterKey(model);
  await chooseImages(page, photo);
  await expect(attachedImages(page)).toHaveAttribute('src', /^data:image\/jpeg/);
  await expect(page.getByText(/1 image, about [\d,]+ tokens/)).toBeVisible();
  await expectNoViolation(page);
  await app.send('What is on it?');
  await expect(app.conversation).toContainText('I see a list of four things.');
  expect(latestImages(model)).toEqual([expect.stringMatching(/^data:image\/jpeg;base64,/)]);
  expect(model.asks[0]?.latest).toContain('“list.jpg”');
  await expect(attachedImages(page)).toHaveCount(0);
  await sent(app).click();
  await expect(page.getByRole('dialog', { name: 'list.jpg' }).getByRole('img')).toBeVisible();
  await expectNoViolation(page);
});

test('R11.5 images are pasted and dropped; one is removed; what is no image is added to the files', async ({
  app,
  model,
  page,
}) => {
  model.play(says('Two.'));
  await app.enterKey(model);
  const handed = (type: 'paste' | 'drop') =>
    page.evaluateHandle(
      ([base64, kind]) => {
        const transfer = new DataTransfer();
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], `${kind}ed`, { type: 'image/any' }));
        if (kind === 'drop') transfer.items.add(new File(['a,b\n1,2\n'], 'table.csv', { type: 'text/csv' }));
        return transfer;
      },
      [(type === 'paste' ? photo.buffer : picture).toString('base64'), type] as const,
    );
  await app.message.evaluate(
    (field, clipboardData) => {
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    await handed('paste'),
  );
  await expect(attachedImages(page)).toHaveCount(1);
  await app.conversation.dispatchEvent('drop', { dataTransfer: await handed('drop') });
  await expect(attachedImages(page)).toHaveCount(2);
  await expect(page.getByText('Added “table.csv”.').first()).toBeVisible();
  await chooseImages(page, { ...photo, name: 'third.jpg' });
  await expect(attachedImages(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Remove third.jpg' }).click();
  await app.button('Send').click();
  await expect(app.conversation.getByText('Look at these images.')).toBeVisible();
  await expect(app.conversation.getByText('Two.')).toBeVisible();
  expect(latestImages(model)).toHaveLength(2);
  await expect(sent(app)).toHaveCount(2);
});

test('R5.5 what an image costs is said before it is sent, where the price of the model is known', async ({
  app,
  page,
  strangers,
}) => {
  strangers.name('https://api.openai.com');
  await app.enterKey({ baseUrl: 'https://api.openai.com/v1', model: 'gpt-5-mini' });
  await chooseImages(page, photo);
  await expect(page.getByText(/1 image, about [\d,]+ tokens .* That is about \$0\.\d+ each time\./)).toBeVisible();
});

test('R11.5 a ninth image is not taken, in one sentence', async ({ app, model, page }) => {
  await app.enterKey(model);
  await chooseImages(page, ...Array.from({ length: 9 }, (_, at) => ({ ...photo, name: `list-${at}.jpg` })));
  await expect(attachedImages(page)).toHaveCount(8);
  await expect(page.getByText('A message can have 8 images at most').first()).toBeVisible();
});

test('R11.5 a model that refuses images gets the text alone: told once, remembered after a reload, and tried again when wished', async ({
  app,
  model,
  page,
}) => {
  const refusal = 'Invalid content type. image_url is only supported by certain models.';
  const script = (sees: boolean) => ({
    topic: () => 'answer',
    answer: ({ images }: { images: string[] }): Reply =>
      images.length > 0 && !sees ? { refusal } : { text: images.length > 0 ? 'I see it.' : 'I go by your words.' },
  });
  model.play(script(false));
  await app.enterKey(model, 'On this device');
  await chooseImages(page, photo);
  await app.send('What is on it?');
  await expect(app.conversation.getByText('I go by your words.')).toBeVisible();
  const notice = app.conversation.getByText('This model takes no images, so Cairn sent the text without them.');
  await expect(notice).toHaveCount(1);
  expect(model.asks.map(({ images }) => images.length)).toEqual([1, 0]);

  await app.reload();
  await expect(sent(app)).toHaveCount(1);
  await chooseImages(page, photo);
  await expect(page.getByText('takes no images: it will read only your text').first()).toBeVisible();
  await app.send('And now?');
  await expect(app.conversation.getByText('I go by your words.')).toHaveCount(2);
  await expect(notice).toHaveCount(1);
  expect(model.asks.map(({ images }) => images.length)).toEqual([1, 0, 0]);

  model.play(script(true));
  await chooseImages(page, photo);
  await page.getByRole('button', { name: 'Send them anyway' }).click();
  await expect(page.getByText(/1 image, about/)).toBeVisible();
  await app.send('Look again');
  await expect(app.conversation.getByText('I see it.')).toBeVisible();
});

test('R11.5 images survive a reload, a tab that is gone at once, a backup and its restoring; their bytes are stored once', async ({
  app: first,
  browser,
  context,
  model,
  page: opened,
}, info) => {
  let [app, page] = [first, opened];
  model.play(says('A list.'));
  await app.enterKey(model, 'On this device');
  for (const question of ['What is on it?', 'Once more?']) {
    await chooseImages(page, photo);
    await app.send(question);
    await expect(app.conversation.getByText(question)).toBeVisible();
    await expect(sent(app)).toHaveCount(question === 'Once more?' ? 2 : 1);
  }
  const [image = ''] = latestImages(model);
  const isOnce = async (from: Page) => {
    const tables = await storedTables(from);
    return JSON.stringify(tables).split(image.slice(-200)).length - 1;
  };
  expect(await isOnce(page)).toBe(1);
  await app.reload();
  await expect(sent(app)).toHaveCount(2);
  await chooseImages(page, { ...photo, name: 'again.jpg' });
  await app.send('And at the end?');
  await expect(sent(app)).toHaveCount(3);
  const address = page.url();
  await page.close();
  page = await context.newPage();
  app = new Cairn(page);
  await page.goto(address);
  await expect(sent(app)).toHaveCount(3);
  expect(await isOnce(page)).toBe(1);

  const dialog = await app.settings('Your data');
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Back up now' }).click();
  const backup = info.outputPath('backup');
  await (await coming).saveAs(backup);
  expect((await readFile(backup, 'utf8')).split(image.slice(-200)).length - 1).toBe(1);
  await page.keyboard.press('Escape');

  const fresh = await browser.newContext();
  const other = await fresh.newPage();
  await other.goto(page.url().split('#')[0] ?? '');
  await other.getByRole('button', { name: 'Try the demo' }).click();
  await other.getByRole('button', { name: 'Settings', exact: true }).click();
  await other.getByRole('navigation').getByRole('button', { name: 'Your data' }).click();
  const restoring = other.waitForEvent('filechooser');
  await other.getByRole('button', { name: 'Restore…' }).click();
  await (await restoring).setFiles(backup);
  await other.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(other.getByRole('status').filter({ hasText: 'Restored: 1 session' })).toBeVisible();
  await other.keyboard.press('Escape');
  await other.getByRole('navigation', { name: 'Sessions' }).getByText('What is on it?').first().click();
  await expect(other.getByRole('log').getByRole('button', { name: /^Open the image/ })).toHaveCount(3);
  expect(await isOnce(other)).toBe(1);
  await fresh.close();
});

test('R9.13 a scanned PDF is read by a model that sees its page', async ({ app, model, page }) => {
  model.play({
    topic: ({ purpose, results }) => `${purpose} ${results.length}`,
    answer: ({ purpose, images, results, step }): Reply => {
      if (purpose === 'intake')
        return { calls: [{ name: 'create_plan', input: { plan: ['Read scan.pdf', 'Sum up', 'Say good-bye'] } }] };
      if (purpose === 'replan')
        return { calls: [{ name: 'finish_task', input: { response: 'The scan lists four things.' } }] };
      if (step?.number !== 1) return { calls: [{ name: 'finish_step', input: { response: 'Done.' } }] };
      if (images.length > 0)
        return { calls: [{ name: 'finish_step', input: { response: 'I see a page with a list.' } }] };
      return results.length === 0
        ? { calls: [{ name: 'read_artifact', input: { file: 'scan.pdf' } }] }
        : { calls: [{ name: 'look', input: { file: 'scan.pdf', page: 1 } }] };
    },
  });
  await app.enterKey(model);
  await app.tab('Files');
  const coming = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files' }).click();
  await (
    await coming
  ).setFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer: pdfOfScan(photo.buffer, 900, 1200) });
  await expect(page.getByText('its pages are pictures without text').first()).toBeVisible();
  await app.tab('Plan');
  await app.send('What does the scan say?');
  await app.expectPlanStatus('completed');
  const shown = model.asks.find(({ images }) => images.length > 0);
  expect(shown?.results.at(-1)).toContain('page 1 of 1');
  const seen = await quartersOf(page, shown?.images[0] ?? '');
  expect([seen.width, seen.height]).toEqual([1176, 1568]);
});

const wanted = ['Buy bread', 'Call Anna', 'Water plants', 'Fix the bike'];

test('R11.5 a photo of a handwritten list becomes to-dos, and the saved page of that shows it', async ({
  app,
  browser,
  model,
  page,
}, info) => {
  model.play(listReader(wanted));
  await app.enterKey(model);
  await chooseImages(page, photo);
  await app.send('Make to-dos of this list');
  await app.expectPlanStatus('completed');
  await app.tab('To-do');
  for (const title of wanted) await expect(page.getByRole('tabpanel').getByText(title)).toBeVisible();

  await app.tab('Plan');
  await app.button('Share …').click();
  const coming = page.waitForEvent('download');
  await app.button('Save as a page').click();
  const path = info.outputPath('run.html');
  await (await coming).saveAs(path);
  const [image = ''] = model.asks.flatMap(({ images }) => images);
  expect((await readFile(path, 'utf8')).split(image.slice(-200)).length - 1).toBe(1);
  const context = await browser.newContext({ offline: true });
  const savedPage = await context.newPage();
  await savedPage.goto(`file://${path}`);
  await expect(savedPage.getByRole('img', { name: 'list.jpg' }).first()).toBeVisible();
  await context.close();
});
