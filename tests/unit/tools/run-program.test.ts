import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core';
import { describe, expect, test, vi } from 'vitest';
import type { SandboxLimits, SandboxOutcome, SandboxProgram } from '../../../src/ports/sandbox.ts';
import { runProgram } from '../../../src/tools/compute/run-program.ts';
import { escapeAttempts } from '../../fixtures/escape-attempts.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const file = readFileSync(
  new URL('../../../node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm', import.meta.url),
);
const wasmBinary = new Uint8Array(file).buffer;
const limits: SandboxLimits = { time_ms: 2000, memory_bytes: 64_000_000, value_chars: 1000, log_chars: 60 };

async function run(code: string, given: Partial<SandboxProgram> = {}, clock?: () => number): Promise<SandboxOutcome> {
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmBinary }));
  try {
    return runProgram(quickjs, { code, files: {}, data: 'null', ...given }, limits, clock ?? (() => performance.now()));
  } catch {
    return { kind: 'crashed' };
  }
}
const value = async (code: string, given: Partial<SandboxProgram> = {}): Promise<unknown> => {
  const outcome = await run(code, given);
  return outcome.kind === 'value' ? JSON.parse(outcome.json ?? 'null') : outcome;
};

describe('the value of a program', () => {
  test.each([
    ['of its last expression', 'const a = 2; a * 21', 42],
    ['that it returns', 'if (1 < 2) return { a: 1 }; return 0', { a: 1 }],
    ['that it awaits', 'const a = await Promise.resolve(4); return a + 1', 5],
    ['of a promise', 'Promise.all([1, Promise.resolve(2)])', [1, 2]],
    ['after an await', 'const f = async () => 4; const x = await f(); x', 4],
    [
      'with base64',
      "[btoa('a\\xffb'), atob('Yf9i') === 'a\\xffb', btoa(''), btoa('ab'), atob('YWI')]",
      ['Yf9i', true, '', 'YWI=', 'ab'],
    ],
    [
      'with bytes of a text',
      "const b = new TextEncoder().encode('é中😀'); [b.length, new TextDecoder().decode(b), new TextDecoder().decode(Uint8Array.of(0xff, 65))]",
      [9, 'é中😀', '\ufffdA'],
    ],
    ['with a hash', "[sha256(''), sha256('abc'), sha256('é'.repeat(100))]", ['', 'abc', 'é'.repeat(100)].map(sha256)],
    [
      'with a hash of bytes',
      '[sha256(Uint8Array.of(97, 98, 99).buffer), sha256(new DataView(Uint8Array.of(1, 97, 98, 99).buffer, 1)), sha256(new Uint16Array(Uint8Array.of(97, 98).buffer))]',
      ['abc', 'abc', 'ab'].map(sha256),
    ],
    [
      'with addresses that are changed',
      "const u = new URL('foo:///x'); const v = new URL('https://a.example/x#z'); v.search = 'q=a b&c=ü#'; const p = new URLSearchParams('a=1&a=2'); p.delete('a', 1); [u.href, v.href, v.searchParams.get('q'), p.toString(), p.has('a', 1), `${new URLSearchParams(null)}`]",
      ['foo:///x', 'https://a.example/x?q=a%20b&c=%C3%BC%23#z', 'a b', 'a=2', false, 'null='],
    ],
    [
      'without very long addresses',
      "const host = 'a'.repeat(100_000); [URL.canParse(`https://${host}`), URL.canParse('x', `https://a.example/${host}`)]",
      [false, false],
    ],
    ['of an awaited call in brackets', 'await (async () => 7)()', 7],
    ['of an awaited list', 'await [Promise.resolve(3)][0]', 3],
    [
      'with an address',
      "const u = new URL('/a?b=1&c=x%20y#z', 'https://h.example:8080/k'); const before = u.href; u.searchParams.set('b', '2'); [before, u.href, u.host, u.searchParams.get('c'), URL.canParse('x')]",
      [
        'https://h.example:8080/a?b=1&c=x%20y#z',
        'https://h.example:8080/a?b=2&c=x+y#z',
        'h.example:8080',
        'x y',
        false,
      ],
    ],
    ['with parameters', "`${new URLSearchParams({ q: 'a b&c', n: 1 })}`", 'q=a+b%26c&n=1'],
    [
      'that is a copy',
      'const a = { b: [new Date(0), new Map([[1, { c: 2 }]])] }; const d = structuredClone(a); a.b[1].get(1).c = 3; d',
      { b: ['1970-01-01T00:00:00.000Z', [[1, { c: 2 }]]] },
    ],
    [
      'that says what it is',
      "({ f: () => 1, e: new Error('x'), r: /a/g, u: Uint8Array.of(1, 2) })",
      { f: '[function f]', e: 'Error: x', r: '/a/g', u: [1, 2] },
    ],
    ['of what is parsed already', 'JSON.parse({ a: 1 }).a', 1],
    ['that it awaits last', 'await Promise.resolve(3)', 3],
    ['of an async function that it calls last', '(async () => { await 0; return 7; })()', 7],
    [
      'with large whole numbers, maps and sets',
      '({ a: 10n ** 20n, b: new Map([[1, 2]]), c: new Set([3]) })',
      {
        a: '100000000000000000000',
        b: [[1, 2]],
        c: [3],
      },
    ],
    ['in any script', "'“多”😀'", '“多”😀'],
  ])('R9.8 is the one %s', async (_, code, expected) => {
    expect(await value(code)).toEqual(expected);
  });

  test('R9.8 what it is given is at hand as data and files, zero signs and all', async () => {
    const files = { 'a.csv': 'name,n\n"A, B",1\nC,2\n', 'b\u0000.txt': 'x\u0000y' };
    expect(
      await value('[data.n + 1, Object.keys(files), files["b\\u0000.txt"].length]', { files, data: '{"n":1}' }),
    ).toEqual([2, ['a.csv', 'b\u0000.txt'], 3]);
    expect(await value("csv(files['a.csv'])", { files })).toEqual([
      { name: 'A, B', n: '1' },
      { name: 'C', n: '2' },
    ]);
    expect(await value("tables('| a | b |\\n| --- | --- |\\n| 1 | x \\\\| y |')")).toEqual([[{ a: '1', b: 'x | y' }]]);
  });

  const bill = 'Zweck;Betrag\nStrom;1.234,57\nGas;212,24\nNetz;49,99\nMiete;1.000\n';
  const asData = { data: { name: 'kosten.csv', mime: 'text/csv', content: bill } };

  test('R9.8 number() reads numbers as the data writes them', async () => {
    expect(await value('data.reduce((sum, { Betrag }) => sum + number(Betrag) * 100, 0)', asData)).toBeCloseTo(249_680);
    const code = `['1.000', '1,5', '12.5', '¥15.10', '(3,50)', '5 %', '', 'x', null, 7].map((text) => \`\${number(text)}\`)`;
    expect(await value(code, asData)).toEqual(['1000', '1.5', '12.5', '15.1', '-3.5', '5', 'NaN', 'NaN', 'NaN', '7']);
    expect(await value("number('1.000')")).toBe(1);
    expect(await value("number('1.000')", { data: '[{"a":"2,5"}]' })).toBe(1000);
    expect(await value('const number = 4; number + 1')).toBe(5);
  });

  const table = (content: string) => ({ data: { name: 'a.csv', mime: 'text/csv', content } });
  const unknownMark =
    'number(text) read “1.250” as 1.25, with a decimal point, since the data does not tell its decimal mark.';

  test.each([
    ['semicolons alone', 'id;kg\n1;1.250\n2;2.125\n'],
    ['an address', 'host,ip,ms\na,192.168.100.200,1.250\n'],
    ['a telephone number', 'name,tel,ms\na,555.123.456,1.250\n'],
    ['lists', 'a,pages,ms\nx,"1,2",1.250\ny,"1,2,3",1\n'],
  ])('R9.8 number() reads a point as one where the data does not tell it, and says so once: %s', async (_, content) => {
    const code = "[number('1.250'), number('2.125')]";
    expect(await run(code, table(content))).toMatchObject({ json: '[1.25,2.125]', remarks: [unknownMark] });
  });

  test('R9.8 number() says nothing of a mark that the data tells, and takes none from one file for another', async () => {
    expect(await run("number('1.250')", table('id;kg\n1;1.250\n2;2.12\n'))).not.toHaveProperty('remarks');
    const us = { name: 'us.csv', mime: 'text/csv', content: 'n,v\na,1.5\n' };
    const files = { 'us.csv': us.content, 'de.csv': 'n;v\na;1,5\nb;1.250\n' };
    expect(await run("number(csv(files['de.csv'])[1].v)", { data: us, files })).toMatchObject({
      remarks: [unknownMark],
    });
  });

  test.each([
    [
      'parseFloat',
      'data.map((row) => parseFloat(row.Betrag)).length',
      'parseFloat read “1.234,57” as 1.234; number(text) reads it as 1234.57.',
    ],
    [
      'Number.parseFloat',
      'Number.parseFloat(data[1].Betrag)',
      'parseFloat read “212,24” as 212; number(text) reads it as 212.24.',
    ],
    [
      'a comma made a point',
      "parseFloat('1.234,57'.replace(',', '.'))",
      'parseFloat read “1.234.57” as 1.234; number(text) reads it as NaN.',
    ],
    ['parseInt', "parseInt('1,234 USD', 10)", 'parseInt read “1,234 USD” as 1; number(text) reads it as 1.234.'],
  ])('R9.8 a text of which %s reads only the first digits is told', async (_, code, remark) => {
    expect(await run(code, asData)).toMatchObject({ kind: 'value', remarks: [remark] });
  });

  test.each([
    "parseFloat('12.5 kg')",
    "parseInt('12,5')",
    "parseInt('ff', 16)",
    "parseFloat('3, 4')",
    "parseFloat('48.1,11.5')",
    'parseFloat(1.5)',
    "parseInt('2026-11-02')",
    "parseFloat('192.168.100.200')",
  ])('R9.8 nothing is told of %s', async (code) => {
    expect(await run(code, asData)).not.toHaveProperty('remarks');
  });

  test.each([
    ['used under its own name', 'const data = 5; data + Object.keys(files).length', 6],
    ['changed', 'data = data.filter(({ n }) => n > 1); data.length', 1],
    ['declared anew', 'var data = data.concat(data); data.length', 4],
    ['read twice as the same', 'data === data && files === files', true],
    ['never read', '1', 1],
  ])('R9.8 the data of a file is read when it is used, %s', async (_, code, expected) => {
    const content = 'n\n1\n2\n';
    expect(
      await value(code, { files: { 'a.csv': content }, data: { name: 'a.csv', mime: 'text/csv', content } }),
    ).toEqual(expected);
  });

  test('R9.8 a day without a zone stays that day, wherever the machine is', async () => {
    const code = `const [a] = data; [new Date(2026, 1, 1), new Date('2026-07-01T00:00:00'), new Date('2026-02-01'),
      new Date(2026, 6, 1).getTimezoneOffset(), new Date(a.day).getDate(), String(new Date(2026, 0, 1))]`;
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Asia/Shanghai']) {
      vi.stubEnv('TZ', zone);
      expect(await value(code, { data: '[{"day":"2026/2/1"}]' })).toEqual([
        '2026-02-01T00:00:00.000Z',
        '2026-07-01T00:00:00.000Z',
        '2026-02-01T00:00:00.000Z',
        0,
        1,
        'Thu Jan 01 2026 00:00:00 GMT+0000',
      ]);
      expect(new Date(2026, 0, 1).getTimezoneOffset()).not.toBe(0);
      const now = vi.spyOn(Date, 'now').mockReturnValue(+new Date(2026, 0, 1, 23, 30));
      expect(await value('[new Date(), new Date(Date.now()).getHours()]')).toEqual(['2026-01-01T23:30:00.000Z', 23]);
      now.mockRestore();
    }
    vi.unstubAllEnvs();
  });

  test('R9.8 numbers and dates that JSON cannot express are counted, and none is a result by itself', async () => {
    expect(await run("[{ a: 0 / 0, b: null }, { a: 1 / 0, b: new Date('x') }]")).toMatchObject({
      json: '[{"a":null,"b":null},{"a":null,"b":null}]',
      remarks: [expect.stringMatching(/^In the value, null stands for NaN, Infinity or an invalid date \(3 times\)/)],
    });
    expect(await run('[null, 1, new Date(0)]')).not.toHaveProperty('remarks');
    expect(await run("Number('1,5')")).toEqual({
      kind: 'fault',
      message:
        'its value is NaN; look for texts such as “1,5” in Number(), for missing fields, and for divisions by zero',
      logs: [],
    });
  });

  test('R9.8 a quote that is never closed is told, of the data and of csv()', async () => {
    const content = 'a,b\n1,"open\n2,x\n';
    const file = { name: 'a.csv', mime: 'text/csv', content };
    for (const code of ['data.length', "csv(files['a.csv']).length"])
      expect(await run(code, { files: { 'a.csv': content }, data: file })).toEqual({
        kind: 'value',
        json: '2',
        logs: [],
        remarks: ['A quote in line 2 of the CSV is not closed where its cell ends: check how that line was read.'],
      });
  });

  const unknownColumn = 'The program read a column that no row has: “Kostenstelle”. The table has “Zweck”, “Betrag”.';

  test.each([
    ["data.filter((row) => row['Kostenstelle'] === '4711').length", [unknownColumn]],
    ["csv(files['b.csv']).filter(({ Kostenstelle }) => Kostenstelle === '4711').length", [unknownColumn]],
    [
      "tables('| a |\\n| - |\\n| 1 |')[0].map(({ b, c }) => b ?? c).length",
      ['The program read columns that no row has: “b”, “c”. The table has “a”.'],
    ],
  ])('R9.8 it is told of a column that it reads and that no row has: %s', async (code, remarks) => {
    expect(await run(code, { ...asData, files: { 'b.csv': bill } })).toMatchObject({ kind: 'value', remarks });
  });

  test.each([
    'data.map((row) => ({ ...row, x: 1 })).filter(({ Betrag }) => Betrag)',
    'data.map((row) => { row.sum = (row.sum ?? 0) + number(row.Betrag); return row; })',
    "data.map((row) => `${row} ${row.hasOwnProperty('x')} ${'x' in row} ${row instanceof Object} ${Object.keys(row)}`)",
    '(async () => { const [row] = data; return await row; })()',
    "JSON.parse('[{}]')[0].nothing ?? JSON.stringify(data[0])",
    'console.log(data[0]); data.length',
  ])('R9.8 nothing is told where it reads what is there, or makes it: %s', async (code) => {
    expect(await run(code, asData)).toMatchObject({ kind: 'value' });
    expect(await run(code, asData)).not.toHaveProperty('remarks');
  });

  test('R9.8 nothing is told of a field that objects given as JSON lack', async () => {
    expect(await run('data.filter(({ b }) => b).length', { data: '[{"a":1}]' })).not.toHaveProperty('remarks');
  });

  test('R9.8 what it prints comes with it, as far as there is room', async () => {
    expect(await run("console.log('a', { b: 1 }, [2]); console.warn(null, undefined); 1")).toEqual({
      kind: 'value',
      json: '1',
      logs: ['a {"b":1} [2]', 'null undefined'],
    });
    const { logs } = (await run("for (let i = 0; i < 100; i++) console.log('0123456789')")) as { logs: string[] };
    expect(logs).toEqual([...Array.from({ length: 5 }, () => '0123456789'), '[More was printed; it is left out.]']);
  });
});

