import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { JournalEntryBody } from '../../../src/task/journal.ts';
import { toolSuccess } from '../../../src/task/tool-result.ts';
import Viewer from '../../../src/ui/viewer/Viewer.svelte';
import type { SavedPageContent } from '../../../src/ui/viewer/saved-page-content.ts';
import { now, taskIn } from '../support/open-app.ts';
import { pageParts, show, unmountAll } from '../support/mount.ts';
import { step } from '../../fixtures/steps.ts';

const at = (minute: number) => new Date(Date.parse(now) + minute * 60_000).toISOString();
const closing = {
  type: 'message',
  kind: 'closing',
  text: 'All is **tidy**. See [here](https://a.example/x).',
} as const;
const bodies: JournalEntryBody[] = [
  { type: 'message', kind: 'goal', text: 'Tidy the garden' },
  { type: 'plan_generated', steps: 1, from: 'model' },
  { type: 'plan_step_start', index: 1, total: 1, description: 'Do a' },
  { type: 'plan_step_end', status: 'completed', summary: 'Raked' },
  closing,
];
const entriesOf = (written: readonly JournalEntryBody[]): SavedPageContent['entries'] =>
  written.map((body, nth) => ({
    ...{ seq: nth + 1, session_id: 's', task_id: 'r', at: at(nth), body },
    step_id: body.type.startsWith('plan_step') ? 'a' : null,
  }));
const record: SavedPageContent = {
  session: {
    ...{ id: 's', title: 'Garden', plan_status: 'completed', steps_ended: 1, steps_total: 1 },
    ...{ created_at: at(0), updated_at: at(4), deleted_at: null },
  },
  entries: entriesOf(bodies),
  runs: [
    { seq: 2, run: taskIn('executing', [step('a', 'pending')]) },
    { seq: 3, run: taskIn('executing', [step('a', 'running')]) },
    { seq: 4, run: taskIn('completed', [step('a', 'completed')]) },
  ],
  files: [],
  copies: [],
};

const player = page.getByRole('contentinfo', { name: 'Player' });
const press = (name: string) => player.getByRole('button', { name }).click();
const status = () => document.querySelector('[data-step-status]')?.getAttribute('data-step-status');

async function open(saved: SavedPageContent): Promise<void> {
  const parts = await pageParts();
  show(Viewer, { record: saved, words: parts.words, office: {} }, parts);
  await expect.element(page.getByRole('heading', { name: 'Garden' })).toBeVisible();
}

beforeEach(() => open(record));

test('a saved page shows the run as it ended, and goes back and forward entry by entry', async () => {
  await expect.poll(status).toBe('completed');
  await expect.element(page.getByText('tidy', { exact: true })).toBeVisible();
  await press('One entry back');
  await expect.element(page.getByText('tidy', { exact: true })).not.toBeInTheDocument();
  await press('One entry back');
  await expect.poll(status).not.toBe('completed');
  await press('One entry back');
  await press('One entry back');
  await expect.element(page.getByText('There is no plan at this moment.')).toBeVisible();
  await press('One entry forward');
  await expect.poll(status).toBe('pending');
});

test('R14.5 the place in the run is moved by keys, and said in words', async () => {
  const place = player.getByRole('slider', { name: 'Place in the run' });
  place.element().focus();
  await userEvent.keyboard('{Home}');
  await expect.poll(() => place.element().getAttribute('aria-valuetext')).toMatch(/11:00:00/);
  await userEvent.keyboard('{End}');
  await expect.poll(status).toBe('completed');
});

test('from its end it plays from the beginning, and pauses where it is', async () => {
  await press('Play');
  await expect.element(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.element(page.getByText('tidy', { exact: true })).not.toBeInTheDocument();
  await press('Pause');
  await expect.element(player.getByRole('button', { name: 'Play' })).toBeVisible();
});

test('R14.5 it is read in Chinese, too, and an address asks before it opens', async () => {
  await page.getByRole('link', { name: 'here' }).click();
  await page.getByRole('dialog', { name: 'Open this address?' }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: '中文' }).click();
  await expect.element(page.getByRole('region', { name: '计划' })).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect.element(page.getByRole('region', { name: 'Plan' })).toBeVisible();
});

