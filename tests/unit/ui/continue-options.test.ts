import { expect, test } from 'vitest';
import { continueOptions, type ContinueOption } from '../../../src/ui/conversation/continue-options.ts';

const fitting = (...ways: ContinueOption[]): Record<ContinueOption, boolean> => {
  const all = ['accept', 'reader', 'search', 'again', 'without', 'answer', 'model', 'skip'] as const;
  return Object.fromEntries(all.map((way) => [way, ways.includes(way)])) as Record<ContinueOption, boolean>;
};

test('R8.6 what was not allowed is left out first and accepted last; a closed page is answered before the reader', () => {
  expect(continueOptions(fitting('accept', 'again', 'without', 'skip'), 'denied', false)).toEqual([
    'skip',
    'again',
    'without',
    'accept',
  ]);
  expect(continueOptions(fitting('reader', 'again', 'answer', 'skip'), 'closed', false)[0]).toBe('answer');
});

test('R8.6 a step is tried again first, and once a further try has failed, only before it is left out', () => {
  const ways = fitting('again', 'without', 'answer', 'model', 'skip');
  expect(continueOptions(ways, 'other', false)).toEqual(['again', 'without', 'answer', 'model', 'skip']);
  expect(continueOptions(ways, 'other', true)).toEqual(['model', 'answer', 'without', 'again', 'skip']);
});

test('R8.6 a search that failed leads first to the settings of the search', () => {
  expect(continueOptions(fitting('search', 'again', 'model', 'skip'), 'other', false)[0]).toBe('search');
});
