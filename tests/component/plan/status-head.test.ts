import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import StatusHead from '../../../src/ui/plan/StatusHead.svelte';
import SessionRow from '../../../src/ui/session/SessionRow.svelte';
import type { AppDependencies } from '../../../src/ui/app/app-dependencies.ts';
import type { Run } from '../../../src/task/run.ts';
import type { Step } from '../../../src/plan/step.ts';
import { FakeRunner } from '../support/fake-runner.ts';
import { now, openApp, openSession, taskIn } from '../support/open-app.ts';
import { openOnOtherDevice } from '../support/other-device.ts';
import { show } from '../support/mount.ts';
import { MemoryLocks } from '../../fakes/memory-locks.ts';
import { MemoryTabs } from '../../fakes/memory-tabs.ts';
import { step } from '../../fixtures/steps.ts';
import { toolError } from '../../../src/task/tool-result.ts';

const done = step('a', 'completed');
const open = step('b', 'pending');
const failed: Step = { ...step('b', 'failed'), error: 'The server is away', attempts: 1 };
const asks = { effect: 'e', step_id: null, text: 'Which?' };
const call = { origin: null, private_address: false, subject: 'Buy bread', rule: 'always_ask' } as const;
const approval = { effect: 'e', step_id: 'b', tool: 'todo', access: call, decision: null };

async function head(run: Run | null) {
  const desk = await openSession(run);
  show(StatusHead, { app: desk.app, session: desk.session }, desk.page);
  return desk;
}

const buttons = () =>
  page
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent.trim());

/** A task that ended before its second step. */
const withRest = (phase: 'cancelled' | 'completed'): Run => {
  const run = taskIn(phase, [done, step('b', 'skipped')]);
  return { ...run, reply_stats: { ...run.reply_stats, rest: ['b'] } };
};

test.each<[string, Run | null, string[]]>([
  ['Ready for a goal', null, []],
  ['Making a plan', taskIn('planning'), ['Pause', 'Stop']],
  ['Needs you: approve the plan (2 steps)', taskIn('reviewing', [done, open]), ['Approve', 'Stop']],
  ['Working on step 2 of 2', taskIn('executing', [done, step('b', 'running')]), ['Pause', 'Stop']],
  [
    'Needs you: a permission',
    taskIn('executing', [step('b', 'running')], { approvals: [approval] }),
    ['Look at the request', 'Stop'],
  ],
  ['Needs you: an answer', taskIn('waiting', [open], { question: asks }), ['Answer', 'Stop']],
  [
    'Needs you: the model wants to change steps that are yours',
    taskIn('waiting', [open], { proposal: { steps: [], at_stake: [], closing: null } }),
    ['Look at the change', 'Stop'],
  ],
  ['Paused at step 2 of 2', taskIn('paused', [done, open], { pause: { code: 'person' } }), ['Continue', 'Stop']],
  ['Needs you: stuck at step 2 of 2', taskIn('blocked', [done, failed]), ['Decide how to go on', 'Stop']],
  ['Failed: 1 of 2 steps completed', taskIn('failed', [done, failed]), ['Decide how to go on']],
  ['Stopped: 1 of 2 steps completed', withRest('cancelled'), ['Go on with the rest']],
  ['Ended: 1 of 2 steps completed, 1 skipped', withRest('completed'), []],
  ['Done: 1 of 1 step completed', taskIn('completed', [done]), ['Repeat …', 'Keep as a template']],
])('R2.2, R14.2 “%s” has the buttons that fit', async (said, run, expected) => {
  await head(run);
  await expect.element(page.getByRole('status')).toHaveTextContent(said);
  expect(buttons()).toEqual(expected);
});

const away = { code: 'server', detail: '', status: 503, retry_after_ms: null } as const;
test.each([
  { type: 'model_error', purpose: 'thought', error: away, retry_at: now },
  { type: 'tool_result', call: 'c', tool: 'fetch', input: {}, result: toolError('server', 'Away.'), retry_at: now },
] as const)('R6.4 what waits for its next try can be tried at once: $type', async (failed) => {
  const { runner } = await head(taskIn('executing', [step('b', 'running')]));
  runner.record({ ...failed, step_id: 'b' });
  await page.getByRole('button', { name: 'Try now' }).click();
  expect(buttons()).toEqual(['Pause', 'Try now', 'Stop']);
  await expect.poll(() => runner.sent).toMatchObject([{ type: 'plan.continue' }]);
});

test('R2.2 a task at work is said to work once its session is open here; where it cannot be opened, Continue tries again', async () => {
  const run = taskIn('executing', [done, step('b', 'running')]);
  const opened: { resolve: (runner: FakeRunner) => void; reject: (error: Error) => void }[] = [];
  const lease = (sessionId: string) => ({
    sessionId,
    locks: new MemoryLocks(),
    tabs: new MemoryTabs(),
    wait: () => new Promise<void>(() => undefined),
    open: () => new Promise<FakeRunner>((resolve, reject) => void opened.push({ resolve, reject })),
  });
  const { app, page: parts } = await openApp({ dependencies: { lease } });
  Object.assign(app.dependencies.stores.sessions, {
    watchRun: () => ({ subscribe: (next: (stored: Run) => void) => (next(run), () => undefined) }),
  });
  const session = await app.newSession('Garden');
  if (!session) throw new Error('The session could not be stored.');
  show(StatusHead, { app, session }, parts);
  const said = page.getByRole('status');
  await expect.element(said).toHaveTextContent('Opening the task');
  expect(buttons()).toEqual(['Stop']);
  opened.shift()?.reject(new Error('no engine'));
  await expect.element(said).toHaveTextContent('The task could not be opened. Continue tries again');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => opened).toHaveLength(1);
  opened.shift()?.resolve(new FakeRunner(run, now));
  await expect.element(said).toHaveTextContent('Working on step 2 of 2');
});

