import { readFileSync } from 'node:fs';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core';
import { describe, expect, test } from 'vitest';
import type { SandboxLimits, SandboxOutcome, SandboxProgram } from '../../../src/ports/sandbox.ts';
import { runProgram } from '../../../src/tools/compute/run-program.ts';
import { escapeAttempts } from '../../fixtures/escape-attempts.ts';

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