/** Opens the saved page of a task that ended like this. */
async function openEnded(
  end: Pick<JournalEntryBody & { type: 'task_end' }, 'tone' | 'written' | 'undone'>,
): Promise<void> {
  await unmountAll();
  const body = { type: 'task_end', status: 'completed', done: 1, failed: 0, skipped: 0, ...end } as const;
  await open({ ...record, entries: entriesOf([...bodies, body]) });
}

test('R8.6 a saved page says by rule under its answer that nothing was written, in both languages', async () => {
  await openEnded({ tone: 'green', written: [], undone: [] });
  await expect.element(page.getByText('Nothing was written', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: '中文' }).click();
  await expect.element(page.getByText('没有写入任何内容', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
});

test('R8.6 a saved page of a task that is partly done says what was written and what is undone, in amber', async () => {
  const undone = [{ description: 'Mow', words: 'The server is away' }];
  await openEnded({ tone: 'amber', written: [{ store: 'files', change: 'put', n: 2 }], undone });
  await expect.element(page.getByText('Result, not all done')).toBeVisible();
  await expect.element(page.getByText('Written: 2 files')).toBeVisible();
  const list = page.getByRole('list', { name: 'Not done' });
  await expect.element(list).toHaveTextContent('Mow: The server is away');
  await expect.element(list).toHaveClass('amber');
  await page.getByRole('button', { name: '中文' }).click();
  await expect.element(page.getByText('结果（未全部完成）')).toBeVisible();
  await expect.element(page.getByText('已写入：2 个文件')).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
});

/** Opens the saved page of a task that read a page about ferries, of which a copy is in the page or was left out. */
async function openCited(copies: SavedPageContent['copies']): Promise<void> {
  await unmountAll();
  const source = { address: 'https://ferry.example/times', title: 'Ferry times' };
  const result = toolSuccess('', { foreign: true, artifact: 'file_1', source });
  const read: JournalEntryBody = { type: 'tool_result', call: 'c', tool: 'fetch', input: {}, result, retry_at: '' };
  const text = 'According to [1], “the last ferry leaves at 19:30”. It is cheap [7].';
  await open({ ...record, copies, entries: entriesOf([...bodies.slice(0, 4), read, { ...closing, text }]) });
}

test('R14.5 the answer of a saved page has its sources, with their addresses, and its warnings', async () => {
  const file = {
    id: 'file_1',
    session_id: 's',
    name: 'times.md',
    mime: 'text/markdown',
    size: 9,
    source: null,
  } as const;
  const content = 'The last ferry leaves at 18:30.';
  await openCited([{ ...file, content, kind: 'artifact', created_at: at(1), deleted_at: null }]);
  const list = page.getByRole('list', { name: 'Sources' });
  await expect.element(list).toHaveTextContent('Ferry times');
  await expect.element(page.getByText('“the last ferry leaves at 19:30” is not in [1].')).toBeVisible();
  await expect.element(page.getByText('[7] stands for no source that was read.')).toBeVisible();
  const mark = page.getByRole('button', { name: 'Source 1: Ferry times' });
  await expect.element(mark).not.toHaveAttribute('aria-haspopup');
  await mark.click();
  const link = list.getByRole('link', { name: 'https://ferry.example/times' });
  await expect.element(link).toHaveFocus();
  await link.click();
  await page.getByRole('dialog', { name: 'Open this address?' }).getByRole('button', { name: 'Cancel' }).click();
});

test('R14.5 a saved page without the pages read says nothing about quotations, but lists the sources', async () => {
  await openCited([]);
  await expect.element(page.getByRole('list', { name: 'Sources' })).toHaveTextContent('Ferry times');
  await expect.element(page.getByText('[7] stands for no source that was read.')).toBeVisible();
  await expect.element(page.getByText(/is not in/)).not.toBeInTheDocument();
});
