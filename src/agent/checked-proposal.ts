import type { Invalid, ProposedStep } from '../domain/decision.ts';
import { proposalViolation } from '../domain/proposal.ts';
import type { Run } from '../domain/run.ts';
import type { AgentContext } from './agent-context.ts';

/**
 * A decision whose steps hold together, or the violation (R7.3): ids, dependencies and references that name nothing,
 * circles, tools that do not exist. Named to the model once; after that the plan is mended by rule and shown to the
 * person before it runs.
 */
export function checkedProposal<Decision extends { kind: string }>(
  context: AgentContext,
  run: Run,
  decision: Decision,
): Decision | Invalid {
  const steps = 'steps' in decision ? (decision.steps as readonly ProposedStep[]) : [];
  if (steps.length === 0) return decision;
  const known = run.plan.steps.map((step) => step.id);
  const tools = context.toolbox.offered().map((tool) => tool.name);
  const violation = proposalViolation(steps, known, tools);
  const named = run.repair?.violation.startsWith('plan: ') ?? false;
  return violation && !named ? { kind: 'invalid', violation: `plan: ${violation}` } : decision;
}
