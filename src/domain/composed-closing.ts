import { hasEnded, type Step } from './step.ts';
import { withoutIds } from './without-ids.ts';

const marks = { completed: '✓', failed: '✗', skipped: '–', pending: '–', running: '–', blocked: '–' } as const;

/** A closing answer from the steps' results alone, for a model that gives none: one line a step, in no language of its own. */
export function composedClosing(steps: readonly Step[]): string {
  return steps
    .map((step) => {
      const result = withoutIds(hasEnded(step) ? (step.result ?? step.error ?? '') : '');
      return `- ${marks[step.status]} ${step.description}${result ? `: ${result}` : ''}`;
    })
    .join('\n');
}
