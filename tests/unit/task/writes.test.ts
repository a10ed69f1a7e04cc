import { describe, expect, test } from 'vitest';
import { rowCounts } from '../../../src/task/writes.ts';
import type { AgentContext } from '../../../src/agent/agent-context.ts';
import { verifyWrittenRows } from '../../../src/agent/verify-written-rows.ts';
import type { JournalEntry } from '../../../src/task/journal.ts';
import type { Run } from '../../../src/task/run.ts';
import { toolSuccess, type ToolResult } from '../../../src/task/tool-result.ts';
import { WrittenRows } from '../../../src/ui/conversation/written-rows.ts';

test('R8.6 a copy of what the person had added is not counted as written', () => {
  const rows = [
    { store: 'files', change: 'put' },
    { store: 'files', change: 'put', copy: true },
  ] as const;
  expect(rowCounts(rows)).toEqual([{ store: 'files', change: 'put', n: 1 }]);
});

describe('R8.6 a call of a server’s tool', () => {
  const called = (server_tool: ToolResult['server_tool']) => {
    const result = { ...toolSuccess('ok'), server_tool };
    return { seq: 1, task_id: 't', at: '', body: { type: 'tool_result', tool: 'mcp_desk_do', result } } as unknown;
  };
  const run = { session_id: 's', id: 't', checked: {}, closing: null, events: [], plan: { goal: '', steps: [] } };
  /** What is counted for a call with this record at the end of a task, of a tool that is known to read or not. */
  const countedAtEnd = async (entry: unknown, reads: boolean) => {
    const context = {
      journal: {
        effects: async () => [entry],
        starts: async () => [],
        transact: (work: (scope: object) => unknown) => work({}),
      },
      toolbox: { check: () => ({ ok: true, place: 'remote', access: { rule: 'call' } }), reads: () => reads },
      clock: { now: () => '' },
    };
    return (await verifyWrittenRows(context as unknown as AgentContext, run as unknown as Run)).written;
  };
  const countedInConversation = (entry: unknown) => {
    const rows = new WrittenRows();
    rows.add({ task_id: 't', body: { type: 'plan_generated' } } as unknown as JournalEntry);
    rows.add(entry as JournalEntry);
    return rows.of('t');
  };
  const desk = { tool: 'do', server: 'Desk' };
  const calls = [{ store: 'calls', change: 'put', n: 1, names: ['Desk'] }];

  test.each([
    [{ ...desk, reads: false }, calls],
    [{ ...desk, reads: true }, []],
  ])('recorded as %j may have changed something, unless it reads', async (server_tool, counts) => {
    expect(await countedAtEnd(called(server_tool), true)).toEqual(counts);
    expect(countedInConversation(called(server_tool))).toEqual(counts);
  });

  test('recorded by an earlier version is counted by what its tool says now, if that is known', async () => {
    expect(await countedAtEnd(called(desk), true)).toEqual([]);
    expect(await countedAtEnd(called(desk), false)).toMatchObject([{ store: 'elsewhere', change: 'put', n: 1 }]);
    expect(countedInConversation(called(desk))).toBeNull();
  });
});
