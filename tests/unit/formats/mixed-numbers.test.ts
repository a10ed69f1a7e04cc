import { describe, expect, test } from 'vitest';
import { readTaskLists } from '../../../src/formats/task-lists/read-task-lists.ts';

const read = (...lines: string[]) => {
  const { lists, notes } = readTaskLists(lines.join('\n'));
  return { tasks: lists[0]?.tasks.map(({ text }) => text), notes: notes.map(({ code }) => code) };
};
const marks = ['2) ', '2. ', '2、', '(2) ', '（2）', '② '];

describe('R2.5 a number is known in whatever style it continues a list:', () => {
  test.each(marks)('“%scall Bo” after “1. Buy milk”', (mark) => {
    expect(read('1. Buy milk', `${mark}call Bo`, '3. Write')).toEqual({
      tasks: ['Buy milk', 'call Bo', 'Write'],
      notes: [],
    });
  });

  test.each(marks)('“%scall Bo” between boxes is said to have no box, not to have no number', (mark) => {
    expect(read('1. [ ] Buy milk', `${mark}call Bo`, '3. [x] Write')).toEqual({
      tasks: ['Buy milk', 'call Bo', 'Write'],
      notes: ['guessed_boxless'],
    });
  });
});

test('R2.5 a line without a number among numbers is said to have none; a deeper list keeps its own numbers', () => {
  expect(read('1. Buy milk', '- call Bo', '2. Write').notes).toEqual(['guessed_numberless']);
  expect(read('1. Buy milk', '(1) skimmed', '(2) fresh', '2. Write').tasks).toEqual(['Buy milk', 'Write']);
});
