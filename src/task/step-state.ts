import { isDoubtful } from '../plan/doubtful-steps.ts';
import type { Step, StepStatus } from '../plan/step.ts';
import type { Run } from './run.ts';
import { isWorking } from './run.ts';
import { isStepWaitingForPerson } from './run-steps.ts';

/**
 * The state of a step as shown everywhere: its status, or `asking`: it waits for the person; `resting`: it has begun,
 * but its task does not run; `doubtful`: the person has to check whether it is done; `denied`: the person did not allow
 * its call; `stopped`: the person ended it; `restarted`: of an attempt, another one takes its place.
 */
export type StepState = StepStatus | 'asking' | 'resting' | 'doubtful' | 'denied' | 'stopped' | 'restarted';

export function stepState(run: Run | null, step: Step): StepState {
  if (step.status !== 'running') return recordedStepState(step);
  if (run && !isWorking(run.phase) && run.phase !== 'waiting') return 'resting';
  return isStepWaitingForPerson(run, step) ? 'asking' : 'running';
}

/** Returns the state of a step that is not running, from its status and reason alone. */
export function recordedStepState({ status, reason }: Pick<Step, 'status' | 'reason'>): StepState {
  if (isDoubtful({ status, reason })) return status === 'skipped' ? 'denied' : 'doubtful';
  return status === 'skipped' && reason?.code === 'cancelled' ? 'stopped' : status;
}
