import { diligentModel } from './support/diligent-model.ts';
import { expect, test } from './support/test.ts';

const remembering = () =>
  diligentModel(
    [
      {
        description: 'Keep it in mind',
        calls: [
          {
            name: 'memory',
            input: { action: 'remember', title: 'Seats', text: '妈妈喜欢靠窗的座位。', tags: ['travel'] },
          },
        ],
      },
    ],
    'Noted.',
  );
const recalling = (query: string) =>
  diligentModel(
    [{ description: 'Ask the memory', calls: [{ name: 'memory', input: { action: 'recall', query } }] }],
    'Looked.',
  );

test('R9.9 what one session remembers another finds, until it is deleted', async ({ page, app, model }) => {
  model.play(remembering());
  await app.enterKey(model);
  await app.send('Remember the seats');
  await app.expectPlanStatus('completed');

  model.play(recalling('靠窗'));
  await app.newSession();
  await app.reload();
  await app.send('Which seats?');
  await app.expectPlanStatus('completed');
  expect(model.asks.flatMap(({ results }) => results).join('\n')).toContain('妈妈喜欢靠窗的座位。');

  await app.send('/memory');
  const dialog = page.getByRole('dialog', { name: 'Memory' });
  const notes = dialog.getByRole('list', { name: 'Notes' }).getByRole('listitem');
  await expect(notes).toHaveCount(1);
  await expect(notes).toContainText('#travel');
  await dialog.getByRole('button', { name: 'Delete Seats' }).click();
  await expect(notes).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();

  model.play(recalling('靠窗'));
  await app.newSession();
  await app.send('Which seats?');
  await app.expectPlanStatus('completed');
  expect(model.asks.flatMap(({ results }) => results).join('\n')).toContain('No notes are kept yet.');
});

test('R9.9, R10.2 the person writes, finds, changes and deletes notes, and can take the deletion back', async ({
  page,
  app,
}) => {
  await app.goOnWithoutKey();
  await app.send('/memory The cabin has no heating before May');
  await expect(app.conversation).toContainText('Remembered: “The cabin has no heating before May”');

  await app.button('Memory').click();
  const dialog = page.getByRole('dialog', { name: 'Memory' });
  const notes = dialog.getByRole('list', { name: 'Notes' }).getByRole('listitem');
  await expect(notes).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Add a note' }).click();
  await dialog.getByRole('button', { name: 'Save note' }).click();
  await expect(dialog.getByText('Write what is to be remembered.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Rye bread\nfrom the bakery by the station');
  await dialog.getByRole('textbox', { name: 'Tags' }).fill('food, #shopping');
  await dialog.getByRole('button', { name: 'Save note' }).click();
  await expect(notes).toHaveCount(2);
  await expect(notes.first()).toContainText('Rye bread');

  await dialog.getByRole('searchbox', { name: 'Search notes' }).fill('#food station');
  await expect(notes).toHaveCount(1);
  await dialog.getByRole('searchbox', { name: 'Search notes' }).fill('zebra');
  await expect(dialog.getByText('No note has all of these words.')).toBeVisible();
  await dialog.getByRole('searchbox', { name: 'Search notes' }).fill('');

  await dialog.getByRole('button', { name: 'Edit Rye bread' }).click();
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Bread');
  await dialog.getByRole('button', { name: 'Save note' }).click();
  await dialog.getByRole('button', { name: 'Delete Bread' }).click();
  await expect(notes).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await app.send('/memory');
  await expect(notes).toHaveCount(2);
});
