import { withCallsOwnedByPlan, type RunRecord, type SuccessfulCall } from '../plan/own-calls.ts';
import { subPlanIdSeparator } from '../plan/leaf-steps.ts';
import type { Plan } from '../plan/plan.ts';
import type { Step } from '../plan/step.ts';
import type { Stores } from '../ports/stores.ts';
import { stepEffectPrefix } from '../task/effect-id.ts';
import type { JournalEntryBody, JournalEntry } from '../task/journal.ts';
import type { Run } from '../task/run.ts';
import { JsonObject } from '../values/json.ts';

/** What `loadRunRecord` reads from. */
export interface RunRecordSources {
  stores: { sessions: Pick<Stores['sessions'], 'wholeJournal' | 'moment' | 'run'> };
  /** The available tools with the JSON Schemas of their inputs. */
  readonly ruledTools: () => Promise<readonly { name: string; schema: object }[]>;
}

/**
 * Returns the plan of a run with only those calls that may be repeated, as `withCallsOwnedByPlan` does. Rejects if the
 * storage cannot be read.
 */
export const repeatablePlan = async (run: Run, sources: RunRecordSources): Promise<Plan> =>
  withCallsOwnedByPlan(run.plan, await loadRunRecord(run, sources));

/**
 * Returns what decides which calls of a run may be repeated. Anything that was read in the session before a call makes
 * the call an informed one: the result of a call, an answer, a hint or a result of the person in any task, the plan of
 * an earlier task that the request for this one showed, and the results in this task's file; also if what the file
 * contained is not stored. Rejects if the storage cannot be read.
 */
export async function loadRunRecord(
  run: Run,
  { stores: { sessions }, ruledTools }: RunRecordSources,
): Promise<RunRecord> {
  const entries = await sessions.wholeJournal(run.session_id);
  const planEntry = entries.find(({ task_id, body }) => task_id === run.id && body.type === 'plan_generated');
  const from = planEntry?.body.type === 'plan_generated' ? planEntry.body.from : null;
  const isFromFile = from === 'import' || from === 'template';
  const start = planEntry?.seq ?? 0;
  const moment = isFromFile ? await sessions.moment(run.session_id, start, 0) : null;
  const origin = moment?.run.id === run.id ? moment.run : null;
  const readAt = isFromFile && (!origin || hasResults(origin.plan.steps)) ? start : Infinity;
  const firstRead = entries.find(
    (entry) =>
      bringsNewInformation(entry) ||
      entry.seq === readAt ||
      (run.earlier_plan !== undefined && entry.task_id === run.id),
  );
  const before = firstRead ? await sessions.run(run.session_id, firstRead.seq - 1) : run;
  const first = isFromFile ? origin : before;
  const attempts = Object.fromEntries(
    run.plan.steps.map(({ id, attempts: nth }) => [id, stepEffectPrefix(run, id, nth)]),
  );
  const calls = entries.flatMap(({ effect = '', step_id, body, seq }): SuccessfulCall[] => {
    if (body.type !== 'tool_result' || !body.result.ok || step_id === null) return [];
    const input = JsonObject.safeParse(body.input);
    const isLast = effect.startsWith(attempts[step_id] ?? ' ');
    const madeAfterReading = firstRead !== undefined && seq > firstRead.seq;
    return isLast && input.success ? [{ step: step_id, tool: body.tool, input: input.data, madeAfterReading }] : [];
  });
  const tools = await ruledTools().catch(() => []);
  return {
    calls,
    firstPlanCalls: new Map(first?.id === run.id ? callsIn(first.plan.steps) : []),
    isFromFile,
    words: [
      run.plan.goal,
      ...[...run.first_plan, ...wordedByPerson(run, entries)].map((each) => each.description),
    ].join('\n'),
    schemas: new Map(tools.map(({ name, schema }) => [name, schema])),
  };
}

const hasResults = (steps: readonly Step[]): boolean =>
  steps.some(({ result, plan }) => result !== null || (plan && hasResults(plan.steps)));

const callsIn = (steps: readonly Step[], prefix = ''): (readonly [string, { tool: string; input: JsonObject }])[] =>
  steps.flatMap(({ id, tool, parameters, plan }) => [
    ...(tool !== undefined && parameters ? ([[prefix + id, { tool, input: parameters }]] as const) : []),
    ...(plan ? callsIn(plan.steps, prefix + id + subPlanIdSeparator) : []),
  ]);

/** The steps whose description the person wrote: those that an edit added or worded so. */
function wordedByPerson(run: Run, entries: readonly JournalEntry[]): Step[] {
  const edits = entries.flatMap(({ task_id, step_id, body }) =>
    task_id === run.id && body.type === 'edit' && (body.what === 'add' || body.was !== undefined)
      ? [{ id: step_id, description: body.description }]
      : [],
  );
  return run.plan.steps.filter((step) =>
    edits.some(({ id, description }) => id === step.id && description === step.description),
  );
}

/** True if the model learned something from an entry that is not in the words of the plan. */
function bringsNewInformation({ body }: JournalEntry): boolean {
  if (body.type === 'tool_result') return !onlyAdds(body);
  if (body.type === 'edit') return body.what === 'answer';
  if (body.type !== 'message') return false;
  return (body.images?.length ?? 0) > 0 || body.kind === 'answer' || body.kind === 'guidance';
}

const additions: Readonly<Record<string, readonly unknown[]>> = {
  todo: ['add'],
  files: ['write', 'append'],
  memory: ['remember'],
};

/** True if a call added something and its result says no more than that: an added calendar entry may name others. */
const onlyAdds = ({ tool, input, result }: Extract<JournalEntryBody, { type: 'tool_result' }>): boolean =>
  result.ok &&
  result.written.length > 0 &&
  additions[tool]?.includes((input as { action?: unknown } | null)?.action) === true;
