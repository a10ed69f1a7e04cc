import { joinStepDescriptions } from '../plan/descriptions-of.ts';
import { referencedStepIds, renameReferences } from '../plan/references.ts';
import type { ProposalError, ProposedStep } from './decision.ts';
import { findDependencyCycle, markBlocked } from '../plan/plan-graph.ts';
import type { Run } from './run.ts';
import { isUnstarted, type Step, type SubPlan } from '../plan/step.ts';
import type { Limits } from '../values/limits.ts';

/** The first error of a proposal, or null. */
export function proposedStepsError(
  proposedSteps: readonly ProposedStep[],
  knownStepIds: readonly string[],
  tools: readonly string[],
): ProposalError | null {
  const own = proposedSteps.map((step, at) => step.id ?? `#${at}`);
  const twice = own.find((id, at) => own.indexOf(id) !== at);
  if (twice) return { code: 'same_id', params: { id: twice } };
  const names = new Set([...own, ...knownStepIds]);
  for (const [index, { description: step, dependencies, parameters, tool }] of proposedSteps.entries()) {
    const at = String(index);
    const unknown = dependencies.find((id) => !names.has(id));
    if (unknown) return { code: 'no_dependency', params: { id: unknown, at, step } };
    const unknownReference = referencedStepIds(parameters, names).find((id) => !names.has(id));
    if (unknownReference) return { code: 'no_reference', params: { id: unknownReference, at, step } };
    if (tool !== null && !tools.includes(tool)) return { code: 'no_tool', params: { tool, at } };
  }
  const cycle = findDependencyCycle(
    proposedSteps.map((step, at) => ({ id: own[at] ?? '', dependencies: needs(step) })),
  );
  return cycle ? { code: 'circle', params: { ids: cycle.join(' → ') } } : null;
}

/** The text of a proposal's error, worded so that the model can repair it. */
export function proposalErrorText({ code, params }: ProposalError, tools: readonly string[]): string {
  switch (code) {
    case 'same_id':
      return `Two steps have the id "${params.id}".`;
    case 'no_dependency':
      return `plan[${params.at}].dependencies names "${params.id}", which is no step's id.`;
    case 'no_reference':
      return `plan[${params.at}].parameters refers to "${params.id}", which is no step's id.`;
    case 'no_tool':
      return `plan[${params.at}].tool: there is no tool "${params.tool}". The tools are: ${tools.join(', ')}.`;
    case 'circle':
      return `The dependencies form a circle: ${params.ids}.`;
  }
}

/**
 * Replaces the steps that have not started by the proposed ones, in one change. A proposed step with the id of an open
 * step continues it; one that repeats a started step, or would change a running one, is left out. Ids are never reused.
 * Steps that a person edited or added stay unchanged, except those in `released`.
 */
export function applyProposal(
  run: Run,
  proposedSteps: readonly ProposedStep[],
  at: string,
  released: readonly string[] = [],
): Run {
  const isTheirs = (step: Step) => step.edited_by_person === true && !released.includes(step.id);
  const open = new Map(run.plan.steps.filter(isUnstarted).map((step) => [step.id, step]));
  const startedSteps = run.plan.steps.filter((step) => !isUnstarted(step));
  const { named, wanted, last_step_number } = name(run, proposedSteps, open, startedSteps);
  const fresh = wanted.map(({ id, step }): Step => {
    const old = open.get(id);
    return old && isTheirs(old) ? old : stepFrom(step, id, old, named);
  });
  return {
    ...run,
    last_step_number,
    plan: {
      ...run.plan,
      steps: settled([...startedSteps, ...withTheirs(fresh, [...open.values()], isTheirs)]),
      updated_at: at,
    },
  };
}

/**
 * Returns the proposed steps together with the person's own among `before`: each of these stands before the step that
 * followed it, the next one that stays, and at the end if none does.
 */
function withTheirs(fresh: readonly Step[], before: readonly Step[], isTheirs: (step: Step) => boolean): Step[] {
  const steps = [...fresh];
  for (const [at, step] of [...before.entries()].reverse()) {
    if (!isTheirs(step) || steps.some(({ id }) => id === step.id)) continue;
    const next = before.slice(at + 1).find(({ id }) => steps.some((other) => other.id === id));
    const place = next ? steps.findIndex(({ id }) => id === next.id) : steps.length;
    steps.splice(place, 0, step);
  }
  return steps;
}

/**
 * Undoes a replan: restores the unstarted steps of `before`; steps that the person has edited or added since stay
 * unchanged.
 */
