import { describe, expect, test } from 'vitest';
import type { SandboxOutcome } from '../../../src/ports/sandbox.ts';
import { createMessageFormatter } from '../../../src/i18n/say-in.ts';
import { formatFailureReason } from '../../../src/task/reason-words.ts';
import { failureParams } from '../../../src/task/tool-result.ts';
import { createComputeTool } from '../../../src/tools/compute/compute.ts';
import { FakeSandbox } from '../../fakes/fake-sandbox.ts';
import { RemoteSession } from './remote-session.ts';

function begin(outcome?: SandboxOutcome) {
  const sandbox = new FakeSandbox();
  if (outcome) sandbox.outcome = outcome;
  return { sandbox, session: new RemoteSession([createComputeTool(sandbox)]) };
}
const value = (json: unknown, logs: string[] = []): SandboxOutcome => ({
  kind: 'value',
  json: JSON.stringify(json),
  logs,
});

test.each<readonly [string, string, string]>([
  [
    'Beleg;Betrag\nA;1.234,50\n',
    'b;n\nA, B;1469,5\nC;7\n',
    ' As in “kosten.csv”, “;” separates its cells, and its numbers have a decimal comma.',
  ],
  ['Beleg;Betrag\nA;1234.50\n', 'b;n\nA, B;1469.5\nC;7\n', ' As in “kosten.csv”, “;” separates its cells.\n'],
  [
    'Beleg,Betrag\nA,"1.234,50"\nB,"2,00"\n',
    'b,n\n"A, B","1469,5"\nC,7\n',
    ' As in “kosten.csv”, “,” separates its cells, and its numbers have a decimal comma.',
  ],
  ...[
    'Beleg,Betrag\nA,1234.50\n',
    'host,ip\na,192.168.100.200\n',
    'name,tel\na,555.123.456\n',
    'sku,price\n100.200.300,5\n',
    'a,pos\nx,"52,13"\n',
    'a,pages\nx,"1,2"\ny,"1,3"\nz,"1,2,3"\n',
    'a,time\nx,"12,30"\ny,"12.30"\n',
  ].map((content) => [content, 'b,n\n"A, B",1469.5\nC,7\n', ' lines).\n'] as const),
  ...['City;Population\nBoston;2500\nSalem;1500\n', 'Name;Email\nA;a@x\n', 'app;v\nx;1.2.3\n', 'date;value\n'].map(
    (content) => [content, 'b;n\nA, B;1469.5\nC;7\n', ' As in “kosten.csv”, “;” separates its cells.\n'] as const,
  ),
])('R9.8 a CSV file is written as the one that it comes from: %s', async (content, expected, words) => {
  const { session } = begin(
    value([
      { b: 'A, B', n: 1469.5 },
      { b: 'C', n: 7 },
    ]),
  );
  await session.keep({ id: 'f', name: 'kosten.csv', mime: 'text/csv', content });
  const { result } = await session.call('compute', { code: 'x', files: ['kosten.csv'], save_as: 'brutto.csv' });
  expect(session.content('brutto.csv')).toBe(expected);
  expect(result.text).toContain(words);
});

