// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { csvRows, tablesFromMarkdown, tableRows } from '../../../src/records/tables.ts';
import { pdfPageText } from '../../../src/browser/files/pdf-text.ts';
import { fetchedContent } from '../../../src/tools/fetch/fetched-content.ts';
import { pageMarkdown } from '../../../src/tools/fetch/page-markdown.ts';
import { htmlPageReader, readablePage } from '../../../src/tools/fetch/readable-page.ts';
import { csvBeginning, jsonBeginning } from '../../../src/tools/fetch/shown-beginning.ts';
import { removeOverlays } from '../../../src/tools/fetch/remove-overlays.ts';
import { figure } from '../../fixtures/figure.ts';
import { FakeOffice } from '../../fakes/fake-office.ts';
import { FakePdfText } from '../../fakes/fake-pdf-text.ts';

const parsed = (html: string) => new DOMParser().parseFromString(html, 'text/html');

const content = (mime: string, text: string) =>
  fetchedContent(
    { url: 'https://example.org/data', mime, charset: 'utf-8', body: new TextEncoder().encode(text) },
    { markup: htmlPageReader, pdf: new FakePdfText(), office: new FakeOffice() },
    new AbortController().signal,
  );

test.each<[string, string, string | RegExp]>([
  ['spaces in set text', `<p>a</p><pre>b  \n${' '.repeat(300_000)}x</pre>`, /^a\n\n```\nb\n {997}x\n```$/],
  ['lines in set text', `<pre>a${'\n'.repeat(300_000)}x</pre>`, /^```\na\s+x\n```$/],
  ['blanks that stay', `<p>a${'\u00a0'.repeat(300_000)}x</p>`, /^a\u00a0{1000}x$/],
  ['blanks in many parts', `<p>a${'<i>\u00a0 </i>'.repeat(2000)}x</p>`, /^a\s+x$/],
  ['code in a line', `<p>a<code> ${'b '.repeat(100_000)}c</code></p>`, /^a`b [b ]+ c`$/],
])('R9.3 %s without end do not stop the page', async (_, html, markdown) => {
  expect(await figure(() => pageMarkdown(parsed(html).body))).toMatch(markdown);
});

test('R9.3 breaks that follow each other without end are not all kept', async () => {
  const { body } = parsed(`<p>a${'<br>\n'.repeat(2000)}x</p>`);
  expect(await pageMarkdown(body)).toBe('a\n\nx');
  expect(body.querySelectorAll('br').length).toBeLessThan(400);
});

test('R9.3 spaces without end in a PDF do not stop the page', async () => {
  const rest = { dir: 'ltr', transform: [], width: 1, height: 1, fontName: '', hasEOL: true };
  expect(figure(() => pdfPageText([{ str: `${' '.repeat(300_000)}x  `, ...rest }]))).toBe('x');
});

test('R9.3 set text with very many backticks is fenced', async () => {
  const text = await figure(() => pageMarkdown(parsed(`<pre>${'` '.repeat(150_000)}\`\`\`x</pre>`).body));
  expect(text.startsWith('````\n')).toBe(true);
});

test('R9.3 a table with one row that is far wider than all others is not filled up', async () => {
  const wide = `a,b\n${'1,2\n'.repeat(50_000)}${','.repeat(500_000)}9\n`;
  const { text, data } = await figure(() => content('text/csv', wide));
  expect(text).toBe(wide);
  expect(csvBeginning(wide).text.slice(0, 40)).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |\n| 1 | ');
  expect((data as unknown[])[0]).toEqual({ a: '1', b: '2' });
});

test('R9.8 a head that is far wider than its rows gives no cells that are not there', async () => {
  const head = Array.from({ length: 100_000 }, (_, nth) => `c${nth}`).join(',');
  const rows = figure(() => tableRows(csvRows(`${head}\n${'1,2\n'.repeat(50_000)}`)));
  expect(rows).toHaveLength(50_000);
  expect(rows[0]).toEqual({ c0: '1', c1: '2' });
});

test('R9.3 a table of very many rows is read, and short rows of a usual one are filled up', async () => {
  const csv = `a,b,c\n${'1,2\n'.repeat(200_000)}`;
  expect((await figure(() => content('text/csv', csv))).text).toBe(csv);
  expect(csvBeginning(csv).text.endsWith('\n| 1 | 2 |  |')).toBe(true);
  expect(tableRows([['a', 'b'], ['1']])).toEqual([{ a: '1', b: '' }]);
});

test('R9.3 JSON is kept as it was sent, however deep it is', async () => {
  const deep = `${'['.repeat(60)}${'1,'.repeat(300_000)}1${']'.repeat(60)}`;
  const { text } = await figure(() => content('application/json', deep));
  expect(text).toBe(deep);
  const json = '{"a":[1,{"b":"x,{"}]}';
  expect((await content('application/json', json)).text).toBe(json);
  expect(jsonBeginning(json).text).toBe(JSON.stringify({ a: [1, { b: 'x,{' }] }, null, 2));
});

test.each([
  ['spaces', `${' '.repeat(200_000)}-x`],
  ['spaces between bars', `|${' '.repeat(200_000)}|-x`],
  ['cells', `${'|-'.repeat(200_000)}x`],
  ['dashes', `${'-'.repeat(200_000)}x|`],
])('R9.8 a line of nothing but %s is no table', async (_, line) => {
  expect(figure(() => tablesFromMarkdown(`a | b\n${line}\n1 | 2`))).toEqual([]);
});

test.each<[string, boolean]>([
  ['| --- | :-: |', true],
  ['---|---', true],
  ['  :-- |-|  ', true],
  ['|-|', true],
  ['| - | |', false],
  ['||-|', false],
  ['-||', false],
  ['| -- - |', false],
  ['|:|-|', false],
])('R9.8 whether %j is the line under a head', (line, is) => {
  expect(tablesFromMarkdown(`a | b\n${line}`)).toHaveLength(is ? 1 : 0);
});

test('R9.3 a page full of mentions in a heap of empty parts is not searched over and over', async () => {
  const mentions = '<p>Our cookies</p>'.repeat(200);
  const page = parsed(`${'<div>'.repeat(200)}${mentions}${'<i></i>'.repeat(20_000)}`);
  figure(() => {
    removeOverlays(page);
  });
  expect(page.querySelectorAll('p')).toHaveLength(200);
});

test('R9.3 of a page that is nested without end, or has parts without end, the words are read', async () => {
  for (const parts of ['<div>'.repeat(3000), '<i></i>'.repeat(200_000)]) {
    const html = `<title>Deep</title><style>a{}</style>${parts}<p>One  line</p><p>Another</p>`;
    const page = await figure(() => readablePage(html, 'https://example.org/'));
    expect(page).toEqual({ title: 'Deep', markdown: 'One line\nAnother', text: 'One line\nAnother' });
  }
}, 60_000);
