import { readFile } from 'node:fs/promises';
import ICAL from 'ical.js';
import type { Locator, Page } from '@playwright/test';
import type { Cairn } from './support/cairn.ts';
import { expectNoViolation } from './support/axe.ts';
import { expect, test } from './support/test.ts';

/** A Sunday; the page's clock stands there, so that the days below are ahead. */
const now = '2026-11-22T10:00:00Z';

/** No model is needed: the calendar is the person's own. */
async function begin(app: Cairn): Promise<Locator> {
  await app.openAt(now);
  await app.goOnWithoutKey();
  await app.tab('Schedule');
  return app.page.getByRole('region', { name: 'Schedule' });
}

/** The times of an entry, by the days of the agenda they stand under. */
const days = (pane: Locator, title: string) =>
  pane
    .locator('[data-day]')
    .evaluateAll(
      (found, wanted) =>
        found
          .filter((day) => [...day.querySelectorAll('.title')].some((text) => text.textContent === wanted))
          .map((day) => (day as HTMLElement).dataset.day),
      title,
    );

const entryOn = (pane: Locator, day: string) =>
  pane.locator(`[data-day="${day}"]`).getByRole('button', { name: 'Standup' });

async function addWeekly(page: Page, pane: Locator): Promise<void> {
  await pane.getByRole('button', { name: 'Add', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'New entry' });
  await form.getByRole('textbox', { name: 'Title' }).fill('Standup');
  await form.getByLabel('Starts', { exact: true }).fill('2026-11-23');
  await form.getByLabel('Start time').fill('09:00');
  await form.getByLabel('Time zone').selectOption('Europe/Berlin');
  await form.getByRole('combobox', { name: 'Repeats' }).selectOption('Weekly');
  await expect(form.getByRole('checkbox', { name: 'Monday' })).toBeChecked();
  await form.getByRole('combobox', { name: 'Repetition ends' }).selectOption('After a number of times');
  await form.getByRole('textbox', { name: 'How many times' }).fill('5');
  await form.getByRole('combobox', { name: 'Reminder' }).selectOption('15 minutes before');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
}

test.use({ timezoneId: 'Europe/Berlin' });

