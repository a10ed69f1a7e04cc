import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import Conversation from '../../../src/ui/conversation/Conversation.svelte';
import PlanPane from '../../../src/ui/plan/PlanPane.svelte';
import { sessionLockName } from '../../../src/engine/session-lock-name.ts';
import type { Run } from '../../../src/task/run.ts';
import { MemoryLocks } from '../../fakes/memory-locks.ts';
import { MemoryTabs } from '../../fakes/memory-tabs.ts';
import { step } from '../../fixtures/steps.ts';
import { now, openApp, openSession, taskIn } from '../support/open-app.ts';
import { rendered, show } from '../support/mount.ts';

const pane = page.getByRole('region', { name: 'Plan', exact: true });

/**
 * The plan and the conversation of a session whose task is not read before `read` is called, and which this tab does
 * not open.
 */
async function unread({ elsewhere = false } = {}) {
  let read: (run: Run | null) => void = () => undefined;
  const lease = (sessionId: string) => {
    const locks = new MemoryLocks();
    if (elsewhere) void locks.seize(sessionLockName(sessionId), () => undefined);
    return {
      ...{ sessionId, locks, tabs: new MemoryTabs() },
      wait: () => (elsewhere ? Promise.resolve() : new Promise<void>(() => undefined)),
      open: () => new Promise<never>(() => undefined),
    };
  };
  const { app, page: parts } = await openApp({ dependencies: { lease } });
  const made = { type: 'plan_generated', goal: 'Tidy the garden', steps: 1 };
  const entry = { seq: 1, session_id: 's', task_id: 'r', step_id: null, at: now, body: made };
  Object.assign(app.dependencies.stores.sessions, {
    watchRun: () => ({ subscribe: (next: typeof read) => ((read = next), () => undefined) }),
    entriesOf: async () => [entry],
  });
  const session = await app.newSession('Garden');
  if (!session) throw new Error('The session could not be stored.');
  show(PlanPane, { app, session }, parts);
  show(Conversation, { app, session }, parts);
  await expect.element(pane).toBeInTheDocument();
  await expect.poll(() => session.journalWindow.entries).toEqual([]);
  await rendered();
  return (run: Run | null) => read(run);
}

test('R8.6 until the session is read, its panes say neither that there is no plan nor that there were others', async () => {
  const read = await unread();
  await expect.element(pane).toHaveAttribute('aria-busy', 'true');
  expect(pane.element().textContent.trim()).toBe('');
  await expect.element(page.getByText('What would you like to get done?')).not.toBeInTheDocument();
  read(taskIn('executing', [step('a', 'running')]));
  await expect.element(pane.getByText('Opening the task')).toBeVisible();
  await expect.element(pane.getByText('Earlier plans in this session')).not.toBeInTheDocument();
});

test('R8.6 once it is known that there is no plan, the panes say how to make one', async () => {
  const read = await unread();
  read(null);
  await expect.element(pane.getByText('No plan yet')).toBeVisible();
  await expect.element(page.getByText('What would you like to get done?')).toBeVisible();
});

test('R12.3 a plan is said to be at work in another tab only while that works on it', async () => {
  const read = await unread({ elsewhere: true });
  const note = pane.getByText('Another tab is at work on this.');
  read(taskIn('executing', [step('a', 'running')]));
  await expect.element(note).toBeVisible();
  for (const phase of ['paused', 'completed'] as const) {
    read(taskIn(phase, [step('a', 'completed')]));
    await expect.element(note).not.toBeInTheDocument();
  }
});

/** The pane of a session whose earlier plan, made by the model, is `earlier`. */
async function after(earlier: Run, run: Run) {
  const desk = await openSession(run);
  const body = { type: 'plan_generated', from: 'model', steps: earlier.plan.steps.length };
  const entry = { seq: 1, session_id: 's', task_id: earlier.id, step_id: null, at: now, body };
  Object.assign(desk.app.dependencies.stores.sessions, {
    entriesOf: async (_: string, type: string) => (type === 'plan_generated' ? [entry] : []),
    moment: async () => ({ seq: 1, at: now, run: earlier }),
  });
  show(PlanPane, { app: desk.app, session: desk.session }, desk.page);
  return desk;
}

test('a message that is read and answered without a plan leaves the last plan in sight', async () => {
  const party = taskIn('completed', [step('a', 'completed'), step('b', 'completed')], { id: 'earlier' });
  const thanks = taskIn('intake');
  const { runner } = await after(party, { ...thanks, plan: { ...thanks.plan, goal: 'thanks!' } });
  const goal = pane.getByRole('heading', { name: 'Tidy the garden' });
  await expect.element(goal).toBeVisible();
  await expect.poll(() => pane.getByRole('listitem').elements().length).toBe(2);
  runner.change({ run: { ...taskIn('answered'), plan: { ...thanks.plan, goal: 'thanks!' } } });
  await expect.element(pane.getByText('Answered')).toBeVisible();
  await expect.element(goal).toBeVisible();
  expect(pane.element().textContent).not.toMatch(/No plan yet|Earlier plans/);
  runner.change({ run: taskIn('executing', [step('c', 'running')], { id: 'next' }) });
  await expect.element(pane.getByText('Earlier plans in this session (1)')).toBeVisible();
  await expect.poll(() => pane.getByRole('listitem').elements().length).toBe(1);
});

test('a message that calls carry out has no heading of its own above its only step', async () => {
  const yes = taskIn('executing', [{ ...step('a', 'running'), description: 'yes' }]);
  const desk = await openSession({ ...yes, plan: { ...yes.plan, goal: 'yes' } });
  show(PlanPane, { app: desk.app, session: desk.session }, desk.page);
  await expect.element(pane.getByRole('listitem')).toBeVisible();
  expect(pane.getByRole('heading').elements()).toEqual([]);
});
