import type { Result } from '../values/result.ts';
import { type EditUndo, withEditReversed, addUndo } from '../plan/edit-undo.ts';
import { subPlanIdSeparator } from '../plan/leaf-steps.ts';
import { applyEdit, type EditError, resetStep, isHeldByPause, type PlanEdit } from '../plan/plan-edits.ts';
import { markBlocked } from '../plan/plan-graph.ts';
import type { Step } from '../plan/step.ts';
import { latestReversible } from '../task/reversible-edits.ts';
import type { EditedStep, Run, TaskEvent } from '../task/run.ts';
import { type TaskChange, type NewJournalLine, journalLine } from './change.ts';
import { clearRefusedRequest } from './guidance.ts';

export type EditResult = Result<TaskChange, EditError>;

/** Applies an edit by the person. A new step gets an id that was never used. */
export function applyPlanEdit(run: Run, planEdit: PlanEdit, at: string): EditResult {
  const last_step_number = planEdit.kind === 'add' ? freshNumber(run) : run.last_step_number;
  const editWithStepId = planEdit.kind === 'add' ? { ...planEdit, id: `step_${last_step_number}` } : planEdit;
  const result = applyEdit(run.plan, editWithStepId, at);
  if (!result.ok) return result;
  const before = run.plan.steps.find(({ id }) => id === editWithStepId.id);
  const after = result.value.steps.find(({ id }) => id === editWithStepId.id);
  const description = (after ?? before)?.description ?? editWithStepId.id;
  const calls = before && after ? callCount(before) - callCount(after) : 0;
  const what = recordedKind(run, planEdit, before);
  const next: Run = {
    ...clearRefusedRequest(isOpenAgain(run, planEdit) ? forgotten(run, [planEdit.id]) : run),
    last_step_number,
    plan: result.value,
    edits: addUndo(run.edits, freshId(run), run.plan.steps, result.value.steps, { what, step: description }),
    redos: [],
    events: [...run.events, editedEvent(run.plan.steps, result.value.steps)],
  };
  const bringsWork = planEdit.kind !== 'move' && planEdit.kind !== 'delete' && planEdit.kind !== 'skip';
  return {
    ok: true,
    value: {
      run: bringsWork ? reopened(next) : next,
      lines: [
        journalLine(
          {
            type: 'edit',
            what,
            description,
            ...(before && before.description !== description && { was: before.description }),
            ...(calls > 0 && { calls }),
          },
          editWithStepId.id,
        ),
      ],
    },
  };
}

/** The number of planned calls of a step and of the steps within it. */
function callCount({ tool, parameters, plan }: Step): number {
  const inner = plan?.steps.reduce((sum, step) => sum + callCount(step), 0) ?? 0;
  return inner + (tool !== undefined && parameters ? 1 : 0);
}

/** The event of an edit that led from the steps `before` to `after`. */
function editedEvent(before: readonly Step[], after: readonly Step[]): TaskEvent {
  const old = new Map(before.map((step) => [step.id, step]));
  const remainingStepIds = new Set(after.map(({ id }) => id));
  const deletedSteps = before.filter(({ id }) => !remainingStepIds.has(id));
  const changes = [
    ...deletedSteps.map(({ description }): EditedStep => ({ what: 'deleted', description })),
    ...after.flatMap((step): EditedStep[] => {
      const { description } = step;
      const was = old.get(step.id);
      if (!was) return [{ what: 'added', description }];
      if (was.description !== description) return [{ what: 'changed', description, was: was.description }];
      return step.status === 'skipped' && was.status !== 'skipped' ? [{ what: 'skipped', description }] : [];
    }),
  ];
  return { kind: 'edited', ...(changes.length > 0 && { changes }) };
}

/** The kind of an edit as the journal has it: it tells results apart that are given, and steps that start over. */
function recordedKind({ plan }: Run, { kind, ...edit }: PlanEdit, before: Step | undefined): string {
  if (kind === 'accept' && 'result' in edit && edit.result) return 'answer';
  if (kind !== 'retry' || !before) return kind;
  return isHeldByPause(plan, before) ? 'start_over' : before.status === 'skipped' ? 'after_all' : kind;
}

const isOpenAgain = ({ plan }: Run, { id }: PlanEdit) =>
  plan.steps.some((step) => step.id === id && isHeldByPause(plan, step));

