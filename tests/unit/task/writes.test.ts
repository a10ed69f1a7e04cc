import { expect, test } from 'vitest';
import { rowCounts } from '../../../src/task/writes.ts';

test('R8.6 a copy of what the person had added is not counted as written', () => {
  const rows = [
    { store: 'files', change: 'put' },
    { store: 'files', change: 'put', copy: true },
  ] as const;
  expect(rowCounts(rows)).toEqual([{ store: 'files', change: 'put', n: 1 }]);
});
