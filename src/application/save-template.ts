import { freshPlan } from '../domain/plan/plan-edits.ts';
import type { Plan } from '../domain/plan/plan.ts';
import type { Template } from '../domain/plan/template.ts';
import type { Clock } from '../ports/clock.ts';
import type { Stores } from '../ports/stores.ts';

/** Keeps a plan as a template of the person's own, without anything that was done of it (R2.9). */
export async function saveTemplate(
  plan: Plan,
  name: string,
  { clock, stores }: { clock: Clock; stores: Stores },
): Promise<Template> {
  const at = clock.now();
  const template: Template = {
    id: clock.newId('template'),
    name: name.trim().slice(0, 120),
    description: plan.goal,
    plan: freshPlan(plan, clock.newId('plan'), at),
    created_at: at,
  };
  await stores.templates.save(template);
  return template;
}
