import * as z from 'zod';
import { Plan } from '../../plan/plan.ts';
import { Json } from '../../values/json.ts';
import { Step, SubPlan } from '../../plan/step.ts';

/** The contents of `plan.json`: the plan, the version of the format, and the index of the current step. */
export const PlanFile = z.object({
  version: z.literal(1),
  id: Plan.shape.id,
  goal: Plan.shape.goal,
  status: Plan.shape.status,
  steps: Plan.shape.steps,
  /** Derived on export, ignored on import. */
  current_step_index: z.int().min(0),
  iteration_count: Plan.shape.iteration_count,
  step_count: Plan.shape.step_count,
  replan_count: Plan.shape.replan_count,
  created_at: Plan.shape.created_at,
  updated_at: Plan.shape.updated_at,
});
export type PlanFile = z.infer<typeof PlanFile>;

/** The fields that a person has to write; an import completes all others. */
const required = { plan: ['goal', 'steps'], step: ['description'] } as const;

/**
 * Returns the JSON Schema of `plan.json` (draft 2020-12), which is published as `public/plan.schema.json`, to write
 * plans by and to check exports.
 */
export function planSchema(): object {
  const names = z.registry<{ id: string }>();
  names.add(Step, { id: 'step' });
  names.add(SubPlan, { id: 'sub_plan' });
  names.add(Json, { id: 'json' });
  const { $schema, ...schema } = z.toJSONSchema(PlanFile, {
    metadata: names,
    /** A reason is a sentence in `error`; its code is not part of the format. */
    override: ({ jsonSchema }) => {
      const { properties } = jsonSchema;
      if (properties?.steps) jsonSchema.required = [...required.plan];
      if (properties?.description) jsonSchema.required = [...required.step];
      if (properties?.error) delete properties.reason;
      if (properties?.version) jsonSchema.properties = { $schema: { type: 'string' }, ...properties };
    },
  });
  return {
    $schema,
    $id: 'plan.schema.json',
    title: 'plan.json, version 1',
    description:
      'A goal, its ordered steps and how far they have come. Only a goal and steps with descriptions must be written; ' +
      'an import completes the rest. Cairn writes plans of this form; it reads more than this and lists what it ' +
      'repaired. At most 20 MB, 20,000 steps, a million values and 64 levels of nesting; step ids are ' +
      'unique, every dependency names an existing step, and none form a cycle.',
    ...schema,
  };
}
