import { unstartedPlan } from '../plan/plan-edits.ts';
import type { Plan } from '../plan/plan.ts';
import type { Template } from '../plan/template.ts';
import type { Clock } from '../ports/clock.ts';
import type { Stores } from '../ports/stores.ts';

/** Saves a plan as the person's own template, without any results. `examples`: a value for each placeholder. */
export async function saveTemplate(
  plan: Plan,
  name: string,
  { clock, stores }: { clock: Clock; stores: Stores },
  examples: Record<string, string> = {},
): Promise<Template> {
  const at = clock.now();
  const template: Template = {
    id: clock.newId('template'),
    name: name.trim().slice(0, 120),
    description: plan.goal,
    plan: unstartedPlan(plan, clock.newId('plan'), at),
    ...(Object.keys(examples).length > 0 && { examples }),
    created_at: at,
  };
  await stores.templates.save(template);
  return template;
}
