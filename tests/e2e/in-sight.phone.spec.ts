import { expect, test } from './support/test.ts';

test('R14.1 the top bar of a phone names the model, and shows a long title whole when it is pressed', async ({
  app,
  model,
  page,
}) => {
  const goal = `Write down ${'very '.repeat(30)}much`;
  await app.enterKey(model);
  await expect(page.getByRole('banner').getByText(model.model)).toBeInViewport();
  await app.send(goal);
  const title = page.getByRole('banner').getByRole('heading', { level: 1 });
  const hidden = () => title.evaluate((heading) => heading.scrollHeight - heading.clientHeight);
  await expect(title).toContainText('very very');
  await title.click();
  await expect.poll(hidden).toBeLessThanOrEqual(1);
});

test('R11.4 on a phone the demo is named in one word, and to skip it stands beside its line', async ({ app, page }) => {
  await app.startDemo();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Demo', exact: true })).toBeVisible();
  await app.button('To the lake').click();
  await expect(app.approval).toBeVisible();
  const [line, skip] = await Promise.all(
    [page.getByText('Nothing is deleted until you allow it.'), app.button('Skip the demo')].map((each) =>
      each.evaluate((element) => element.getBoundingClientRect()),
    ),
  );
  expect(skip?.top).toBeLessThan(line?.bottom ?? 0);
});
