// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { ScheduledRun } from '../../../src/records/scheduled-run.ts';
import { planScheduleText } from '../../../src/ui/templates/scheduled-run-form.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';

const words = new Translator();
await words.loadAll();
const run = (repeat: string | null) =>
  ({ name: 'Garden', next_at: '2026-11-29T09:00:00.000Z', zone: 'UTC', repeat }) as ScheduledRun;

test('R9.11 a plan that was scheduled is said to start, and how often again', () => {
  const now = { now: '2026-11-28T06:00:00.000Z', zone: 'UTC' };
  expect(planScheduleText(run(null), now, words)).toBe('“Garden” starts tomorrow 09:00.');
  expect(planScheduleText(run('FREQ=WEEKLY'), now, words)).toBe('“Garden” starts tomorrow 09:00, and then every week.');
});

test('R9.11 the start of a plan that was scheduled in another zone is said in both times', () => {
  const now = { now: '2026-11-28T06:00:00.000Z', zone: 'Asia/Tokyo' };
  expect(planScheduleText({ ...run(null), zone: 'America/New_York' }, now, words)).toBe(
    '“Garden” starts tomorrow 18:00 (04:00 in America/New York).',
  );
});
