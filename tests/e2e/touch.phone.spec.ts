import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { diligentModel } from './support/diligent-model.ts';
import { expect, test } from './support/test.ts';

test('R14.1, R14.5 the main job by touch alone at 390 points: key, goal, permission, a new order, pause, export, reload, continue @gate', async ({
  app,
  model,
  site,
}) => {
  test.setTimeout(120_000);
  const { page } = app;
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
  const write = async (field: Locator, text: string) => {
    await field.tap();
    await page.keyboard.insertText(text);
  };
  const view = async (name: string) => {
    await page.getByRole('tab', { name, exact: true }).tap();
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, `${name} is as wide as the screen`).toBeLessThanOrEqual(0);
  };

  const provider = page.getByRole('combobox', { name: 'Provider' });
  await provider.selectOption('custom');
  await write(page.getByRole('textbox', { name: 'Base URL' }), model.baseUrl);
  await write(page.getByRole('textbox', { name: 'API key' }), 'sk-test-0123456789');
  await write(page.getByLabel('Model', { exact: true }), model.model);
  await app.button('Save').tap();

  await write(app.message, 'Prepare the trip');
  await app.button('Send').tap();
  await app.approval.getByRole('button', { name: 'Allow once' }).tap();
  await thinking.arrived;

  await view('Plan');
  await app.dragByTouch(app.step('Note the tickets'), app.step('Note the bag'));
  await app.expectOrder(['Read the weather', 'Think it over', 'Note the tickets', 'Note the bag']);
  await app.button('Pause').tap();
  await app.expectPlanStatus('paused');
  thinking.open();
  const coming = page.waitForEvent('download');
  await app.button('Export plan.json').tap();
  expect(JSON.parse(await readFile(await (await coming).path(), 'utf8'))).toMatchObject({ goal: 'Prepare the trip' });

  await page.reload();
  await view('Plan');
  await app.button('Continue').tap();
  await app.expectPlanStatus('completed');
  await view('To-do');
  await app
    .panel('To-do')
    .getByRole('checkbox', { name: /Pack the bag/ })
    .tap();
  await expect(app.panel('To-do').getByRole('checkbox', { name: /Pack the bag/ })).toBeHidden();
  for (const name of ['Schedule', 'Files', 'History', 'Chat']) await view(name);
  await expect(app.conversation).toContainText('All is prepared.');
});
