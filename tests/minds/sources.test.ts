import { expect, test } from 'vitest';
import { allHabits } from './all-habits.ts';
import readme from './README.md?raw';

test('README.md says of every habit where it was seen', () => {
  const told = [...readme.matchAll(/\*\*([^*\n]+)\*\*/g)].map(([, name]) => name);
  const names = allHabits.map(({ name }) => name);
  expect(told.toSorted()).toEqual(names.toSorted());
});
