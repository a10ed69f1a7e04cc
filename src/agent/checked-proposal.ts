import type { InvalidDecision, ProposedStep } from '../task/decision.ts';
import { proposedStepsError, proposalErrorText } from '../task/proposal.ts';
import { referredSteps } from '../plan/references.ts';
import type { Run } from '../task/run.ts';
import type { AgentContext } from './agent-context.ts';

/**
 * The decision if its steps are consistent and name offered tools; otherwise the violation: unknown ids, dependencies,
 * references or tools, or cycles. The model is told once; after that the violation is repaired by rule, and the person
 * is told before the plan runs.
 */
export function checkedProposal<Decision extends { kind: string }>(
  context: AgentContext,
  run: Run,
  decision: Decision,
): Decision | InvalidDecision {
  const said = 'steps' in decision ? (decision.steps as readonly ProposedStep[]) : [];
  if (said.length === 0) return decision;
  const steps = said.map((step) => ({ ...step, tool: step.tool && (context.toolbox.nameOf(step.tool) ?? step.tool) }));
  const known = run.plan.steps.map((step) => step.id);
  const tools = context.toolbox.offered().map((tool) => tool.name);
  const error = proposedStepsError(steps, known, tools);
  if (!error) return { ...decision, steps };
  if (!run.repair?.violation.startsWith('plan: '))
    return { kind: 'invalid', violation: `plan: ${proposalErrorText(error, tools)}` };
  const names = new Set([...known, ...steps.flatMap((step) => step.id ?? [])]);
  return { ...decision, steps: withUniqueIds(steps).map((step) => mended(step, names, tools)), mended: error };
}

function mended(step: ProposedStep, names: ReadonlySet<string>, tools: readonly string[]): ProposedStep {
  const lost = referredSteps(step.parameters).some((id) => !names.has(id));
  const tool = step.tool !== null && tools.includes(step.tool) ? step.tool : null;
  return { ...step, tool, parameters: lost || tool === null ? null : step.parameters };
}

function withUniqueIds(steps: readonly ProposedStep[]): ProposedStep[] {
  return steps.map((step, at) =>
    steps.findIndex((other) => other.id === step.id) < at ? { ...step, id: null } : step,
  );
}
