import { expect, test } from 'vitest';
import { createEmptySession } from '../../../src/engine/create-empty-session.ts';
import { groupSessions, keepSessionOrder } from '../../../src/ui/session/session-groups.ts';
import { FakeClock } from '../../fakes/fake-clock.ts';

const clock = new FakeClock('2026-01-01T10:00:00.000Z', 1, 'UTC');
const row = (id: string, waits = false) => ({
  ...createEmptySession(clock, id),
  id,
  ...(waits && { needs_you: true as const }),
});
const ids = ({ waiting, others }: ReturnType<typeof groupSessions>) =>
  [waiting, others].map((all) => all.map(({ id }) => id));

test('R14.1 sessions that wait for the person stand apart, each group in the order of the list', () => {
  expect(ids(groupSessions([row('a'), row('b', true), row('c'), row('d', true)]))).toEqual([
    ['b', 'd'],
    ['a', 'c'],
  ]);
});

test('R14.1 while the person is at the list no row moves, those that are gone leave, and a new one lets all take their places', () => {
  const before = groupSessions([row('a', true), row('b'), row('c'), row('d')]);
  const now = groupSessions([row('d', true), row('c'), row('a')]);
  expect(ids(keepSessionOrder(before, now))).toEqual([['a'], ['c', 'd']]);
  expect(keepSessionOrder(before, now).others.find(({ id }) => id === 'd')?.needs_you).toBe(true);
  const more = groupSessions([row('new'), row('d', true), row('c'), row('a')]);
  expect(keepSessionOrder(before, more)).toBe(more);
});
