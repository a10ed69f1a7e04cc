// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { emptyPlan } from '../../../src/plan/plan.ts';
import type { ScheduledRun } from '../../../src/records/scheduled-run.ts';
import { newRun } from '../../../src/task/run.ts';
import type { Session } from '../../../src/task/session.ts';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
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
async function remove(goals: string[], runs: ScheduledRun[]) {
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
    new Map(),
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
  const [, ...rest] = toasts.list;
  for (const { action } of rest) action?.run();
  return { said: rest.map(({ text }) => text), opened };
}

test('R9.11 who deletes a session whose plan is scheduled is told that the schedule goes on, and led to it', async () => {
  expect(await remove(['Check', 'Other'], [scheduled('Check'), scheduled('Water')])).toEqual({
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
