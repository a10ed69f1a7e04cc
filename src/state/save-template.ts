import { freshPlan } from '../domain/fresh-plan.ts';
import type { Plan } from '../domain/plan.ts';
import type { Template } from '../domain/template.ts';
import type { AppDependencies } from './app-dependencies.ts';

/** Keeps a plan as a template of the person's own, without anything that was done of it (R2.9). */
export async function saveTemplate(
  plan: Plan,
  name: string,
  { clock, stores }: Pick<AppDependencies, 'clock' | 'stores'>,
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
