import { isReliablyDone, isDoubtful } from './doubtful-steps.ts';
import { hasEnded, isUnstarted, type Step } from './step.ts';

/** True if any step declares a dependency; otherwise steps run one after another. */
export function declaresDependencies(steps: readonly Step[]): boolean {
  return steps.some((step) => step.dependencies.length > 0);
}

/** The ids along one dependency cycle, the first repeated at the end, or null. */
export function findDependencyCycle(steps: readonly Pick<Step, 'id' | 'dependencies'>[]): string[] | null {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const visitedStepIds = new Set<string>();
  for (const root of steps) {
    const path: string[] = [];
    const onTrail = new Set<string>();
    const stack: { id: string; next: number }[] = [{ id: root.id, next: 0 }];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      if (top.next === 0) {
        if (visitedStepIds.has(top.id)) {
          stack.pop();
          continue;
        }
        path.push(top.id);
        onTrail.add(top.id);
      }
      const target = byId.get(top.id)?.dependencies[top.next];
      top.next += 1;
      if (target === undefined) {
        stack.pop();
        path.pop();
        onTrail.delete(top.id);
        visitedStepIds.add(top.id);
      } else if (onTrail.has(target)) {
        return [...path.slice(path.indexOf(target)), target];
      } else if (byId.has(target) && !visitedStepIds.has(target)) {
        stack.push({ id: target, next: 0 });
      }
    }
  }
  return null;
}

/**
 * Returns the first step listed before one of its own dependencies, with that dependency, or null. With `about`, only
 * pairs that include this step count.
 */
export function orderConflict(steps: readonly Step[], about?: string): { step: Step; dependency: Step } | null {
  const place = new Map(steps.map((step, at) => [step.id, { step, at }]));
  for (const [at, step] of steps.entries())
    for (const id of step.dependencies) {
      const other = place.get(id);
      if (about !== undefined && about !== step.id && about !== id) continue;
      if (other !== undefined && other.at > at) return { step, dependency: other.step };
    }
  return null;
}

/** What the plan can do next, derived only from the statuses of its steps. */
export type Readiness =
  | { kind: 'start'; ids: string[] }
  | { kind: 'wait' }
  | { kind: 'finished' }
  | { kind: 'deadlock'; ids: string[] };

/** Returns what the plan can do next; `slots` is how many steps may run at once if the plan declares dependencies. */
export function planReadiness(steps: readonly Step[], slots: number): Readiness {
  const running = steps.filter((step) => step.status === 'running').length;
  const open = steps.filter((step) => step.status === 'pending' || step.status === 'blocked');
  const doneStepIds = new Set(steps.flatMap((step) => (isReliablyDone(step) ? [step.id] : [])));
  const unended = steps.findIndex((step) => !hasEnded(step));
  const isReady = (step: Step) =>
    step.in_order && step.dependencies.length === 0
      ? step === steps[unended]
      : step.dependencies.every((id) => doneStepIds.has(id));
  const ready = open.filter((step) => step.status === 'pending' && isReady(step));
  const free = declaresDependencies(steps) ? Math.max(0, slots - running) : running > 0 ? 0 : 1;
  const ids = ready.slice(0, free).map((step) => step.id);
  if (ids.length > 0) return { kind: 'start', ids };
  if (running > 0) return { kind: 'wait' };
  if (open.length === 0) return { kind: 'finished' };
  return { kind: 'deadlock', ids: open.map((step) => step.id) };
}

/** True if the open steps wait only for doubtful steps, directly or through others. */
export function waitsOnlyForDoubtful(steps: readonly Step[]): boolean {
  const neededStepIds = new Set(steps.filter(isUnstarted).flatMap(({ dependencies }) => dependencies));
  return !steps.some(
    (step) =>
      neededStepIds.has(step.id) && (step.status === 'failed' || step.status === 'skipped') && !isDoubtful(step),
  );
}

/** True if all ended steps that open ones need are done or were skipped by the person. */
export function waitsOnlyForSkipped(steps: readonly Step[]): boolean {
  const neededStepIds = new Set(steps.filter(isUnstarted).flatMap(({ dependencies }) => dependencies));
  return steps.every(
    (step) =>
      !neededStepIds.has(step.id) ||
      !hasEnded(step) ||
      isReliablyDone(step) ||
      (step.status === 'skipped' && step.reason === undefined),
  );
}

/**
 * The steps with each pending one marked `blocked` if a dependency failed, was skipped, is doubtful or is itself
 * blocked, and all others unblocked.
 */
export function markBlocked(steps: readonly Step[]): Step[] {
  const dead = new Set<string>();
  const dependents = new Map<string, Step[]>();
  for (const step of steps) {
    if (step.status === 'failed' || step.status === 'skipped' || isDoubtful(step)) dead.add(step.id);
    for (const id of step.dependencies) {
      const others = dependents.get(id);
      if (others) others.push(step);
      else dependents.set(id, [step]);
    }
  }
  for (const id of dead)
    for (const step of dependents.get(id) ?? [])
      if (step.status === 'pending' || step.status === 'blocked') dead.add(step.id);
  return steps.map((step) => {
    if (step.status === 'pending' && dead.has(step.id)) return { ...step, status: 'blocked' };
    if (step.status === 'blocked' && !dead.has(step.id)) return { ...step, status: 'pending' };
    return step;
  });
}
