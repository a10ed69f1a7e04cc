// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { createMessageFormatter } from '../../../src/i18n/say-in.ts';
import { formatFailureReason } from '../../../src/task/reason-words.ts';
import { failureParams } from '../../../src/task/tool-result.ts';
import { columnReaders } from '../../../src/records/written-numbers.ts';
import { chartTool } from '../../../src/tools/chart/chart.ts';
import { LocalSession } from './local-session.ts';

const years = [
  { year: 2022, sales: 10, costs: -4 },
  { year: 2023, sales: 15, costs: -6 },
  { year: 2024, sales: 21, costs: null },
];

async function drawn(input: Record<string, unknown>) {
  const session = new LocalSession([chartTool]);
  const result = await session.call('chart', { rows: years, ...input });
  const [file] = session.storage.tables.files.values();
  const svg = new DOMParser().parseFromString(file?.content ?? '<svg/>', 'image/svg+xml');
  const all = (name: string) => [...svg.querySelectorAll(name)];
  return { result, file, svg, all, texts: all('text').map((text) => text.textContent) };
}

const contentOf = (session: LocalSession, wanted: string) =>
  [...session.storage.tables.files.values()].find(({ name }) => name === wanted)?.content;

describe('a chart', () => {
  test('R9.8 is written as a file with a title, a description, a legend and a mark for each value', async () => {
    const { result, file, all, texts, svg } = await drawn({ type: 'bar', title: 'A & B <"x">' });
    expect(result).toMatchObject({ ok: true, written: [{ store: 'files', id: file?.id, change: 'put' }] });
    expect(result.text).toContain('Bar chart of sales, costs by year: 3 places, from 2022 to 2024.');
    expect(file).toMatchObject({ name: 'A-&-B-x.svg', mime: 'image/svg+xml', kind: 'file' });
    expect(svg.querySelector('parsererror')).toBeNull();
    expect(svg.querySelector('svg > title')?.textContent).toBe('A & B <"x">');
    expect(svg.querySelector('svg > desc')?.textContent).toContain('Bar chart of sales, costs');
    expect(texts).toEqual(
      expect.arrayContaining(['A & B <"x">', 'sales', 'costs', '2022', '2023', '2024', 'year', '−10', '0', '20']),
    );
    expect(all('rect title').map((tip) => tip.textContent)).toEqual([
      'sales, 2022: 10',
      'sales, 2023: 15',
      'sales, 2024: 21',
      'costs, 2022: -4',
      'costs, 2023: -6',
    ]);
  });

  const drawing = (session: LocalSession) => async (input: Record<string, unknown>) => {
    const { output, text } = await session.call('chart', { type: 'bar', rows: years, ...input });
    return (output as { name?: string } | undefined)?.name ?? text;
  };

  test('R9.8 without a name takes one from its title, and replaces only a chart of that name', async () => {
    const session = new LocalSession([chartTool]);
    const draw = drawing(session);
    expect(await draw({ title: 'Umsatz 2026, nach Monat' })).toBe('Umsatz-2026-nach-Monat.svg');
    expect(await draw({ title: 'Kosten' })).toBe('Kosten.svg');
    expect(await draw({ title: 'Kosten', type: 'line' })).toBe('Kosten.svg');
    expect(await draw({ title: 'Sales', name: 'sales-2025.svg' })).toBe('sales-2025.svg');
    expect(await draw({ title: 'Sales' })).toBe('Sales.svg');
    expect(await draw({ title: 'Umsätze'.normalize('NFD') })).toBe('Umsätze.svg'.normalize('NFC'));
    expect(await draw({ title: 'Umsätze'.normalize('NFD') })).toBe('Umsätze.svg'.normalize('NFC'));
    expect(await draw({ title: '#1 Sales' })).toBe('1-Sales.svg');
    expect(await draw({ title: '100% growth' })).toBe('100-growth.svg');
    expect(await draw({ title: 'Costs 2026 (EUR)' })).toBe('Costs-2026-EUR.svg');
    expect(await draw({ title: '收入/支出' })).toBe('收入-支出.svg');
    expect(await draw({ title: '..' })).toBe('_.svg');
    expect(session.storage.tables.files.size).toBe(10);
  });

  test('R9.8 without a name replaces no file that is no chart, nor one in other letters', async () => {
    const session = new LocalSession([chartTool]);
    const draw = drawing(session);
    const content = '<svg viewBox="0 0 1 1"><title>Sales</title></svg>';
    await session.keep({ id: 'f', name: 'logo.svg', content, kind: 'file' });
    await session.keep({ id: 'g', name: 'Sales.svg', content, kind: 'file' });
    expect(await draw({ title: 'Sales' })).toBe('Sales (2).svg');
    expect(await draw({ title: 'Sales' })).toBe('Sales (2).svg');
    expect(await draw({ title: 'Costs', name: 'costs.svg' })).toBe('costs.svg');
    expect(await draw({ title: 'Costs' })).toBe('Costs (2).svg');
    expect(contentOf(session, 'logo.svg')).toBe(content);
    expect(contentOf(session, 'Sales.svg')).toBe(content);
  });

  test('R9.8 without a name and a title replaces a chart of an earlier task or of its own step', async () => {
    const session = new LocalSession([chartTool]);
    const draw = drawing(session);
    for (const run of ['run_1', 'run_2']) {
      session.caller = { run, step: 's1' };
      expect(await draw({})).toBe('chart.svg');
      expect(await draw({})).toBe('chart.svg');
      session.caller = { run, step: 's2' };
      expect(await draw({})).toBe('chart (2).svg');
      expect(await draw({})).toBe('chart (2).svg');
    }
    expect(session.storage.tables.files.size).toBe(2);
  });

  test.each([
    ['a comma in its cells', 'Monat;Umsatz\nJan;1.234,50\nFeb;900\n', '1.200', 'Umsatz, Jan: 1234,5'],
    ['semicolons alone', 'Monat;Umsatz\nJan;1200\nFeb;900\n', '1,200', 'Umsatz, Jan: 1200'],
    [
      'a decimal comma and millions',
      'Région;Ventes\nNord;2500000,5\nSud;1200000,0\n',
      '2.500.000',
      'Ventes, Nord: 2500000,5',
    ],
    ['addresses beside its cells', 'host,ip,n\na,192.168.100.200,1200\nb,192.168.100.201,900\n', '1,200', 'n, a: 1200'],
    ['lists beside its cells', 'id,pages,n\na,"1,2",1200\nb,"1,2,3",900\n', '1,200', 'n, a: 1200'],
    ['a point in its cells', 'Monat;Umsatz\nJan;1234.50\nFeb;900\n', '1,200', 'Umsatz, Jan: 1234.5'],
    ['no mark', 'Monat,Umsatz\nJan,1200\nFeb,900\n', '1,200', 'Umsatz, Jan: 1200'],
  ])('R9.8 writes its figures with the decimal mark of the data: %s', async (_, rows, figure, tip) => {
    const y = rows.split('\n')[0]?.split(/[,;]/).slice(-1);
    const { texts, all } = await drawn({ type: 'bar', rows, y });
    expect(texts).toContain(figure);
    expect(all('rect title')[0]?.textContent).toBe(tip);
  });

  test('R9.8 a table below other lines is drawn, and the lines are named', async () => {
    const rows =
      '"Kontonummer:";"DE02"\n"Von:";"01.11.2026"\n\n"Monat";"Zweck";"Betrag"\n"Jan";"a";"1,50"\n"Feb";"b";"2,50"\n';
    const { result } = await drawn({ type: 'bar', rows });
    expect(result.text).toContain('Bar chart of Betrag by Monat: 2 places');
    expect(result.text).toContain('2 lines above the table are not among the rows: “Kontonummer: DE02”');
  });

  test('R9.8 bars below zero hang from the line of zero', async () => {
    const { all } = await drawn({
      type: 'bar',
      rows: [
        { a: 'x', n: 5 },
        { a: 'y', n: -5 },
      ],
    });
    const [up, down] = all('rect').filter((rect) => rect.querySelector('title'));
    const y = (rect?: Element) => Number(rect?.getAttribute('y'));
    expect(y(up) + Number(up?.getAttribute('height'))).toBeCloseTo(y(down), 0);
  });

  test('R9.8 stacked values stand on one another', async () => {
    const rows = [{ a: 'x', b: 2, c: 3 }];
    const { all } = await drawn({ type: 'bar', rows, stacked: true });
    const [lower, upper] = all('rect').filter((rect) => rect.querySelector('title'));
    const edge = Number(upper?.getAttribute('y')) + Number(upper?.getAttribute('height'));
    expect(edge).toBeCloseTo(Number(lower?.getAttribute('y')), 0);
  });

  test('R9.8 a value that is missing leaves a gap in a line', async () => {
    const rows = [1, 2, null, 4, 5].map((n, at) => ({ at: at + 1, n }));
    const { all } = await drawn({ type: 'line', rows });
    expect(all('path')[0]?.getAttribute('d')?.match(/M/g)).toHaveLength(2);
  });

  test('R9.8 dates stand apart as they do in time, in order, in figures', async () => {
    const rows = ['2024-03-01', '2024-01-01', '2024-01-15'].map((day, n) => ({ day, n }));
    const { all, texts } = await drawn({ type: 'line', rows });
    const [a = 0, b = 0, c = 0] = all('circle').map((dot) => Number(dot.getAttribute('cx')));
    expect(c - b).toBeGreaterThan(2 * (b - a));
    expect(texts.filter((text) => /^0[1-3]-\d\d$/.test(text)).length).toBeGreaterThan(3);
  });

  test('R9.8 large numbers are short, in the language of the words', async () => {
    const rows = [
      { city: '北京', n: 21_890_000 },
      { city: '上海', n: 24_870_000 },
    ];
    expect((await drawn({ type: 'bar', rows })).texts).toContain('2000万');
    const english = rows.map(({ n }, at) => ({ city: `City ${at}`, n }));
    expect((await drawn({ type: 'bar', rows: english })).texts).toContain('20M');
  });

  test.each([
    ['月', [0, 350_000_000], ['5000万', '1亿', '1.5亿', '3.5亿']],
    ['月', [0, 3_500_000_000_000], ['5000亿', '1万亿', '1.5万亿']],
    ['month', [0, 1_200_000_000], ['200M', '1.2B']],
    ['month', [0, 0.000_000_000_3], ['0.0000000001', '0.00000000025']],
    ['month', [1_000_000_000_000, 1_000_000_000_004], ['1,000,000,000,001']],
    ['月', [123_456_700, 123_456_704], ['123,456,701']],
  ])('R9.8 no number of an axis is rounded, so none reads like another: %s, %j', async (name, values, some) => {
    const { texts } = await drawn({
      type: values[0] ? 'line' : 'bar',
      rows: values.map((n, at) => ({ [name]: `${name}${at}`, n })),
    });
    const figures = texts.filter((text) => /^\d/.test(text));
    expect(figures).toEqual(expect.arrayContaining(some));
    expect(new Set(figures).size).toBe(figures.length);
  });

  test('R9.8 long labels lean and end in dots', async () => {
    const rows = Array.from({ length: 12 }, (_, n) => ({ name: `A name that is far too long for its place, ${n}`, n }));
    const { all } = await drawn({ type: 'bar', rows });
    const leaning = all('text').filter((text) => text.getAttribute('transform'));
    expect(leaning).toHaveLength(12);
    expect(leaning[0]?.textContent).toMatch(/^A name.*….*, 0$/);
  });

  test.each([
    ['at the end', 'Red kettle of stainless steel', 'Blue kettle of stainless steel', /^Red kettle .*…$/],
    [
      'in the middle',
      'Stainless steel electric kettle, red',
      'Stainless steel electric kettle, blue',
      /^Stain.*….*, red$/,
    ],
    [
      'at the beginning that they share',
      'Stainless steel kettle in red, 230 volt, 2000 W',
      'Stainless steel kettle in blue, 230 volt, 2000 W',
      /^…red, 230/,
    ],
  ])('R9.8 long labels and names of series are cut %s, where they still differ', async (_, one, other, shown) => {
    const rows = Array.from({ length: 8 }, (__, n) => ({ name: n % 2 === 0 ? one : other, [one]: 1, [other]: 2 }));
    const { all } = await drawn({ type: 'bar', rows });
    const leaning = all('text').filter((text) => text.getAttribute('transform'));
    expect(leaning[0]?.textContent).toMatch(shown);
    expect(leaning[1]?.textContent).not.toBe(leaning[0]?.textContent);
  });

  test('R9.8 a slanted label begins within the picture', async () => {
    const rows = Array.from({ length: 12 }, (_, n) => ({
      name: `${n} is a name that is far too long for its place`,
      n,
    }));
    const { all } = await drawn({ type: 'bar', rows });
    const [first] = all('text').filter((text) => text.getAttribute('transform'));
    const reach = Math.cos((35 * Math.PI) / 180) * (first!.textContent.length - 1) * 12 * 0.56;
    expect(Number(first!.getAttribute('x')) - reach).toBeGreaterThan(0);
  });

  test('R9.8 an axis of percents says so', async () => {
    const { texts, all } = await drawn({
      type: 'bar',
      rows: [
        { a: 'x', n: '5 %' },
        { a: 'y', n: '12,5％' },
      ],
    });
    expect(texts).toContain('10%');
    expect(all('rect title')[1]?.textContent).toBe('n, y: 12,5%');
    const mixed = await drawn({
      type: 'bar',
      rows: [
        { a: 'x', n: '5 %' },
        { a: 'y', n: '12' },
      ],
    });
    expect(mixed.texts).toContain('10');
  });

  test('R9.8 a pie shows the shares of one column', async () => {
    const { texts, all, result } = await drawn({ type: 'pie', rows: { Rent: 50, Food: 30, Fun: 20 } });
    expect(result.ok).toBe(true);
    expect(all('path')).toHaveLength(3);
    expect(texts).toEqual(['Rent', 'Food', 'Fun', '50%', '30%', '20%']);
  });

  test('R13.2 nothing in the data becomes markup', async () => {
    const evil = '</text><script>alert(1)</script><image href="http://x/">\u0000\ud800';
    const { svg, all } = await drawn({ type: 'bar', rows: [{ [evil]: evil, n: 1 }], title: evil });
    expect(svg.querySelector('parsererror')).toBeNull();
    expect([...all('script'), ...all('image')]).toEqual([]);
  });
});

