import { expect, test } from 'vitest';
import { previewOf } from '../../../src/ui/files/preview-of.ts';

test('R9.7 a table that is wider than anybody reads is shown as it is written', () => {
  const file = (content: string) => previewOf({ id: 'a', name: 'a.csv', mime: 'text/csv', content });
  expect(file('a,b\n1,2').kind).toBe('table');
  expect(file(`a,b\n${'1,'.repeat(100_000)}`)).toMatchObject({ kind: 'text', shortened: true });
});
