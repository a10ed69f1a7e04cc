import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import TemplatesDialog from '../../../src/ui/templates/TemplatesDialog.svelte';
import Toasts from '../../../src/ui/kit/Toasts.svelte';
import type { SessionView } from '../../../src/ui/session/session-view.svelte.ts';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import type { Template } from '../../../src/plan/template.ts';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { currentValue } from '../../../src/ports/observable.ts';
import { now, openSession, taskIn } from '../support/open-app.ts';
import { show } from '../support/mount.ts';
import { step } from '../../fixtures/steps.ts';

const template: Template = {
  ...{ id: 't1', name: 'Trip', description: 'A trip to {{city}}', created_at: now, examples: { city: 'Lisbon' } },
  plan: {
    ...taskIn('paused').plan,
    goal: 'Go to {{city}} on {{start date}}',
    steps: [newStep('step_1', 'Find a room in {{city}}')],
  },
};

let app: App;
let session: SessionView;
let saved: { name: string; content: string }[];
const dialog = page.getByRole('dialog');
const own = dialog.getByRole('list', { name: 'Yours' });
const runs = () => currentValue(app.dependencies.stores.scheduledRuns.list());

beforeEach(async () => {
  const desk = await openSession(taskIn('paused', [step('a', 'pending')]));
  ({ app, session, saved } = desk);
  await app.dependencies.stores.templates.save(template);
  app.openTemplates();
  show(Toasts, {}, desk.page);
  show(TemplatesDialog, { app, session }, desk.page);
  await expect.element(own.getByRole('button', { name: /^Trip/ })).toBeVisible();
});

test('R2.9 a template says what is missing in it, shows the plan as it is filled in, and starts it paused', async () => {
  await own.getByRole('button', { name: /^Trip/ }).click();
  const city = dialog.getByRole('textbox', { name: 'city' });
  await expect.element(city).toHaveAttribute('placeholder', 'Such as Lisbon');
  await dialog.getByRole('button', { name: 'Replace the plan' }).click();
  await expect.element(dialog.getByRole('alert').first()).toHaveTextContent('Fill this in.');
  await expect.element(city).toHaveFocus();
  await userEvent.keyboard('Porto');
  await expect.element(dialog.getByText('Find a room in Porto')).toBeVisible();
  await dialog.getByLabelText('start date').fill('2026-02-03');
  await expect.element(dialog.getByText('Go to Porto on 2026-02-03')).toBeVisible();
  await expect.element(dialog.getByText(/The present plan “Tidy the garden” is replaced/)).toBeVisible();
});

test('R9.11 a plan is scheduled once its blanks are filled, at a time that is not past', async () => {
  await own.getByRole('button', { name: /^Trip/ }).click();
  const schedule = dialog.getByRole('button', { name: 'Schedule' });
  const date = dialog.getByLabelText('Start on');
  await dialog.getByRole('textbox', { name: 'city' }).fill('Porto');
  await dialog.getByLabelText('start date').fill('2026-02-03');
  await schedule.click();
  await expect.element(dialog.getByText('Choose a date and a time.')).toBeVisible();
  await date.fill('2025-12-30');
  await dialog.getByLabelText('Start at').fill('09:00');
  await schedule.click();
  await expect.element(dialog.getByText('This time has passed. Choose a later one.')).toBeVisible();
  await date.fill('2026-01-06');
  await dialog.getByRole('combobox', { name: 'Repeats' }).selectOptions('Every week');
  await schedule.dblClick();
  await expect.element(page.getByText(/“Trip” starts/)).toBeVisible();
  expect(await runs()).toMatchObject([{ name: 'Trip', repeat: 'FREQ=WEEKLY;BYDAY=TU', first: '2026-01-06T09:00' }]);
});

test('R2.9 the present plan is kept as a template by a name, by one press or two', async () => {
  const keep = dialog.getByRole('button', { name: 'Keep', exact: true });
  await keep.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Give it a name.');
  await dialog.getByRole('textbox', { name: 'Name of the template' }).fill('Garden');
  await keep.dblClick();
  await expect.element(own.getByRole('button', { name: /^Garden/ })).toBeVisible();
  expect(await currentValue(app.dependencies.stores.templates.list())).toHaveLength(2);
});

test('a template of the person is saved as a file, deleted, and brought back', async () => {
  const choose = async (name: string) => {
    await own.getByRole('button', { name: 'Options for Trip' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Save as plan.json');
  await expect.poll(() => saved.length).toBe(1);
  await choose('Delete');
  await expect.element(own).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect.element(own.getByRole('button', { name: /^Trip/ })).toBeVisible();
});

test('a search finds plans by all of its words, and says how many', async () => {
  await dialog.getByRole('searchbox', { name: 'Search plans' }).fill('trip zzz');
  await expect.element(dialog.getByText(/No plan fits this/)).toBeVisible();
});
