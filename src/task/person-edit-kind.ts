import type { Step } from '../plan/step.ts';
import type { Run } from './run.ts';

/**
 * Returns whether the person added or edited a step. Null if the model planned it and the person changed nothing but
 * its dependencies on steps that will not be done.
 */
export function personEditKind(run: Pick<Run, 'edits'> | null, step: Step): 'added' | 'edited' | null {
  if (!step.edited_by_person) return null;
  const edits = run?.edits ?? [];
  if (edits.some(({ added }) => added.includes(step.id))) return 'added';
  const first = edits.findIndex(({ before }) => before.some((old) => old.id === step.id && !old.edited_by_person));
  const later = edits.slice(Math.max(first, 0)).filter(({ before }) => before.some(({ id }) => id === step.id));
  const isLetGo = edits[first]?.what === 'without';
  return isLetGo && !later.some(({ what }) => what !== undefined && shaping.has(what)) ? null : 'edited';
}

/** The kinds of edits after which a step counts as one of the person's own. */
const shaping: ReadonlySet<string> = new Set(['change', 'depend', 'release', 'accept', 'answer']);