describe('what a program is given', () => {
  test('R9.8 files by name, and the data of the first one', async () => {
    const { session, sandbox } = begin();
    await session.keep({ id: 'f1', name: 'a.csv', content: 'y,n\n2024,1\n' });
    await session.keep({ id: 'f2', name: 'b.json', content: '{"k":[1]}' });
    await session.keep({
      id: 'f3',
      name: 'page.md',
      content: 'Text\n\n| y | n |\n| --- | --- |\n| 1 | 2 |\n',
      kind: 'artifact',
    });
    await session.call('compute', { code: 'data', files: 'A.csv, b.json' });
    await session.call('compute', { code: 'data', files: ['f2'] });
    await session.call('compute', { code: 'data', files: ['page.md'] });
    expect(sandbox.programs).toMatchObject([
      {
        files: { 'A.csv': 'y,n\n2024,1\n', 'b.json': '{"k":[1]}' },
        data: { name: 'a.csv', content: 'y,n\n2024,1\n' },
      },
      { data: { name: 'b.json', content: '{"k":[1]}' } },
      { data: { name: 'page.md' } },
    ]);
  });

  test('R9.8 data as JSON, as a text that is none, or as a value', async () => {
    const { session, sandbox } = begin();
    for (const data of ['[1, 2]', 'plain words', { a: 1 }]) await session.call('compute', { code: 'data', data });
    expect(sandbox.programs.map(({ data }) => data)).toEqual(['[1,2]', '"plain words"', '{"a":1}']);
  });

  test('R4.6 the code as it was written, out of a fence', async () => {
    const { session, sandbox } = begin();
    await session.call('compute', { code: '  `a\n`.length ' });
    await session.call('compute', { code: '```js\n1 + 1\n```' });
    expect(sandbox.programs.map(({ code }) => code)).toEqual(['  `a\n`.length ', '1 + 1']);
  });

  test('R6.1 a file that is not there or cannot be read is named, and nothing is run', async () => {
    const { session, sandbox } = begin();
    await session.keep({ id: 'f', name: 'a.png', mime: 'image/png', content: 'data:image/png;base64,AA==' });
    expect((await session.call('compute', { code: '1', files: ['b.csv'] })).result).toMatchObject({
      ok: false,
      text: 'This session has no file “b.csv”. The files are: “a.png”.',
    });
    expect((await session.call('compute', { code: '1', files: ['a.png'] })).result.failure?.code).toBe('unsupported');
    expect(sandbox.programs).toEqual([]);
  });

  test('R9.7 of a PDF it is given the text that is kept of it', async () => {
    const { session, sandbox } = begin();
    await session.keep({
      id: 'f',
      name: 'a.pdf',
      mime: 'application/pdf',
      content: 'data:application/pdf;base64,AA==',
    });
    await session.keep({ id: 'f_text', name: 'a.pdf.md', content: '## Page 1', kind: 'artifact' });
    await session.call('compute', { code: '1', files: ['a.pdf'] });
    expect(sandbox.programs[0]?.files).toEqual({ 'a.pdf': '## Page 1' });
  });

  test('R9.7 of a workbook with one sheet it is given the cells; of several sheets it names those that it needs', async () => {
    const { session, sandbox } = begin();
    const artifact = { content: 'a,b\n1,2\n', mime: 'text/csv', kind: 'artifact' } as const;
    const binary = { mime: 'application/octet-stream', content: 'data:application/octet-stream;base64,AA==' };
    await session.keep({ id: 'f', name: 'one.xlsx', ...binary });
    await session.keep({ id: 'f_text', name: 'one.xlsx.csv', ...artifact });
    await session.keep({ id: 'g', name: 'two.xlsx', ...binary });
    await session.keep({ id: 'g_text', name: 'two.xlsx.md', content: 'A workbook', kind: 'artifact' });
    for (const [at, sheet] of ['Costs', '收入'].entries())
      await session.keep({ id: `g_text_${at + 1}`, name: `two.xlsx - ${sheet}.csv`, ...artifact });
    await session.call('compute', { code: '1', files: ['one.xlsx'] });
    expect(sandbox.programs[0]?.data).toMatchObject({ name: 'one.xlsx.csv', mime: 'text/csv' });
    const { result } = await session.call('compute', { code: '1', files: ['two.xlsx'] });
    expect(result).toMatchObject({
      text: '“two.xlsx” is a workbook whose sheets are files of their own: “two.xlsx - Costs.csv”, “two.xlsx - 收入.csv”. Name those that you need.',
      cause: { failure: 'many_sheets', name: 'two.xlsx' },
    });
    await session.call('compute', { code: '1', files: ['two.xlsx - 收入.csv'] });
    expect(sandbox.programs[1]?.data).toMatchObject({ content: 'a,b\n1,2\n' });
    await session.keep({ id: 'h', name: 'noted.xlsx', ...binary });
    await session.keep({ id: 'h_text', name: 'noted.xlsx.md', content: 'A workbook', kind: 'artifact' });
    await session.keep({ id: 'h_text_1', name: 'noted.xlsx - Costs.csv', ...artifact });
    await session.call('compute', { code: '1', files: ['noted.xlsx'] });
    expect(sandbox.programs[2]?.data).toMatchObject({ name: 'noted.xlsx - Costs.csv' });
  });
});

