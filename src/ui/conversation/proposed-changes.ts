import { withBrackets } from '../../values/text-language.ts';
import { planDifference } from '../../plan/plan-difference.ts';
import { applyProposal } from '../../task/proposal.ts';
import type { Run } from '../../task/run.ts';
import { changesOnly, type PlanChange } from './progress-item.ts';

/** The changes that a replan would make if the person accepts it. */
export interface ProposedChanges {
  changes: readonly PlanChange[];
  /** Ids of the person's own steps that it would change or drop. */
  yours: ReadonlySet<string>;
  /** True if it would bring back steps that the person deleted or skipped, and change none of theirs. */
  bringsBack: boolean;
  /** The number of open steps that would stay as they are. */
  kept: number;
  /** The answer that would close the task with steps left undone; null if the task would continue. */
  closing: string | null;
}

export function proposedChanges(run: Run, proposal: NonNullable<Run['proposal']>): ProposedChanges {
  const after = applyProposal(run, proposal.steps, run.plan.updated_at, proposal.at_stake).plan.steps;
  const yours = new Set(proposal.at_stake);
  const difference = planDifference(run.plan.steps, after).map((line) =>
    line.kind !== 'kept' || !yours.has(line.id) ? line : { ...line, ...otherWay(run, after, line.id) },
  );
  const keptCount = difference.filter(({ kind }) => kind === 'kept').length;
  const bringsBack = proposal.at_stake.length === 0 && proposal.back !== undefined;
  return { changes: changesOnly(difference), yours, bringsBack, kept: keptCount, closing: proposal.closing };
}

/**
 * Returns a changed line that names the tools, for a step of which only the tool changes: its description alone would
 * show no change.
 */
function otherWay(
  run: Run,
  after: Run['plan']['steps'],
  id: string,
): { kind: 'changed'; was: string; description: string } {
  const stepNameIn = (steps: Run['plan']['steps']) => {
    const step = steps.find((each) => each.id === id);
    return step?.tool ? withBrackets(step.description, step.tool) : (step?.description ?? id);
  };
  return { kind: 'changed', was: stepNameIn(run.plan.steps), description: stepNameIn(after) };
}
