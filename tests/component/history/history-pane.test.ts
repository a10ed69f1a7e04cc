import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import Overlays from '../../../src/ui/app/Overlays.svelte';
import HistoryPane from '../../../src/ui/history/HistoryPane.svelte';
import PastPlan from '../../../src/ui/plan/PastPlan.svelte';
import type { JournalEntryBody, JournalEntry } from '../../../src/task/journal.ts';
import type { RunAtJournalEntry } from '../../../src/ports/stores.ts';
import { now, openSession, taskIn } from '../support/open-app.ts';
import { show } from '../support/mount.ts';
import { step } from '../../fixtures/steps.ts';

type Opened = Awaited<ReturnType<typeof openSession>>;
let desk: Opened;
const entries = page.getByRole('region', { name: 'What happened' });
const lines = () => entries.getByRole('listitem').elements().length;

const happened: (JournalEntryBody & { step?: string })[] = [
  { type: 'message', kind: 'goal', text: 'Tidy the garden' },
  { type: 'plan_generated', steps: 2, from: 'model' },
  { type: 'plan_step_start', index: 1, total: 2, description: 'Do a', step: 'a' },
  { type: 'tool_call', call: 'c1', tool: 'search', input: { query: 'rakes' }, step: 'a' },
  { type: 'plan_step_end', status: 'completed', summary: 'Found three', step: 'a' },
  { type: 'edit', what: 'skip', description: 'Do b' },
];

beforeEach(async () => {
  const run = taskIn('executing', [step('a', 'completed'), step('b', 'pending')]);
  desk = await openSession(run);
  const rows = happened.map(({ step: step_id = null, ...body }, at): JournalEntry => ({
    ...{ seq: at + 1, session_id: desk.session.id, task_id: run.id, step_id, body },
    at: new Date(Date.parse(now) + at * 60_000).toISOString(),
  }));
  await desk.database.journal.bulkAdd(rows);
});

async function history() {
  show(Overlays, { app: desk.app }, desk.page);
  show(HistoryPane, { app: desk.app, session: desk.session }, desk.page);
  await expect.poll(lines).toBe(happened.length);
}

test('R14.3 the timeline is filtered by kind, by step and by words, and all of it is shown again', async () => {
  await history();
  await page.getByText('Edits', { exact: true }).click();
  await expect.poll(lines).toBe(1);
  await page.getByText('All', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Step' }).selectOptions('1. Do a');
  await expect.poll(lines).toBe(3);
  await page.getByRole('searchbox', { name: 'Search the history' }).fill('nothing like it');
  await expect.element(entries.getByText('Nothing recorded here fits.')).toBeVisible();
  await entries.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(lines).toBe(happened.length);
});

test('R14.3 a search, a kind and the list of steps go through the whole record, also what is not loaded yet', async () => {
  const more = Array.from({ length: 1500 }, (_, at): JournalEntry => ({
    ...{ seq: happened.length + at + 1, session_id: desk.session.id, task_id: 'run', step_id: null },
    at: new Date(Date.parse(now) + at * 1000).toISOString(),
    body: { type: 'resume' },
  }));
  await desk.database.journal.bulkAdd(more);
  show(HistoryPane, { app: desk.app, session: desk.session }, desk.page);
  const earlier = entries.getByRole('button', { name: 'Show earlier entries' });
  await expect.element(earlier).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the history' }).fill('found three');
  await expect.element(entries.getByText(/Found three|Step done/i)).toBeVisible();
  await expect.element(earlier).not.toBeInTheDocument();
  await expect.poll(lines).toBe(1);
});

test('R5.5 a copy says which calls it has from elsewhere, and that these are not counted', async () => {
  const totals = { calls: 2, input: 300, output: 20, estimated: false, cost: 0.05, unpriced: 0 };
  await desk.database.sessions.update(desk.session.id, { copied: totals });
  await history();
  await expect
    .element(page.getByText(/No model calls of its own yet/))
    .toHaveTextContent(
      'In the session that this is a copy of, not counted here: 2 model calls: 300 tokens in, 20 out · $0.050',
    );
});

test('R14.3 a line unfolds what a call was given', async () => {
  await history();
  await expect.element(entries.getByText('rakes', { exact: true })).not.toBeInTheDocument();
  await entries
    .getByText(/Search.*rakes|rakes/)
    .first()
    .click();
  await expect.poll(() => entries.element().querySelector('details[open]')?.textContent).toContain('rakes');
});

test('R14.3 bars show the steps over time, and a bar leads to its lines', async () => {
  await history();
  await page.getByText('Bars', { exact: true }).click();
  await page.getByRole('button', { name: /Do a/ }).first().click();
  await expect.poll(lines).toBe(3);
});

test('R14.3 the history goes out as JSON', async () => {
  await history();
  await page.getByRole('button', { name: 'Export as JSON' }).click();
  await expect
    .poll(() => desk.saved.map(({ content }) => content))
    .toEqual([expect.stringContaining('Tidy the garden')]);
});

const moments = [1, 2, 3].map((seq): RunAtJournalEntry => {
  const statuses = ['pending', 'running', 'completed'] as const;
  const run = taskIn('executing', [step('a', statuses[seq - 1]!)]);
  return { seq, at: `2026-01-01T10:0${String(seq)}:00.000Z`, run };
});

test('R12.6 the plan as it was: earlier, later, as far as there is one, and back to now', async () => {
  Object.assign(desk.app.dependencies.stores.sessions, {
    moment: async (_: string, seq: number, towards: number) =>
      moments.find((each) => each.seq === seq + towards) ?? null,
  });
  await desk.session.past.lookAt(2);
  show(PastPlan, { app: desk.app, session: desk.session }, desk.page);
  const past = page.getByRole('region', { name: 'The plan as it was' });
  const status = () => past.getByRole('listitem').element().getAttribute('data-step-status');
  await expect.element(past.getByRole('heading', { name: /10:02|11:02/ })).toHaveFocus();
  await past.getByRole('button', { name: 'Earlier point' }).click();
  await expect.poll(status).toBe('pending');
  await expect.element(past.getByRole('button', { name: 'Earlier point' })).toBeDisabled();
  await past.getByRole('button', { name: 'Later point' }).click();
  await past.getByRole('button', { name: 'Later point' }).click();
  await expect.poll(status).toBe('completed');
  await expect.element(past.getByRole('button', { name: 'Later point' })).toBeDisabled();
  expect(past.getByRole('button', { name: /Move|Options/ }).elements()).toEqual([]);
  await past.getByRole('button', { name: 'Back to now' }).click();
  await expect.element(past).not.toBeInTheDocument();
});

test('R12.6 where there was no plan yet, that is told and nothing changes', async () => {
  Object.assign(desk.app.dependencies.stores.sessions, { moment: async () => null });
  await history();
  await entries.getByRole('button', { name: 'See the plan at this point' }).first().click();
  await expect.element(page.getByText('There was no plan yet at this point.').first()).toBeVisible();
  expect(desk.session.past.moment).toBeNull();
});
