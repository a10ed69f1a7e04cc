import * as z from 'zod/mini';

/** The limits at which a task asks the person or ends. */
export const Limits = z.object({
  max_plan_steps: z.int().check(z.minimum(1), z.maximum(1000)),
  max_steps: z.int().check(z.minimum(1)),
  max_step_tool_calls: z.int().check(z.minimum(1)),
  max_replans: z.int().check(z.minimum(0)),
  max_consecutive_failures: z.int().check(z.minimum(1)),
  max_parallel_steps: z.int().check(z.minimum(1), z.maximum(16)),
  planning_retries: z.int().check(z.minimum(0)),
});
export type Limits = z.infer<typeof Limits>;

export const defaultLimits: Limits = {
  max_plan_steps: 20,
  max_steps: 60,
  max_step_tool_calls: 8,
  max_replans: 3,
  max_consecutive_failures: 3,
  max_parallel_steps: 3,
  planning_retries: 2,
};

/** How often a task asks the model between its steps. */
export const Thoroughness = z.enum(['careful', 'balanced', 'economy']);
export type Thoroughness = z.infer<typeof Thoroughness>;
