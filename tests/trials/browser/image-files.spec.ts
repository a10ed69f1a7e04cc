import exifr from 'exifr';
import { attachedImages, chooseImages, quartersOf } from '../../e2e/support/choose-images.ts';
import { fortyImages } from '../../e2e/support/forty-images.ts';
import { expect, test } from '../../e2e/support/test.ts';

const bytesOf = (url: string) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');

test('R11.5 forty files: the right picture upright and small, or one sentence; no place in what is sent, nothing run, no long task', async ({
  app,
  context,
  model,
  page,
}) => {
  test.setTimeout(180_000);
  let seen = 0;
  model.play({ topic: () => 'answer', answer: () => ({ text: `Seen ${(seen += 1)}.` }) });
  await app.enterKey(model);
  const maker = await context.newPage();
  const files = await fortyImages(maker);
  await maker.close();
  expect(files).toHaveLength(40);
  expect((await exifr.gps(files[5]!.buffer)).latitude).toBeCloseTo(52.52, 1);
  await page.evaluate(() => {
    const tasks: number[] = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
    Object.assign(window, { tasks });
  });

  const received: string[] = [];
  const send = async () => {
    await app.send('Look');
    await expect(app.conversation.getByText(`Seen ${received.length + 1}.`, { exact: true }).first()).toBeVisible();
    received.push(model.asks.at(-1)?.images.at(-1) ?? '');
  };
  for (const file of files) {
    await chooseImages(page, file);
    if ('told' in file.becomes) {
      const toast = page.getByText(`“${file.name}”`);
      await expect(toast, file.name).toHaveText(file.becomes.told, { timeout: 20_000 });
      await expect(toast, file.name).toHaveText(/^[^.]*(\.[a-z]+”[^.]*)?\.( [A-Z][^.]*\.)?$/);
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await expect(page.getByRole('list', { name: 'Images to send' })).toHaveCount(0);
    } else {
      await expect(attachedImages(page), file.name).toHaveCount(1, { timeout: 20_000 });
      await send();
    }
  }

  const after = await page.evaluate(() => {
    const { tasks, ran } = window as unknown as { tasks: number[]; ran?: number };
    return { longest: Math.max(0, ...tasks), ran };
  });

  const pictures = files.flatMap(({ name, becomes }) => ('told' in becomes ? [] : [{ name, ...becomes }]));
  expect(received).toHaveLength(pictures.length);
  for (const [at, { name, width, height, quarters }] of pictures.entries()) {
    const url = received[at] ?? '';
    const jpeg = bytesOf(url);
    const options = { tiff: true, exif: true, gps: true, xmp: true, iptc: true, icc: false, jfif: false };
    expect(await exifr.parse(jpeg, options), `${name} tells nothing of where and how`).toBeUndefined();
    expect(jpeg.toString('latin1'), name).not.toMatch(/Berlin|Camera|GPS/);
    const shown = await quartersOf(page, url);
    expect([shown.width, shown.height], name).toEqual([width, height]);
    if (quarters) expect(shown.quarters, name).toBe(quarters);
  }
  test.info().annotations.push({ type: 'longest task, ms', description: String(after.longest) });
  expect(after.ran).toBeUndefined();
  expect(after.longest).toBeLessThanOrEqual(100);
});
