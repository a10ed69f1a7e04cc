import { currentStepIndex } from '../domain/plan-progress.ts';
import type { Run } from '../domain/run.ts';
import { statusLine } from './status-line.ts';
import type { Words } from './words.svelte.ts';

/** How a task stands, for somebody who hears the page: its step, what it waits for, its end. Null in between. */
export function standingText(run: Run | null, offline: boolean, words: Words): string | null {
  if (!run) return null;
  const status = statusLine(run, offline);
  const { steps } = run.plan;
  switch (status.tone) {
    case 'needs-you':
    case 'resting':
    case 'done':
    case 'failed':
      return words.say(status.key, status.params);
    case 'working': {
      const at = currentStepIndex(run.plan);
      const step = steps[at];
      if (run.phase === 'executing' && step)
        return words.t('announce.step', { i: at + 1, n: steps.length, step: step.description });
      return run.phase === 'planning' || run.phase === 'recovering' ? words.say(status.key, status.params) : null;
    }
    case 'idle':
      return null;
  }
}
