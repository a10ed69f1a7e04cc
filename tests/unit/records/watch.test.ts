import { expect, test } from 'vitest';
import { newWatchedPage, watchedPageAfterCheck } from '../../../src/records/scheduled-run.ts';

const first = newWatchedPage('https://a.example/', 'Open from\n nine', '2026-11-25T08:00:00.000Z');
const later = '2026-11-26T08:00:00.000Z';

test('R9.11 a watched page counts as changed when its words have, not when only its spaces have', () => {
  expect(first.found).toBe('first');
  expect(watchedPageAfterCheck(first, ' Open  from nine ', later)).toEqual({
    ...first,
    looked_at: later,
    found: 'same',
  });
  const changed = watchedPageAfterCheck(first, 'Open from ten', later);
  expect(changed.found).toBe('changed');
  expect(watchedPageAfterCheck(changed, 'Open from ten', later).found).toBe('same');
});

test('R9.11 a page that cannot be read is neither changed nor forgotten', () => {
  expect(watchedPageAfterCheck(first, null, later)).toEqual({ ...first, looked_at: later, found: 'unread' });
});
