import * as z from 'zod';
import { toolError, toolSuccess, type ToolResult } from '../../src/task/tool-result.ts';
import { allTools } from '../../src/tools/all-tools.ts';
import type { Tool } from '../../src/tools/tool.ts';
import type { Network } from '../../src/ports/network.ts';
import { toolPorts } from '../fakes/tool-ports.ts';

const free = { origin: null, private_address: false, subject: '', rule: 'free' as const };

/** Counts itself: each time its effect takes place the stored number grows by one, so a repeated effect shows. */
const tally: Tool = {
  name: 'tally',
  description: 'Counts.',
  input: z.object({ notes: z.string().optional() }),
  place: 'local',
  reads: () => false,
  access: () => free,
  run: async (_, { stores, now, sessionId }) => {
    const row = await stores.files.get('tally');
    const count = Number(row?.content ?? 0) + 1;
    await stores.files.put({
      id: 'tally',
      session_id: sessionId,
      name: 'tally',
      mime: 'text/plain',
      content: String(count),
      kind: 'artifact',
      source: 'tally',
      size: 1,
      created_at: now,
      deleted_at: null,
    });
    return toolSuccess(`Counted to ${count}.`, { output: { count } });
  },
};

/** The real tools, one that counts, and one whose answers come from outside and may fail. */
export function simTools(network: Network, probe: (signal: AbortSignal) => Promise<ToolResult>): Tool[] {
  const remote: Tool = {
    name: 'probe',
    description: 'Looks outside.',
    input: z.object({ notes: z.string().optional() }),
    place: 'remote',
    repeatable: () => true,
    reads: () => true,
    access: () => free,
    run: async (_, { signal }) => ({ result: await probe(signal) }),
  };
  return [...allTools(toolPorts(network)), tally, remote];
}

/** How the world answers the probe. */
export function probed(choice: number): ToolResult {
  if (choice < 300) return toolSuccess(`Seen: ${choice}`, { output: { seen: choice } });
  if (choice < 450) return toolError('server', 'A fault of its own (503).', { status: 503 });
  if (choice < 550) return toolError('rate_limit', 'Too often (429).', { status: 429, retry_after_ms: choice * 7 });
  if (choice < 650) return toolError('not_found', 'There is nothing here (404).', { status: 404 });
  if (choice < 750) return toolError('failed', 'It failed.');
  if (choice < 800) return toolSuccess('');
  return toolSuccess('The same as ever.');
}
