import { type EditUndo, withEditReversed } from '../plan/edit-undo.ts';
import { isOver, type Run } from './run.ts';

/** Returns the latest edit that can still be undone: the plan has it as it was made. Null if there is none. */
export function latestReversible({ edits, plan }: Pick<Run, 'edits' | 'plan'>): EditUndo | null {
  return edits.findLast((edit) => withEditReversed(plan.steps, edit).ok) ?? null;
}

/** True if the edit with this id can still be undone. */
export function isReversible(run: Run | null, id: string): boolean {
  const edit = run?.edits.find((each) => each.id === id);
  return run !== null && edit !== undefined && withEditReversed(run.plan.steps, edit).ok;
}

/** The edit that the person may undo next; after the end of a task, only one whose undoing starts no work. */
export function undoableEdit(run: Run | null): EditUndo | null {
  const last = run && latestReversible(run);
  return run && last && mayReverse(run, last) ? last : null;
}

/** The edit that was undone last, if it can be redone. */
export function redoableEdit(run: Run | null): EditUndo | null {
  const last = run?.redos?.at(-1);
  return run && last && mayReverse(run, last) && withEditReversed(run.plan.steps, last).ok ? last : null;
}

const mayReverse = ({ phase }: Run, { what }: EditUndo) => !isOver(phase) || what === 'accept' || what === 'answer';