/** The task without the pending questions, approvals and first calls of these steps. */
function forgotten(run: Run, ids: readonly string[]): Run {
  const isIn = (step: string | null | undefined) =>
    ids.some((id) => step === id || step?.startsWith(id + subPlanIdSeparator));
  const opens = run.first_calls.length > 0 && isIn(run.first_calls_for ?? run.plan.steps[0]?.id);
  return {
    ...run,
    question: isIn(run.question?.step_id) ? null : run.question,
    approvals: run.approvals.filter(({ step_id, decision }) => decision !== null || !isIn(step_id)),
    ...(opens && { first_calls: [], first_calls_for: null }),
  };
}

/** The task with its running steps reset to open, so that a replan may replace them too. */
export function reopenRunningSteps(run: Run): Run {
  const runningStepIds = run.plan.steps.flatMap(({ id, status }) => (status === 'running' ? [id] : []));
  const steps = run.plan.steps.map((step) => (runningStepIds.includes(step.id) ? resetStep(step) : step));
  return {
    ...clearRefusedRequest(forgotten(run, runningStepIds)),
    plan: { ...run.plan, steps: markBlocked(steps) },
    pending_replan: 'person',
  };
}

interface UndoResult {
  run: Run;
  line: NewJournalLine | null;
  error: EditError | null;
}

/**
 * Undoes one edit, the latest that can be undone if `id` is undefined. One that can no longer be undone stays in the
 * list, since the list also says which steps the person added.
 */
export function undoEdit(run: Run, id: string | undefined): UndoResult {
  const undo =
    id === undefined ? (latestReversible(run) ?? run.edits.at(-1)) : run.edits.find((each) => each.id === id);
  if (!undo) return { run, line: null, error: null };
  const runWithoutEdit = { ...run, edits: run.edits.filter((each) => each !== undo) };
  const result = reversed(runWithoutEdit, undo, 'undo', (steps, about) => ({
    redos: addUndo(run.redos ?? [], freshId(run), run.plan.steps, steps, about),
  }));
  return result.error ? { ...result, run } : result;
}

/** Redoes the edit that was undone last; one that can no longer be redone is removed from the list. */
export function redoEdit(run: Run): UndoResult {
  const redo = run.redos?.at(-1);
  if (!redo) return { run, line: null, error: null };
  const runWithoutRedo = { ...run, redos: run.redos?.slice(0, -1) ?? [] };
  return reversed(runWithoutRedo, redo, 'redo', (steps, about) => ({
    edits: addUndo(run.edits, freshId(run), run.plan.steps, steps, about),
  }));
}

function reversed(
  run: Run,
  entry: EditUndo,
  what: 'undo' | 'redo',
  editListsAfter: (steps: readonly Step[], about: Pick<EditUndo, 'what' | 'step'>) => Partial<Run>,
): UndoResult {
  const result = withEditReversed(run.plan.steps, entry);
  if (!result.ok) return { run, line: null, error: result.error };
  const { what: kind, step } = entry;
  const next: Run = {
    ...clearRefusedRequest(run),
    ...editListsAfter(result.value, { ...(kind !== undefined && { what: kind }), ...(step !== undefined && { step }) }),
    plan: { ...run.plan, steps: result.value },
    events: [...run.events, editedEvent(run.plan.steps, result.value)],
  };
  const touched = [...run.plan.steps, ...entry.before].find(
    ({ id, description }) =>
      description === step && (entry.added.includes(id) || entry.before.some((each) => each.id === id)),
  );
  return {
    run: reopened(next),
    line: journalLine(
      { type: 'edit', what, description: step ?? '', ...(kind !== undefined && { of: kind }) },
      touched?.id ?? null,
    ),
    error: null,
  };
}

/** The task without its closing answer, so that a plan about to close continues. */
function reopened(run: Run): Run {
  return { ...run, closing: null, resume: run.resume === 'verifying' ? 'executing' : run.resume };
}

/** An unused id for the next edit: each edit and each undo adds one event. */
const freshId = ({ events }: Run) => String(events.length + 1);

function freshNumber(run: Run): number {
  let number = run.last_step_number + 1;
  while (run.plan.steps.some((step) => step.id === `step_${number}`)) number += 1;
  return number;
}
