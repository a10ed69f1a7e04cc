import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { DueRun } from '../../src/domain/due-run.ts';
import { createStores } from '../../src/storage/stores.ts';
import { emptyPlan } from '../../src/domain/plan.ts';
import { openDatabase } from './open-database.ts';
import { firstOf } from '../../src/commands/first-of.ts';

const at = '2026-11-23T08:00:00.000Z';
const weekly: DueRun = {
  ...{ id: 'due_1', name: 'Weekly review', plan: emptyPlan('p', 'Review', at), first: '2026-11-23T09:00' },
  ...{ zone: 'Europe/Berlin', repeat: 'FREQ=WEEKLY', next_at: at, started: null, active: true },
  ...{ created_at: at, deleted_at: null },
};
const next = { next_at: '2026-11-30T08:00:00.000Z', started: { at, session_id: 's1' } };

test('R9.11 of many tabs that claim a due time at once, one gets it', async () => {
  const { dueRuns } = createStores(openDatabase().database);
  await dueRuns.save(weekly);
  const claims = await Promise.all(Array.from({ length: 5 }, () => dueRuns.claim('due_1', at, next)));
  expect(claims.filter(Boolean)).toEqual([true]);
  expect(await dueRuns.get('due_1')).toEqual({ ...weekly, ...next });
  expect(await dueRuns.claim('due_1', at, next)).toBe(false);
});

test.each([{ active: false }, { deleted_at: at }])(
  'R9.11 what is turned off or deleted cannot be claimed',
  async (more) => {
    const { dueRuns } = createStores(openDatabase().database);
    await dueRuns.save({ ...weekly, ...more });
    expect(await dueRuns.claim('due_1', at, next)).toBe(false);
    expect(await dueRuns.claim('unknown', at, next)).toBe(false);
  },
);

test('R9.11 the list has the next to start first, without deleted ones', async () => {
  const { dueRuns } = createStores(openDatabase().database);
  await dueRuns.save({ ...weekly, id: 'over', next_at: null });
  await dueRuns.save({ ...weekly, id: 'later', next_at: '2026-12-01T00:00:00.000Z' });
  await dueRuns.save(weekly);
  await dueRuns.save({ ...weekly, id: 'gone', deleted_at: at });
  expect((await firstOf(dueRuns.list())).map(({ id }) => id)).toEqual(['due_1', 'later', 'over']);
});
