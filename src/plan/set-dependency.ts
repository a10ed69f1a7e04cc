import type { Result } from '../values/result.ts';
import { findDependencyCycle, declaresDependencies } from './plan-graph.ts';
import { referencedStepIds } from './references.ts';
import { isReliablyDone } from './doubtful-steps.ts';
import { hasEnded, isUnstarted, type Step } from './step.ts';

/** Why a dependency cannot be added or removed. */
interface DependencyError {
  code:
    | 'unknown_step'
    | 'already_started'
    | 'already_depends'
    | 'not_dependent'
    | 'cycle'
    | 'uses_result'
    | 'last_dependency';
  step: string;
  other: string;
}

type DependencyResult = Result<Step[], DependencyError>;

/**
 * Adds or removes an unstarted step's dependency on another step. If the plan declares no dependencies, the order in
 * which its open steps run is declared first, so that nothing else changes; a step listed before its new dependency
 * moves behind it, together with the steps that depend on it.
 */
export function setDependency(steps: readonly Step[], id: string, on: string, isNeeded: boolean): DependencyResult {
  const step = steps.find((each) => each.id === id);
  const other = steps.find((each) => each.id === on);
  if (!step || !other) return refuse('unknown_step', step ? on : id);
  if (!isUnstarted(step)) return refuse('already_started', step.description);
  return isNeeded ? depend(steps, step, other) : release(steps, step, other);
}

function depend(steps: readonly Step[], step: Step, other: Step): DependencyResult {
  if (waitsFor(steps, step, other)) return refuse('already_depends', step.description, other.description);
  const stepsInDeclaredOrder = declaredOrder(steps);
  const now = stepsInDeclaredOrder.find((each) => each.id === step.id) ?? step;
  const next = replaced(stepsInDeclaredOrder, { ...now, dependencies: [...now.dependencies, other.id] });
  const cycle = findDependencyCycle(next);
  if (cycle) {
    const numbers = cycle.map((each) => steps.findIndex(({ id }) => id === each) + 1);
    return refuse('cycle', step.description, numbers.join(' → '));
  }
  return { ok: true, value: behind(next, step.id, other.id) };
}

function release(steps: readonly Step[], step: Step, other: Step): DependencyResult {
  if (!waitsFor(steps, step, other)) return refuse('not_dependent', step.description, other.description);
  if (referencedStepIds(step.parameters).includes(other.id))
    return refuse('uses_result', step.description, other.description);
  const next = replaced(declaredOrder(steps), {
    ...step,
    dependencies: step.dependencies.filter((id) => id !== other.id),
  });
  return declaresDependencies(next) ? { ok: true, value: next } : refuse('last_dependency', step.description);
}

function waitsFor(steps: readonly Step[], step: Step, other: Step): boolean {
  return declaresDependencies(steps)
    ? step.dependencies.includes(other.id)
    : steps[steps.indexOf(step) - 1]?.id === other.id;
}

/**
 * The steps with their list order declared as dependencies, if none are declared; steps that ended without being done
 * are left out, since they block nothing.
 */
function declaredOrder(steps: readonly Step[]): Step[] {
  if (declaresDependencies(steps)) return [...steps];
  let last: string | null = null;
  return steps.map((step) => {
    const before = last;
    if (!hasEnded(step) || isReliablyDone(step)) last = step.id;
    return isUnstarted(step) && before !== null ? { ...step, dependencies: [before] } : step;
  });
}

/**
 * The list with a step, and the open steps that depend on it, moved behind another step; each group keeps its order.
 */
function behind(steps: readonly Step[], id: string, other: string): Step[] {
  const place = steps.findIndex((step) => step.id === other);
  const late = new Set([id]);
  for (let lateStepCount = 0; lateStepCount < late.size;) {
    lateStepCount = late.size;
    for (const step of steps)
      if (isUnstarted(step) && step.dependencies.some((each) => late.has(each))) late.add(step.id);
  }
  const stepsToMove = steps.filter((step, at) => at < place && late.has(step.id));
  const stepsToKeep = steps.filter((step) => !stepsToMove.includes(step));
  const end = stepsToKeep.findIndex((step) => step.id === other) + 1;
  return [...stepsToKeep.slice(0, end), ...stepsToMove, ...stepsToKeep.slice(end)];
}

function replaced(steps: readonly Step[], step: Step): Step[] {
  return steps.map((old) => (old.id === step.id ? { ...step, edited_by_person: true } : old));
}

function refuse(code: DependencyError['code'], step: string, other = ''): DependencyResult {
  return { ok: false, error: { code, step, other } };
}
