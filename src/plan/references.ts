import type { Json } from '../values/json.ts';
import type { Step } from './step.ts';
import { findDependencyCycle } from './plan-graph.ts';

const reference = /\$\{\s*([\w-]+)\.result((?:\.[\w-]+|\[\d+\])*)\s*\}/g;
/** An id that can only mean a step. */
const numberedStepId = /^s(?:tep)?[_-]?\d+$/i;

/** Ids of steps. */
interface StepIds {
  has: (id: string) => boolean;
}

/**
 * The ids of the steps whose results a value references, each once. In a text with a backtick, such as a program with a
 * template literal `${data.result}`, only an id of `known`, or one that can only mean a step, makes a reference; by
 * default any does.
 */
export function referencedStepIds(value: unknown, known: StepIds = anyId): string[] {
  if (typeof value !== 'object' || value === null) {
    const references = [...String(value).matchAll(reference)];
    const ids = references.map(({ 1: id = '' }) => id);
    return [...new Set(ids.filter((id) => isReference(id, String(value), known)))];
  }
  return [...new Set(Object.values(value).flatMap((each) => referencedStepIds(each, known)))];
}

const anyId: StepIds = { has: () => true };

const isReference = (id: string, text: string, known: StepIds) =>
  known.has(id) || numberedStepId.test(id) || !text.includes('`');

type Resolved = { ok: true; value: unknown } | { ok: false; reference: string };

/**
 * Replaces `${step_1.result}` and `${step_1.result.a.b}` by the outputs of those steps. A string that is only a
 * reference becomes a value of the output's own type. An unresolvable reference makes the result an error that names
 * it; in a text with a backtick, one that names no step is part of the text.
 */
export function resolveReferences(value: unknown, steps: readonly Step[]): Resolved {
  const known = new Set(steps.map(({ id }) => id));
  const completedSteps = steps.filter(({ status }) => status === 'completed');
  /** Of equal ids the first one wins: that of the nearest step. */
  const outputs = new Map(
    completedSteps.toReversed().map((step) => [step.id, step.output ?? step.full_result ?? step.result]),
  );
  let missingReference = null as string | null;
  const look = (whole: string, id: string, path: string): Json | undefined => {
    const referencedValue = follow(outputs.get(id), path);
    if (referencedValue === undefined) missingReference ??= whole;
    return referencedValue;
  };
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') {
      const only = new RegExp(`^${reference.source}$`).exec(part);
      if (only) return look(only[0], only[1] ?? '', only[2] ?? '') ?? null;
      return part.replace(reference, (whole, id: string, path: string) => {
        if (!isReference(id, part, known)) return whole;
        const replacementValue = look(whole, id, path);
        return typeof replacementValue === 'string' ? replacementValue : JSON.stringify(replacementValue ?? null);
      });
    }
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part === 'object' && part !== null)
      return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, walk(inner)]));
    return part;
  };
  const resolved = walk(value);
  return missingReference === null ? { ok: true, value: resolved } : { ok: false, reference: missingReference };
}

/** The value with the step ids in its references replaced according to `names`. */
export function renameReferences<Value>(value: Value, names: ReadonlyMap<string, string>): Value {
  const text = JSON.stringify(value);
  if (!text.includes('.result')) return value;
  return JSON.parse(text.replace(reference, (whole, id: string) => whole.replace(id, names.get(id) ?? id))) as Value;
}

function follow(value: Json | undefined, path: string): Json | undefined {
  let nestedValue: Json | undefined = value;
  for (const key of path.match(/[\w-]+/g) ?? []) {
    if (typeof nestedValue !== 'object' || nestedValue === null || !Object.hasOwn(nestedValue, key)) return undefined;
    nestedValue = (nestedValue as Record<string, Json>)[key];
  }
  return nestedValue;
}

/** The steps with a dependency added for each step that their parameters reference, unless that would form a cycle. */
export function withImpliedDependencies(steps: readonly Step[]): Step[] {
  const knownStepIds = new Set(steps.map((step) => step.id));
  const implied = steps.map((step): Step => {
    const referred = referencedStepIds(step.parameters).filter((id) => knownStepIds.has(id));
    const inner = step.plan ? { plan: { ...step.plan, steps: withImpliedDependencies(step.plan.steps) } } : {};
    return { ...step, ...inner, dependencies: [...new Set([...step.dependencies, ...referred])] };
  });
  return findDependencyCycle(implied) ? [...steps] : implied;
}
