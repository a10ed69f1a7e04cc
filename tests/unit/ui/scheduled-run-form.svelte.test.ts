// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addressesIn } from '../../../src/plan/addresses-in.ts';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { emptyPlan } from '../../../src/plan/plan.ts';
import type { ScheduledRun } from '../../../src/records/scheduled-run.ts';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import {
  repetitionInGoal,
  scheduledRunRecurrenceText,
  ScheduledRunForm,
} from '../../../src/ui/templates/scheduled-run-form.svelte.ts';

const now = '2026-11-28T10:00:00.000Z';
const here = { now, zone: 'Europe/Berlin' };
const plan = { ...emptyPlan('p', 'Tidy my to-dos', now), steps: [newStep('step_1', 'List the to-dos')] };
const words = new Translator();
await words.loadAll();

let rows: ScheduledRun[];
let schedules: ScheduledRunForm;
let stop: () => void;

beforeEach(() => {
  rows = [];
  let ids = 0;
  const watchers = new Set<() => void>();
  const scheduledRuns = {
    list: () => ({
      subscribe(next: (value: ScheduledRun[]) => void) {
        const tell = () => next([...rows]);
        watchers.add(tell);
        tell();
        return () => watchers.delete(tell);
      },
    }),
    save: async (run: ScheduledRun) => {
      rows = [...rows.filter(({ id }) => id !== run.id), run];
      watchers.forEach((tell) => tell());
    },
  };
  const clock = { now: () => now, newId: (kind: string) => `${kind}-${++ids}`, zone: () => 'Europe/Berlin' };
  const entries = { list: () => ({ subscribe: (next: (value: unknown[]) => void) => (next([]), () => undefined) }) };
  const dependencies = { stores: { scheduledRuns, entries }, clock } as unknown as App['dependencies'];
  schedules = new ScheduledRunForm({ dependencies, words, toasts: new Toasts() });
  stop = $effect.root(() => {
    $effect(() => void schedules.list);
  });
  flushSync();
  Object.assign(schedules, { date: '2026-11-30', time: '09:00', repetition: 'weekly' });
});
afterEach(() => stop());

test('R9.11 a plan that is scheduled twice for the same time starts once', async () => {
  const both = await Promise.all([schedules.save('Tidy', plan), schedules.save('Tidy', plan)]);
  expect(both[0]).not.toBeNull();
  await schedules.save('Tidy', plan);
  expect(rows).toHaveLength(1);
});

test('R9.11 a repetition that exists is shown in the form and changed, not joined by another one', async () => {
  await schedules.save('Tidy', plan);
  const [old] = schedules.ahead(plan.goal);
  expect(old?.repeat).toBe('FREQ=WEEKLY;BYDAY=MO');
  expect(old && scheduledRunRecurrenceText(old, here, words)).toBe('Every Monday · next Mon 30 Nov 09:00');
  expect(old && scheduledRunRecurrenceText(old, { ...here, now: old.next_at ?? '' }, words)).toBe(
    'Every Monday · was due today 09:00',
  );
  Object.assign(schedules, { date: '', time: '07:00', repetition: 'once' });
  schedules.fill(old!);
  expect(schedules).toMatchObject({ date: '2026-11-30', time: '09:00', repetition: 'weekly', days: [1] });
  schedules.chooseDays([1, 4]);
  await schedules.save('Tidy', plan, old);
  expect(rows).toMatchObject([{ id: old?.id, repeat: 'FREQ=WEEKLY;BYDAY=MO,TH' }]);
});

test('R9.11 the days of the week can be chosen, and the first start is on one of them', async () => {
  schedules.chooseDays([3]);
  expect(await schedules.save('Tidy', plan)).toMatchObject({ next_at: '2026-12-02T08:00:00.000Z' });
  schedules.chooseDays([]);
  expect(await schedules.save('Tidy', plan)).toBeNull();
  expect(schedules.fault).toBe('calendar.fault.days');
});

test('R9.11 the page to watch is offered by the address that the plan names', () => {
  expect(addressesIn(plan)).toEqual([]);
  const fetches = { ...newStep('step_2', 'Read it'), parameters: { url: 'https://ferry.example/times?day=1' } };
  expect(addressesIn({ goal: 'Watch https://news.example/a.', steps: [fetches] })).toEqual([
    'https://news.example/a',
    'https://ferry.example/times?day=1',
  ]);
});

test('R9.11 a schedule that is changed in another time zone keeps its own time', async () => {
  await schedules.save('Tidy', plan);
  const old = { ...rows[0]!, zone: 'UTC', next_at: '2026-11-30T09:00:00.000Z' };
  schedules.fill(old);
  await schedules.save('Tidy up', plan, old);
  expect(rows).toMatchObject([{ name: 'Tidy up', zone: 'UTC', next_at: '2026-11-30T09:00:00.000Z' }]);
});

test.each([
  [
    'Every weekday at 8 check https://a.example and add a to-do',
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    '2026-11-30T08:00:00',
  ],
  ['每天9点检查网页并加一条待办', 'FREQ=DAILY', '2026-11-29T09:00:00'],
  ['请每天9点检查网页', 'FREQ=DAILY', '2026-11-29T09:00:00'],
  ['Every Tuesday and Thursday at 18:30 sum up my to-dos', 'FREQ=WEEKLY;BYDAY=TU,TH', '2026-12-01T18:30:00'],
])('R9.11 the repetition in “%s” is offered in the form', async (goal, repeat, first) => {
  expect(await repetitionInGoal(goal, here)).toEqual({ first, zone: here.zone, repeat });
});

test.each([
  'Cancel my gym class every Monday at 7',
  'Move the standup every Monday at 9:00 to Tuesday',
  'What train goes to Bonn every weekday at 8:15?',
  'Write an email asking for a meeting every Friday at 10',
  'Add a to-do: water the plants every day at 8am',
  'Why is my wifi slow every day at 8pm?',
  'Every day at 8pm my wifi is slow, why?',
  '删除每周一上午9点的例会',
])('R9.11 no repetition is offered for “%s”, which names it as a part of what it asks for', async (goal) => {
  expect(await repetitionInGoal(goal, here)).toBeNull();
});

test('R9.11 no repetition is offered for a goal that has been scheduled before, even if that is over', async () => {
  const goal = 'Every Monday at 9 tidy my to-dos';
  expect(await schedules.toOffer(goal, 's')).toMatchObject({ repeat: 'FREQ=WEEKLY;BYDAY=MO' });
  await schedules.save('Tidy', { ...plan, goal });
  rows = rows.map((row) => ({ ...row, next_at: null }));
  expect(await schedules.toOffer(goal, 's')).toBeNull();
});

test.each(['Check the page at 8', 'Every two weeks on Monday at 8 check the page', 'Write a weekly report'])(
  'R9.11 no repetition is offered for “%s”, which the form cannot show or the goal does not name',
  async (goal) => {
    expect(await repetitionInGoal(goal, here)).toBeNull();
  },
);
