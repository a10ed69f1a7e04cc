import { expect, test } from 'vitest';
import { newWatchedPage, watchAfterVisit } from '../../../src/records/scheduled-run.ts';

const first = newWatchedPage('https://a.example/', 'Open from\n nine', '2026-11-25T08:00:00.000Z');
const later = '2026-11-26T08:00:00.000Z';

test('R9.11 a watched page counts as changed when its words have, not when only its spaces have', () => {
  expect(first.found).toBe('first');
  expect(watchAfterVisit(first, ' Open  from nine ', later)).toEqual({ ...first, looked_at: later, found: 'same' });
  const changed = watchAfterVisit(first, 'Open from ten', later);
  expect(changed.found).toBe('changed');
  expect(watchAfterVisit(changed, 'Open from ten', later).found).toBe('same');
});

test('R9.11 a page that cannot be read is neither changed nor forgotten', () => {
  expect(watchAfterVisit(first, null, later)).toEqual({ ...first, looked_at: later, found: 'unread' });
});
