import type { Locator } from '@playwright/test';
import { diligentModel } from './support/diligent-model.ts';
import { expect, test } from './support/test.ts';

/** The key that accepts or discards a candidate, in the order of Chromium and Firefox, and in that of WebKit. */
async function endComposition(field: Locator, key: 'Enter' | 'Escape', order: 'within' | 'after'): Promise<void> {
  await field.evaluate(
    (element, [name, isComposing]) => {
      const press = () =>
        element.dispatchEvent(
          new KeyboardEvent('keydown', {
            ...{ key: name, code: name, isComposing, ['keyCode' as string]: 229 },
            ...{ bubbles: true, cancelable: true },
          }),
        );
      element.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
      if (isComposing) press();
      element.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '週末' }));
      if (!isComposing) press();
    },
    [key, order === 'within'] as const,
  );
}

test('R15 the key that ends a composition neither sends, saves, runs nor closes, in any order of events @gate', async ({
  app,
  model,
}) => {
  model.play(diligentModel([{ description: 'Water the plants' }], 'Done.'));
  await app.enterKey(model);
  const held = model.hold(() => true);
  await app.message.fill('週末');
  for (const order of ['within', 'after'] as const) await endComposition(app.message, 'Enter', order);
  await expect(app.message).toHaveValue('週末');
  expect(model.asks).toEqual([]);
  await app.message.press('Enter');
  await held.arrived;
  await expect(app.message).toHaveValue('');
  await app.button('Pause').click();
  held.open();

  await app.page.keyboard.press('ControlOrMeta+k');
  const search = app.page.getByRole('dialog', { name: 'Search and commands' }).getByRole('combobox');
  await search.fill('settings');
  for (const order of ['within', 'after'] as const) {
    await endComposition(search, 'Enter', order);
    await endComposition(search, 'Escape', order);
  }
  await expect(search).toHaveValue('settings');
  await search.press('Enter');
  await expect(app.page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
});

test('R15 a composition in the editor of a step stays its own', async ({ app }) => {
  await app.goOnWithoutKey();
  await app.tab('Plan');
  await app.chooseFile('plan.md', '# Garden\n\n- [ ] Water the plants\n- [ ] Cut the hedge\n');
  await app.acceptImport();
  await app.button('Options for step 1').click();
  await app.page.getByRole('menuitem', { name: 'Edit' }).click();
  const editor = app.page.getByRole('textbox', { name: 'Description of step 1' });
  await editor.fill('Water the 週末 plants with care');
  for (const key of ['Escape', 'Enter'] as const)
    for (const order of ['within', 'after'] as const) await endComposition(editor, key, order);
  await expect(editor).toHaveValue('Water the 週末 plants with care');
  await editor.press('Escape');
  await expect(editor).toBeHidden();
});
