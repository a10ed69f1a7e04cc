import { diligentModel } from '../../e2e/support/diligent-model.ts';
import { expectRoomForLongerTexts } from './support/longer-texts.ts';
import { expect, test } from '../../e2e/support/test.ts';

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  /* A laptop at 200 %. */
  { width: 640, height: 400 },
])
  test.describe(`at ${viewport.width} by ${viewport.height}`, () => {
    test.use({ viewport });

    test('R14.1, R14.5 texts that are 40 % longer are neither cut nor do they overlap', async ({ app, model }) => {
      const { page } = app;
      await expect(app.button('Save')).toBeVisible();
      await expectRoomForLongerTexts(page, 'welcome');
      await page.reload();
      model.play(
        diligentModel(
          [
            {
              description: 'Note the bag',
              calls: [{ name: 'todo', input: { action: 'add', title: 'Pack the bag', due: '2026-11-28' } }],
            },
            {
              description: 'Enter the trip',
              calls: [{ name: 'schedule', input: { action: 'add', title: 'Trip', start: '2026-11-28T10:00' } }],
            },
            { description: 'Choose the day', question: 'Saturday or Sunday?' },
            {
              description: 'Write it up',
              calls: [{ name: 'files', input: { action: 'write', name: 'trip.md', content: '# Trip\n' } }],
            },
          ],
          'All is prepared.',
        ),
      );
      await app.enterKey(model);
      await app.send('Prepare the trip');
      await expect(app.conversation).toContainText('Saturday or Sunday?');
      await expectRoomForLongerTexts(page, 'a question');
      await app.reload();
      await app.send('Saturday');
      await expect(app.conversation).toContainText('All is prepared.');
      for (const name of ['Plan', 'To-do', 'Schedule', 'Files', 'History'] as const) {
        await page.reload();
        await app.tab(name);
        await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true');
        await expectRoomForLongerTexts(page, name);
      }
      await page.reload();
      await app.button('Settings').click();
      await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
      await expectRoomForLongerTexts(page, 'settings');
    });
  });