describe('what comes back', () => {
  test('R9.2 a small value whole, with what was printed', async () => {
    const { session } = begin(value([{ a: 1 }], ['one', 'two']));
    const { result, file } = await session.call('compute', { code: '1', data: '1' });
    expect(result.text).toBe('Result (a list of 1):\n[\n  {\n    "a": 1\n  }\n]\n\nPrinted:\none\ntwo');
    expect(result).toMatchObject({ ok: true, output: [{ a: 1 }], foreign: true });
    expect(file).toBeUndefined();
  });

  test('R9.2 of a large value an excerpt; the whole is kept', async () => {
    const rows = Array.from({ length: 2000 }, (_, n) => ({ n }));
    const { result, file } = await begin(value(rows)).session.call('compute', { code: '1' });
    expect(result.text.length).toBeLessThan(3400);
    expect(result.text).toMatch(/\[Shown: the first \d+ of \d+ characters\. The whole is in “result\.json”\.\]$/);
    expect(file).toMatchObject({ kind: 'artifact', name: 'result.json' });
    expect(JSON.parse(file?.content ?? '')).toEqual(rows);
  });

  test('R13.3 what was computed from nothing that was given is not from outside', async () => {
    expect((await begin(value(4)).session.call('compute', { code: '2 + 2' })).result.foreign).toBe(false);
  });

  test.each([
    ['data.csv', [{ a: 1, b: 'x,y' }], 'a,b\n1,"x,y"\n'],
    ['data.tsv', [{ a: 1, b: 'x,y' }, { b: 'a\tb' }], 'a\tb\n1\tx,y\n\t"a\tb"\n'],
    ['data.json', { a: 1 }, '{\n  "a": 1\n}\n'],
    ['sum.txt', 42, '42\n'],
    ['notes.md', '# Notes', '# Notes'],
  ])('R9.7 saved as %s it takes that form, and is named among what was written', async (name, json, content) => {
    const { session } = begin(value(json));
    const { result } = await session.call('compute', { code: '1', save_as: name });
    expect(result.text).toMatch(new RegExp(`^Wrote the new file “${name}”`));
    expect(result.written).toMatchObject([{ store: 'files', change: 'put' }]);
    expect(session.content(name)).toBe(content);
    expect((await session.call('compute', { code: '1', save_as: `./${name}` })).result.text).toMatch(/^Replaced/);
    expect(session.storage.tables.files.size).toBe(1);
  });

  test('R9.7 that a saved list is empty is told', async () => {
    const { result } = await begin(value([])).session.call('compute', { code: '1', save_as: 'none.csv' });
    expect(result.text).toMatch(/^Wrote the new file “none\.csv” [^.]*\. The list is empty, so the file has no rows\./);
  });

  test.each(['summary.md', 'page.HTML'])('R9.7 a value that is no text is not written as JSON to %s', async (name) => {
    const { session } = begin(value({ rows: 3 }));
    const { result } = await session.call('compute', { code: '1', save_as: name });
    expect(result).toMatchObject({ ok: false, cause: { failure: 'program_no_text', name } });
    expect(result.text).toBe(
      `The program ran well. Nothing was written: its value is no text, as “${name}” needs it. Let it return the text of the file, or save the value as ${name.split('.')[0]}.json.\n\nResult:\n{\n  "rows": 3\n}`,
    );
    expect(session.storage.tables.files.size).toBe(0);
  });

  test('R9.8 much data gets more time and memory, and a value that is saved may be larger', async () => {
    const { session, sandbox } = begin(value(1));
    await session.keep({ id: 'f', name: 'a.csv', content: `n\n${'1\n'.repeat(600_000)}` });
    await session.call('compute', { code: '1' });
    await session.call('compute', { code: '1', files: ['a.csv'] });
    await session.call('compute', { code: '1', save_as: 'b.csv' });
    expect(sandbox.limits).toMatchObject([
      { time_ms: 5000, memory_bytes: 64_000_000, value_chars: 2_000_000 },
      { time_ms: 20_000, memory_bytes: 256_000_000, value_chars: 2_000_000 },
      { time_ms: 5000, memory_bytes: 64_000_000, value_chars: 25_000_000 },
    ]);
    sandbox.outcome = { kind: 'timeout', logs: [] };
    expect((await session.call('compute', { code: '1', files: ['a.csv'] })).result.text).toContain('after 20 seconds');
  });

  test('R9.7 a name that cannot stand is refused, before or after the run', async () => {
    const { session, sandbox } = begin(value(1));
    expect((await session.call('compute', { code: '1', save_as: '../x.csv' })).result.text).toContain(
      'must not hold “..”',
    );
    expect(sandbox.programs).toEqual([]);
    await session.keep({ id: 'f', name: 'Data.csv', content: 'a' });
    expect((await session.call('compute', { code: '1', save_as: 'data.csv' })).result).toMatchObject({
      ok: false,
      text: 'The program ran well. Nothing was written: there is “Data.csv” already, which differs in upper and lower case only. Choose another name.',
    });
  });

  test.each<[SandboxOutcome, RegExp]>([
    [{ kind: 'value', json: null, logs: [] }, /gave no value\. End it with an expression/],
    [{ kind: 'value', json: `${'['.repeat(80)}${']'.repeat(80)}`, logs: [] }, /nested too deeply/],
    [
      { kind: 'fault', message: 'TypeError: x (line 2)', logs: ['seen'] },
      /failed: TypeError: x \(line 2\)\. Mend it[\s\S]*Printed before:\nseen/,
    ],
    [{ kind: 'timeout', logs: [] }, /ended after 5 seconds/],
    [{ kind: 'memory', logs: [] }, /more than 64 MB/],
    [
      { kind: 'too_large', limit: 2_000_000, logs: [] },
      /more than 2,000,000 characters[^.]*\. Return less[^.]*save_as/,
    ],
    [{ kind: 'crashed' }, /went too deep/],
    [{ kind: 'unavailable' }, /could not be started/],
  ])('R6.1 %j is told in one sentence, and not tried again by itself', async (outcome, text) => {
    const { result } = await begin(outcome).session.call('compute', { code: '1' });
    expect(result).toMatchObject({
      ok: false,
      failure: { code: outcome.kind === 'unavailable' ? 'unsupported' : 'failed' },
    });
    expect(result.text).toMatch(text);
  });

  test.each<[SandboxOutcome, string, string]>([
    [
      { kind: 'fault', message: 'SyntaxError: unexpected token (line 3)', logs: [] },
      'the program has a mistake in line 3: “SyntaxError: unexpected token”',
      '程序第 3 行有错：“SyntaxError: unexpected token”',
    ],
    [{ kind: 'value', json: null, logs: [] }, 'the program has a mistake', '程序有错'],
    [{ kind: 'timeout', logs: [] }, 'it took longer than 5 seconds', '用时超过 5 秒'],
    [{ kind: 'memory', logs: [] }, 'it needed more than 64 MB of memory', '需要的内存超过 64 MB'],
    [
      { kind: 'too_large', limit: 2_000_000, logs: [] },
      'its result was longer than 2,000,000 characters',
      '结果超过 2,000,000 个字符',
    ],
    [{ kind: 'unavailable' }, 'it is not supported', '不受支持'],
  ])('R8.6 why it failed is said to the person in plain words: %j', async (outcome, en, zh) => {
    const { result } = await begin(outcome).session.call('compute', { code: '1' });
    const params = { ...failureParams(result), quote: result.quote };
    expect(formatFailureReason(createMessageFormatter('en'), params)).toBe(en);
    expect(formatFailureReason(createMessageFormatter('zh'), params)).toBe(zh);
  });

  test('R9.8 what was lost in the value is told with it', async () => {
    const { session } = begin({ kind: 'value', json: 'null', logs: ['1'], remarks: ['A quote is open.'] });
    expect((await session.call('compute', { code: '1' })).result.text).toBe(
      'Result:\nnull\n\nA quote is open.\n\nPrinted:\n1',
    );
  });

  test('R9.8 printing alone is a result, too', async () => {
    const { result } = await begin({ kind: 'value', json: null, logs: ['42'] }).session.call('compute', { code: '1' });
    expect(result).toMatchObject({ ok: true, text: 'Result:\nnull\n\nPrinted:\n42' });
  });

  test('R13.2 __proto__ in a value is left out', async () => {
    const outcome: SandboxOutcome = { kind: 'value', json: '{"__proto__":{"x":1},"a":1}', logs: [] };
    const { result } = await begin(outcome).session.call('compute', { code: '1' });
    expect(Object.keys(result.output as object)).toEqual(['a']);
  });
});