export function revertReplan(run: Run, before: readonly Step[], at: string): Run {
  const { steps } = run.plan;
  const startedSteps = steps.filter((step) => !isUnstarted(step));
  const theirs = new Map(
    steps.flatMap((step) => (isUnstarted(step) && step.edited_by_person ? [[step.id, step]] : [])),
  );
  const back = before
    .filter((step) => isUnstarted(step) && !startedSteps.some((other) => other.id === step.id))
    .map((step) => theirs.get(step.id) ?? step);
  const stepsAddedByPerson = [...theirs.values()].filter((step) => !back.includes(step));
  return {
    ...run,
    plan: { ...run.plan, steps: settled([...startedSteps, ...back, ...stepsAddedByPerson]), updated_at: at },
  };
}

function settled(steps: readonly Step[]): Step[] {
  return markBlocked(withSoundDependencies(inDependencyOrder(steps)));
}

/** The person's own steps that a proposal would change or drop; a tool for a step that names none changes nothing. */
export function personStepsAtRisk(run: Run, proposedSteps: readonly ProposedStep[]): Step[] {
  return run.plan.steps.filter((step) => {
    if (!isUnstarted(step) || !step.edited_by_person) return false;
    const same = proposedSteps.find((each) => each.id === step.id);
    const isOther = same && same.tool !== null && step.tool !== undefined && same.tool !== step.tool;
    return !same || same.description !== step.description || isOther;
  });
}

interface Naming {
  named: Map<string, string>;
  wanted: { id: string; step: ProposedStep }[];
  last_step_number: number;
}

function name(
  run: Run,
  proposedSteps: readonly ProposedStep[],
  open: ReadonlyMap<string, Step>,
  startedSteps: readonly Step[],
): Naming {
  let { last_step_number } = run;
  const takenStepIds = new Set(run.plan.steps.map((step) => step.id));
  const newId = (): string => {
    do last_step_number += 1;
    while (takenStepIds.has(`step_${last_step_number}`));
    return `step_${last_step_number}`;
  };
  const stepIdByProposedId = new Map<string, string>(run.plan.steps.map((step) => [step.id, step.id]));
  const repeats = (step: ProposedStep) =>
    startedSteps.some(
      (old) => old.id === step.id && (old.status === 'running' || old.description === step.description),
    );
  const stepsWithIds = proposedSteps
    .filter((step) => !repeats(step))
    .map((step) => {
      const id = step.id !== null && open.has(step.id) ? step.id : newId();
      if (step.id !== null) stepIdByProposedId.set(step.id, id);
      return { id, step };
    });
  return { named: stepIdByProposedId, wanted: stepsWithIds, last_step_number };
}

function stepFrom(
  step: ProposedStep,
  id: string,
  old: Step | undefined,
  stepIdByProposedId: ReadonlyMap<string, string>,
): Step {
  return {
    id,
    description: step.description,
    status: 'pending',
    ...(step.tool === null ? {} : { tool: step.tool }),
    ...(step.parameters === null ? {} : { parameters: renameReferences(step.parameters, stepIdByProposedId) }),
    dependencies: [...new Set(needs(step).map((each) => stepIdByProposedId.get(each) ?? each))],
    ...(step.expected_output === null ? {} : { expected_output: step.expected_output }),
    ...(old?.plan && old.description === step.description
      ? { plan: old.plan }
      : planOfParts(step, id, stepIdByProposedId)),
    result: null,
    error: null,
    attempts: old?.attempts ?? 0,
    started_at: null,
    ended_at: null,
  };
}

/** The plan within a step that has parts. */
function planOfParts(
  { description, parts }: ProposedStep,
  id: string,
  stepIdByProposedId: ReadonlyMap<string, string>,
): { plan?: SubPlan } {
  if (!parts) return {};
  const ids = parts.map((_, at) => `${id}_part_${at + 1}`);
  const inner = new Map([
    ...stepIdByProposedId,
    ...parts.flatMap((part, at): [string, string][] => (part.id === null ? [] : [[part.id, ids[at] ?? part.id]])),
  ]);
  const withinPlan = (step: Step) => ({
    ...step,
    dependencies: step.dependencies.filter((each) => ids.includes(each)),
  });
  const steps = parts.map((part, at) => withinPlan(stepFrom(part, ids[at] ?? id, undefined, inner)));
  return { plan: { goal: description, status: 'planning', steps: settled(steps) } };
}

/** The ids that a step depends on: those it names, and those its parameters reference. */
function needs(step: ProposedStep): string[] {
  return [...step.dependencies, ...referencedStepIds(step.parameters)];
}

/** The steps in dependency order; stable: a step moves only if it is listed before one of its own dependencies. */
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

/**
 * Returns all steps; dependencies on unknown steps and dependencies that form a cycle are removed. The model was asked
 * to repair these first.
 */
