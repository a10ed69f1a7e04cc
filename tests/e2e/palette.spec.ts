import type { Page } from '@playwright/test';
import { expectNoViolation } from './support/axe.ts';
import type { Cairn } from './support/cairn.ts';
import { diligentModel } from './support/diligent-model.ts';
import { expect, test } from './support/test.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });
const field = (page: Page) => palette(page).getByRole('combobox');
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}
const found = (page: Page, text: string | RegExp) => palette(page).getByRole('option').filter({ hasText: text });

const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

/** A session in which a file has been written. */
async function writeFile(app: Cairn, model: Parameters<Cairn['enterKey']>[0] & { play: (mind: never) => void }) {
  model.play(
    diligentModel(
      [
        {
          description: 'Write the list',
          calls: [
            {
              name: 'files',
              input: {
                action: 'write',
                name: 'provisions.md',
                content: '# For the hut\n\nRye bread, 黑麦面包, lamp oil',
              },
            },
          ],
        },
      ],
      'The provisions are written down.',
    ) as never,
  );
  await app.enterKey(model);
  await app.send('Write down the provisions');
  await app.expectPlanStatus('completed');
}

test('R14 a word of a file is found from another session, and choosing it opens the file there', async ({
  app,
  model,
}) => {
  const { page } = app;
  await writeFile(app, model);
  const first = page.url();
  await app.button('New session').click();
  await app.expectPlanStatus('none');
  const second = page.url();

  for (const word of ['lamp oil', '黑麦', 'lam']) {
    await openPalette(page);
    await field(page).fill(word);
    await expect(found(page, 'provisions.md')).toBeVisible();
    await press(page, 'Escape');
    await expect(palette(page)).toBeHidden();
  }
  await openPalette(page);
  await page.keyboard.type('lamp oil');
  await expect(found(page, 'provisions.md').locator('mark').first()).toHaveText('lamp');
  await expect(found(page, 'provisions.md')).toContainText('Write down the provisions');
  await found(page, 'provisions.md').click();
  await expect(page.getByRole('dialog').getByText('lamp oil')).toBeVisible();
  await press(page, 'Escape');
  await expect(app.panel('Files').locator('[data-sought]')).toContainText('provisions.md');
  expect(page.url()).toContain(`${first}/files/`);

  await page.goBack();
  await app.expectPlanStatus('none');
  expect(page.url()).toBe(second);
});

test('R14 messages, steps, to-dos, entries and notes are found, and choosing one brings it into sight', async ({
  app,
  model,
}) => {
  const { page } = app;
  model.play({ topic: () => '', answer: () => ({ text: 'Lavsa is the smallest.' }) });
  await app.enterKey(model);
  await app.send('/todo Pack the waterproof bag');
  await app.send('/schedule tomorrow 10:00 Ferry to the island');
  await app.send('/memory The cabin has no heating before May');
  await app.send('Which island is the smallest?');
  await expect(app.conversation).toContainText('Lavsa is the smallest.');
  const home = page.url();
  await app.button('New session').click();
  await expect(page).not.toHaveURL(home);

  const go = async (words: string, line: string) => {
    await openPalette(page);
    await field(page).fill(words);
    await found(page, line).first().click();
  };
  await go('waterproof', 'Pack the waterproof bag');
  await expect(app.panel('To-do').locator('[data-sought]')).toContainText('Pack the waterproof bag');
  await go('ferry', 'Ferry to the island');
  await expect(app.panel('Schedule').locator('[data-sought]')).toContainText('Ferry to the island');
  await go('heating', 'The cabin has no heating');
  await expect(page.getByRole('dialog', { name: 'Memory' }).locator('[data-sought]')).toContainText('heating');
  await press(page, 'Escape');
  await go('Lavsa', 'Lavsa is the smallest.');
  await expect(app.conversation.locator('[data-sought]')).toContainText('Lavsa is the smallest.');
  expect(page.url()).toContain(home);
});

test('R14.5 by keyboard alone an action is found with a slip of the finger in either language, and done', async ({
  app,
}) => {
  const { page } = app;
  await app.goOnWithoutKey();
  await openPalette(page);
  await page.keyboard.type('setings data');
  await expect(found(page, 'Settings: your data')).toHaveAttribute('aria-selected', 'true');
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible();
  await press(page, 'Escape');

  await openPalette(page);
  await page.keyboard.type('深色');
  await press(page, 'Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await openPalette(page);
  await page.keyboard.type('add a to');
  await press(page, 'ArrowDown', 'ArrowUp', 'Enter');
  await expect(app.message).toBeFocused();
  await expect(app.message).toHaveValue('/todo ');
  await openPalette(page);
  await page.keyboard.type('zebra crossing');
  await expect(palette(page).getByText('Nothing found for “zebra crossing”.')).toBeVisible();
  await press(page, 'Enter', 'Escape');
  await expect(app.message).toBeFocused();
});

test('R14.5, WCAG 2.1.4 single keys work while nobody types, are listed, and can be turned off', async ({ app }) => {
  const { page } = app;
  await app.goOnWithoutKey();
  await app.message.fill('3');
  await app.message.press('4');
  await expect(app.message).toHaveValue('34');
  await expect(app.panel('Plan')).toBeVisible();

  await app.message.blur();
  await press(page, '3');
  await expect(app.panel('To-do')).toBeVisible();
  await press(page, 'm');
  await expect(app.message).toBeFocused();
  await app.message.blur();
  await press(page, '?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list).toContainText('Go to the files');
  await expectNoViolation(page);
  await press(page, '5');
  await list.getByRole('checkbox', { name: /Use single keys/ }).uncheck();
  await expect(list.locator('.off').first()).toBeVisible();
  await press(page, 'Escape', '5');
  await expect(app.panel('To-do')).toBeVisible();
  await openPalette(page);
  await expectNoViolation(page);
});

test('R14 an address leads to a pane and a step of a session, back and forward work, and an unknown one says so', async ({
  app,
  model,
}) => {
  const { page } = app;
  await writeFile(app, model);
  const session = page.url();
  const step = await app.steps.first().getAttribute('data-step-id');
  await app.tab('To-do');
  await expect(page).toHaveURL(`${session}/todo`);
  await app.tab('History');
  await page.goBack();
  await expect(app.panel('To-do')).toBeVisible();
  await page.goForward();
  await expect(app.panel('History')).toBeVisible();

  await page.goto(`${session}/plan/${step ?? ''}`);
  await app.reload();
  await expect(app.steps.first()).toHaveAttribute('data-sought');

  await page.goto(`/#/s/nobody`);
  await expect(page.getByText('There is no session at this address on this device.').first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(new URL(session).hash));
  expect(model.asks.length).toBeGreaterThan(0);
  const asked = model.asks.length;
  await page.goto(`${session}/plan?run=1&key=sk-1`);
  await expect(app.message).toBeVisible();
  expect(model.asks).toHaveLength(asked);
});

test('R13.4 an address leads to a section of the settings and starts nothing', async ({ page, app }) => {
  await page.goto('/#/settings/data');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible();
  await app.settings('Language and look');
  await expect(page.getByRole('heading', { name: 'Your data' })).toBeHidden();
  await expect(page.getByRole('radio', { name: 'As the system' })).toBeChecked();
});
