import type { InvalidDecision, ProposedStep } from '../task/decision.ts';
import { proposedStepsError, proposalErrorText } from '../task/proposal.ts';
import { findDependencyCycle } from '../plan/plan-graph.ts';
import { referencedStepIds } from '../plan/references.ts';
import { normalizedStepDescription } from '../plan/normalized-step-description.ts';
import type { Run } from '../task/run.ts';
import type { AgentContext } from './agent-context.ts';

/**
 * The decision if its steps are consistent and name offered tools; otherwise the violation: unknown ids, dependencies,
 * references or tools, or cycles. A dependency that is the description of a step means that step. The model is told
 * once; after that the violation is repaired by rule, and the person is told before the plan runs.
 */
export function validateProposal<Decision extends { kind: string }>(
  context: AgentContext,
  run: Run,
  decision: Decision,
): Decision | InvalidDecision {
  const proposedSteps = 'steps' in decision ? (decision.steps as readonly ProposedStep[]) : [];
  if (proposedSteps.length === 0) return decision;
  const stepsWithToolNames = proposedSteps.map((step) => ({
    ...step,
    tool: step.tool && (context.toolbox.nameOf(step.tool) ?? step.tool),
  }));
  const steps = withDependenciesById(stepsWithToolNames, run.plan.steps);
  const knownStepIds = run.plan.steps.map((step) => step.id);
  const tools = context.toolbox.offered().map((tool) => tool.name);
  const error = proposedStepsError(steps, knownStepIds, tools);
  if (!error) return { ...decision, steps };
  if (!run.repair?.violation.startsWith('plan: '))
    return { kind: 'invalid', violation: `plan: ${proposalErrorText(error, tools)}` };
  return { ...decision, steps: mended(steps, knownStepIds, tools), mended: error };
}

/** An id for a step without one, by its place, so that others can depend on it. */
const placeId = (stepIndex: number) => `#${stepIndex}`;

/** The steps with each dependency that is a step's description replaced by that step's id. */
function withDependenciesById(steps: readonly ProposedStep[], existingSteps: Run['plan']['steps']): ProposedStep[] {
  const ids = new Set([...steps.flatMap(({ id }) => id ?? []), ...existingSteps.map(({ id }) => id)]);
  const neededStepIds = new Set<string>();
  const idMeant = (dependencyText: string, at: number): string => {
    if (ids.has(dependencyText)) return dependencyText;
    const name = normalizedStepDescription(dependencyText);
    const place = steps.findIndex(
      (step, other) => other !== at && normalizedStepDescription(step.description) === name,
    );
    const id = place < 0 ? undefined : (steps[place]?.id ?? placeId(place));
    if (id !== undefined) neededStepIds.add(id);
    return (
      id ?? existingSteps.find((step) => normalizedStepDescription(step.description) === name)?.id ?? dependencyText
    );
  };
  return steps
    .map((step, at) => ({
      ...step,
      dependencies: step.dependencies.map((statedDependency) => idMeant(statedDependency, at)),
    }))
    .map((step, at) => (step.id === null && neededStepIds.has(placeId(at)) ? { ...step, id: placeId(at) } : step));
}

/**
 * The steps without what cannot be used: unknown tools and references, dependencies on unknown steps, and those on
 * later steps that close a circle. A step that loses what it was to wait for waits for the step before it instead,
 * unless that one waits for it, or no step waits for another, so that they run in their order.
 */
function mended(
  proposedSteps: readonly ProposedStep[],
  knownStepIds: readonly string[],
  tools: readonly string[],
): ProposedStep[] {
  const steps = proposedSteps.map((step, at) => {
    const isFirst = proposedSteps.findIndex((other) => other.id === step.id) === at;
    return { ...step, id: step.id !== null && isFirst ? step.id : placeId(at) };
  });
  const ids = steps.map(({ id }) => id);
  const all = new Set([...knownStepIds, ...ids]);
  const needs = ({ dependencies, parameters }: ProposedStep) => [
    ...dependencies,
    ...referencedStepIds(parameters, all),
  ];
  /** The dependencies of each step; where they form a cycle, the ones on steps later in the list are removed below. */
  const sound = steps.map((step) => ({ id: step.id, dependencies: needs(step).filter((id) => all.has(id)) }));
  for (let circle = findDependencyCycle(sound); circle; circle = findDependencyCycle(sound)) {
    const places = circle.map((id) => ids.indexOf(id));
    for (const [n, at] of places.slice(0, -1).entries()) {
      const [from, neededStepId] = [sound[at], circle[n + 1]];
      if (from && (places[n + 1] ?? 0) >= at) from.dependencies = from.dependencies.filter((id) => id !== neededStepId);
    }
  }
  const orphanStepIndexes = new Set<number>();
  const usable = steps.map((step, at) => {
    const isUsable = (id: string) => sound[at]?.dependencies.includes(id) === true;
    const tool = step.tool !== null && tools.includes(step.tool) ? step.tool : null;
    const isLost = referencedStepIds(step.parameters, all).some((id) => !isUsable(id));
    const parameters = isLost || tool === null ? null : step.parameters;
    if (!needs(step).every(isUsable)) orphanStepIndexes.add(at);
    return { ...step, tool, parameters, dependencies: step.dependencies.filter(isUsable) };
  });
  if (!usable.some((step) => needs(step).length > 0)) return usable;
  for (const at of orphanStepIndexes) {
    const [step, before] = [usable[at], ids[at - 1]];
    if (!step || before === undefined) continue;
    const waiting = { ...step, dependencies: [...step.dependencies, before] };
    const waits = usable.map((each, n) => ({ id: each.id, dependencies: needs(n === at ? waiting : each) }));
    if (findDependencyCycle(waits) === null) usable[at] = waiting;
  }
  return usable;
}
