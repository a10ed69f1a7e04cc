import { expect, test } from 'vitest';
import { Words } from '../../src/state/words.svelte.ts';
import { panes } from '../../src/text/panes.ts';
import { previewOf } from '../../src/ui/files/preview-of.ts';
import { sizeText } from '../../src/ui/files/size-text.ts';
import { durationText } from '../../src/ui/history/duration-text.ts';
import { totalText } from '../../src/ui/history/total-text.ts';
import { dueText } from '../../src/ui/todo/due-text.ts';

const en = new Words();
const zh = new Words();
zh.language = 'zh';
await Promise.all([en.complete(), zh.complete()]);
const now = Date.parse('2026-11-21T12:00:00.000Z');

test.each([
  ['2026-11-21', 'today', '今天', false],
  ['2026-11-22', 'tomorrow', '明天', false],
  ['2026-11-23', 'Mon 23 Nov', '11月23日周一', false],
  ['2026-11-20', 'yesterday', '昨天', true],
  ['2027-01-04', 'Mon 4 Jan 2027', '2027年1月4日周一', false],
  ['2026-11-21T11:59:00.000Z', 'today, 12:59', '今天 12:59', true],
  ['2026-11-21T23:30:00.000Z', 'tomorrow, 00:30', '明天 00:30', false],
])('R9.5 due %s is told as %s', (due, english, chinese, overdue) => {
  expect(dueText(due, now, 'Europe/Berlin', en)).toEqual({ text: english, overdue });
  expect(dueText(due, now, 'Europe/Berlin', zh)).toEqual({ text: chinese, overdue });
});

test('R14.3 lengths of time are told in the unit that fits', () => {
  const told = [40, 1400, 59_600, 65_000, 120_000, 3_900_000].map((time) => durationText(time, en));
  expect(told).toEqual(['40 ms', '1.4 s', '1 min', '1 min 5 s', '2 min', '1 h 5 min']);
});

test('R14.3 a sum with calls whose tokens nobody told is called an estimate', () => {
  const used = { calls: 2, known: 2, input: 4050, output: 276, estimated: false };
  expect(totalText(used, en)).toBe('2 model calls: 4,050 tokens in, 276 out');
  expect(totalText({ ...used, known: 1 }, en)).toBe('2 model calls: about 4,050 tokens in, 276 out');
  expect(totalText({ ...used, calls: 1, known: 0 }, en)).toBe('1 model call, tokens unknown');
});

test('R9.7 sizes are told as people read them', () => {
  expect([0, 999, 1500, 999_700, 2_340_000].map((size) => sizeText(size, en))).toEqual([
    '0 B',
    '999 B',
    '2 KB',
    '1 MB',
    '2.3 MB',
  ]);
});

test('R9.7 files are shown by what they are', () => {
  const kind = (name: string, mime: string, content: string) => previewOf({ name, mime, content }).kind;
  expect(kind('a.md', 'text/plain', '# x')).toBe('markdown');
  expect(kind('a', 'text/csv', 'a,b\n1,2')).toBe('table');
  expect(kind('a.json', 'application/json', '{}')).toBe('text');
  expect(kind('a.txt', 'text/plain', ' \n')).toBe('empty');
  expect(kind('a.png', 'image/png', 'data:image/png;base64,AAAA')).toBe('none');
});

test('R9.7 a long table is shown from its beginning, and says so', () => {
  const content = ['n', ...Array.from({ length: 500 }, (_, n) => String(n))].join('\n');
  const preview = previewOf({ name: 'n.csv', mime: 'text/csv', content });
  expect(preview).toMatchObject({ kind: 'table', head: ['n'], total: 500, shortened: true });
});

test('R14.5 both languages have the same keys and the same placeholders', () => {
  expect(Object.keys(panes.zh)).toEqual(Object.keys(panes.en));
  const names = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1]))].sort();
  for (const key of Object.keys(panes.en) as (keyof typeof panes.en)[])
    expect([key, names(panes.zh[key])]).toEqual([key, names(panes.en[key])]);
});
