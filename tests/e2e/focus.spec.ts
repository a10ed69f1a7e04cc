import type { Page } from '@playwright/test';
import { ByKeyboard } from './support/by-keyboard.ts';
import { diligentModel } from './support/diligent-model.ts';
import { expect, test } from './support/test.ts';

/** Sees that something of the page has the focus, rather than the page itself. */
const isSomewhere = (page: Page) => expect(page.locator(':focus')).toHaveCount(1);
const sessions = (page: Page) => page.getByRole('navigation', { name: 'Sessions' }).getByRole('listitem');

test('R14.5 from the first start to the answer by keyboard alone, the focus is never lost and nothing typed acts as a shortcut @gate', async ({
  app,
  model,
  site,
}) => {
  const { page } = app;
  const person = new ByKeyboard(page);
  const read = (path: string) => [{ name: 'fetch', input: { url: `${site.origin}/${path}` } }];
  model.play(
    diligentModel(
      [
        { description: 'Read the weather', calls: read('weather') },
        { description: 'Think it over' },
        { description: 'Sum up' },
      ],
      'All is prepared.',
    ),
  );
  const holdThought = () => model.hold((topic) => topic.startsWith('Think it over'));
  const thinking = holdThought();

  await person.reach(page.getByRole('combobox', { name: 'Provider' }));
  await page.keyboard.type('Custom');
  await person.type(page.getByRole('textbox', { name: 'Base URL' }), model.baseUrl);
  await person.type(page.getByRole('textbox', { name: 'API key' }), 'sk-test-0123456789');
  await person.type(page.getByLabel('Model', { exact: true }), model.model);
  await person.press(app.button('Save'));
  await expect(app.message).toBeFocused();

  await page.keyboard.type('Name nine towns');
  await expect(app.message).toHaveValue('Name nine towns');
  await person.press(app.button('Send'));
  await expect(app.message).toBeFocused();
  await person.press(app.approval.getByRole('button', { name: 'Allow once' }));
  await expect(app.message).toBeFocused();

  await thinking.arrived;
  await person.press(app.button('Pause'));
  await app.expectPlanStatus('paused');
  await expect(app.button('Continue')).toBeFocused();
  const again = holdThought();
  await page.keyboard.press('Enter');
  await expect(app.button('Pause')).toBeFocused();
  await again.arrived;
  await person.press(app.button('Stop'));
  await person.press(page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }));
  await app.expectPlanStatus('cancelled');
  await isSomewhere(page);
  await person.press(app.button('Go on with the rest'));
  thinking.open();
  again.open();
  await app.expectPlanStatus('completed');
  await isSomewhere(page);
  await expect(sessions(page)).toHaveCount(1);
});

test('R14.5 after an edit of the plan, a new name and an act in a dialog the focus is at what comes next @gate', async ({
  app,
  model,
}) => {
  const { page } = app;
  const person = new ByKeyboard(page);
  model.play(
    diligentModel(
      ['Read', 'Think', 'Note', 'Sum up'].map((description) => ({ description })),
      'All is prepared.',
    ),
  );
  const reading = model.hold((topic) => topic.startsWith('Read'));
  await app.enterKey(model);
  await app.send('Prepare the trip');
  await reading.arrived;
  const choose = async (menu: string, item: string) => {
    await person.press(app.button(menu));
    const chosen = page.getByRole('menuitem', { name: item, exact: true });
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    while (!(await chosen.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };

  await test.step('the plan is edited', async () => {
    await choose('Options for step 2', 'Edit');
    await page.keyboard.type('Think twice');
    await page.keyboard.press('Enter');
    await expect(app.row(app.step('Think twice'))).toBeFocused();
    await page.keyboard.type('n');
    await expect(sessions(page)).toHaveCount(1);
    await person.press(app.button('Add a step'));
    await page.keyboard.type('Write it down');
    await page.keyboard.press('Enter');
    await expect(app.button('Add a step')).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(app.button('Add a step')).toBeFocused();
    await choose('Options for step 3', 'Delete');
    await expect(app.row(app.step('Sum up'))).toBeFocused();
  });

  await test.step('the session gets another name, and goes to the bin and back', async () => {
    await choose('Options for Prepare the trip', 'Rename');
    await page.keyboard.type('The lake');
    await page.keyboard.press('Enter');
    await expect(sessions(page).getByRole('link', { name: /^The lake/ })).toBeFocused();
    await app.newSession();
    await choose('Options for The lake', 'Delete');
    await isSomewhere(page);
    await person.press(page.locator('.toasts').getByRole('button', { name: 'Undo' }).last());
    await isSomewhere(page);
  });

  await test.step('a note is kept and deleted', async () => {
    const dialog = page.getByRole('dialog', { name: 'Memory' });
    await person.press(app.button('Memory'));
    await person.press(dialog.getByRole('button', { name: 'Add a note' }));
    await page.keyboard.type('The rake is in the shed');
    await person.press(dialog.getByRole('button', { name: 'Save note' }));
    await expect(dialog.getByRole('button', { name: 'Add a note' })).toBeFocused();
    await person.press(dialog.getByRole('button', { name: 'Delete The rake is in the shed' }));
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(app.button('Memory')).toBeFocused();
  });
  reading.open();
});
