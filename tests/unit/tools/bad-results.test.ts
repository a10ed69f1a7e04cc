import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { toolSuccess, type ToolResult } from '../../../src/task/tool-result.ts';
import { toolbox } from '../../../src/tools/registry.ts';
import { unrestrictedAccess, type Tool } from '../../../src/tools/tool.ts';
import type { ToolRunOutcome } from '../../../src/ports/toolbox.ts';
import { LocalSession } from './local-session.ts';
import { RemoteSession } from './remote-session.ts';

const described = {
  name: 'own',
  description: 'A tool of one’s own.',
  input: z.object({}),
  reads: () => true,
  access: () => unrestrictedAccess,
};
const local = (returned: unknown): Tool => ({
  ...described,
  place: 'local',
  run: async () => returned as ToolResult,
});
const remote = (returned: unknown): Tool => ({
  ...described,
  place: 'remote',
  repeatable: () => true,
  run: async () => returned as ToolRunOutcome,
});
const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;
const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined);
beforeEach(() => consoleError.mockClear());

describe('a result that is none', () => {
  test.each([
    ['undefined', undefined, 'its result is undefined, and not what toolSuccess() or toolError() returns'],
    ['a text', 'done', 'its result is a string'],
    ['a part of a result', { ok: true, text: 'x' }, 'the “failure” of its result is not as toolSuccess()'],
    ['a text that is a number', { ...toolSuccess(''), text: 3 }, 'the “text” of its result'],
    [
      'a function',
      toolSuccess('x', { output: { on: [() => 1] } as never }),
      'the “output.on[0]” of its result is a function',
    ],
    ['a Map', toolSuccess('x', { output: new Map() as never }), 'the “output” of its result is a Map'],
    ['a day', toolSuccess('x', { output: { at: new Date(0) } as never }), 'the “output.at” of its result is a Date'],
    ['a BigInt', toolSuccess('x', { output: { n: 1n } as never }), 'the “output.n” of its result is a bigint'],
    ['a cycle', toolSuccess('x', { output: cyclic as never }), 'the “output.self” of its result contains itself'],
  ])('R6.1 %s is a failed call that says so, and developers read it in the console', async (_, returned, says) => {
    const fails = { ok: false, text: expect.stringContaining(says) as string, failure: { code: 'failed' } };
    expect(await new LocalSession([local(returned)]).call('own', {})).toMatchObject(fails);
    expect(await new RemoteSession([remote({ result: returned })]).call('own', {})).toMatchObject({ result: fails });
    expect(consoleError).toHaveBeenCalledTimes(2);
    expect(String(consoleError.mock.calls[0]?.[1])).toContain(says);
  });

  test('R8.6 a call that must not be repeated and returned no result may have been done', async () => {
    const sends = remote({ result: toolSuccess('Sent', { output: { at: new Date(0) } as never }) });
    const call = await new RemoteSession([{ ...sends, reads: () => false, repeatable: () => false } as Tool]).call(
      'own',
      {},
    );
    expect(call.result).toMatchObject({ ok: false, cause: { failure: 'outcome_unknown' } });
    expect((await new RemoteSession([sends]).call('own', {})).result.cause).toBeUndefined();
  });

  test('R6.1 a remote tool that returns a bare result, or a file without text, fails with words about that', async () => {
    const call = async (returned: unknown) => (await new RemoteSession([remote(returned)]).call('own', {})).result.text;
    expect(await call(undefined)).toContain('it returned undefined, and not an object with a “result”');
    expect(await call(toolSuccess('x'))).toContain('its result is undefined');
    expect(await call({ result: toolSuccess('x'), file: { name: 'a' } })).toContain('the “file” it returned');
  });

  test('R6.1 fields that are undefined and numbers that JSON does not know are stored as JSON writes them', async () => {
    const returned = toolSuccess('x', { output: { a: undefined, b: NaN, c: [1] } as never });
    expect((await new LocalSession([local(returned)]).call('own', {})).output).toStrictEqual({ b: null, c: [1] });
  });

  test('R6.1 a tool that throws when it is asked about a call fails in that call, and is taken to write', async () => {
    const broken = (): never => {
      throw new TypeError('no such thing');
    };
    const asked = { ...local(toolSuccess('x')), reads: broken, accumulates: broken };
    expect(toolbox([asked]).reads('own', {})).toBe(false);
    expect(toolbox([asked]).accumulates('own', {})).toBe(false);
    for (const part of ['access', 'about'] as const) {
      const result = await new LocalSession([{ ...local(toolSuccess('x')), [part]: broken }]).call('own', {});
      expect(result).toMatchObject({ ok: false, text: 'own failed: no such thing' });
    }
  });
});

