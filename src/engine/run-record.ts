import { withOwnCalls, type RunRecord, type SuccessfulCall } from '../plan/own-calls.ts';
import type { Plan } from '../plan/plan.ts';
import type { Stores } from '../ports/stores.ts';
import { stepEffectPrefix } from '../task/effect-id.ts';
import type { EntryBody, JournalEntry } from '../task/journal.ts';
import type { Run } from '../task/run.ts';
import { JsonObject } from '../values/json.ts';

/** What `runRecord` reads from. */
export interface RunRecordSources {
  stores: { sessions: Pick<Stores['sessions'], 'wholeJournal' | 'moment' | 'run'> };
  /** The available tools with the JSON Schemas of their inputs. */
  readonly ruledTools: () => Promise<readonly { name: string; schema: object }[]>;
}

/** The plan of a run with only those calls that may be repeated, as `withOwnCalls`. Rejects if the storage cannot be read. */
export const repeatablePlan = async (run: Run, sources: RunRecordSources): Promise<Plan> =>
  withOwnCalls(run.plan, await runRecord(run, sources));

/**
 * Returns what decides which calls of a run may be repeated. Anything that was read in the session before a call makes
 * the call an informed one: the result of a call in any task, and in this task an answer, a hint or a result of the
 * person and the results in an imported file. Rejects if the storage cannot be read.
 */
export async function runRecord(run: Run, { stores: { sessions }, ruledTools }: RunRecordSources): Promise<RunRecord> {
  const entries = await sessions.wholeJournal(run.session_id);
  const planned = entries.find(({ task_id, body }) => task_id === run.id && body.type === 'plan_generated');
  const from = planned?.body.type === 'plan_generated' ? planned.body.from : null;
  const isFromFile = from === 'import' || from === 'template' || from === 'again';
  const start = planned?.seq ?? 0;
  const origin = isFromFile ? await sessions.moment(run.session_id, start, 0) : null;
  const hasResults = origin?.run.plan.steps.some(({ result }) => result !== null) === true;
  const firstRead = entries.find(
    (entry) => brings(entry, entry.task_id === run.id && entry.seq > start) || (hasResults && entry.seq === start),
  );
  const before = firstRead ? await sessions.run(run.session_id, firstRead.seq - 1) : run;
  const first = isFromFile ? origin?.run : before;
  const attempts = Object.fromEntries(
    run.plan.steps.map(({ id, attempts: nth }) => [id, stepEffectPrefix(run, id, nth)]),
  );
  const calls = entries.flatMap(({ effect = '', step_id, body, seq }): SuccessfulCall[] => {
    if (body.type !== 'tool_result' || !body.result.ok || step_id === null) return [];
    const input = JsonObject.safeParse(body.input);
    const isLast = effect.startsWith(attempts[step_id] ?? ' ');
    const informed = firstRead !== undefined && seq > firstRead.seq;
    return isLast && input.success ? [{ step: step_id, tool: body.tool, input: input.data, informed }] : [];
  });
  const own = run.plan.steps.filter(({ edited_by_person: edited }) => edited === true);
  const tools = await ruledTools().catch(() => []);
  return {
    calls,
    written: new Map(first?.id === run.id ? callsIn(first.plan) : []),
    isFromFile,
    words: [run.plan.goal, ...[...run.first_plan, ...own].map(({ description }) => description)].join('\n'),
    schemas: new Map(tools.map(({ name, schema }) => [name, schema])),
  };
}

const callsIn = ({ steps }: Plan) =>
  steps.flatMap(({ id, tool, parameters }): [string, { tool: string; input: JsonObject }][] =>
    tool !== undefined && parameters ? [[id, { tool, input: parameters }]] : [],
  );

/** True if the model learned something from an entry that is not in the words of the plan. */
function brings({ body }: JournalEntry, isAmidTask: boolean): boolean {
  if (body.type === 'tool_result') return !onlyAdds(body);
  if (body.type === 'edit') return isAmidTask && body.what === 'answer';
  if (body.type !== 'message') return false;
  return (body.images?.length ?? 0) > 0 || (isAmidTask && (body.kind === 'answer' || body.kind === 'guidance'));
}

const additions: Readonly<Record<string, readonly unknown[]>> = {
  todo: ['add'],
  files: ['write', 'append'],
  memory: ['remember'],
};

/** True if a call added something and its result says no more than that: an added calendar entry may name others. */
const onlyAdds = ({ tool, input, result }: Extract<EntryBody, { type: 'tool_result' }>): boolean =>
  result.ok &&
  result.written.length > 0 &&
  additions[tool]?.includes((input as { action?: unknown } | null)?.action) === true;
