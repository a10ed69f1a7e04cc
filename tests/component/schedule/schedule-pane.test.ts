import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Overlays from '../../../src/ui/app/Overlays.svelte';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import SchedulePane from '../../../src/ui/schedule/SchedulePane.svelte';
import { currentValue } from '../../../src/ports/observable.ts';
import type { CalendarEntry } from '../../../src/records/calendar-entry.ts';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { emptyPlan } from '../../../src/plan/plan.ts';
import { now, openApp } from '../support/open-app.ts';
import { show } from '../support/mount.ts';
import { anEntry } from '../../unit/calendar/an-entry.ts';

let app: App;
const form = page.getByRole('dialog');
const title = form.getByRole('textbox', { name: 'Title' });
const field = (label: string) => form.getByLabelText(label, { exact: true });
const save = () => form.getByRole('button', { name: 'Save' }).click();
const entry = (name: string) => page.getByRole('listitem').getByRole('button', { name: new RegExp(name) });

async function pane(...stored: CalendarEntry[]) {
  const desk = await openApp();
  app = desk.app;
  await app.dependencies.stores.entries.saveAll(stored);
  show(Overlays, { app }, desk.page);
  show(SchedulePane, { app }, desk.page);
  await expect.element(page.getByRole('grid')).toBeVisible();
  return desk;
}

const stored = (change: Partial<CalendarEntry> = {}) =>
  anEntry({
    id: 'e1',
    title: 'Dentist',
    start: '2026-01-02T09:00:00',
    end: '2026-01-02T10:00:00',
    zone: 'Europe/Berlin',
    ...change,
  });

test('R9.6 the title may say when it is, what is saved is said before, and the words can be kept', async () => {
  await pane();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(title).toHaveFocus();
  await userEvent.keyboard('Coffee tomorrow 3:30pm');
  await expect.element(form.getByText(/Will be saved as “Coffee”/)).toBeVisible();
  await expect.element(field('Starts')).toHaveValue('2026-01-02');
  await expect.element(field('Start time')).toHaveValue('15:30');
  await form.getByRole('button', { name: 'Keep these words in the title' }).click();
  await expect.element(field('Start time')).not.toHaveValue('15:30');
  await save();
  await expect.element(entry('Coffee tomorrow 3:30pm')).toBeVisible();
});

test('R9.6 what is missing or wrong stands at its field, and goes once that is changed', async () => {
  await pane();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await save();
  await expect.element(form.getByRole('alert')).toHaveTextContent('Write a title.');
  await expect.element(title).toHaveAttribute('aria-invalid', 'true');
  await title.fill('Dentist');
  await expect.element(form.getByRole('alert')).not.toBeInTheDocument();
  await field('Starts').fill('2026-01-05');
  await field('Ends').fill('2026-01-04');
  await save();
  await expect.element(form.getByRole('alert')).toHaveTextContent('The end must come after the start.');
  await field('Ends').fill('');
  await expect.element(form.getByRole('alert')).not.toBeInTheDocument();
  await save();
  await expect.element(form.getByRole('alert')).toHaveTextContent('Choose a day and a time for the end.');
  await field('Ends').fill('2026-01-05');
  await save();
  await expect.element(entry('Dentist')).toBeVisible();
});

test('R9.6 a moved start takes the end along, and a whole day has no times', async () => {
  await pane(stored());
  await entry('Dentist').click();
  await field('Starts').fill('2026-01-09');
  await expect.element(field('Ends')).toHaveValue('2026-01-09');
  await field('Start time').fill('11:00');
  await expect.element(field('End time')).toHaveValue('12:00');
  await form.getByRole('checkbox', { name: 'All day' }).click();
  await expect.element(field('Start time')).not.toBeInTheDocument();
});

test('R9.6 a repetition asks for its days and its number, each with its own error', async () => {
  await pane(stored());
  await entry('Dentist').click();
  await field('Repeats').selectOptions('Weekly');
  await form.getByRole('checkbox', { name: 'Friday' }).click();
  await save();
  await expect.element(form.getByText('Choose at least one day of the week.')).toBeVisible();
  await form.getByRole('checkbox', { name: 'Friday' }).click();
  await field('Every how many weeks').fill('0');
  await save();
  await expect.element(form.getByText('Enter a whole number from 1 to 1000.')).toBeVisible();
  await field('Every how many weeks').fill('2');
  await field('Repetition ends').selectOptions('After a number of times');
  await field('How many times').fill('3');
  await save();
  await expect.element(form).not.toBeInTheDocument();
  const kept = await app.dependencies.stores.entries.get('e1');
  expect(kept?.repeat).toBe('FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;COUNT=3');
});

