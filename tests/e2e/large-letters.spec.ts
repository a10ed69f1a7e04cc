import { diligentModel } from './support/diligent-model.ts';
import { expect, test } from './support/test.ts';

/** A browser in which a person has chosen letters of 32 px in place of 16. */
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'] });
  },
});

const remove = { name: 'todo', input: { action: 'delete', title: 'Buy bread' } };

for (const width of [1280, 1920])
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height: 1000 } });

    test('R14.1 with large letters the page takes its narrower form, and a request is seen and answered', async ({
      app,
      model,
      page,
    }) => {
      model.play(diligentModel([{ description: 'Tidy the list', calls: [remove] }], 'Tidied.'));
      await app.enterKey(model);
      await app.send('/todo Buy bread today');
      await app.send('Tidy my list');
      await expect(app.approval).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
      for (const of of [app.approval, app.message])
        expect(await of.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(500);
      const icon = app.button('Settings').locator('svg');
      expect(await icon.evaluate(({ clientWidth }) => clientWidth)).toBe(40);
      if (width === 1280) await app.tab('Plan');
      await app.button('Look at the request').click();
      await expect(app.approval.getByRole('button', { name: 'Allow once' })).toBeInViewport();
      await app.approve('Allow once');
      await expect(app.conversation).toContainText('Tidied.');
    });
  });
