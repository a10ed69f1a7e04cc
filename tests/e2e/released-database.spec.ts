import { createDatabase } from '../fixtures/released/raw-database.ts';
import { everyReleased, type Released } from '../fixtures/released/released.ts';
import { diligentModel } from './support/diligent-model.ts';
import { expect, test as base } from './support/test.ts';

/**
 * The page of somebody who has worked with an earlier release: its database and its key are there before the app
 * starts.
 */
const test = base.extend<{ released: Released }>({
  released: [everyReleased()[0]!, { option: true }],
  page: async ({ page, model, released, baseURL }, use) => {
    const raw = structuredClone(released.raw);
    const profiles = raw.stores.find(({ name }) => name === 'profiles');
    for (const { value } of profiles?.rows ?? []) Object.assign(value as object, { base_url: model.baseUrl });
    await page.goto(`${baseURL}/icon.svg`);
    await page.evaluate(createDatabase, { name: 'cairn', raw });
    await page.evaluate((base_url) => {
      for (const id of ['main', 'small'])
        localStorage.setItem(`cairn.key.${id}`, JSON.stringify({ base_url, secret: 'sk-test-0123456789' }));
    }, model.baseUrl);
    await use(page);
  },
});

const note = (n: number) => ({ name: 'todo', input: { action: 'add', title: `Part ${n}` } });
const left = [
  { description: 'Note the tickets', calls: [note(2)] },
  { description: 'Note the bread', calls: [note(3)] },
];

for (const released of everyReleased())
  test.describe(`version ${released.version}`, () => {
    test.use({ released });

    test('R8.2, R8.3, R12.2 what an earlier release stored is shown, and its interrupted task goes on to its end through a reload @gate', async ({
      app,
      model,
    }) => {
      model.play(diligentModel(left, 'All is prepared.'));
      await app.expectPlanStatus('paused');
      await app.expectStepStatuses(['completed', 'running', 'pending']);
      await expect(app.page.getByText(/interrupted at step 2 of 3/i).first()).toBeVisible();
      const sessions = app.page.getByRole('navigation', { name: 'Sessions' });
      for (const title of ['Prepare the trip', 'Taxes', 'Build a shelf', 'Plan the weekend (copy)'])
        await expect(sessions.getByText(title, { exact: true })).toBeVisible();
      await expect(sessions.getByText('Look after the garden')).toHaveCount(0);
      await app.tab('To-do');
      const todos = app.panel('To-do');
      for (const title of ['Pack sun cream', 'Buy hats', 'Buy bread'])
        await expect(todos.getByText(title, { exact: true })).toBeVisible();
      await expect(todos.getByText('Pay the rent', { exact: true })).toBeAttached();
      const parts = await todos.getByText(/^Part \d$/).count();
      expect(model.asks).toEqual([]);
      await app.tab('Plan');

      const second = model.hold((topic) => topic === 'Note the bread after 1 calls');
      await app.pressContinue();
      await second.arrived;
      await app.reload();
      second.open();
      await app.expectPlanStatus('paused');
      await app.expectStepStatuses(['completed', 'completed', 'running']);
      await app.pressContinue();
      await app.expectPlanStatus('completed');
      await app.expectStepStatuses(['completed', 'completed', 'completed']);
      await app.tab('To-do');
      await expect(todos.getByText(/^Part \d$/)).toHaveCount(parts + 1);
      expect(model.askedAgain()).toEqual(['Note the bread after 1 calls']);
      expect(model.topics[0]).toBe('Note the tickets after 1 calls');
      await expect(app.page.getByRole('alert')).toHaveCount(0);
    });
  });
