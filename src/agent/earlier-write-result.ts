import type { Action } from '../task/decision.ts';
import { effectNumber, stepEffectPrefix } from '../task/effect-id.ts';
import type { JournalEntryBody, JournalEntry } from '../task/journal.ts';
import { findStep, subPlanIdSeparator } from '../plan/leaf-steps.ts';
import { requiredWork } from '../task/owed.ts';
import type { Run } from '../task/run.ts';
import { extraWriteCount } from '../task/writes.ts';
import { callHash, type ToolResult, toolSuccess } from '../task/tool-result.ts';
import type { AgentContext } from './agent-context.ts';

/**
 * Returns the result of the same write if it was already made and is still in effect, so that the call is not repeated;
 * null if the call must be made. Calls in earlier replies of this attempt are compared, unless the tool is meant to be
 * called repeatedly or repeating the write has a further effect, as an append does. For a step that a revision added,
 * or that is retried, calls of the whole task are compared, too; for any other step, those of steps that have written
 * more than they were required to. A write that the plan, the person or a single reply requests twice is made twice.
 */
export async function earlierWriteResult(
  context: AgentContext,
  { step, attempt, n, action }: { step: string; attempt: number; n: number; action: Action },
): Promise<ToolResult | null> {
  const { toolbox } = context;
  if (toolbox.reads(action.tool, action.input)) return null;
  return (
    (await madeInStep(context, { step, attempt, n, action })) ?? (await madeInTask(context, { step, attempt, action }))
  );
}

/** The result of the same write in an earlier reply of this attempt, or null. */
async function madeInStep(
  context: AgentContext,
  { step, attempt, n, action }: { step: string; attempt: number; n: number; action: Action },
): Promise<ToolResult | null> {
  const { toolbox, journal } = context;
  if (toolbox.repeats(action.tool) || toolbox.accumulates(action.tool, action.input)) return null;
  const run = context.run();
  const entries = await journal.effects(stepEffectPrefix(run, step, attempt));
  const reply = entries.findLast(({ effect = '', body }) => body.type === 'model_reply' && effectNumber(effect) < n);
  const wantedCallHash = hashOf(context, action.tool, action.input);
  const madeCallEntry = entries.find(
    ({ seq, body }) =>
      seq < (reply?.seq ?? 0) && isExecutedCall(body) && hashOf(context, body.tool, body.input) === wantedCallHash,
  );
  if (madeCallEntry?.body.type !== 'tool_result' || (await isReverted(context, madeCallEntry, entries))) return null;
  const { output, text } = madeCallEntry.body.result;
  const alreadyDoneResult = toolSuccess(`Already done in this step, not done a second time: ${text}`);
  return { ...alreadyDoneResult, already: step, again: true, ...(output !== undefined && { output }) };
}

/**
 * True if a journal entry is the result of a call that was executed and succeeded, rather than a reference to the
 * result of an earlier call.
 */
export function isExecutedCall(body: JournalEntryBody): body is Extract<JournalEntryBody, { type: 'tool_result' }> {
  return body.type === 'tool_result' && body.result.ok && body.result.already === undefined;
}

/**
 * The result of the same write in this task, or null: for a step added by a revision or in another attempt, else only
 * if the ended steps have made more writes to its store than they were required to.
 */
async function madeInTask(
  context: AgentContext,
  { step, attempt, action }: { step: string; attempt: number; action: Action },
): Promise<ToolResult | null> {
  const run = context.run();
  const revised = !isOwn(run, step);
  const isFirst = !revised && attempt <= 1;
  if (isFirst && (context.toolbox.accumulates(action.tool, action.input) || !hasSurplusFor(context, step))) return null;
  const now = stepEffectPrefix(run, step, attempt);
  const entries = await context.journal.effects(`${run.session_id}/${run.id}/`);
  const wantedCallHash = hashOf(context, action.tool, action.input);
  const madeCallEntry = entries.find(
    ({ step_id, effect = '', body }) =>
      isExecutedCall(body) &&
      !effect.startsWith(now) &&
      (revised || isFirst || step_id === step) &&
      hashOf(context, body.tool, body.input) === wantedCallHash,
  );
  if (
    madeCallEntry?.body.type !== 'tool_result' ||
    madeCallEntry.step_id === null ||
    (await isReverted(context, madeCallEntry, entries))
  )
    return null;
  const { result } = madeCallEntry.body;
  const place = run.plan.steps.findIndex(({ id }) => id === madeCallEntry.step_id?.split(subPlanIdSeparator)[0]) + 1;
  const alreadyDoneResult = toolSuccess(`Already done in step ${place}, not done a second time: ${result.text}`);
  return {
    ...alreadyDoneResult,
    already: madeCallEntry.step_id,
    ...(result.output !== undefined && { output: result.output }),
  };
}

/** True if a step is to write, and the ended steps have made more writes to that store than they were required to. */
function hasSurplusFor({ run, toolbox }: AgentContext, id: string): boolean {
  const step = findStep(run().plan.steps, id);
  const required = step && requiredWork(step, toolbox);
  return required?.kind === 'write' && extraWriteCount(run(), required.store) > 0;
}

/** True if a step belongs to the first plan or was edited by the person. */
function isOwn(run: Run, id: string): boolean {
  const [root] = id.split(subPlanIdSeparator);
  return (
    run.first_plan.some((step) => step.id === root) || findStep(run.plan.steps, root ?? id)?.edited_by_person === true
  );
}

/** Identifies a call by its input and its tool's present name: journals of older versions have others. */
function hashOf({ toolbox }: AgentContext, tool: string, input: unknown): string {
  return callHash({ tool: toolbox.nameOf(tool) ?? tool, input });
}

/**
 * Returns true if the effect of a recorded write is gone: another tool call has written one of its rows since, or one
 * of its rows no longer exists (for a deletion: exists again). False if the call wrote no row.
 */
export async function isReverted(
  { journal }: AgentContext,
  madeCallEntry: JournalEntry,
  entries: readonly JournalEntry[],
): Promise<boolean> {
  if (madeCallEntry.body.type !== 'tool_result') return false;
  const { written } = madeCallEntry.body.result;
  const rows = new Set(written.map(({ store, id }) => `${store}/${id}`));
  const isOverwritten = entries.some(
    ({ seq, body }) =>
      seq > madeCallEntry.seq &&
      body.type === 'tool_result' &&
      body.result.written.some((row) => rows.has(`${row.store}/${row.id}`)),
  );
  if (isOverwritten || written.length === 0) return isOverwritten;
  return journal.transact(async ({ stores }) => {
    for (const { store, id, change } of written) {
      const row = await stores[store].get(id);
      if ((row === undefined || row.deleted_at !== null) !== (change === 'deleted')) return true;
    }
    return false;
  });
}
