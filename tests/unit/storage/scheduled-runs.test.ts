import { expect, test } from 'vitest';
import type { ScheduledRun } from '../../../src/records/scheduled-run.ts';
import { createStores } from '../../../src/storage/stores/stores.ts';
import { emptyPlan } from '../../../src/plan/plan.ts';
import { openDatabase } from './open-database.ts';
import { currentValue } from '../../../src/ports/observable.ts';

const at = '2026-11-23T08:00:00.000Z';
const weekly: ScheduledRun = {
  ...{ id: 'due_1', name: 'Weekly review', plan: emptyPlan('p', 'Review', at), first: '2026-11-23T09:00' },
  ...{ zone: 'Europe/Berlin', repeat: 'FREQ=WEEKLY', next_at: at, started: null, active: true },
  ...{ created_at: at, deleted_at: null },
};
const next = { next_at: '2026-11-30T08:00:00.000Z', started: { at, session_id: 's1' } };

test('R9.11 of many tabs that claim a due time at once, one gets it', async () => {
  const { scheduledRuns } = createStores(openDatabase().database);
  await scheduledRuns.save(weekly);
  const claims = await Promise.all(Array.from({ length: 5 }, () => scheduledRuns.claim('due_1', at, next)));
  expect(claims.filter(Boolean)).toEqual([true]);
  expect(await scheduledRuns.get('due_1')).toEqual({ ...weekly, ...next });
  expect(await scheduledRuns.claim('due_1', at, next)).toBe(false);
});

test.each([{ active: false }, { deleted_at: at }])(
  'R9.11 what is turned off or deleted cannot be claimed',
  async (more) => {
    const { scheduledRuns } = createStores(openDatabase().database);
    await scheduledRuns.save({ ...weekly, ...more });
    expect(await scheduledRuns.claim('due_1', at, next)).toBe(false);
    expect(await scheduledRuns.claim('unknown', at, next)).toBe(false);
  },
);

test('R9.11 the list has the next to start first, without deleted ones', async () => {
  const { scheduledRuns } = createStores(openDatabase().database);
  await scheduledRuns.save({ ...weekly, id: 'over', next_at: null });
  await scheduledRuns.save({ ...weekly, id: 'later', next_at: '2026-12-01T00:00:00.000Z' });
  await scheduledRuns.save(weekly);
  await scheduledRuns.save({ ...weekly, id: 'gone', deleted_at: at });
  expect((await currentValue(scheduledRuns.list())).map(({ id }) => id)).toEqual(['due_1', 'later', 'over']);
});
