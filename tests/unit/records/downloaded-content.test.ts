import { expect, test } from 'vitest';
import { downloadedContent } from '../../../src/records/downloaded-content.ts';
import type { SessionFile } from '../../../src/records/session-file.ts';

const downloaded = (file: Partial<SessionFile>) => downloadedContent(file as SessionFile);

test.each([
  ['sums.csv', 'Region\nSüd\n', '\ufeffRegion\nSüd\n'],
  ['sums.TSV', 'Region\n南\n', '\ufeffRegion\n南\n'],
  ['sums.csv', 'Region\nNord\n', 'Region\nNord\n'],
  ['sums.csv', '\ufeffSüd\n', '\ufeffSüd\n'],
  ['bytes.csv', 'data:text/csv;base64,U/xk', 'data:text/csv;base64,U/xk'],
  ['Süd.md', 'Süd', 'Süd'],
])('R9.7 a table is handed over so that spreadsheet programs read its letters: %s, %j', (name, content, expected) => {
  expect(downloaded({ name, content })).toBe(expected);
});

test('R9.7 a file that the person added comes back as it was', () => {
  expect(downloaded({ name: 'a.csv', content: 'Süd', added: true })).toBe('Süd');
  const original = 'data:text/csv;base64,77u/U8O8ZA==';
  expect(downloaded({ name: 'a.csv', content: 'Süd', original, added: true })).toBe(original);
  expect(downloaded({ name: 'a (as added).csv', content: 'Süd', original })).toBe(original);
});
