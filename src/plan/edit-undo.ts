import type { Result } from '../values/result.ts';
import * as z from 'zod/mini';
import type { EditError } from './plan-edits.ts';
import { cycleIn, withBlocked } from './plan-graph.ts';
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
   * The end times, by step id, of the steps that the edit changed and that had ended after it. As long as a step's end
   * time is the same, the step has not been run since the edit.
   */
  ended: z.exactOptional(z.record(z.string(), z.string())),
});
export type EditUndo = z.infer<typeof EditUndo>;

/** The largest number of edits kept for undo. */
const kept = 30;

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
  const left = new Map(after.map((step) => [step.id, step]));
  const known = new Set(before.map(({ id }) => id));
  const sameOrder = before.length === after.length && before.every(({ id }, at) => id === after[at]?.id);
  const old = new Set(before);
  const ended = after.flatMap((step) =>
    old.has(step) || isUnstarted(step) || step.ended_at === null ? [] : [[step.id, step.ended_at] as const],
  );
  const undo: EditUndo = {
    ...about,
    ...(ended.length > 0 && { ended: Object.fromEntries(ended) }),
    id,
    before: before.filter((step) => left.get(step.id) !== step),
    added: after.flatMap(({ id }) => (known.has(id) ? [] : [id])),
    order: sameOrder ? null : before.map(({ id }) => id),
  };
  return [...undos, undo].slice(-kept);
}

/**
 * The steps with one edit reversed, whatever was done to other steps since. An error if a step of the edit has started
 * since, or the plan would become invalid.
 */
export function withEditReversed(
  steps: readonly Step[],
  { before, added, order, ended }: EditUndo,
): Result<Step[], EditError> {
  const old = new Map(before.map((step) => [step.id, step]));
  const begun = steps.find(
    (step) =>
      (old.has(step.id) || added.includes(step.id)) &&
      !isUnstarted(step) &&
      step.status !== 'skipped' &&
      ended?.[step.id] !== step.ended_at,
  );
  if (begun) return refuse('already_started', begun.description);
  const rest = steps.filter((step) => !added.includes(step.id)).map((step) => old.get(step.id) ?? step);
  const present = new Set(rest.map(({ id }) => id));
  const all = [...rest, ...before.filter((step) => !present.has(step.id))];
  const ordered = order ? inOrder(all, order) : all;

  const ids = new Set(ordered.map(({ id }) => id));
  for (const step of ordered) {
    const missing = step.dependencies.find((id) => !ids.has(id));
    if (missing !== undefined)
      return added.includes(missing)
        ? refuse('still_needed', nameOf(steps, missing), step.description)
        : refuse('unknown_dependency', step.description, missing);
  }
  const cycle = cycleIn(ordered);
  return cycle
    ? refuse('cycle', nameOf(steps, cycle[0] ?? ''), cycle.join(' → '))
    : { ok: true, value: withBlocked(ordered) };
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

function refuse(code: EditError['code'], step: string, other = ''): { ok: false; error: EditError } {
  return { ok: false, error: { code, step, other } };
}
