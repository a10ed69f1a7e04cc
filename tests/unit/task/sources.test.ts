import { describe, expect, test } from 'vitest';
import { citationErrors, citationsIn, citedPassage } from '../../../src/task/citations.ts';
import type { JournalEntry } from '../../../src/task/journal.ts';
import { quoteIn } from '../../../src/task/passage.ts';
import { sourcesSeenByTask } from '../../../src/task/sources.ts';
import { toolError, toolSuccess, type ToolResult } from '../../../src/task/tool-result.ts';

const entry = (
  seq: number,
  step: string,
  result: ToolResult,
  { task = 't', input = {} }: { task?: string; input?: object } = {},
): JournalEntry => ({
  ...{ seq, session_id: 's', task_id: task, step_id: step, at: `2026-11-25T10:00:0${seq}.000Z` },
  body: { type: 'tool_result', call: 'c', tool: 'fetch', input, result, retry_at: '' },
});
const read = (address: string, artifact: string, title: string | null = null) =>
  toolSuccess('', { foreign: true, artifact, source: { address, title } });

test('the sources of a session are numbered in the order of the first reading, one for each address', () => {
  const entries = [
    entry(4, 's3', read('https://a.example/', 'f3', 'A, changed')),
    entry(1, 's1', read('https://a.example/', 'f1', ' A\n title ')),
    entry(2, 's1', toolError('network', 'no')),
    entry(3, 's2', read('https://b.example/', 'f2')),
    entry(5, 's4', toolSuccess('', { artifact: 'f1' })),
    entry(6, 's4', toolSuccess('', { artifact: 'unknown' })),
  ];
  const [a, b, ...others] = sourcesSeenByTask(entries, 't');
  expect(others).toEqual([]);
  expect(a).toMatchObject({ number: 1, title: 'A, changed', copies: ['f3', 'f1'], steps: ['s1', 's3', 's4'] });
  expect(a?.at).toBe('2026-11-25T10:00:04.000Z');
  expect(b).toMatchObject({ number: 2, address: 'https://b.example/', title: null, steps: ['s2'] });
});

test('R9.3 a source has only the steps of the task that is asked about, and keeps its number in all', () => {
  const entries = [
    entry(1, 's1', read('https://a.example/', 'f1'), { task: 'first' }),
    entry(2, 's1', read('https://b.example/', 'f2'), { task: 'second' }),
    entry(3, 's2', toolSuccess('', { artifact: 'f1' }), { task: 'second' }),
  ];
  expect(sourcesSeenByTask(entries, 'first').map(({ number, steps }) => [number, steps])).toEqual([
    [1, ['s1']],
    [2, []],
  ]);
  expect(sourcesSeenByTask(entries, 'second').map(({ number, steps }) => [number, steps])).toEqual([
    [1, ['s2']],
    [2, ['s1']],
  ]);
});

test('R9.3 what a place answers to a request that sends something is no source', () => {
  const url = 'https://a.example/hook';
  const entries = [
    entry(1, 's1', read(url, 'f1'), { input: { url, method: 'POST', body: '{}' } }),
    entry(2, 's1', toolSuccess('', { artifact: 'f1' })),
    entry(3, 's2', read('https://b.example/', 'f2'), { input: { url: 'https://b.example/', method: 'GET' } }),
  ];
  expect(sourcesSeenByTask(entries, 't').map(({ address }) => address)).toEqual(['https://b.example/']);
});

test('R9.3 the pages read after a request that sends something keep the numbers that answers cite', () => {
  const url = 'https://a.example/hook';
  const sent = entry(1, 's1', read(url, 'f1'), { input: { url, method: 'POST', body: '{}' } });
  const page = entry(2, 's2', read('https://b.example/', 'f2'));
  expect(sourcesSeenByTask([sent, page], 't')).toMatchObject([
    { number: 2, address: 'https://b.example/', copies: ['f2'] },
  ]);
  expect(sourcesSeenByTask([sent, page, entry(3, 's3', read(url, 'f3'))], 't')).toMatchObject([
    { number: 1, address: url, copies: ['f3'], steps: ['s3'] },
    { number: 2 },
  ]);
});

