// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { emptyPlan } from '../../../src/plan/plan.ts';
import type { ScheduledRun } from '../../../src/records/scheduled-run.ts';
import { newRun } from '../../../src/task/run.ts';
import type { Session } from '../../../src/task/session.ts';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import type { SessionView } from '../../../src/ui/session/session-view.svelte.ts';
import { removeSessions } from '../../../src/ui/session/remove-session.ts';

const now = '2026-11-28T10:00:00.000Z';
const words = new Translator();
await words.loadAll();

const scheduled = (goal: string, more: Partial<ScheduledRun> = {}): ScheduledRun => ({
  ...{ id: goal, name: goal, first: '2026-11-30T09:00', zone: 'UTC', repeat: 'FREQ=DAILY' },
  plan: emptyPlan('plan_1', goal, now),
  ...{ next_at: '2026-11-30T09:00:00.000Z', started: null, active: true, created_at: '', deleted_at: null },
  ...more,
});

/** Removes sessions with these goals while these plans are scheduled; returns what is said of the schedules. */
async function remove(goals: string[], runs: ScheduledRun[], views = new Map<string, SessionView>()) {
  const toasts = new Toasts();
  const opened: string[] = [];
  const stores = {
    sessions: {
      remove: async () => undefined,
      run: async (goal: string) => newRun({ run: 'r', session: goal, plan: 'p' }, goal, now),
    },
    scheduledRuns: {
      list: () => ({ subscribe: (next: (listed: ScheduledRun[]) => void) => (next(runs), () => undefined) }),
    },
  };
  const clock = { now: () => now, zone: () => 'UTC' };
  await removeSessions(
    goals.map((id) => ({ id, title: id }) as Session),
    views,
    {
      dependencies: { stores, clock } as never,
      ...{
        words,
        toasts,
        session: null,
        deletedHere: [],
        forget: async () => undefined,
        openSession: async () => undefined,
      },
      openTemplates: () => void opened.push('templates'),
    },
  );
  const [first, ...rest] = toasts.list;
  for (const { action } of rest) action?.run();
  return { deleted: first?.text, said: rest.map(({ text }) => text), opened };
}

test('R9.11 who deletes a session whose plan is scheduled is told that the schedule goes on, and led to it', async () => {
  expect(await remove(['Check', 'Other'], [scheduled('Check'), scheduled('Water')])).toMatchObject({
    said: [`“Check” still starts as scheduled: ${words.moment('2026-11-30T09:00:00.000Z')}.`],
    opened: ['templates'],
  });
  const { said } = await remove(['Check', 'Water'], [scheduled('Check'), scheduled('Water')]);
  expect(said).toEqual(['2 plans still start as scheduled.']);
});

test.each([
  ['of another plan', scheduled('Water')],
  ['that is turned off', scheduled('Check', { active: false })],
  ['that is over', scheduled('Check', { next_at: null })],
  ['that was missed and waits on the page for the person', scheduled('Check', { next_at: '2026-11-27T09:00:00.000Z' })],
])('R9.11 nothing is said of a schedule %s', async (_, run) => {
  expect((await remove(['Check'], [run])).said).toEqual([]);
});

test('R12.3 who deletes a session that another device works on is told once that it is paused there', async () => {
  const pause = vi.fn();
  const away = { device: 'Laptop', session: { plan_status: 'running' } };
  const view = { run: { phase: 'executing' }, away, pause } as unknown as SessionView;
  const { deleted, said } = await remove(['Check'], [], new Map([['Check', view]]));
  expect([deleted, ...said]).toEqual(['Deleted the session “Check”. Its plan on Laptop is paused with it.']);
  expect(pause).not.toHaveBeenCalled();
});
