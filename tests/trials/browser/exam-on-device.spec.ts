import { tinyModel } from '../../e2e/support/tiny-model.ts';
import { expect, test } from '../../e2e/support/test.ts';

test('R11.4 a model in the page goes through the exam: it ends, with a card', async ({ app, page }) => {
  const bytes = tinyModel({ terse: true, context: 1280 });
  test.skip(bytes === null, 'No tiny model is at hand: ../shared/models is missing.');
  test.setTimeout(300_000);
  const exam = page.getByRole('dialog', { name: /^Trying out/ });
  await page.getByRole('combobox', { name: 'Provider' }).selectOption('on_device');
  const file = { name: 'tiny.gguf', mimeType: 'application/octet-stream', buffer: bytes ?? Buffer.alloc(0) };
  await page.getByLabel('Model file').setInputFiles(file);
  await expect(page.getByText('tiny.gguf is on this device now.')).toBeVisible();
  await app.button('Save').click();
  await app.button('Try this model out').click();
  await expect(exam.getByRole('button', { name: 'Start' })).toBeEnabled();
  await expect(exam).toContainText('nothing: the model runs on this device');
  await exam.getByRole('button', { name: 'Start' }).click();
  await expect(exam.getByText(/of 13 tasks passed/)).toBeVisible({ timeout: 280_000 });
  await expect(exam.getByRole('list', { name: 'What it cannot' })).toBeVisible();
});