describe('a long result', () => {
  const long = 'word '.repeat(12_000);

  test('R9.2 a text over 50,000 characters is in a file, and the model is shown its beginning', async () => {
    const session = new LocalSession([local(toolSuccess(long, { output: [1] }))]);
    const result = await session.call('own', {});
    expect(result.text.length).toBeLessThan(4300);
    expect(result.text).toContain('of 60000 characters. To read on: read_artifact with file "own.txt" and from 4000');
    expect(result.output).toEqual([1]);
    const [file] = session.storage.tables.files.values();
    expect(file).toMatchObject({ id: result.artifact, name: 'own.txt', content: long, kind: 'artifact' });

    const { result: shown, file: kept } = await new RemoteSession([remote({ result: toolSuccess(long) })]).call(
      'own',
      {},
    );
    expect(shown.text).toBe(result.text);
    expect(kept).toMatchObject({ name: 'own.txt', content: long });
  });

  test('R9.2 an output over 50,000 characters is in a file, and its beginning is in the plan', async () => {
    const output = Array.from({ length: 6000 }, (_, at) => `row ${at}`);
    const session = new LocalSession([local(toolSuccess('6000 rows', { output }))]);
    const result = await session.call('own', {});
    expect(result.text).toBe('6000 rows\n\n[The whole output is in “own.json”.]');
    expect(result.output).toEqual({ text: JSON.stringify(output).slice(0, 4000) });
    const [file] = session.storage.tables.files.values();
    expect(file).toMatchObject({ name: 'own.json', mime: 'application/json', content: JSON.stringify(output) });
  });

  test('R9.2 a list of fewer characters stays whole in the plan, so that later steps can refer to its items', async () => {
    const notes = Array.from({ length: 5 }, (_, at) => ({ title: `Note ${at}`, text: 'x'.repeat(4500) }));
    const session = new LocalSession([local(toolSuccess('5 notes', { output: notes }))]);
    expect(await session.call('own', {})).toMatchObject({ text: '5 notes', output: notes, artifact: null });
    expect(session.storage.tables.files.size).toBe(0);
  });

  test('R9.2 of a tool that has made a file of its own the rest is said to be left out, and of a failure too', async () => {
    const file = { name: 'mine.csv', mime: 'text/csv', content: 'a', kind: 'file', source: null };
    const made = { result: toolSuccess(long, { output: { long } }), file };
    const own = await new RemoteSession([remote(made)]).call('own', {});
    expect(own).toMatchObject({ file, result: { output: { text: JSON.stringify({ long }).slice(0, 4000) } } });
    expect(own.result.text).toMatch(/word\n\n\[The rest is left out\.\]$/);
    const failed = await new RemoteSession([remote({ result: { ...toolSuccess(long), ok: false } })]).call('own', {});
    expect(failed.file).toBeUndefined();
    expect(failed.result.text).toMatch(/word\n\n\[The rest is left out\.\]$/);
    expect(failed.result.text.length).toBeLessThan(4100);
  });
});

describe('a tool that no endpoint would take', () => {
  test.each([
    [[{ name: '数 词' }], 'A tool is named “数 词”.'],
    [[{ name: 'Word-Count' }], 'A tool is named “Word-Count”.'],
    [[{ name: 'mcp_mine' }], 'A tool is named “mcp_mine”.'],
    [[{ name: 'x'.repeat(65) }], 'A name has at most 64 characters'],
    [[{ name: 'own' }, { name: 'own' }], 'Two tools are named “own”.'],
    [[{ description: ' ' }], 'The tool “own” has no description.'],
  ])('R9.1 stops the start with a sentence: %j', (tools, says) => {
    expect(() => toolbox(tools.map((tool) => ({ ...local(null), ...tool })))).toThrow(says);
  });
});
