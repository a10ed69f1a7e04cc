import type { EditUndo } from '../../plan/edit-undo.ts';
import type { JournalEntryBody } from '../../task/journal.ts';
import type { Translator } from '../app/translator.svelte.ts';
import { shortenedText } from '../../values/truncate-text.ts';

const longest = 60;

/** Returns what an edit of the plan did, for the labels of undo and redo. */
export function planEditLabel({ what, step }: Pick<EditUndo, 'what' | 'step'>, words: Translator): string {
  if (what === undefined || step === undefined) return words.t('plan.edit_what.last');
  return words.tDynamic(`plan.edit_what.${what}`, { step: shortenedText(step, longest) });
}

/** Returns the line of an edit, its undo or its redo in the conversation or the history. */
export function planEditLineText(
  place: 'progress' | 'history',
  { what, description, was, of, calls = 0 }: Omit<Extract<JournalEntryBody, { type: 'edit' }>, 'type'>,
  words: Translator,
): string {
  if (what === 'undo' || what === 'redo') {
    const edit = planEditLabel({ step: description, ...(of !== undefined && { what: of }) }, words);
    return words.t(`edit_line.${what}`, { what: edit });
  }
  const line =
    was === undefined
      ? words.tDynamic(`${place}.edit.${what}`, { description })
      : words.t('edit_line.reworded', { was, description });
  return calls > 0 ? words.t('edit_line.calls_dropped', { line, n: calls }) : line;
}