test('R9.6 of a repeated entry one or all are changed or deleted, as the person says', async () => {
  await pane(stored({ repeat: 'FREQ=DAILY;COUNT=2' }));
  await entry('Dentist').first().click();
  await expect.element(form.getByRole('radio', { name: 'Only this one' })).toBeChecked();
  await title.fill('Other dentist');
  await save();
  await expect.element(entry('Other dentist')).toBeVisible();
  await entry('^(?!.*Other).*Dentist').click();
  await form.getByRole('radio', { name: 'All of them' }).click();
  await form.getByRole('button', { name: 'Delete all' }).click();
  await expect.element(entry('[Dd]entist')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(entry('Other dentist')).toBeVisible();
});

test('R12.6 a deleted entry is brought back by the toast', async () => {
  await pane(stored());
  await entry('Dentist').click();
  await form.getByRole('button', { name: 'Delete' }).click();
  await expect.element(entry('Dentist')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(entry('Dentist')).toBeVisible();
});

test('R14.5 in the small month arrows go from day to day, Page Down to the next month, Enter shows a day', async () => {
  await pane(stored());
  const day = (name: RegExp) => page.getByRole('gridcell').getByRole('button', { name });
  await expect.element(day(/1 January.*today|1 Jan.*today/)).toHaveAttribute('aria-current', 'date');
  day(/today/).element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(day(/1 entry/)).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(page.getByText('Nothing on this day')).toBeVisible();
  await userEvent.keyboard('{PageDown}');
  await expect.element(page.getByRole('grid', { name: 'February 2026' })).toBeVisible();
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await expect.element(page.getByRole('grid', { name: 'January 2026' })).toBeVisible();
});

test('R14.4 a calendar comes in from .ics and goes out as it', async () => {
  const { saved } = await pane();
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', 'BEGIN:VEVENT', 'UID:u1', 'DTSTAMP:20260101T000000Z'];
  lines.push('DTSTART:20260103T090000Z', 'DTEND:20260103T100000Z', 'SUMMARY:Choir', 'END:VEVENT', 'END:VCALENDAR', '');
  const file = new File([lines.join('\r\n')], 'a.ics', { type: 'text/calendar' });
  await userEvent.upload(page.getByLabelText('Import .ics', { exact: true }), file);
  await expect.element(entry('Choir')).toBeVisible();
  await page.getByRole('button', { name: 'Export .ics' }).click();
  await expect.poll(() => saved.map(({ content }) => content)).toEqual([expect.stringContaining('SUMMARY:Choir')]);
});

test('R14.4 an import says what it left as it is, and names what it left out', async () => {
  await pane();
  const calendar = (...events: string[][]) => {
    const all = events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']);
    const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...all, 'END:VCALENDAR', ''].join('\r\n');
    return new File([text], 'a.ics', { type: 'text/calendar' });
  };
  const bring = (file: File) => userEvent.upload(page.getByLabelText('Import .ics', { exact: true }), file);
  const choir = ['UID:u1', 'DTSTART:20260103T090000Z', 'SUMMARY:Choir'];
  await bring(calendar([...choir, 'SEQUENCE:1']));
  const { entries } = app.dependencies.stores;
  await expect.element(entry('Choir')).toBeVisible();
  const [row] = await currentValue(entries.list());
  await entries.save({ ...(row ?? stored()), notes: 'Mine' });
  await bring(calendar([...choir, 'SEQUENCE:1']));
  await expect.element(page.getByText('What you changed yourself in 1 entry stays.')).toBeVisible();
  const bad = ['DTSTART:20261301T090000', 'SUMMARY:Bad date'];
  await bring(calendar([...choir, 'SEQUENCE:0'], bad));
  await expect.element(page.getByText(/1 entry is newer in the calendar than in this file/)).toBeVisible();
  await expect.element(page.getByText(/left out: “Bad date” \(line 11\)/)).toBeVisible();
});

test('R9.6 the entries are shown although the scheduled plans cannot be read', async () => {
  const desk = await openApp();
  await desk.app.dependencies.stores.entries.saveAll([stored()]);
  Object.assign(desk.app.dependencies.stores.scheduledRuns, {
    list: () => ({
      subscribe: (_: unknown, failed?: (error: unknown) => void) => (failed?.(new Error('damaged')), () => undefined),
    }),
  });
  show(SchedulePane, { app: desk.app }, desk.page);
  await expect.element(entry('Dentist')).toBeVisible();
});

test('R9.11 a scheduled plan is changed from the calendar, and one that is turned off is still there', async () => {
  const { app: opened } = await pane();
  const { scheduledRuns } = opened.dependencies.stores;
  await scheduledRuns.save({
    ...{ id: 'due_1', name: 'Morning check', first: '2026-01-02T09:00', zone: 'UTC', repeat: 'FREQ=DAILY' },
    plan: { ...emptyPlan('plan_1', 'Check the page', now), steps: [newStep('step_1', 'Read the page')] },
    ...{ next_at: '2026-01-02T09:00:00.000Z', started: null, active: true, created_at: now, deleted_at: null },
  });
  await entry('Morning check').first().click();
  await form.getByText('Steps (1)').click();
  await expect.element(form.getByText('Read the page')).toBeVisible();
  await expect.element(form.getByLabelText('Start at (UTC)')).toHaveValue('09:00');
  await form.getByRole('textbox', { name: 'Name' }).fill('Noon check');
  await form.getByLabelText('Start at (UTC)').fill('12:00');
  await form.getByRole('button', { name: 'Change' }).click();
  await expect.element(form).not.toBeInTheDocument();
  const [changed] = await currentValue(scheduledRuns.list());
  expect(changed).toMatchObject({ name: 'Noon check', zone: 'UTC', next_at: '2026-01-02T12:00:00.000Z' });
  await scheduledRuns.save({ ...changed!, active: false });
  await expect.element(entry('Noon check')).toHaveTextContent('A plan, turned off');
});
