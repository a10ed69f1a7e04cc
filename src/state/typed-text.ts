import { isOver, type Run } from '../domain/run.ts';
import { canGoOnWithRest } from '../domain/with-rest.ts';

/** What typed text is taken for. */
export type TypedText =
  | 'command'
  | 'goal'
  | 'guidance'
  | 'answer'
  | 'resume'
  | 'show_question'
  | 'show_permission'
  | 'show_proposal'
  | 'at_work'
  | 'no_model';

/** R3.3, R8.2, R8.4 and R10.3 in one place: what a text means depends on where the task stands. */
export function typedText(
  text: { isCommand: boolean; saysContinue: boolean },
  run: Run | null,
  hasModel: boolean,
): TypedText {
  if (text.isCommand) return 'command';
  const over = !run || isOver(run.phase);
  if (run && text.saysContinue) {
    if (run.phase === 'waiting')
      return run.question ? 'show_question' : run.proposal ? 'show_proposal' : 'show_permission';
    if (run.phase === 'paused' || run.phase === 'blocked' || run.phase === 'failed') return 'resume';
    if (canGoOnWithRest(run)) return 'resume';
    if (!over) return 'at_work';
  }
  if (over) return hasModel ? 'goal' : 'no_model';
  return run.phase === 'waiting' && run.question ? 'answer' : 'guidance';
}
