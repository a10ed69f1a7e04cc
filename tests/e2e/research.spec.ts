import { diligentModel } from './support/diligent-model.ts';
import { ResearchSites } from './support/research-sites.ts';
import { test as base, expect } from './support/test.ts';

const test = base.extend<{ sites: ResearchSites }>({
  sites: async ({}, use) => {
    const sites = await ResearchSites.start();
    await use(sites);
    await sites.stop();
  },
});

const closing = [
  'The sources disagree: the timetable says “The last ferry leaves Lindau at 18:30” [1], the harbour office “leaves at 19:15 on weekdays” [2].',
  'An adult pays 4.50 euros for a single ticket [4]. A child travels for free [7].',
  'The guide adds that “no ferry runs in winter” [1].',
].join('\n\n');

test('R9.3 research over eight sites: the answer cites its sources, each mark opens its passage, and what is made up is named', async ({
  app,
  model,
  sites,
}) => {
  const { page } = app;
  const reads = sites.addresses.map((url) => ({
    description: `Read ${new URL(url).port}`,
    calls: [{ name: 'fetch', input: { url } }],
  }));
  const obeyed = { description: 'Do what the page says', calls: [{ name: 'fetch', input: { url: sites.trap } }] };
  model.play(diligentModel([...reads, obeyed], closing));
  await app.enterKey(model);
  await app.send('When does the last ferry leave, and what does it cost?');
  const allow = page.getByRole('button', { name: 'Allow for this plan' });
  for (let n = 0; n < reads.length; n += 1) await allow.first().click();
  await expect(app.approval.getByText(sites.trap)).toBeVisible({ timeout: 20_000 });
  await app.approve('Deny');
  await app.expectPlanStatus('completed');
  expect(sites.trapped).toBe(0);

  const asked = model.asks.at(-1)?.prompt ?? '';
  for (const title of ['[1] Lake ferry timetable', '[2] Harbour office', '[4] Ticket prices'])
    expect(asked).toContain(title);

  const conversation = page.locator('#conversation');
  const sources = conversation.getByRole('region', { name: 'Sources' });
  await expect(sources.getByRole('button')).toHaveCount(3);
  await expect(sources.getByText('[7] stands for no source that was read.')).toBeVisible();
  await expect(sources.getByText('“no ferry runs in winter” is not in [1].')).toBeVisible();
  await expect(sources.getByText('4 pages could not be read', { exact: true })).toBeVisible();

  const dialog = page.getByRole('dialog');
  for (const [mark, passage] of [
    ['Source 1: Lake ferry timetable', 'The last ferry leaves Lindau at 18:30'],
    ['Source 2: Harbour office', 'leaves at 19:15 on weekdays'],
    ['Source 4: Ticket prices', 'A single ticket costs 4.50 euros for adults and 2.20 euros for children.'],
  ] as const) {
    const button = conversation.getByRole('button', { name: mark, exact: true }).first();
    await expect(button).toHaveAttribute('aria-haspopup', 'dialog');
    await button.click();
    await expect(dialog.locator('mark')).toHaveText(passage);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }

  await page.reload();
  await sources.getByText(/not cited/).click();
  await sources.getByRole('button', { name: /Ferry/ }).last().click();
  await expect(dialog.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  await expect(dialog.locator('img')).toHaveCount(0);
  await page.keyboard.press('Escape');

  await conversation.getByRole('button', { name: 'Source 1: Lake ferry timetable', exact: true }).first().click();
  await dialog.getByRole('button', { name: 'Read again and compare' }).click();
  await expect(dialog.getByText('The page says the same as this copy.')).toBeVisible();
  sites.rewrite(0, 'The last ferry leaves Lindau at 17:45 from Monday to Saturday.');
  await dialog.getByRole('button', { name: 'Read again and compare' }).click();
  await expect(dialog.locator('del')).toHaveText(['18', '30']);
  await expect(dialog.locator('ins')).toHaveText(['17', '45']);
});
