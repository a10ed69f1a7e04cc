import { readFile } from 'node:fs/promises';
import { listReader } from './support/list-reader.ts';
import { expect, test } from './support/test.ts';

const photo = {
  name: 'IMG_0001.jpg',
  mimeType: 'image/jpeg',
  buffer: await readFile(new URL('../fixtures/images/handwritten-list.jpg', import.meta.url)),
};

test('R11.5 on a phone the camera takes the photo, and its list becomes to-dos', async ({ app, model, page }) => {
  model.play(listReader(['Buy bread', 'Call Anna']));
  await app.enterKey(model);
  await app.button('Add an image or a file').tap();
  const coming = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Take a photo' }).tap();
  const chooser = await coming;
  expect(await chooser.element().getAttribute('capture')).toBe('environment');
  await chooser.setFiles(photo);
  const image = page.getByRole('list', { name: 'Images to send' }).getByRole('img', { name: 'IMG_0001.jpg' });
  await expect(image).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await app.message.fill('Make to-dos of this list');
  await app.button('Send').tap();
  await expect(app.conversation.getByText('Your list holds 2 things.')).toBeVisible();
  await app.tab('To-do');
  await expect(page.getByText('Call Anna').last()).toBeVisible();
});
