import { isRecord } from '../domain/json.ts';
import type { StepStatus } from '../domain/step.ts';
import { planFieldNames } from './field-names.ts';
import { idAsText } from './id-as-text.ts';
import { mendDependencies } from './mend-dependencies.ts';
import { mendInstant } from './mend-instant.ts';
import { mendStatus } from './mend-status.ts';
import type { Mending } from './mending.ts';
import { mendStep } from './mend-step.ts';
import { type Draft, ownNames } from './own-names.ts';
import type { Place } from './place.ts';

const planFields = [
  'id',
  'goal',
  'status',
  'steps',
  'iteration_count',
  'step_count',
  'replan_count',
  'created_at',
  'updated_at',
] as const;
const nestedFields = ['goal', 'status', 'steps'] as const;
const endings: ReadonlySet<unknown> = new Set<StepStatus>(['completed', 'failed', 'skipped']);

/**
 * A plan in our own names with the slips of R2.5 mended and noted. Figures and times that a file does not give start at
 * nothing and at `at`. What cannot be mended stays as it is, for the schema to refuse.
 */
export function mendPlan(raw: object, context: { planId: string; at: string }, mending: Mending): Draft {
  const plan = ownNames(raw, [], planFields, mending.shape.foreign ? planFieldNames : {}, mending);
  mendBody(plan, [], mending);
  plan.id = idAsText(plan.id, ['id'], mending);
  if (plan.id === undefined || plan.id === null || plan.id === '') {
    if (mending.shape.complete) mending.note('missing_id', ['id'], undefined, context.planId);
    plan.id = context.planId;
  }
  for (const field of ['created_at', 'updated_at']) mendInstant(plan, field, [], mending);
  plan.created_at ??= plan.updated_at ?? context.at;
  plan.updated_at ??= plan.created_at;
  for (const field of ['iteration_count', 'step_count', 'replan_count']) plan[field] ??= 0;
  return plan;
}

/** Goal, steps and status: what a plan and a plan within a step have in common. */
function mendBody(plan: Draft, place: Place, mending: Mending): void {
  if (!Array.isArray(plan.steps)) return;
  const steps = plan.steps.map((raw: unknown, at) => {
    const step = mendStep(raw, [...place, 'steps', at], mending);
    if (isRecord(step) && Array.isArray(step.plan) && mending.shape.foreign) {
      step.plan = { goal: step.description, steps: step.plan as unknown[] };
      mending.spellAs([...place, 'steps', at, 'plan', 'steps'], '');
    }
    if (isRecord(step) && isRecord(step.plan)) {
      const nestedPlace = [...place, 'steps', at, 'plan'];
      step.plan = ownNames(step.plan, nestedPlace, nestedFields, {}, mending);
      mendBody(step.plan as Draft, nestedPlace, mending);
    }
    return step;
  });
  giveIds(steps, place, mending);
  mendDependencies(steps, plan.steps, place, mending);
  plan.steps = steps;
  const drafts = steps.filter(isRecord);
  if ((plan.goal === undefined || plan.goal === null) && drafts.length > 0) {
    const words = drafts.flatMap(({ description }) =>
      typeof description === 'string' ? description.split('\n', 1) : [],
    );
    plan.goal = words
      .join('; ')
      .slice(0, 300)
      .replace(/[\uD800-\uDBFF]$/, '');
    mending.note('missing_goal', [...place, 'goal'], undefined, plan.goal);
  }
  const ended = drafts.length > 0 && drafts.every((step) => endings.has(step.status));
  mendStatus('plan', plan, place, mending, ended ? 'completed' : 'paused');
}

function giveIds(steps: readonly unknown[], place: Place, mending: Mending): void {
  const taken = new Set<unknown>();
  for (const [at, step] of steps.entries()) {
    if (!isRecord(step)) continue;
    step.id = idAsText(step.id, [...place, 'steps', at, 'id'], mending);
    taken.add(step.id);
  }
  let next = 1;
  for (const [at, step] of steps.entries()) {
    if (!isRecord(step) || (step.id !== undefined && step.id !== null && step.id !== '')) continue;
    next = Math.max(next, at + 1);
    while (taken.has(`step_${next}`)) next += 1;
    step.id = `step_${next}`;
    next += 1;
    if (mending.shape.complete) mending.note('missing_id', [...place, 'steps', at, 'id'], undefined, step.id);
  }
}
