import { isUnstarted } from '../../plan/step.ts';
import { isOver, type Run } from '../../task/run.ts';
import { pendingApprovals } from '../../task/run-steps.ts';

/** The stages of the demo, each with something to look at. */
export type DemoStage = 'begin' | 'question' | 'at_once' | 'drag' | 'permission' | 'end';

/** Returns the present stage of the demo; `drag`: waiting steps can be reordered, and none has been yet. */
export function demoStage(run: Run | null): DemoStage {
  if (!run) return 'begin';
  if (isOver(run.phase)) return 'end';
  if (run.phase === 'waiting' && run.question) return 'question';
  if (pendingApprovals(run).length > 0) return 'permission';
  const { steps } = run.plan;
  if (steps.filter(({ status }) => status === 'running').length < 2) return 'begin';
  const waiting = steps.filter(isUnstarted).length;
  if (waiting === 0) return 'begin';
  return waiting > 1 && run.edits.length === 0 ? 'drag' : 'at_once';
}
