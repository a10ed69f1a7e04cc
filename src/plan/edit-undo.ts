import { contentHash } from '../values/content-hash.ts';
import type { Result } from '../values/result.ts';
import * as z from 'zod/mini';
import type { EditError } from './plan-edits.ts';
import { findDependencyCycle, markBlocked } from './plan-graph.ts';
import { isUnstarted, Step } from './step.ts';

/** The data needed to undo one edit by the person: the affected steps and the order before it. */
export const EditUndo = z.object({
  /** Identifies the edit within its task; never reused. */
  id: z.string(),
  /** The steps that the edit changed or deleted, as they were before. */
  before: z.array(Step),
  added: z.array(z.string()),
  /** The order of step ids before the edit; null if the order did not change. */
  order: z.nullable(z.array(z.string())),
  /** The kind of the edit; `step` is the description of the edited step. */
  what: z.exactOptional(z.string()),
  step: z.exactOptional(z.string()),
  /**
   * A hash, by step id, of each step that the edit added or changed, as it was after the edit. Absent from older
   * records, which have only the end times of the steps that had ended after the edit.
   */
  after: z.exactOptional(z.record(z.string(), z.string())),
  ended: z.exactOptional(z.record(z.string(), z.string())),
  /** The order of step ids after the edit, if it only moved a step; absent from older records. */
  moved: z.exactOptional(z.array(z.string())),
});
export type EditUndo = z.infer<typeof EditUndo>;

/** The largest number of edits kept for undo. */
const mostUndoEntries = 30;

/**
 * The task's undo list with one added for the edit `id` that led from `before` to `after`; `about` describes the edit.
 */
export function addUndo(
  undos: readonly EditUndo[],
  id: string,
  before: readonly Step[],
  after: readonly Step[],
  about: Pick<EditUndo, 'what' | 'step'> = {},
): EditUndo[] {
  const next = new Map(after.map((step) => [step.id, step]));
  const old = new Map(before.map((step) => [step.id, step]));
  const isTouched = (step: Step | undefined, other: Step | undefined) =>
    step !== other && !(step && other && differOnlyInBlocking(step, other));
  const stepsBeforeEdit = before.filter((step) => isTouched(step, next.get(step.id)));
  const touched = after.filter((step) => isTouched(step, old.get(step.id)));
  const sameOrder = before.length === after.length && before.every(({ id }, at) => id === after[at]?.id);
  const undo: EditUndo = {
    ...about,
    id,
    before: stepsBeforeEdit,
    added: touched.flatMap(({ id }) => (old.has(id) ? [] : [id])),
    order: sameOrder ? null : before.map(({ id }) => id),
    after: Object.fromEntries(touched.map((step) => [step.id, hashOf(step)])),
    ...(!sameOrder && before.length === after.length && { moved: after.map(({ id }) => id) }),
  };
  return [...undos, undo].slice(-mostUndoEntries);
}

/** True if a step was only blocked or unblocked, which follows from the other steps. */
function differOnlyInBlocking(step: Step, other: Step): boolean {
  const open = (each: Step) => contentHash({ ...each, status: 'pending' });
  return isUnstarted(step) && isUnstarted(other) && open(step) === open(other);
}

/** A hash of what a step is to do and of its outcome; equal for a blocked step and a pending one. */
function hashOf({
  description,
  tool,
  parameters,
  dependencies,
  expected_output,
  status,
  ended_at,
  plan,
}: Step): string {
  const state = status === 'blocked' ? 'pending' : status;
  const inner = plan?.steps.map(hashOf) ?? [];
  return contentHash({ description, tool, parameters, dependencies, expected_output, state, ended_at, inner });
}

/**
 * The steps with one edit reversed, whatever was done to other steps since. An error if that would not take back just
 * what the edit did: a step that it added, changed or moved is not as it left it, one that it deleted is back in the
 * plan, or the plan would become invalid.
 */
