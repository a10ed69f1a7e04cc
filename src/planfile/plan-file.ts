import * as z from 'zod';
import { Plan } from '../domain/plan.ts';

/** What `plan.json` holds (R2.1): the plan, the version of the format, and the place where the plan stands. */
export const PlanFile = z.object({
  version: z.literal(1),
  id: Plan.shape.id,
  goal: Plan.shape.goal,
  status: Plan.shape.status,
  steps: Plan.shape.steps,
  /** Derived on export, ignored on import (R2.3). */
  current_step_index: z.int().min(0),
  iteration_count: Plan.shape.iteration_count,
  step_count: Plan.shape.step_count,
  replan_count: Plan.shape.replan_count,
  created_at: Plan.shape.created_at,
  updated_at: Plan.shape.updated_at,
});
export type PlanFile = z.infer<typeof PlanFile>;
