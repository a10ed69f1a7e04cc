import * as z from 'zod';
import { Json } from '../domain/json.ts';
import { Step, SubPlan } from '../domain/step.ts';
import { PlanFile } from './plan-file.ts';

/** The JSON Schema of `plan.json` (draft 2020-12), as `public/plan.schema.json` publishes it. */
export function planSchema(): object {
  const names = z.registry<{ id: string }>();
  names.add(Step, { id: 'step' });
  names.add(SubPlan, { id: 'sub_plan' });
  names.add(Json, { id: 'json' });
  const { $schema, ...schema } = z.toJSONSchema(PlanFile, { metadata: names });
  return {
    $schema,
    $id: 'plan.schema.json',
    title: 'plan.json, version 1',
    description:
      'A goal, its ordered steps and how far they have come. This is what Cairn writes; it reads more than this and ' +
      'lists what it repaired. At most 20 MB, 20,000 steps, a million values and 64 levels of nesting; step ids are ' +
      'unique, every dependency names an existing step, and none form a cycle.',
    ...schema,
  };
}
