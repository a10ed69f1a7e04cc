import { expect, test } from 'vitest';
import type { AgentContext } from '../../../src/agent/agent-context.ts';
import { sourcesSection } from '../../../src/agent/sources-section.ts';
import { promptsFor } from '../../../src/protocols/system-prompt.ts';
import type { JournalEntry } from '../../../src/task/journal.ts';
import { toolSuccess } from '../../../src/task/tool-result.ts';

const read = (seq: number, task: string, step: string, address: string, method = 'GET'): JournalEntry => ({
  ...{ seq, session_id: 's', task_id: task, step_id: step, at: '2026-11-30T02:00:00Z' },
  body: {
    ...{ type: 'tool_result', call: 'c', tool: 'fetch', input: { url: address, method }, retry_at: '' },
    result: toolSuccess('', { artifact: `f${seq}`, source: { address, title: null } }),
  },
});

async function section(entries: JournalEntry[]): Promise<string[]> {
  const journal = { effects: async () => entries };
  const prompts = promptsFor('Compare', 'secret');
  const text = await sourcesSection({ journal } as unknown as AgentContext, prompts, { id: 'own', session_id: 's' });
  return text.split('\n').filter((line) => /^\[\d/.test(line));
}

test('R9.3 the model may cite what earlier tasks read, but only the steps of its own task are named', async () => {
  const entries = [
    read(1, 'earlier', 's1', 'https://a.example/'),
    read(2, 'earlier', 's2', 'https://b.example/'),
    read(3, 'own', 's1', 'https://b.example/'),
    read(4, 'own', 's2', 'https://hook.example/', 'POST'),
  ];
  expect(await section(entries)).toEqual(['[1] https://a.example/', '[2] https://b.example/ (s1)']);
});

test('R9.3 of many sources, those that the task itself read are offered before others', async () => {
  const many = Array.from({ length: 50 }, (_, at) => read(at + 1, 'earlier', 's1', `https://p${at + 1}.example/`));
  const lines = await section([...many, read(51, 'own', 's1', 'https://p1.example/')]);
  expect(lines).toHaveLength(40);
  expect(lines.at(-1)).toBe('[1] https://p1.example/ (s1)');
  expect(lines[0]).toBe('[12] https://p12.example/');
});
