import { expect, test } from 'vitest';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { panes as english } from '../../../src/i18n/en/panes.ts';
import { panes as chinese } from '../../../src/i18n/zh/panes.ts';
import { previewOf } from '../../../src/ui/files/preview-of.ts';
import { sizeText } from '../../../src/ui/kit/size-text.ts';
import { durationText } from '../../../src/ui/kit/time-text.ts';
import { unknownPricesSentence, usageText } from '../../../src/ui/history/usage-text.ts';
import { dollarText, zeroUsageTotals, withCallUsage, addUsageTotals } from '../../../src/task/usage.ts';
import { dueText } from '../../../src/ui/todo/due-text.ts';

const en = new Translator();
const zh = new Translator();
await zh.setLanguage('zh');
await Promise.all([en.loadAll(), zh.loadAll()]);
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
  expect(dueText(due, now, 'Europe/Berlin', en)).toMatchObject({ text: english, overdue });
  expect(dueText(due, now, 'Europe/Berlin', zh)).toMatchObject({ text: chinese, overdue });
});

test('R14.3 lengths of time are told in the unit that fits', () => {
  const told = [40, 1400, 59_600, 65_000, 120_000, 3_900_000].map((time) => durationText(time, en));
  expect(told).toEqual(['40 ms', '1.4 s', '1 min', '1 min 5 s', '2 min', '1 h 5 min']);
});

test('R5.5 what was used is told with its price where that is known, and as an estimate where tokens were counted by us', () => {
  const used = { calls: 2, input: 4050, output: 276, estimated: false, cost: 0.01234, unpriced: 0 };
  expect(usageText(used, en)).toBe('2 model calls: 4,050 tokens in, 276 out · $0.012');
  expect(usageText({ ...used, estimated: true, unpriced: 2, cost: 0 }, en)).toBe(
    '2 model calls: about 4,050 tokens in, 276 out',
  );
  expect(usageText({ ...used, unpriced: 1 }, zh)).toBe('模型调用 2 次：输入 4,050，输出 276 词元 · 至少 $0.012');
  expect(usageText({ ...used, calls: 1, input: 0, output: 0 }, en)).toBe('1 model call, amount unknown');
  expect(usageText({ ...used, calls: 0 }, en)).toBe('No model calls yet');
});

test('R5.5 calls without a known price are counted, unless they are all', () => {
  const used = { calls: 27, input: 4050, output: 276, estimated: false, cost: 0, unpriced: 27 };
  expect(unknownPricesSentence(used, en)).toMatch(/^The prices of these calls are not known:/);
  expect(unknownPricesSentence({ ...used, calls: 1, unpriced: 1 }, en)).toMatch(
    /^The price of this call is not known:/,
  );
  expect(unknownPricesSentence({ ...used, unpriced: 3 }, en)).toMatch(/^The price of 3 of these calls is not known:/);
  expect(unknownPricesSentence({ ...used, unpriced: 0 }, en)).toBe('');
  expect([27, 3].map((unpriced) => unknownPricesSentence({ ...used, unpriced }, zh).slice(0, 4))).toEqual([
    '这些调用',
    '其中 3',
  ]);
});

test('R4.11, R5.5 the meter says what was thinking, and what the cache gave and saved', () => {
  const used = { calls: 2, input: 4050, output: 276, estimated: false, cost: 0.01234, unpriced: 0 };
  const cached = { ...used, cached: 3000, reasoning: 200, saved: 0.0042 };
  expect(usageText(cached, en)).toBe(
    '2 model calls: 4,050 tokens in, 276 out · 200 of them thinking · 3,000 read from the cache · $0.012 · the cache saved $0.0042',
  );
  expect(usageText({ ...cached, unpriced: 2 }, zh)).toBe(
    '模型调用 2 次：输入 4,050，输出 276 词元 · 其中思考 200 · 3,000 来自缓存',
  );
  expect(usageText({ ...used, saved: -0.01 }, en)).toBe('2 model calls: 4,050 tokens in, 276 out · $0.012');
});

test('R5.5 sums of usage hold what the calls told of the cache, and nothing where none did', () => {
  const call = { input: 10, output: 5, estimated: false };
  const one = withCallUsage(zeroUsageTotals, { ...call, cached: 4, saved: 0.5 });
  expect(addUsageTotals(withCallUsage(one, { ...call, cached: 2, reasoning: 3 }), zeroUsageTotals)).toMatchObject({
    ...{ cached: 6, reasoning: 3, saved: 0.5 },
  });
  expect(withCallUsage(zeroUsageTotals, call)).toEqual({
    ...zeroUsageTotals,
    calls: 1,
    input: 10,
    output: 5,
    unpriced: 1,
  });
});

test('R5.5 what came from the cache, or was thinking, is no more than there was', () => {
  const usage = { input: 100, output: 20, estimated: false, cached: 5000, reasoning: 300 };
  expect(usageText(withCallUsage(zeroUsageTotals, usage), en)).toBe(
    '1 model call: 100 tokens in, 20 out · 20 of them thinking · 100 read from the cache',
  );
});

test.each([
  [0, '$0.00'],
  [0.000_042_1, '$0.000042'],
  [0.0042, '$0.0042'],
  [0.05, '$0.050'],
  [0.1, '$0.10'],
  [12.345, '$12.35'],
])('R5.5 the sum %d is told as %s', (sum, told) => {
  expect(dollarText(sum)).toBe(told);
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
  const kind = (name: string, mime: string, content: string) => previewOf({ id: 'a', name, mime, content }).kind;
  expect(kind('a.md', 'text/plain', '# x')).toBe('markdown');
  expect(kind('a', 'text/csv', 'a,b\n1,2')).toBe('table');
  expect(kind('a.json', 'application/json', '{"a":[1]}')).toBe('json');
  expect(kind('a.json', 'application/json', '{"a":')).toBe('text');
  expect(kind('a.json', 'application/json', '12')).toBe('text');
  expect(kind('a.txt', 'text/plain', ' \n')).toBe('empty');
  expect(kind('a.png', 'image/png', 'data:image/png;base64,AAAA')).toBe('picture');
  expect(kind('a.zip', 'application/zip', 'data:application/zip;base64,AAAA')).toBe('none');
});

test('R14.5 both languages have the same keys and the same placeholders', () => {
  expect(Object.keys(chinese)).toEqual(Object.keys(english));
  const names = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1]))].sort();
  for (const key of Object.keys(english) as (keyof typeof english)[])
    expect([key, names(chinese[key])]).toEqual([key, names(english[key])]);
});