export function withEditReversed(steps: readonly Step[], undo: EditUndo): Result<Step[], EditError> {
  const { before, added } = undo;
  const conflictingChange = changedSince(steps, undo);
  if (conflictingChange) return { ok: false, error: conflictingChange };
  const old = new Map(before.map((step) => [step.id, step]));
  const rest = steps.filter((step) => !added.includes(step.id)).map((step) => old.get(step.id) ?? step);
  const back = deletedBy(undo);
  const ordered = isMove(undo) ? inOrder(rest, undo.order) : withRestored(rest, back, undo.order ?? []);
  if (isMove(undo)) {
    const fixed = steps.find((step, at) => !isUnstarted(step) && step !== ordered[at]);
    if (fixed) return refuse('keeps_place', fixed.description);
    if (steps.every((step, at) => step === ordered[at])) return refuse('changed_since', undo.step ?? '');
  }

  const ids = new Set(ordered.map(({ id }) => id));
  for (const step of ordered) {
    const missingDependency = step.dependencies.find((id) => !ids.has(id));
    if (missingDependency !== undefined)
      return added.includes(missingDependency)
        ? refuse('still_needed', nameOf(steps, missingDependency), step.description)
        : refuse('unknown_dependency', step.description, missingDependency);
  }
  const cycle = findDependencyCycle(ordered);
  return cycle
    ? refuse('cycle', nameOf(steps, cycle[0] ?? ''), cycle.join(' → '))
    : { ok: true, value: markBlocked(ordered) };
}

const isMove = (undo: EditUndo): undo is EditUndo & { order: string[] } =>
  undo.order !== null && undo.before.length === 0 && undo.added.length === 0;

/** The steps that the edit deleted. */
function deletedBy({ before, order, after }: EditUndo): Step[] {
  return order === null ? [] : before.filter(({ id }) => after?.[id] === undefined);
}

/** Returns why the plan is no longer as the edit left it, or null if it is. */
function changedSince(steps: readonly Step[], undo: EditUndo): EditError | null {
  const { before, added, order, after, ended, moved } = undo;
  const deletedSteps = deletedBy(undo);
  const back = deletedSteps.find(({ id, description }) =>
    steps.some((step) => step.id === id || (step.description === description && !order?.includes(step.id))),
  );
  if (back) return error('changed_since', back.description);
  const present = new Map(steps.map((step) => [step.id, step]));
  for (const id of [...before.flatMap((step) => (deletedSteps.includes(step) ? [] : [step.id])), ...added]) {
    const step = present.get(id);
    if (!step) return error('changed_since', undo.step ?? id);
    const isAsLeft = after
      ? after[id] === hashOf(step)
      : isUnstarted(step) || step.status === 'skipped' || ended?.[id] === step.ended_at;
    const isOpen = isUnstarted(step) || step.status === 'skipped';
    if (!isAsLeft) return error(isOpen ? 'changed_since' : 'already_started', step.description);
  }
  const remainingMovedIds = moved?.filter((id) => present.has(id));
  const now = steps.filter(({ id }) => moved?.includes(id));
  return remainingMovedIds?.some((id, at) => id !== now[at]?.id) ? error('changed_since', undo.step ?? '') : null;
}

/** The steps with the deleted ones back, each before the step that followed it, the next one that is still there. */
function withRestored(steps: readonly Step[], deletedSteps: readonly Step[], order: readonly string[]): Step[] {
  return deletedSteps.reduceRight<Step[]>(
    (all, step) => {
      const followers = order.slice(order.indexOf(step.id) + 1);
      const next = followers.find((id) => all.some((other) => other.id === id));
      const place = next === undefined ? all.length : all.findIndex(({ id }) => id === next);
      return all.toSpliced(place, 0, step);
    },
    [...steps],
  );
}

/** The steps in the given order; steps added since stay behind the step they follow. */
function inOrder(steps: readonly Step[], order: readonly string[]): Step[] {
  const places = new Map(order.map((id, at) => [id, at]));
  let last = -1;
  const placed = steps.map((step) => {
    last = places.get(step.id) ?? last;
    return { step, place: places.get(step.id) ?? last, came: !places.has(step.id) };
  });
  return placed.sort((a, b) => a.place - b.place || Number(a.came) - Number(b.came)).map(({ step }) => step);
}

function nameOf(steps: readonly Step[], id: string): string {
  return steps.find((step) => step.id === id)?.description ?? id;
}

const error = (code: EditError['code'], step: string, other = ''): EditError => ({ code, step, other });

const refuse = (...of: Parameters<typeof error>) => ({ ok: false as const, error: error(...of) });
