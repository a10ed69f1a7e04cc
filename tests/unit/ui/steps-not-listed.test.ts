import { expect, test } from 'vitest';
import { stepsNotListedIn } from '../../../src/ui/plan/step-outcome-text.ts';

test('R8.5 an answer that lists why a step was not done is not followed by the same list', () => {
  const failed = { description: 'Read the page', words: 'It is closed.' };
  expect(stepsNotListedIn('✓ Note milk: Noted.\n✗ Read the page: It is closed.', [failed])).toEqual([]);
  expect(stepsNotListedIn('- ✓ Note milk\n- ✗ Read the page: It is closed.', [failed])).toEqual([]);
  expect(stepsNotListedIn('I noted the milk.', [failed])).toEqual([failed]);
  expect(stepsNotListedIn('✓ Read the page, all of it', [failed])).toEqual([failed]);
});