test.each([
  ['at work', taskIn('executing', [done, step('b', 'running')]), 'At work on Laptop', []],
  ['paused', taskIn('paused', [done, open], { pause: { code: 'person' } }), 'Last used on Laptop', ['plan.continue']],
  [
    'waiting for a permission',
    taskIn('waiting', [done, step('b', 'running')], { approvals: [approval] }),
    'Needs you: a permission (on Laptop)',
    [],
  ],
] as const)(
  'R12.3 a task that is %s on another device says so, offers only to go on here, and keeps the words of an edit',
  async (_, run, expected, sent) => {
    const { app, session, runner, page: parts } = await openOnOtherDevice(run);
    show(StatusHead, { app, session }, parts);
    await expect.element(page.getByRole('status')).toHaveTextContent(expected);
    await expect.poll(buttons).toEqual(['Continue here']);
    expect(await session.edit({ kind: 'add', id: '', description: 'Mow', at: null })).toBe(false);
    expect(app.toasts.list.map(({ text, action }) => [text, action?.label])).toEqual([
      ['Not done: this session is on Laptop. Press “Continue here” first.', 'Continue here'],
    ]);
    await page.getByRole('button', { name: 'Continue here' }).click();
    await expect.poll(buttons).toContain('Stop');
    await expect.poll(() => runner.sent.map(({ type }) => type)).toEqual(sent);
    await session.note({ type: 'resume' });
    expect(runner.journal).toHaveLength(1);
  },
);

test('R12.3 a frozen session says why nothing is done in it', async () => {
  const { app, session, page: parts, away } = await openOnOtherDevice(null);
  show(StatusHead, { app, session }, parts);
  if (away.value) away.send({ ...away.value, frozen: 'altered' });
  await expect.element(page.getByRole('status')).toHaveTextContent(/^Something of this session was changed/);
  expect(await session.note({ type: 'resume' })).toBe(false);
  expect(app.toasts.list.map(({ text, action }) => [text, action])).toEqual([
    [expect.stringMatching(/^Something of this session was changed/), undefined],
  ]);
});

test.each([
  ['Pause', taskIn('executing', [step('a', 'running')]), 'plan.pause'],
  ['Continue', taskIn('paused', [open], { pause: { code: 'person' } }), 'plan.continue'],
  ['Approve', taskIn('reviewing', [open]), 'plan.approve'],
] as const)('R3.8 “%s” does that', async (name, run, type) => {
  const { runner } = await head(run);
  await page.getByRole('button', { name }).click();
  await expect.poll(() => runner.sent).toEqual([{ type }]);
});

test('R12.4 where nothing is stored until the page is reloaded, only that is offered, and the list says “paused”', async () => {
  const storage: AppDependencies['storage'] = {
    faults: { subscribe: (next) => (next([{ code: 'gone' }]), () => undefined) },
    open: async () => null,
    opened: Promise.resolve(),
    erase: async () => 'done',
    allowNewDatabase: () => undefined,
  };
  const run = taskIn('paused', [open], { pause: { code: 'storage', detail: '' } });
  const { app, session, page: parts } = await openSession(run, { dependencies: { storage } });
  const { sessions } = app.dependencies.stores;
  const stored = await sessions.get(session.id);
  if (!stored) throw new Error('The session was not stored.');
  show(StatusHead, { app, session }, parts);
  show(SessionRow, { app, session: { ...stored, plan_status: 'running', steps_total: 1 } }, parts);
  await expect.element(page.getByRole('status')).toHaveTextContent('Paused: the stored data has been removed');
  await expect.element(page.getByRole('link', { name: /Garden paused/ })).toBeVisible();
  expect(buttons().filter((name) => !name.startsWith('Garden'))).toEqual(['Reload', '']);
});

test('R8.1 stopping is asked back: Escape and “Keep going” go on, and the focus is back on the button', async () => {
  const { runner } = await head(taskIn('executing', [step('a', 'running')]));
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Stop this plan?' });
  await stop.click();
  await dialog.getByRole('button', { name: 'Keep going' }).click();
  await stop.click();
  await expect.element(dialog).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(stop).toHaveFocus();
  expect(runner.sent).toEqual([]);
  await stop.click();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect.poll(() => runner.sent).toEqual([{ type: 'plan.stop' }]);
});

test('R8.1 while there is no plan yet, stopping asks about the task', async () => {
  const error = { code: 'bad_request', moderated: true, detail: '', status: 400, retry_after_ms: null } as const;
  await head(taskIn('paused', [], { pause: { code: 'endpoint', error } }));
  await expect.element(page.getByText('Paused: content moderation refused the request')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Open settings' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Stop this task?' });
  await expect.element(dialog.getByText(/There is no plan yet/)).toBeVisible();
});

test('R4.11 a wrong key leads to the settings, a locked one to the passphrase', async () => {
  const error = (code: 'auth' | 'locked') => ({ code, message: '' }) as never;
  const first = await head(taskIn('paused', [open], { pause: { code: 'endpoint', error: error('auth') } }));
  await page.getByRole('button', { name: 'Open settings' }).click();
  expect(first.app.settingsSection).toBe('connection');
  first.runner.change({ run: taskIn('paused', [open], { pause: { code: 'endpoint', error: error('locked') } }) });
  await page.getByRole('button', { name: 'Unlock' }).click();
  expect(first.app.dialog).toBe('unlock');
});
