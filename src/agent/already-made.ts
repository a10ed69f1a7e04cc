import { contentHash } from '../domain/text/content-hash.ts';
import type { Action } from '../domain/task/decision.ts';
import { stepPrefix } from '../domain/task/effect-id.ts';
import type { JournalEntry } from '../domain/record/journal.ts';
import { findStep, within } from '../domain/plan/leaf-steps.ts';
import type { Run } from '../domain/task/run.ts';
import { type ToolResult, toolSuccess } from '../domain/task/tool-result.ts';
import type { AgentContext } from './agent-context.ts';

/**
 * The result of a write that this task has made before with the same input (R6.7), for a step that a revision added or
 * that is retried; null where the call must be made. Writes that the first plan or the person lists twice are made
 * twice.
 */
export async function alreadyMade(
  context: AgentContext,
  { step, attempt, action }: { step: string; attempt: number; action: Action },
): Promise<ToolResult | null> {
  const run = context.run();
  const revised = !isOwn(run, step);
  if ((!revised && attempt <= 1) || context.toolbox.reads(action.tool, action.input)) return null;
  const now = stepPrefix(run, step, attempt);
  const entries = await context.journal.effects(`${run.session_id}/${run.id}/`);
  const asked = hashOf(context, action.tool, action.input);
  const made = entries.find(
    ({ step_id, effect = '', body }) =>
      body.type === 'tool_result' &&
      body.result.ok &&
      body.result.already === undefined &&
      !effect.startsWith(now) &&
      (revised || step_id === step) &&
      hashOf(context, body.tool, body.input) === asked,
  );
  if (made?.body.type !== 'tool_result' || made.step_id === null || isUndone(made, entries)) return null;
  const { result } = made.body;
  const place = run.plan.steps.findIndex(({ id }) => id === made.step_id?.split(within)[0]) + 1;
  const told = toolSuccess(`Already done in step ${place}, not done a second time: ${result.text}`);
  return { ...told, already: made.step_id, ...(result.output !== undefined && { output: result.output }) };
}

/** Whether a step is of the first plan or the person's own. */
function isOwn(run: Run, id: string): boolean {
  const [root] = id.split(within);
  return (
    run.first_plan.some((step) => step.id === root) || findStep(run.plan.steps, root ?? id)?.edited_by_person === true
  );
}

function hashOf({ toolbox }: AgentContext, tool: string, input: unknown): string {
  return contentHash({ tool: toolbox.nameOf(tool) ?? tool, input: input ?? null });
}

/** Whether another call has overwritten the row since. */
function isUndone(made: JournalEntry, entries: readonly JournalEntry[]): boolean {
  if (made.body.type !== 'tool_result') return false;
  const rows = new Set(made.body.result.written.map(({ store, id }) => `${store}/${id}`));
  return entries.some(
    ({ seq, body }) =>
      seq > made.seq &&
      body.type === 'tool_result' &&
      body.result.written.some((row) => rows.has(`${row.store}/${row.id}`)),
  );
}
