import { referredSteps, renameReferences } from './references.ts';
import type { ProposedStep } from './decision.ts';
import { cycleIn, withBlocked } from './plan-graph.ts';
import type { Run } from './run.ts';
import { isOpen, type Step } from './step.ts';

/** What is wrong with a proposal, named so that the model can repair it (R4.6), or null. */
export function proposalViolation(
  proposed: readonly ProposedStep[],
  known: readonly string[],
  tools: readonly string[],
): string | null {
  const own = proposed.map((step, at) => step.id ?? `#${at}`);
  const twice = own.find((id, at) => own.indexOf(id) !== at);
  if (twice) return `Two steps have the id "${twice}".`;
  const names = new Set([...own, ...known]);
  for (const [at, step] of proposed.entries()) {
    const unknown = step.dependencies.find((id) => !names.has(id));
    if (unknown) return `plan[${at}].dependencies names "${unknown}", which is no step's id.`;
    const lost = referredSteps(step.parameters).find((id) => !names.has(id));
    if (lost) return `plan[${at}].parameters refers to "${lost}", which is no step's id.`;
    if (step.tool !== null && !tools.includes(step.tool))
      return `plan[${at}].tool: there is no tool "${step.tool}". The tools are: ${tools.join(', ')}.`;
  }
  const cycle = cycleIn(proposed.map((step, at) => ({ id: own[at] ?? '', dependencies: needs(step) })));
  return cycle ? `The dependencies form a circle: ${cycle.join(' → ')}.` : null;
}

/**
 * Replaces the steps that have not begun by those proposed, in one go (R3.4). A proposed step whose id is that of an
 * open step continues it. Steps that a person edited or added stay, whatever is proposed (R3.9). Ids are never reused.
 */
export function applyProposal(run: Run, proposed: readonly ProposedStep[], at: string): Run {
  const open = new Map(run.plan.steps.filter(isOpen).map((step) => [step.id, step]));
  const begun = run.plan.steps.filter((step) => !isOpen(step));
  let minted = run.minted;
  const taken = new Set(run.plan.steps.map((step) => step.id));
  const mint = (): string => {
    do minted += 1;
    while (taken.has(`step_${minted}`));
    return `step_${minted}`;
  };
  const named = new Map<string, string>(run.plan.steps.map((step) => [step.id, step.id]));
  const wanted = proposed
    .filter((step) => step.id === null || !begun.some((old) => old.id === step.id))
    .map((step) => {
      const id = step.id !== null && open.has(step.id) ? step.id : mint();
      if (step.id !== null) named.set(step.id, id);
      return { id, step };
    });
  const fresh = wanted.map(({ id, step }): Step => {
    const old = open.get(id);
    if (old?.edited_by_person) return old;
    return {
      id,
      description: step.description,
      status: 'pending',
      ...(step.tool === null ? {} : { tool: step.tool }),
      ...(step.parameters === null ? {} : { parameters: renameReferences(step.parameters, named) }),
      dependencies: [...new Set(needs(step).map((name) => named.get(name) ?? name))],
      ...(step.expected_output === null ? {} : { expected_output: step.expected_output }),
      result: null,
      error: null,
      attempts: old?.attempts ?? 0,
      started_at: null,
      ended_at: null,
    };
  });
  const kept = [...open.values()].filter(
    (step) => step.edited_by_person && !fresh.some((other) => other.id === step.id),
  );
  const steps = withoutLostDependencies(inDependencyOrder([...begun, ...fresh, ...kept]));
  return { ...run, minted, plan: { ...run.plan, steps: withBlocked(steps), updated_at: at } };
}

/** What must be done before a step: what it names, and what its parameters refer to (R7.5). */
function needs(step: ProposedStep): string[] {
  return [...step.dependencies, ...referredSteps(step.parameters)];
}

/** Stable: a step moves only where it stands before one of its own dependencies. */
function inDependencyOrder(steps: readonly Step[]): Step[] {
  const placed = new Set<string>();
  const names = new Set(steps.map((step) => step.id));
  const result: Step[] = [];
  const rest = [...steps];
  while (rest.length > 0) {
    const next = rest.findIndex((step) => step.dependencies.every((id) => placed.has(id) || !names.has(id)));
    const [step] = rest.splice(Math.max(0, next), 1);
    if (!step) break;
    placed.add(step.id);
    result.push(step);
  }
  return result;
}

/** A kept step may have leaned on one that the proposal dropped. */
function withoutLostDependencies(steps: readonly Step[]): Step[] {
  const names = new Set(steps.map((step) => step.id));
  return steps.map((step) =>
    step.dependencies.every((id) => names.has(id))
      ? step
      : { ...step, dependencies: step.dependencies.filter((id) => names.has(id)) },
  );
}

/** Folds the surplus of a plan that is too long into its last step; nothing is dropped (R5.4). */
export function foldSurplus(proposed: readonly ProposedStep[], max: number): ProposedStep[] {
  if (proposed.length <= max) return [...proposed];
  const kept = proposed.slice(0, max);
  const last = kept[max - 1];
  if (!last) return [];
  const surplus = proposed.slice(max);
  const folded = new Set(surplus.map((step) => step.id));
  const names = new Set(kept.map((step) => step.id));
  return [
    ...kept.slice(0, -1),
    {
      ...last,
      description: [last, ...surplus].map((step) => step.description).join('; '),
      tool: null,
      parameters: null,
      dependencies: [...new Set([last, ...surplus].flatMap((step) => step.dependencies))].filter(
        (id) => !folded.has(id) && names.has(id) && id !== last.id,
      ),
    },
  ];
}
