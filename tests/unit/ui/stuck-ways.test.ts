import { expect, test } from 'vitest';
import { stuckWays, type StuckWay } from '../../../src/ui/conversation/stuck-ways.ts';

const fitting = (...ways: StuckWay[]): Record<StuckWay, boolean> => {
  const all = ['accept', 'reader', 'again', 'without', 'answer', 'model', 'skip'] as const;
  return Object.fromEntries(all.map((way) => [way, ways.includes(way)])) as Record<StuckWay, boolean>;
};

test('R8.6 a phone shows the three likeliest ways on, and the others in a menu; a wide screen shows all', () => {
  const closed = fitting('reader', 'again', 'without', 'answer', 'model', 'skip');
  expect(stuckWays(closed, 'other', true)).toEqual([
    ['reader', 'again', 'without'],
    ['answer', 'model', 'skip'],
  ]);
  expect(stuckWays(closed, 'other', false)).toEqual([['reader', 'again', 'without', 'answer', 'model', 'skip'], []]);
});

test('R8.6 a menu of ways on has no single item', () => {
  const doubtful = fitting('accept', 'again', 'without', 'skip');
  expect(stuckWays(doubtful, 'other', true)).toEqual([['accept', 'again', 'without', 'skip'], []]);
});

test('R8.6 what was not allowed is left out first and accepted last; a closed page is answered before the reader', () => {
  expect(stuckWays(fitting('accept', 'again', 'without', 'skip'), 'denied', false)[0]).toEqual([
    'skip',
    'again',
    'without',
    'accept',
  ]);
  expect(stuckWays(fitting('reader', 'again', 'answer', 'skip'), 'closed', false)[0][0]).toBe('answer');
});
