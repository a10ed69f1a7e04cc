import { Cairn } from './support/cairn.ts';
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

const hour = 3_600_000;

test('R9.11 a scheduled run that watches a page starts only after its text has changed; until then no model is asked', async ({
  context,
  model,
  sites,
}) => {
  await context.clock.install({ time: new Date('2026-11-22T10:00:00+01:00') });
  const page = await context.newPage();
  await page.goto('/');
  const app = new Cairn(page);
  const steps = [
    { description: 'Note it', calls: [{ name: 'todo', input: { action: 'add', title: 'See the ferry' } }] },
  ];
  model.play(diligentModel(steps, 'All noted.'));
  await app.enterKey(model);
  await app.send('Note that the ferry times have changed');
  await app.expectPlanStatus('completed');

  await app.button('Templates').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByPlaceholder('Name of the template').fill('Ferry');
  await dialog.getByRole('button', { name: 'Keep', exact: true }).click();
  await dialog
    .getByRole('button', { name: /^Ferry/ })
    .first()
    .click();
  await dialog.getByLabel('Start on').fill('2026-11-23');
  await dialog.getByLabel('Start at').fill('09:00');
  await dialog.getByLabel('Repeats').selectOption('Every day');
  await dialog.getByLabel('Only if a page that you name has changed').check();
  const schedule = dialog.getByRole('button', { name: 'Schedule', exact: true });
  const address = dialog.getByLabel('Address of the page');
  await address.fill(sites.addresses[4] ?? '');
  await schedule.click();
  await expect(dialog.getByText('This page cannot be read from here, so it cannot be watched.')).toBeVisible();
  await address.fill(sites.addresses[0] ?? '');
  await schedule.click();
  await expect(page.getByText('“Ferry” starts tomorrow 09:00', { exact: false }).first()).toBeVisible();
  await expect(dialog.getByText(/first read today/)).toBeVisible();

  const asked = model.topics.length;
  await context.clock.fastForward(23 * hour);
  await expect(dialog.getByText(/unchanged today 09:00/)).toBeVisible();
  expect(sites.asked(0)).toBe(2);
  expect(model.topics).toHaveLength(asked);
  await expect(dialog.getByText('Every day · next tomorrow 09:00')).toBeVisible();

  sites.rewrite(0, 'The last ferry leaves Lindau at 17:45.');
  await context.clock.fastForward(24 * hour);
  await expect(page.getByText('“Ferry” has started, as scheduled.').first()).toBeVisible();
  await expect(dialog.getByText(/had changed today 09:00/)).toBeVisible();
  await expect.poll(() => model.topics.length).toBeGreaterThan(asked);
});
