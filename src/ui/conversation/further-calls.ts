import type { ApprovalRequest } from '../../task/approval.ts';
import { describeCallFromInput } from '../../task/call-details.ts';
import type { JournalEntry } from '../../task/journal.ts';
import type { Run } from '../../task/run.ts';
import { parseJson } from '../../values/json.ts';
import type { Stores } from '../../ports/stores.ts';

/**
 * Returns the names of what further calls of the same reply would change or delete by the same kind of call as the one
 * that waits for approval; empty if the reply is not known call by call.
 */
export async function namesOfFurtherCalls(
  stores: Pick<Stores, 'todos' | 'entries' | 'notes' | 'files'>,
  entries: readonly JournalEntry[],
  run: Pick<Run, 'first_calls' | 'first_calls_for'>,
  { step_id, tool, access }: ApprovalRequest,
): Promise<string[]> {
  const kind = access.about?.what;
  if (kind === undefined || access.origin !== null || access.server || access.rule === 'in_doubt') return [];
  const ofStep = entries.filter((entry) => entry.step_id === step_id);
  const latest = ofStep.findLastIndex(({ body }) => body.type === 'model_reply' && body.purpose === 'thought');
  const reply = ofStep[latest]?.body;
  const calls =
    reply?.type === 'model_reply'
      ? reply.reply.calls.map((call) => ({ call: call.id, tool: call.name, input: parseJson(call.arguments) }))
      : run.first_calls_for === step_id
        ? run.first_calls
        : [];
  const done = new Set(
    ofStep.slice(latest + 1).flatMap(({ body }) => (body.type === 'tool_result' ? [body.call] : [])),
  );
  const [, ...later] = calls.filter(({ call }) => !done.has(call));
  const names = later
    .filter((call) => call.tool === tool)
    .map(async ({ input }) => {
      const { about, row } = describeCallFromInput(tool, input);
      if (about.what.replace(/_(?:all|one)$/, '') !== kind.replace(/_(?:all|one)$/, '')) return undefined;
      const stored = row?.id === undefined ? undefined : await stores[row.store].get(row.id).catch(() => undefined);
      return stored === undefined ? (about.name ?? row?.name) : 'title' in stored ? stored.title : stored.name;
    });
  return (await Promise.all(names)).filter((name) => name !== undefined);
}