function withSoundDependencies(steps: readonly Step[]): Step[] {
  const before = new Set<string>();
  return steps.map((step) => {
    const sound = step.dependencies.filter((id) => before.has(id));
    before.add(step.id);
    return sound.length === step.dependencies.length ? step : { ...step, dependencies: sound };
  });
}

/** How many steps a plan may have, and how many calls a step may make. */
type Room = Pick<Limits, 'max_plan_steps' | 'max_step_tool_calls'>;

/**
 * Merges the steps beyond the limit into the last one that is kept: its description then contains all of theirs. If
 * they have prepared calls, or need more calls than one step may make, they become its parts.
 */
export function mergeSurplusSteps(proposedSteps: readonly ProposedStep[], room: Room): ProposedStep[] {
  const max = room.max_plan_steps;
  if (proposedSteps.length <= max) return [...proposedSteps];
  const last = proposedSteps[max - 1];
  if (!last) return [];
  const surplusSteps = proposedSteps.slice(max - 1);
  const folded = new Set(surplusSteps.map((step) => step.id));
  const parts = partsOf(surplusSteps, room.max_step_tool_calls);
  return [
    ...proposedSteps.slice(0, max - 1),
    {
      ...last,
      description: joinStepDescriptions(surplusSteps),
      tool: null,
      parameters: null,
      dependencies: [...new Set(surplusSteps.flatMap(needs))].filter((id) => !folded.has(id)),
      ...(parts.length > 1 && { parts }),
    },
  ];
}

/**
 * The parts of a merged step: each prepared call is one, and the steps between them are put together, so many that each
 * has room for two calls.
 */
function partsOf(surplusSteps: readonly ProposedStep[], calls: number): ProposedStep[] {
  const most = Math.max(1, Math.floor(calls / 2));
  const groups: ProposedStep[][] = [];
  for (const step of surplusSteps) {
    const group = groups.at(-1);
    const isFree = ({ parameters }: ProposedStep) => parameters === null;
    if (isFree(step) && group && group.length < most && group.every(isFree)) group.push(step);
    else groups.push([step]);
  }
  const idOf = (group: readonly ProposedStep[]) => group.find(({ id }) => id !== null)?.id ?? null;
  const groupIdByStepId = new Map(
    groups.flatMap((group) =>
      group.flatMap(({ id }): [string, string][] => (id === null ? [] : [[id, idOf(group) ?? id]])),
    ),
  );
  return groups.flatMap((group): ProposedStep[] => {
    const [first, ...more] = group;
    if (!first) return [];
    const id = idOf(group);
    const dependencies = group.flatMap((step) =>
      step.dependencies.flatMap((other) => groupIdByStepId.get(other) ?? []),
    );
    return [
      {
        ...first,
        id,
        ...(more.length > 0 && { description: joinStepDescriptions(group), tool: null }),
        parameters: first.parameters && renameReferences(first.parameters, groupIdByStepId),
        dependencies: [...new Set(dependencies)].filter((other) => other !== id),
      },
    ];
  });
}

/**
 * Appends the steps that a step declared while it ran, except those whose description already exists. Beyond the limit
 * the surplus is merged into the last added one; if there is no room at all, an event tells the next replan.
 */
export function addDeclaredSteps(run: Run, declaredSteps: readonly ProposedStep[], limits: Room, at: string): Run {
  const plannedStepNames = new Set(run.plan.steps.map(nameOf));
  const fresh = declaredSteps.filter(
    (step) => !plannedStepNames.has(nameOf(step)) && plannedStepNames.add(nameOf(step)),
  );
  if (fresh.length === 0) return run;
  const room = limits.max_plan_steps - run.plan.steps.length;
  const stepsToAdd = room > 0 ? mergeSurplusSteps(fresh, { ...limits, max_plan_steps: room }) : [];
  const next =
    stepsToAdd.length > 0
      ? applyProposal(run, [...run.plan.steps.filter(isUnstarted).map(proposedFromStep), ...stepsToAdd], at)
      : run;
  const newPlanSteps = next.plan.steps.filter((step) => run.plan.steps.every((old) => old.id !== step.id));
  return {
    ...next,
    events: [
      ...next.events,
      ...newPlanSteps.map(({ id, description }) => ({ kind: 'declared' as const, step: id, description })),
      ...(room > 0 ? [] : fresh.map(({ description }) => ({ kind: 'declared' as const, step: null, description }))),
    ],
  };
}

function nameOf({ description }: { description: string }): string {
  return description.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** An open step as a proposal that keeps it. */
export function proposedFromStep({
  id,
  description,
  tool,
  parameters,
  dependencies,
  expected_output,
}: Step): ProposedStep {
  return {
    id,
    description,
    tool: tool ?? null,
    parameters: parameters ?? null,
    dependencies,
    expected_output: expected_output ?? null,
  };
}