test('R9.6 a weekly entry is made in the form, one of its times moved and one deleted, exported and imported elsewhere', async ({
  app,
  browser,
}) => {
  const pane = await begin(app);
  await addWeekly(app.page, pane);
  await expect(pane.getByText('every Monday, 5 times').first()).toBeVisible();
  expect(await days(pane, 'Standup')).toEqual(['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21']);

  await entryOn(pane, '2026-11-30').click();
  const form = app.page.getByRole('dialog', { name: 'Edit entry' });
  await expect(form.getByRole('radio', { name: 'Only this one' })).toBeChecked();
  await form.getByLabel('Starts', { exact: true }).fill('2026-12-01');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(pane.locator('[data-day="2026-12-01"]')).toContainText('Changed for this time only');

  await entryOn(pane, '2026-12-07').click();
  await form.getByRole('button', { name: 'Delete this one' }).click();
  const left = ['2026-11-23', '2026-12-01', '2026-12-14', '2026-12-21'];
  await expect.poll(() => days(pane, 'Standup')).toEqual(left);
  await app.button('Undo').click();
  await expect.poll(() => days(pane, 'Standup')).toHaveLength(5);
  await entryOn(pane, '2026-12-07').click();
  await form.getByRole('button', { name: 'Delete this one' }).click();
  await expect.poll(() => days(pane, 'Standup')).toEqual(left);

  const downloading = app.page.waitForEvent('download');
  await pane.getByRole('button', { name: 'Export .ics' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('calendar.ics');
  const path = await download.path();
  const calendar = ICAL.Component.fromString(await readFile(path, 'utf8'));
  const events = calendar.getAllSubcomponents('vevent');
  expect(calendar.getAllSubcomponents('vtimezone')).toHaveLength(1);
  expect(events).toHaveLength(2);
  expect(String(events.find((event) => event.hasProperty('rrule'))?.getFirstPropertyValue('rrule'))).toBe(
    'FREQ=WEEKLY;COUNT=5;BYDAY=MO',
  );

  const elsewhere = await browser.newContext({ timezoneId: 'Asia/Shanghai' });
  const other = await elsewhere.newPage();
  await other.clock.setSystemTime(new Date(now));
  await other.goto(app.page.url().replace(/#.*$/, ''));
  await other.getByRole('button', { name: 'Try the demo' }).click();
  await other.getByRole('tab', { name: 'Schedule' }).click();
  const there = other.getByRole('region', { name: 'Schedule' });
  const choose = there.locator('input[type="file"]');
  await choose.setInputFiles({ name: 'calendar.ics', mimeType: 'text/calendar', buffer: await readFile(path) });
  await expect(other.getByText('Imported: 2 added, 0 updated, 0 removed.').first()).toBeVisible();
  await expect.poll(() => days(there, 'Standup')).toEqual(left);
  await expect(there.getByText('16:00–17:00').first()).toBeVisible();
  await choose.setInputFiles({ name: 'calendar.ics', mimeType: 'text/calendar', buffer: await readFile(path) });
  await expect(other.getByText('Everything in this file is in the calendar already.').first()).toBeVisible();
  await choose.setInputFiles({
    name: 'x.ics',
    mimeType: 'text/calendar',
    buffer: Buffer.from('BEGIN:VCALENDAR\r\nrubbish\r\n'),
  });
  await expect(
    other
      .getByText('2 lines could not be read and were left out: line 1 (“BEGIN:VCALENDAR”); line 2 (“rubbish”).')
      .first(),
  ).toBeVisible();
  await elsewhere.close();
});

test('R9.6 all of a repeating entry is moved or deleted at once, and deleting can be undone', async ({ app }) => {
  const pane = await begin(app);
  await addWeekly(app.page, pane);
  await entryOn(pane, '2026-12-07').click();
  const form = app.page.getByRole('dialog', { name: 'Edit entry' });
  await form.getByRole('radio', { name: 'All of them' }).check();
  await expect(form.getByLabel('Starts', { exact: true })).toHaveValue('2026-11-23');
  await form.getByLabel('Starts', { exact: true }).fill('2026-11-24');
  await expect(form.getByRole('checkbox', { name: 'Tuesday' })).toBeChecked();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => days(pane, 'Standup'))
    .toEqual(['2026-11-24', '2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22']);
  await entryOn(pane, '2026-12-08').click();
  await form.getByRole('radio', { name: 'All of them' }).check();
  await form.getByRole('button', { name: 'Delete all' }).click();
  await expect.poll(() => days(pane, 'Standup')).toEqual([]);
  await app.button('Undo').click();
  await expect.poll(() => days(pane, 'Standup')).toHaveLength(5);
});

test('R9.6 a reminder that came due while no page was open is given once, in one of two tabs', async ({
  app,
  context,
}) => {
  const pane = await begin(app);
  await addWeekly(app.page, pane);
  const address = app.page.url();
  await app.page.close();
  const tabs = [await context.newPage(), await context.newPage()];
  for (const tab of tabs) await tab.clock.setSystemTime(new Date('2026-11-23T08:30:00Z'));
  for (const tab of tabs) await tab.goto(address);
  const reminded = () =>
    Promise.all(tabs.map((tab) => tab.getByText('While you were away: Standup', { exact: false }).count()));
  await expect.poll(async () => (await reminded()).reduce((sum, n) => sum + n, 0)).toBe(1);
  for (const tab of tabs) await tab.reload();
  await expect(tabs[0]?.getByRole('textbox', { name: 'Message' }) ?? app.message).toBeVisible();
  await expect.poll(reminded).toEqual([0, 0]);
});

test('R10.1 /schedule understands a repetition, and /view tomorrow shows what overlaps', async ({ app }) => {
  await begin(app);
  await app.send('/schedule every Monday 9:00 Standup');
  await expect(app.conversation).toContainText(
    'Added “Standup” to your calendar, every Monday; first Mon 23 Nov 09:00',
  );
  await app.send('/schedule 明天9点半 看牙医');
  await expect(app.conversation).toContainText('It overlaps “Standup”.');
  await app.send('/view tomorrow');
  await expect(app.conversation).toContainText('“Standup” and “看牙医” overlap, Mon 23 Nov 09:30 to 10:00.');
});

/** What stands in the drawn calendar under a title. */
const drawn = (place: Page | Locator, title: string) => place.locator(`.ec-event:has(.title:text-is("${title}"))`);

async function show(pane: Locator, view: 'Agenda' | 'Day' | 'Week' | 'Month'): Promise<void> {
  await pane.getByText(view, { exact: true }).click();
  await expect(pane.getByRole('radio', { name: view })).toBeChecked();
}

async function drag(page: Page, from: Locator, by: { x?: number; y?: number }, edge = false): Promise<void> {
  let [x, y] = [0, 0];
  /* What was changed just before may be drawn anew. */
  await expect(async () => {
    /* Near an edge the calendar scrolls for as long as the drag takes. */
    await from.evaluate((entry) => entry.scrollIntoView({ block: 'center' }));
    const box = await from.boundingBox();
    if (!box) throw new Error('It is not in sight.');
    [x, y] = [box.x + box.width / 2, edge ? box.y + box.height - 3 : box.y + Math.min(12, box.height / 2)];
  }).toPass();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + (by.x ?? 0) / 2, y + (by.y ?? 0) / 2, { steps: 5 });
  await page.mouse.move(x + (by.x ?? 0), y + (by.y ?? 0), { steps: 5 });
  await page.mouse.up();
}

test('R14.4 entries stand side by side in day and week, are dragged and resized, and that can be undone', async ({
  app,
}) => {
  const { page } = app;
  const pane = await begin(app);
  await app.send('/schedule tomorrow 12:00 Lunch');
  await app.send('/schedule tomorrow 12:30 Call');
  await show(pane, 'Day');
  await pane.getByRole('button', { name: 'Next day' }).click();
  await expect(pane.getByRole('heading', { name: 'Mon, 23 Nov 2026' })).toBeVisible();
  const [lunch, call] = await Promise.all(['Lunch', 'Call'].map((title) => drawn(pane, title).boundingBox()));
  expect((lunch?.x ?? 0) + (lunch?.width ?? 0)).toBeLessThanOrEqual((call?.x ?? 0) + 1);
  await expect(drawn(pane, 'Lunch')).toContainText('Overlaps with “Call”');

  await drag(page, drawn(pane, 'Lunch'), { y: -48 });
  await expect(page.getByText('“Lunch” now begins Mon 23 Nov, 11:00.').first()).toBeVisible();
  await expect(drawn(pane, 'Lunch')).toContainText('11:00–12:00');
  await expect(drawn(pane, 'Lunch')).not.toContainText('Overlaps');
  await app.button('Undo').click();
  await expect(drawn(pane, 'Lunch')).toContainText('12:00–13:00');
  await drag(page, drawn(pane, 'Call'), { y: 24 }, true);
  await expect(page.getByText('“Call” now ends Mon 23 Nov, 14:00.').first()).toBeVisible();

  await page.reload();
  await app.tab('Schedule');
  await expect(pane.getByRole('radio', { name: 'Day' })).toBeChecked();
  await show(pane, 'Month');
  await drawn(pane, 'Call').waitFor();
  await show(pane, 'Week');
  await pane.getByRole('button', { name: 'Next week' }).click();
  await drawn(pane, 'Call').waitFor();
  await pane.getByRole('button', { name: 'Enlarge' }).click();
  const large = page.getByRole('dialog', { name: 'Schedule' });
  await expect(drawn(large, 'Call')).toContainText('12:30–14:00');
  await drag(page, drawn(large, 'Call'), {
    x: ((await large.locator('.ec-day').last().boundingBox())?.width ?? 0) + 2,
  });
  await expect(page.getByText('“Call” now begins Tue 24 Nov, 12:30.').first()).toBeVisible();
});

test('R14.4 dragging a repeating entry asks whether once or for ever, and cancelling leaves it', async ({ app }) => {
  const { page } = app;
  const pane = await begin(app);
  await app.send('/schedule every Monday 12:00 Standup');
  await show(pane, 'Day');
  await pane.getByRole('button', { name: 'Next day' }).click();
  const question = page.getByRole('dialog', { name: 'Move “Standup”' });
  await drag(page, drawn(pane, 'Standup'), { y: 48 });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(drawn(pane, 'Standup')).toContainText('12:00–13:00');
  await drag(page, drawn(pane, 'Standup'), { y: 48 });
  await question.getByRole('button', { name: 'Move' }).click();
  await expect(drawn(pane, 'Standup')).toContainText('13:00–14:00');
  await show(pane, 'Week');
  await pane.getByRole('button', { name: 'Next week' }).click();
  await expect(drawn(pane, 'Standup')).toContainText('12:00–13:00');
  await drag(page, drawn(pane, 'Standup'), { y: 48 });
  await question.getByRole('radio', { name: 'All of them' }).check();
  await question.getByRole('button', { name: 'Move' }).click();
  await expect(drawn(pane, 'Standup')).toContainText('13:00–14:00');
  await pane.getByRole('button', { name: 'Next week' }).click();
  await expect(drawn(pane, 'Standup')).toContainText('13:00–14:00');
});

test('R14.5 the calendar is walked by keyboard, and an empty place begins an entry there', async ({ app }) => {
  const { page } = app;
  const pane = await begin(app);
  await app.send('/schedule tomorrow 12:00 Lunch');
  await show(pane, 'Week');
  await pane.getByRole('group', { name: /^16 – 22 Nov 2026/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(pane.getByRole('group', { name: /^23 – 29 Nov 2026/ })).toBeFocused();
  await drawn(pane, 'Lunch').waitFor();
  await page.keyboard.press('Tab');
  await expect(drawn(pane, 'Lunch').getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  const edit = page.getByRole('dialog', { name: 'Edit entry' });
  await expect(edit.getByRole('textbox', { name: 'Title' })).toHaveValue('Lunch');
  await page.keyboard.press('Escape');
  await expect(drawn(pane, 'Lunch').getByRole('button')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(pane.getByRole('group', { name: /^23 – 29 Nov 2026/ })).toBeFocused();
  await page.keyboard.press('Enter');
  const add = page.getByRole('dialog', { name: 'New entry' });
  await expect(add.getByLabel('Starts', { exact: true })).toHaveValue('2026-11-23');
  await page.keyboard.press('Escape');

  await show(pane, 'Day');
  const box = await drawn(pane, 'Lunch').boundingBox();
  await page.mouse.click((box?.x ?? 0) + 40, (box?.y ?? 0) + 48 * 2 + 30);
  await expect(add.getByLabel('Start time')).toHaveValue('14:30');
  await page.keyboard.press('Escape');
  await show(pane, 'Month');
  await pane.locator('.ec-day:has([datetime="2026-11-12"])').click();
  await expect(pane.getByRole('heading', { name: 'Thu, 12 Nov 2026' })).toBeVisible();
});

for (const view of ['Day', 'Week', 'Month'] as const)
  test(`R14.5 axe finds no violation in the calendar by ${view.toLowerCase()}${view === 'Week' ? '' : ''}`, async ({
    app,
  }) => {
    const pane = await begin(app);
    await app.send('/schedule today 12:00 Lunch');
    await show(pane, view);
    await drawn(pane, 'Lunch').waitFor();
    await expectNoViolation(app.page);
  });

test('R9.6 an entry that is added in another week, or moved there, is shown there', async ({ app, page }) => {
  const pane = await begin(app);
  await pane.getByText('Week', { exact: true }).click();
  await pane.getByRole('button', { name: 'Add', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'New entry' });
  await form.getByRole('textbox', { name: 'Title' }).fill('Dentist');
  await form.getByLabel('Starts', { exact: true }).fill('2026-12-16');
  await form.getByRole('button', { name: 'Save' }).click();
  await pane.getByRole('button', { name: /^Dentist/ }).click();
  const change = page.getByRole('dialog', { name: 'Edit entry' });
  await change.getByLabel('Starts', { exact: true }).fill('2026-11-25');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change).toBeHidden();
  await expect(pane.getByRole('button', { name: /^Dentist/ })).toBeVisible();
});
