import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import RepeatDialog from '../../../src/ui/templates/RepeatDialog.svelte';
import Toasts from '../../../src/ui/kit/Toasts.svelte';
import { Subject } from '../../../src/engine/subject.ts';
import { currentValue } from '../../../src/ports/observable.ts';
import PlanRepetition from '../../../src/ui/templates/PlanRepetition.svelte';
import { openSession, taskIn } from '../support/open-app.ts';
import { show } from '../support/mount.ts';
import { step } from '../../fixtures/steps.ts';

const dialog = page.getByRole('dialog', { name: 'Repeat this plan' });
let isConnected: Subject<boolean>;
let desk: Awaited<ReturnType<typeof openSession>>;
const runs = () => currentValue(desk.app.dependencies.stores.scheduledRuns.list());

beforeEach(async () => {
  const run = taskIn('completed', [{ ...step('a', 'completed'), description: 'Print the quiz of 2026-01-05' }]);
  const readPage = async () => ({ ok: false }) as never;
  isConnected = new Subject(false);
  desk = await openSession(run, { dependencies: { readPage, connected: isConnected } });
  desk.app.dialog = 'repeat';
  show(Toasts, {}, desk.page);
  show(RepeatDialog, { app: desk.app, plan: run.plan, run }, desk.page);
  await dialog.getByLabelText('Start at').fill('09:00');
});

test('R9.11 a finished plan starts again each week from tomorrow, with all its steps open', async () => {
  await expect.element(dialog.getByLabelText('Start on')).toHaveValue('2026-01-02');
  await expect
    .element(dialog.getByText(/names fixed days \(Mon,? 5 Jan\), and every start uses the same/))
    .toBeVisible();
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect.element(page.getByText(/“Tidy the garden” starts/)).toBeVisible();
  expect(desk.app.dialog).toBeNull();
  const [run] = await runs();
  expect(run).toMatchObject({ first: '2026-01-02T09:00', repeat: 'FREQ=WEEKLY;BYDAY=FR', zone: 'Europe/Berlin' });
  expect(run?.plan.steps.map(({ status }) => status)).toEqual(['pending']);
});

test('R9.11 with other devices it is said that the plan starts on this one', async () => {
  const told = dialog.getByText(/on this device only/);
  await expect.element(told).not.toBeInTheDocument();
  isConnected.send(true);
  await expect.element(told).toBeVisible();
});

test('R9.11 without a name or without a day of the week nothing is scheduled, and what is missing is said', async () => {
  await dialog.getByRole('textbox', { name: 'Name' }).fill(' ');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Give it a name.');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Weekly');
  await dialog.getByRole('checkbox', { name: 'Friday' }).click();
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect.element(dialog.getByText('Choose at least one day of the week.')).toBeVisible();
  expect(await runs()).toEqual([]);
});

test('R9.11 a page that cannot be read cannot be watched, and its address must be whole', async () => {
  await dialog.getByRole('checkbox', { name: /Only if a page that you name has changed/ }).click();
  const address = dialog.getByRole('textbox', { name: 'Address of the page' });
  await expect.element(address).toHaveValue('');
  await address.fill('no address');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect.element(dialog.getByText(/Enter a full address, such as/)).toBeVisible();
  await address.fill('https://news.example');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect.element(dialog.getByText(/This page cannot be read from here/)).toBeVisible();
  expect(await runs()).toEqual([]);
});

test('R9.11 a goal that names a repetition ran once, which is said, and the form opens with that repetition', async () => {
  const run = taskIn('completed', [step('a', 'completed')]);
  const goal = 'Every weekday at 8 check the price of the garden shed and the weather in Berlin';
  const repeating = { ...run, plan: { ...run.plan, goal } };
  const other = await openSession(repeating);
  document.body.replaceChildren();
  show(PlanRepetition, { app: other.app, run: repeating }, other.page);
  await page.getByRole('button', { name: 'This ran once. Repeat it every weekday at 08:00?' }).click();
  expect(other.app.dialog).toBe('repeat');
  show(RepeatDialog, { app: other.app, plan: repeating.plan }, other.page);
  await expect.element(dialog.getByLabelText('Repeats')).toHaveValue('weekdays');
  await expect.element(dialog.getByLabelText('Start at')).toHaveValue('08:00');
  await expect
    .element(dialog.getByRole('textbox', { name: 'Name' }))
    .toHaveValue('Every weekday at 8 check the price of the garden shed and…');
});
