import type { ProposedStep } from './decision.ts';
import { applyProposal, foldSurplus } from './proposal.ts';
import type { Run } from './run.ts';
import { isOpen, type Step } from './step.ts';

/**
 * Adds what a step declared while it ran to the end of the plan (R4.5), unless a step with that description exists. Beyond
 * `max` steps the surplus is folded into the last one added; where there is no room at all, the next replan is told (R5.4).
 */
export function addDeclared(run: Run, declared: readonly ProposedStep[], max: number, at: string): Run {
  const known = new Set(run.plan.steps.map(nameOf));
  const fresh = declared.filter((step) => !known.has(nameOf(step)) && known.add(nameOf(step)));
  if (fresh.length === 0) return run;
  const room = max - run.plan.steps.length;
  const added = room > 0 ? foldSurplus(fresh, room) : [];
  const next =
    added.length > 0 ? applyProposal(run, [...run.plan.steps.filter(isOpen).map(asProposed), ...added], at) : run;
  const told = next.plan.steps.filter((step) => run.plan.steps.every((old) => old.id !== step.id));
  return {
    ...next,
    happenings: [
      ...next.happenings,
      ...told.map(({ id, description }) => ({ kind: 'declared' as const, step: id, description })),
      ...(room > 0 ? [] : fresh.map(({ description }) => ({ kind: 'declared' as const, step: null, description }))),
    ],
  };
}

function nameOf({ description }: { description: string }): string {
  return description.replace(/\s+/g, ' ').trim().toLowerCase();
}

function asProposed({ id, description, tool, parameters, dependencies, expected_output }: Step): ProposedStep {
  return {
    id,
    description,
    tool: tool ?? null,
    parameters: parameters ?? null,
    dependencies,
    expected_output: expected_output ?? null,
  };
}
