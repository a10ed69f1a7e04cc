import type { EditUndo } from '../../plan/edit-undo.ts';
import type { Translator } from '../app/translator.svelte.ts';

const longest = 60;

/** Returns what an edit of the plan did, for the labels of undo and redo. */
export function editText({ what, step }: Pick<EditUndo, 'what' | 'step'>, words: Translator): string {
  if (what === undefined || step === undefined) return words.t('plan.edit_what.last');
  const letters = Array.from(step);
  const named = letters.length > longest ? `${letters.slice(0, longest).join('')}…` : step;
  return words.tDynamic(`plan.edit_what.${what}`, { step: named });
}
