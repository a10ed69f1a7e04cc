import { expect, test } from 'vitest';
import { textsWrittenByPerson } from '../../../src/task/texts-written-by-person.ts';
import { newRun, type Run } from '../../../src/task/run.ts';
import { step } from '../../fixtures/steps.ts';

const at = '2026-01-01T10:00:00.000Z';
const read = { ...step('a', 'pending'), description: 'Read', parameters: { url: 'https://a.example/' } };
const edited = { ...step('b', 'pending'), description: 'Read https://b.example/', edited_by_person: true };

function taskWith(more: Partial<Run>): Run {
  const run = newRun({ run: 't1', session: 's1', plan: 'p1' }, 'Look at https://goal.example/', at);
  return { ...run, plan: { ...run.plan, steps: [read, edited] }, ...more };
}
const words = (more: Partial<Run>, isPlanned = false) => textsWrittenByPerson(taskWith(more), isPlanned).join('\n');
const edit = { id: 'e1', before: [], added: [], order: null };

test('a plan of the person is their words; of one that a model made, the goal and the steps that they edited', () => {
  for (const host of ['goal', 'a', 'b']) expect(words({})).toContain(`https://${host}.example/`);
  expect(words({}, true)).toContain('https://goal.example/');
  expect(words({}, true)).toContain('https://b.example/');
  expect(words({}, true)).not.toContain('https://a.example/');
});

test('R13.3 of a plan from outside only what the person gave is theirs, and the steps that they edited or added here', () => {
  expect(words({ own_words: [] })).toBe('');
  expect(words({ own_words: ['https://own.example/'] })).toBe('https://own.example/');
  const before = [{ ...edited, edited_by_person: undefined }];
  expect(words({ own_words: [], edits: [{ ...edit, before }] })).toContain('https://b.example/');
  expect(words({ own_words: [], edits: [{ ...edit, added: ['b'] }] })).toContain('https://b.example/');
  expect(words({ own_words: [], edits: [{ ...edit, added: ['b'] }] })).not.toContain('https://a.example/');
});
