import { makeNameUnique } from '../values/unique-name.ts';
import { currentValue } from '../ports/observable.ts';
import { unstartedPlan } from '../plan/plan-edits.ts';
import type { Plan } from '../plan/plan.ts';
import type { Template } from '../plan/template.ts';
import type { Run } from '../task/run.ts';
import { isPlanFromOutside } from './plan-from-outside.ts';
import { repeatablePlan, type RunRecordSources } from './run-record.ts';
import type { Clock } from '../ports/clock.ts';
import type { Stores } from '../ports/stores.ts';

/**
 * Saves a plan as the person's own template, without any results, and returns it. If there is one of that name, the new
 * one has a number after it. `examples`: a value for each placeholder. `foreign`: its texts are text from outside.
 */
export async function saveTemplate(
  plan: Plan,
  name: string,
  { clock, stores }: { clock: Clock; stores: Stores },
  { examples = {}, foreign = false }: { examples?: Record<string, string>; foreign?: boolean } = {},
): Promise<Template> {
  const at = clock.now();
  const template: Template = {
    id: clock.newId('template'),
    name: makeNameUnique(
      name.trim().slice(0, 120),
      (await currentValue(stores.templates.list())).map((present) => present.name),
    ),
    description: plan.goal,
    plan: unstartedPlan(plan, clock.newId('plan'), at),
    ...(Object.keys(examples).length > 0 && { examples }),
    ...(foreign && { foreign }),
    created_at: at,
  };
  await stores.templates.save(template);
  return template;
}

/** Saves the plan of a run as a template, as `repeatablePlan` has it. */
export const saveRunAsTemplate = async (
  run: Run,
  name: string,
  sources: { clock: Clock; stores: Stores } & Pick<RunRecordSources, 'ruledTools'>,
): Promise<Template> =>
  saveTemplate(await repeatablePlan(run, sources), name, sources, {
    foreign: await isPlanFromOutside(run, sources.stores),
  });