describe('failures', () => {
  test.each([
    ['let a = 1;\na.b.c', "TypeError: cannot read property 'c' of undefined (line 2)"],
    ['throw new RangeError("too far")', 'RangeError: too far (line 1)'],
    ['throw { code: 7 }', 'thrown: {"code":7}'],
    ['const a = ;', "SyntaxError: unexpected token in expression: ';' (line 1)"],
    ['\n\nreturn nope', "ReferenceError: 'nope' is not defined (line 3)"],
  ])('R6.1 %j says what is wrong and where', async (code, message) => {
    expect(await run(code)).toEqual({ kind: 'fault', message, logs: [] });
  });

  test('R9.8 the clock decides, not the program', async () => {
    let now = 0;
    expect(await run('for (;;);', {}, () => (now += 100))).toEqual({ kind: 'timeout', logs: [] });
  });
});

describe('getting out', () => {
  test.each(escapeAttempts.filter(({ exhausts }) => !exhausts))(
    'R9.8 contained: $name',
    async ({ code, ends, says }) => {
      const outcome = await run(code);
      expect(ends).toContain(outcome.kind);
      if (says && outcome.kind === 'fault') expect(outcome.message).toMatch(says);
      if (says && outcome.kind === 'value') expect(outcome.json ?? 'null').toMatch(says);
      expect('leaked' in globalThis || 'leaked' in {}).toBe(false);
    },
  );
});

test.each([
  [
    "new URL('https://a.example').port = '9'",
    /^TypeError: port of an address cannot be set here; build the address anew/,
  ],
  ["new URL('https://a.example').href = 'x'", /^TypeError: href of an address cannot be set here/],
  ['sha256({ a: 1 })', /^TypeError: sha256 takes a text or bytes/],
  ['const h = crypto.subtle', /^ReferenceError: .*crypto.*; there is no crypto here: use sha256\(text\) \(line 1\)$/],
  ["Buffer.from('a')", /there is no Buffer here: use TextEncoder, btoa and atob/],
  ['unknown_name', /^ReferenceError: \S+ is not defined \(line 1\)$/],
])('R9.8 what a program lacks is named with what to use: %s', async (code, message) => {
  const outcome = await run(code);
  expect(outcome.kind === 'fault' ? outcome.message : '').toMatch(message);
});
