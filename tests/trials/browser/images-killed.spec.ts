import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cairn } from '../../e2e/support/cairn.ts';
import { storedTables } from '../../e2e/support/stored-tables.ts';
import { expect } from '../../e2e/support/test.ts';
import { chance } from './support/chance.ts';
import { OwnBrowser } from './support/own-browser.ts';
import { test } from './support/trial-test.ts';

/** What is lost once is a defect, even if the next try goes well. */
test.describe.configure({ retries: 0, timeout: 240_000 });

const photo = {
  name: 'list.jpg',
  mimeType: 'image/jpeg',
  buffer: await readFile(new URL('../../fixtures/images/handwritten-list.jpg', import.meta.url)),
};
/** Milliseconds after the press of Send within which the browser is killed. */
const longest = 400;

test('R11.5 wherever the whole browser is killed after an image was sent, the message has its image, stored once, or waits to be sent', async ({
  model,
  address,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'cairn-images-'));
  const draw = chance(11);
  model.play({ topic: () => 'answer', answer: () => ({ text: 'A list.' }) });
  let browser = await OwnBrowser.start(profile, 'LevelDB');
  await browser.page.goto(address);
  await new Cairn(browser.page).enterKey(model, 'On this device');
  let found = 0;
  for (let n = 1; n <= 8; n += 1) {
    const { page } = browser;
    const app = new Cairn(page);
    await app.newSession();
    const coming = page.waitForEvent('filechooser');
    await app.button('Add images or files').click();
    await (await coming).setFiles(photo);
    await expect(page.getByRole('list', { name: 'Images to send' }).getByRole('img')).toBeVisible();
    await app.message.fill(`What is on it, ${n}?`);
    await app.button('Send').click();
    await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), draw() * longest);
    await browser.kill();

    browser = await OwnBrowser.start(profile, 'LevelDB');
    await browser.page.goto(address);
    const again = new Cairn(browser.page);
    await again.message.waitFor();
    const { journal, contents = [] } = await storedTables(browser.page);
    const said = journal.filter(({ body }) => body.text === `What is on it, ${n}?`);
    if (said.length === 0) continue;
    found += 1;
    const ids = contents.map(({ id }) => String(id));
    for (const { body } of said) expect(body.images).toHaveLength(1);
    const named = said.flatMap(({ body }) => body.images as string[]);
    expect(named.filter((id) => !ids.includes(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  }
  expect(found).toBeGreaterThan(0);
  await browser.kill();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
});
