import type { ReplanDecision } from './decision.ts';
import { announces, isQuestion } from './step-words.ts';

/** What words without a call are read against where the plan is looked at. */
export interface CheckScene {
  /** A step remains or runs. */
  open: boolean;
  /** The reply before could not be used, and the model was told so. */
  asked: boolean;
}

/**
 * What words without a call mean where the plan is looked at (R4.3): the closing answer once nothing is left, else that the
 * plan stays. A question is asked about once and then put to the person; words that only announce close nothing.
 */
export function replanWords(said: string, scene: CheckScene, forms: { ask: string; close: string }): ReplanDecision {
  const text = said.trim();
  if (text === '') return { kind: 'invalid', violation: `The reply is empty. ${scene.open ? '' : forms.close}`.trim() };
  if (!scene.open)
    return announces(text)
      ? { kind: 'invalid', violation: `These words are no closing answer. ${forms.close}` }
      : { kind: 'done', response: text };
  if (!isQuestion(text)) return { kind: 'unchanged', taken: 'plan_kept' };
  return scene.asked
    ? { kind: 'ask', question: text }
    : { kind: 'invalid', violation: `If only the person can tell: ${forms.ask}` };
}
