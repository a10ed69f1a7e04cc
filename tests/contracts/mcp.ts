import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { McpConnection } from '../../src/ports/mcp.ts';

/**
 * A server with the tools `add`, `fail`, `refuse` and `count`; `count` reports progress and waits while the server is
 * held.
 */
export interface McpHarness {
  connection: McpConnection;
  /** Lets calls wait until the server is closed. */
  hold(): void;
  /** Makes the server unreachable. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

export function mcpContract(name: string, make: () => Promise<McpHarness>): void {
  describe(`${name} keeps the contract of Mcp`, () => {
    let harness: McpHarness;
    beforeEach(async () => {
      harness = await make();
    });
    afterEach(async () => {
      harness.connection.close();
      await harness.close();
    });

    const signal = () => new AbortController().signal;
    const call = (tool: string, input: Record<string, unknown> = {}) =>
      harness.connection.call(tool, input, { signal: signal(), once: true, onProgress: () => undefined });

    test('R9.10 lists what the server offers', async () => {
      const listed = await harness.connection.tools({ signal: signal() });
      const offered = listed.ok ? listed.tools : [];
      expect(offered.find((tool) => tool.name === 'add')).toMatchObject({
        description: 'Adds two numbers.',
        schema: { type: 'object' },
        reads: true,
        repeatable: true,
      });
      expect(offered.find((tool) => tool.name === 'count')).toMatchObject({ reads: false, repeatable: false });
    });

    test('R9.10 an answer has content, a value where there is one, and says whether the tool failed', async () => {
      expect(await call('add', { a: 1, b: 2 })).toEqual({
        ok: true,
        answer: { content: [{ kind: 'text', text: 'The sum is 3.' }], output: { sum: 3 }, failed: false },
      });
      expect(await call('fail')).toMatchObject({ ok: true, answer: { failed: true } });
    });

    test('R6.1 what the server refuses is a fault in its own words', async () => {
      expect(await call('refuse')).toEqual({ ok: false, error: { code: 'refused', detail: 'No such drawer.' } });
    });

    test('R8.1 progress is told, and an abort ends the call', async () => {
      harness.hold();
      const stop = new AbortController();
      const said: string[] = [];
      const onProgress = (text: string) => {
        said.push(text);
        stop.abort();
      };
      const outcome = await harness.connection.call(
        'count',
        { to: 5 },
        { signal: stop.signal, once: true, onProgress },
      );
      expect(outcome).toEqual({ ok: false, error: { code: 'aborted' } });
      expect(said).toEqual(['1/5 · counting']);
      expect(await harness.connection.tools({ signal: AbortSignal.abort() })).toEqual(outcome);
    });

    test('R12.1 where nobody is there, nothing is done', async () => {
      await harness.leave();
      const unreachable = { ok: false, error: { code: 'unreachable' } };
      expect(await harness.connection.tools({ signal: signal() })).toMatchObject(unreachable);
      expect(await call('add', { a: 1, b: 2 })).toMatchObject(unreachable);
    });
  });
}
