import { readFile } from 'node:fs/promises';
import { ByKeyboard } from './support/by-keyboard.ts';
import { diligentModel } from './support/diligent-model.ts';
import { expect, test } from './support/test.ts';

test('R14.5 the main job by keyboard alone: key, goal, permission, a new order, pause, export, reload, continue, import @gate', async ({
  app,
  model,
  site,
}) => {
  test.setTimeout(120_000);
  const { page } = app;
  const person = new ByKeyboard(page);
  const todo = (title: string) => [{ name: 'todo', input: { action: 'add', title } }];
  model.play(
    diligentModel(
      [
        { description: 'Read the weather', calls: [{ name: 'fetch', input: { url: `${site.origin}/weather` } }] },
        { description: 'Think it over' },
        { description: 'Note the bag', calls: todo('Pack the bag') },
        { description: 'Note the tickets', calls: todo('Buy the tickets') },
      ],
      'All is prepared.',
    ),
  );
  const thinking = model.hold((topic) => topic.startsWith('Think it over'));

  await test.step('the key is entered', async () => {
    await person.reach(page.getByRole('combobox', { name: 'Provider' }));
    await page.keyboard.type('Custom');
    await person.type(page.getByRole('textbox', { name: 'Base URL' }), model.baseUrl);
    await person.type(page.getByRole('textbox', { name: 'API key' }), 'sk-test-0123456789');
    await person.type(page.getByLabel('Model', { exact: true }), model.model);
    await person.press(app.button('Save'));
    await app.message.waitFor();
  });

  await test.step('a goal is written, and its first call allowed', async () => {
    await person.type(app.message, 'Prepare the trip');
    await page.keyboard.press('Enter');
    await person.press(app.approval.getByRole('button', { name: 'Allow once' }));
    await thinking.arrived;
  });

  await test.step('steps are reordered while one runs', async () => {
    await person.reach(app.handle(app.step('Note the tickets')));
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await app.expectOrder(['Read the weather', 'Think it over', 'Note the tickets', 'Note the bag']);
  });

  await test.step('the plan is paused, exported and continued after a reload', async () => {
    await person.press(app.button('Pause'));
    await app.expectPlanStatus('paused');
    thinking.open();
    const coming = page.waitForEvent('download');
    await person.press(app.button('Export plan.json'));
    const file = await readFile(await (await coming).path(), 'utf8');
    await app.reload();
    await person.press(app.button('Continue'));
    await app.expectPlanStatus('completed');

    const chooser = page.waitForEvent('filechooser');
    await person.press(app.button('Import plan.json'));
    await (await chooser).setFiles({ name: 'plan.json', mimeType: 'application/json', buffer: Buffer.from(file) });
    await expect(app.importDialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(app.importDialog).toBeHidden();
  });

  await test.step('what was done is found in its tab, and ticked off', async () => {
    await person.choose(page.getByRole('tab', { name: 'To-do', exact: true }));
    await person.press(app.panel('To-do').getByRole('checkbox', { name: /Pack the bag/ }), 'Space');
    await expect(app.panel('To-do').getByRole('checkbox', { name: /Pack the bag/ })).toBeHidden();
  });

  await test.step('every step opens to what was done in it', async () => {
    await person.choose(page.getByRole('tab', { name: 'Plan', exact: true }));
    await person.press(
      app
        .step('Note the bag')
        .getByRole('button', { name: /Note the bag/ })
        .first(),
    );
    await person.press(app.step('Note the bag').locator('summary').filter({ hasText: 'Pack the bag' }).first());
    await expect(app.step('Note the bag')).toContainText('Added');
  });
});
