import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sessionCopyPaths } from '../../../src/engine/session-copy.ts';
import { safeFileName } from '../../../src/records/file-name.ts';

const paths = (...names: string[]) =>
  [
    ...sessionCopyPaths(
      names.map((name, at) => ({ id: `f${at}`, name })),
      ['plan.json'],
    ).values(),
  ].map((path) => path.join('/'));

test('R12.5 the name of a copy is one that any computer takes', () => {
  expect(safeFileName('Plan: two/three? "yes" <no> a|b*c\\d')).toBe('Plan two three yes no a b c d');
  expect(safeFileName('  ..  ')).toBe('_');
  expect(safeFileName('CON')).toBe('_CON');
  expect(safeFileName('nul.txt')).toBe('_nul.txt');
  expect(safeFileName('每一块石头')).toBe('每一块石头');
  expect(safeFileName('ends with a dot.')).toBe('ends with a dot');
  expect(safeFileName('right\u202eto left\u0007')).toBe('right to left');
  expect(safeFileName(`${'long '.repeat(40)}.csv`)).toMatch(/^(long )+long\.csv$/);
  expect(safeFileName(`Plan Mia's birthday party for next Saturday, with a guest list.zip`)).toMatch(/ a guest\.zip$/);
  expect(Array.from(safeFileName('😀'.repeat(100)))).toHaveLength(60);
});

test('R12.5 files keep their names and sub-folders, and never leave the folder of their session', () => {
  expect(paths('a.csv', 'data/2024/b.csv')).toEqual(['a.csv', 'data/2024/b.csv']);
  expect(paths('../../etc/passwd', '/root.txt', './x//y.txt')).toEqual(['_/_/etc/passwd', 'root.txt', 'x/y.txt']);
});

test('R12.5 no copy overwrites another one or the plan', () => {
  expect(paths('plan.json', 'a.txt', 'A.TXT', 'a.txt')).toEqual(['plan (2).json', 'a.txt', 'A (2).TXT', 'a (3).txt']);
  expect(paths('a', 'a/b', 'c/d', 'c')).toEqual(['a', 'a (2)/b', 'c/d', 'c (2)']);
});

test('R12.5 whatever the names, no two copies share a path, and no path is odd', () => {
  const part = fc.oneof(fc.constantFrom('a', 'A', '..', '.', '', 'plan.json', 'con'), fc.string());
  const name = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  fc.assert(
    fc.property(fc.array(name, { maxLength: 8 }), (names) => {
      const made = paths(...names);
      const keys = made.map((path) => path.normalize('NFC').toLowerCase());
      expect(new Set([...keys, 'plan.json']).size).toBe(keys.length + 1);
      for (const key of keys)
        for (const folder of keys) if (folder !== key) expect(key.startsWith(`${folder}/`)).toBe(false);
      for (const path of made)
        for (const each of path.split('/')) expect(each).toMatch(/^[^<>:"\\|?*]*[^<>:"\\|?*. ]$/);
    }),
  );
});