test.each(['get', 'Get', ' GET ', '', null, undefined])('R9.3 a page read with the method %j is a source', (method) => {
  const url = 'https://a.example/';
  expect(sourcesSeenByTask([entry(1, 's1', read(url, 'f1'), { input: { url, method } })], 't')).toHaveLength(1);
});

test.each(['post', ' Put '])('R9.3 what comes back to the method %j is no source', (method) => {
  const url = 'https://a.example/';
  expect(sourcesSeenByTask([entry(1, 's1', read(url, 'f1'), { input: { url, method } })], 't')).toEqual([]);
});

test.each([
  ['It rains [1].', [[1]]],
  [
    'Rain [1][2] and sun [3, 4].',
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ['下雨【1】，晴天[2、3]。', [[1], [2, 3]]],
  [
    'Rain [1-2], sun [1–3, 5] and hail [2-1].',
    [
      [1, 2],
      [1, 2, 3, 5],
      [2, 1],
    ],
  ],
  ['下雨［2］，晴天【1-2】。', [[2], [1, 2]]],
  ['See [1](https://a.example) and `x [2]`, \\[3] and [2020].', []],
  ['```\n[1]\n```\n[1]: https://a.example', []],
  ['Values lie in [0-1], [0, 1] and [0-9]; the first is a[0], the tenth [10].', [[10]]],
])('marks of “%s”', (answer, numbers) => {
  expect(citationsIn(answer).map((each) => each.numbers)).toEqual(numbers);
});

const copy =
  '# Ferries\n\nThe **last ferry** leaves at [18:30](https://a.example/times), on Sundays\nat 17:15.\n\nA ticket costs 4.50 euros for adults.';

test('a quotation is found whatever its spaces, marks and case, and across an ellipsis', () => {
  const found = quoteIn(copy, 'the last ferry leaves at 18:30, on Sundays at 17:15');
  expect(found?.exact).toBe(true);
  expect(copy.slice(found?.from, found?.until)).toContain('ferry** leaves at [18:30]');
  expect(quoteIn(copy, 'The last ferry … at 17:15')).not.toBeNull();
  expect(quoteIn(copy, 'at 17:15 … the last ferry')).toBeNull();
  expect(quoteIn(copy, 'costs 45.0 euros')).toBeNull();
  expect(quoteIn('…', '“!”')).toBeNull();
});

test('a claim without a quotation points to the paragraph nearest to it', () => {
  const found = citedPassage(copy, { claim: 'An adult pays 4.50 euros a ticket', quotes: [] });
  expect(copy.slice(found?.from, found?.until)).toBe('A ticket costs 4.50 euros for adults.');
  expect(found?.exact).toBe(false);
  expect(citedPassage(copy, { claim: 'Unheard of', quotes: [] })).toBeNull();
});

test('a made-up number and a quotation that no cited source has are named; terms and lost copies are not', () => {
  const faults = (answer: string) =>
    citationErrors(citationsIn(answer), { 1: [copy], 2: ['Another page about boats.'], 3: [] });
  expect(faults('It “leaves at 18:30, on Sundays” [1].')).toEqual([]);
  expect(faults('It “leaves at 18:30, on Sundays” [2][1].')).toEqual([]);
  expect(faults('It “leaves at 19:30” [1], [9], [9].')).toEqual([
    { code: 'not_in_source', numbers: [1], quote: 'leaves at 19:30' },
    { code: 'no_source', numbers: [9] },
  ]);
  expect(faults('The “departure” [1] and “what is not there” [3].')).toEqual([]);
  expect(faults('它说“渡船在晚上七点离开”[2]。')).toHaveLength(1);
});

test('R9.3 a quotation that only an older copy of its sources has is named with those sources', () => {
  const errors = (answer: string) =>
    citationErrors(citationsIn(answer), {
      1: ['Bolt costs 59 EUR per seat.', 'Bolt costs 45 EUR per seat.'],
      2: ['Others say: Bolt costs 45 EUR per seat.'],
      3: ['Another page about boats.'],
    });
  expect(errors('Bolt costs “59 EUR per seat” [1].')).toEqual([]);
  expect(errors('Bolt costs “45 EUR per seat” [1][3].')).toEqual([
    { code: 'only_in_older_copy', numbers: [1], quote: '45 EUR per seat' },
  ]);
  expect(errors('Bolt costs “45 EUR per seat” [1][2].')).toEqual([]);
  expect(errors('Bolt costs “49 EUR per seat” [1].')).toMatchObject([{ code: 'not_in_source' }]);
});

test('R9.3 a range of values is no citation, and a mark with several made-up numbers is named once', () => {
  const errors = (answer: string) => citationErrors(citationsIn(answer), { 1: [copy], 2: [copy], 3: [copy] });
  expect(errors('Values lie in [0-1] and [0-9]. The range is [1-5], or [7-9].')).toEqual([]);
  expect(errors('It rains [1-3], [3-1].')).toEqual([]);
  expect(errors('“It rains in the north” [1-3].')).toHaveLength(1);
  expect(errors('“It rains in the north” [1-5].')).toEqual([]);
  expect(errors('It rains [1, 7, 8][7].')).toEqual([{ code: 'no_source', numbers: [7, 8] }]);
});

describe('a quotation is looked for in the sources that its sentence names', () => {
  const copies = { 1: [copy, '渡船在下午六点半离开。'], 2: ['Another page about boats and ships.'] };
  const missing = (answer: string) =>
    citationErrors(citationsIn(answer), copies).map((error) => (error.code === 'not_in_source' ? error.quote : ''));

  test.each([
    ['According to [1], "profits fell by half in the year 2024".', 'profits fell by half in the year 2024'],
    ['As [1] puts it: “the company will be closed next year”.', 'the company will be closed next year'],
    ['根据[1]，“公司利润下降了一半”。', '公司利润下降了一半'],
    ['It rains. [1] says “the sun will shine”.', 'the sun will shine'],
    ['The ferry [1] is “fast and cheap” and [2] “about boats and ships”.', 'fast and cheap'],
    ['Some “lasting effects [1]” of it.', 'lasting effects '],
    ['> Profits fell by half in 2024. [1]', 'Profits fell by half in 2024.'],
    ['It says:\n> Profits fell\n> by half.\n> — Report, page 3 [1]', 'Profits fell\nby half.'],
    ['The report [1] says:\n\n> Profits fell by half.', 'Profits fell by half.'],
    ['> 他在报告中指出：市场规模将会翻倍。 [1]', '他在报告中指出：市场规模将会翻倍。'],
    ['> 他指出：市场规模将会翻倍。 [1]', '他指出：市场规模将会翻倍。'],
    [`> ${'市'.repeat(400)}。 [1]`, `${'市'.repeat(400)}。`],
    [`> ${'กา '.repeat(130)}. [1]`, `${'กา '.repeat(130)}.`],
    [`> ${'a'.repeat(500)} b. [1]`, `${'a'.repeat(500)} b.`],
  ])('R9.3 “%s” is checked', (answer, quote) => {
    expect(missing(answer)).toEqual([quote]);
  });

  test.each([
    'According to [1], “the last ferry leaves at 18:30”.',
    'Of [2], “the last ferry leaves at 18:30” is in [1].',
    'Of [1], “the last ferry leaves at 18:30” is not in [2].',
    'It “leaves at 18:30, on Sundays” [2], [1].',
    'The fare is in [1]. Some call that “a fair price for all”.',
    '票价见[1]。有人说“这是公平的价格”。',
    'It says “leaves at 18:30, on Sundays.” [1] Others “laugh about that”.',
    'A "boat" [1] and a "ship" are two "words" [2].',
    '> **Note:** all fares are of 2024. [1]',
    '> Remarque : the fares are of 2024. [1]',
    '> หมายเหตุ: the fares are of 2024. [1]',
    '> **注：**票价以当天为准。 [1]',
    '> 数据来源：2024 年的票价表。 [1]',
    '> Fares are of 2024 [1].',
    '> The **last ferry** leaves at 18:30, on Sundays at 17:15. [1]',
    'The fare [1] is high. Remember:\n\n> Profits fell by half.',
  ])('R9.3 “%s” has nothing to complain about', (answer) => {
    expect(missing(answer)).toEqual([]);
  });

  test('R9.3 a passage quoted after its mark is shown', () => {
    const [citation] = citationsIn('According to [1], “a ticket costs 4.50 euros”.');
    const found = citation && citedPassage(copy, citation);
    expect(copy.slice(found?.from, found?.until)).toBe('A ticket costs 4.50 euros');
  });
});