describe('rows', () => {
  test.each([
    ['objects as JSON text', '[{"a":"x","n":1}]'],
    [
      'lists under a head',
      [
        ['a', 'n'],
        ['x', 1],
      ],
    ],
    ['a list for each column', { a: ['x'], n: [1] }],
    ['within one field', { rows: [{ a: 'x', n: 1 }] }],
    ['CSV', 'a;n\nx;1\n'],
    ['a Markdown table', '| a | n |\n| --- | --- |\n| x | 1 |'],
  ])('R4.6 are understood as %s', async (_, rows) => {
    expect((await drawn({ type: 'bar', rows })).result.text).toContain('Bar chart of n by a: 1 place.');
  });

  test.each([
    ['data.csv', 'a,n\nx,1\n', 'file'],
    ['data.json', '[{"a":"x","n":1}]', 'file'],
    ['page.md', '# T\n\n| a | n |\n|---|---|\n| x | 1 |\n', 'artifact'],
  ] as const)('R9.8 come from the file %s', async (name, content, kind) => {
    const session = new LocalSession([chartTool]);
    await session.keep({ id: 'f', name, content, kind });
    const result = await session.call('chart', { type: 'bar', file: name, name: 'out/bar' });
    expect(result.text).toContain('Wrote the new file “out/bar.svg”');
  });

  test.each([
    ['12', 12],
    ['1,234.5', 1234.5],
    ['€ 1,200', 1200],
    ['(30)', -30],
    ['−7 %', -7],
    ['１２', 12],
    ['1e3', 1000],
    ['12,5', 12.5],
    ['1.234,5', 1234.5],
    ['0,125', 0.125],
    ['1 234,5 €', 1234.5],
    ['1.2亿', 120_000_000],
    ['9,500万元', 95_000_000],
    ['14.1亿', 1_410_000_000],
    ['3,5 Mrd. €', 3_500_000_000],
    ['12k', 12_000],
    ['5 m', null],
    ['12 34', null],
    ['', null],
    ['n/a', null],
    ['2024-01-01', null],
  ])('R4.6 the cell %j is the number %s', (cell, number) => {
    expect(columnReaders([[cell]], { semicolons: false })[0]?.numberIn(cell)).toBe(number);
  });

  test.each([
    [{ rows: [] }, 'there are no rows to draw'],
    [{ rows: 'just words' }, 'no rows can be seen'],
    [{ y: ['profit'] }, 'there is no column “profit”. The columns are: year, sales, costs'],
    [{ rows: [{ a: 'x', b: 'y' }] }, 'no column beside “a” holds numbers'],
    [{ rows: [{ a: 'x', b: 'y', c: 1 }], y: ['b'] }, 'the column “b” holds no numbers'],
    [{ type: 'pie', y: ['costs'] }, 'a pie cannot show values below zero'],
    [{ type: 'pie' }, 'a pie shows one column of numbers'],
    [{ name: 'chart.png' }, 'files of this kind cannot be written; take chart.svg'],
    [{ name: 'chart.txt' }, 'must end in .svg'],
    [{ rows: undefined }, 'it needs the “rows”, or the “file” that holds them'],
  ])('R6.1 %j is refused with what is wrong', async (input, text) => {
    const { result, file } = await drawn({ type: 'bar', ...input });
    expect(result).toMatchObject({ ok: false, failure: { code: 'invalid_input' } });
    expect(result.text).toContain(text);
    expect(file).toBeUndefined();
  });

  test.each<[object, string, string]>([
    [{ rows: [] }, 'there were no rows to draw', '没有可以画的数据行'],
    [
      { rows: Array.from({ length: 5001 }, (_, n) => ({ n, m: n })) },
      'there were 5001 rows, more than a chart can show',
      '共有 5001 行数据，图表显示不下',
    ],
    [{ y: ['profit'] }, 'there is no column “profit”', '没有“profit”这一列'],
    [{ rows: [{ a: 'x', b: 'y' }] }, 'no column has numbers to draw', '没有一列含有可以画的数字'],
    [
      { rows: [{ a: 'x', b: 'y', c: 1 }], y: ['b'] },
      'the column “b” has no numbers to draw',
      '“b”列中没有可以画的数字',
    ],
    [
      { type: 'pie', y: ['costs'] },
      'a pie cannot show a value below zero, as that of “2022” is',
      '饼图无法显示小于零的值，而“2022”的值小于零',
    ],
    [{ type: 'pie' }, 'it would have more columns or slices than it can show: 2', '数据列或扇区有 2 个，图表显示不下'],
  ])('R8.6 the person reads in plain words why there is no chart: %j', async (input, en, zh) => {
    const { result } = await drawn({ type: 'bar', ...input });
    expect(formatFailureReason(createMessageFormatter('en'), failureParams(result))).toBe(en);
    expect(formatFailureReason(createMessageFormatter('zh'), failureParams(result))).toBe(zh);
  });

  const bars = async (rows: unknown, more: object = {}) => {
    const { all, result, texts } = await drawn({ type: 'bar', rows, ...more });
    const tips = all('rect title').map((tip) => Number(tip.textContent.split(': ')[1]?.replace(',', '.')));
    return { tips, text: result.text, texts };
  };

  test.each([
    ['one of its cells has a decimal comma', '12,5|3,141|2,500', [12.5, 3.141, 2.5]],
    ['one of its cells has a decimal point', '12.5|3,141|1.234', [12.5, 3141, 1.234]],
    ['none of its cells tells', '3,141|2,500', [3141, 2500]],
    ['its cells have units', '1.2亿|9,500万|8000', [120_000_000, 95_000_000, 8000]],
  ])('R9.8 a column is read as a whole: %s', async (_, cells, numbers) => {
    const rows = cells.split('|').map((n, at) => ({ a: `x${at}`, n }));
    expect((await bars(rows)).tips).toEqual(numbers);
  });

  test('R9.8 in cells between semicolons a comma is a decimal comma unless another column says otherwise', async () => {
    expect((await bars('Jahr;Gewinn\n2023;3,141\n2024;2.500\n')).tips).toEqual([3.141, 2500]);
    expect((await bars('Jahr;Gewinn;Quote\n2023;3,141;1.5\n', { y: ['Gewinn'] })).tips).toEqual([3141]);
    const session = new LocalSession([chartTool]);
    await session.keep({ id: 'f', name: 'g.csv', content: 'Jahr;Gewinn\n2023;3,141\n', kind: 'file' });
    const { text } = await session.call('chart', { type: 'bar', file: 'g.csv' });
    expect(text).toContain('“3,141” was read as 3.141;');
  });

  test('R9.8 a cell that could be either of two numbers is left out, and the chart says so in the language of the goal', async () => {
    const rows = ['12,5', '1,234.5', '1,234'].map((n, at) => ({ a: `x${at}`, n }));
    const { tips, texts } = await bars(rows);
    expect(tips).toEqual([12.5, 1234.5]);
    expect(texts).toContain('One cell without a clear number was left out.');
    const session = new LocalSession([chartTool]);
    session.language = 'zh';
    await session.call('chart', { type: 'bar', rows });
    expect([...session.storage.tables.files.values()][0]?.content).toContain('有 1 个单元格没有明确的数字，未画出。');
  });

  test.each([
    ['2024/1/5', '2024/1/15', '2024/3/1 8:30'],
    ['2024年1月', '2024年2月', '2024年10月'],
    ['2024年1月5日', '2024年1月15日', '2024年3月1日'],
    ['2024.1.5', '2024.1.15', '2024.3.1'],
    ['05/01/2024', '15/01/2024', '01/03/2024'],
    ['1/5/2024', '1/15/2024', '3/1/2024 8:30'],
    ['5.1.2024', '9.1.2024', '1.3.2024'],
  ])('R9.8 dates such as %s are dates', async (...days) => {
    const rows = days.map((day, n) => ({ day, n }));
    const { all } = await drawn({ type: 'line', rows });
    const [a = 0, b = 0, c = 0] = all('circle').map((dot) => Number(dot.getAttribute('cx')));
    expect(c - b).toBeGreaterThan(2 * (b - a));
  });

  test.each([
    ['that can be read in two ways', ['01/01/2024', '01/03/2024'], '“01/03/2024” can be read in two ways'],
    ['of which one is none', ['2024-03-01', '2024-02-01', 'Total'], '“Total” is none'],
    ['with the year cut off', ['24/03/24', '25/03/24'], '“24/03/24” can be read in two ways'],
    ['in both orders', ['13/01/2024', '01/13/2024'], '“13/01/2024” can be read in two ways'],
  ])('R9.8 that dates %s are not read is told, on the chart too', async (_, days, reason) => {
    const rows = days.map((day, n) => ({ day, n }));
    const { result, texts } = await drawn({ type: 'line', rows });
    expect(result.text).toContain(
      `“day” was not read as dates, since ${reason}, so they stand in the order of the rows; if they should stand in time, draw it again with dates such as 2026-02-01.`,
    );
    expect(texts).toContain('The dates could not be read; they stand in the order of the rows.');
    expect((await drawn({ type: 'bar', rows })).result.text).not.toContain('not read as dates');
  });

  test.each(['line', 'bar'])('R9.8 that a %s chart has several rows for the same label is told', async (type) => {
    const rows = ['Nord', 'Süd', 'Süd', 'Nord'].map((region, n) => ({ region, n: n + 1 }));
    const told =
      '“region” has only 2 different values in 4 rows, and each row is drawn by itself; if each value should be drawn once, add the rows up with compute and draw it again.';
    expect((await drawn({ type, rows })).result.text).toContain(told);
    expect((await drawn({ type, rows: rows.slice(0, 2) })).result.text).not.toContain('different values');
  });

  test('R9.8 cells without a number are left out, and that is said', async () => {
    const rows = [
      { a: 'x', n: 1 },
      { a: 'y', n: 'none' },
      { a: 'z', n: '' },
    ];
    expect((await drawn({ type: 'bar', rows })).result.text).toContain('One cell without a clear number was left out.');
  });
});
