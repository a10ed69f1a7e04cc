import { expect, test } from 'vitest';
import { stepsNotListedIn } from '../../../src/ui/plan/step-outcome-text.ts';

test('R8.5 an answer that lists why a step was not done is not followed by the same list', () => {
  const failed = { description: 'Read the page', words: 'It is closed.' };
  expect(stepsNotListedIn('✓ Note milk: Noted.\n✗ Read the page: It is closed.', [failed])).toEqual([]);
  expect(stepsNotListedIn('- ✓ Note milk\n- ✗ Read the page: It is closed.', [failed])).toEqual([]);
  expect(stepsNotListedIn('I noted the milk.', [failed])).toEqual([failed]);
  expect(stepsNotListedIn('✓ Read the page, all of it', [failed])).toEqual([failed]);
  expect(stepsNotListedIn('✗ Read the page：已关闭', [failed])).toEqual([]);
  expect(stepsNotListedIn('– Read the page', [failed])).toEqual([]);
});

test.each([
  '✗ Read the page of the hotel: It is closed.\n✓ Note milk',
  'Rome – Read the page by May; all else is done.',
  'All is done.\n– Read the page by May',
])('R8.5 another step or a sentence with the same words lists none: %s', (answer) => {
  const failed = { description: 'Read the page', words: 'It is closed.' };
  expect(stepsNotListedIn(answer, [failed])).toEqual([failed]);
});
