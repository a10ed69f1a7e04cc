import * as z from 'zod/mini';
import { Json, JsonObject } from '../values/json.ts';
import { PlanStatus } from './plan-status.ts';
import { StepReason } from './step-reason.ts';

export const StepStatus = z.enum(['pending', 'running', 'completed', 'failed', 'skipped', 'blocked']);
export type StepStatus = z.infer<typeof StepStatus>;

/** An instant as ISO 8601 in UTC, as `Date.toISOString` writes it (seconds or milliseconds). */
export const Instant = z.iso.datetime({ offset: true });

export const StepProgress = z.object({
  current: z.number().check(z.minimum(0)),
  total: z.number().check(z.minimum(0)),
});

/** A plan within a step; readers limit its depth to 3. */
export interface SubPlan {
  goal: string;
  status: PlanStatus;
  steps: Step[];
}

/** One unit of a plan, as in `plan.json`. */
export interface Step {
  id: string;
  description: string;
  status: StepStatus;
  tool?: string | undefined;
  parameters?: JsonObject | undefined;
  dependencies: string[];
  expected_output?: string | undefined;
  /** One line for people and for the model; `output` is the full value. */
  result: string | null;
  /** The model's own words that ended the step, if they are more than the one line of `result`. */
  full_result?: string | undefined;
  output?: Json | undefined;
  error: string | null;
  /**
   * Why the step failed, was skipped or wrote nothing, as a code; `error` or `result` contains the reason as a
   * sentence.
   */
  reason?: StepReason | undefined;
  progress?: z.infer<typeof StepProgress> | undefined;
  attempts: number;
  edited_by_person?: boolean | undefined;
  /**
   * True if the step, unless it has dependencies, waits for those listed before it to end, in plans with dependencies,
   * too. Set for steps that a person adds.
   */
  in_order?: boolean | undefined;
  plan?: SubPlan | undefined;
  started_at: string | null;
  ended_at: string | null;
}

export const SubPlan: z.ZodMiniType<SubPlan> = z.lazy(() =>
  z.object({ goal: z.string(), status: PlanStatus, steps: z.array(Step) }),
);

export const Step: z.ZodMiniType<Step> = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  description: z.string(),
  status: StepStatus,
  tool: z.optional(z.string().check(z.minLength(1))),
  parameters: z.optional(JsonObject),
  dependencies: z.array(z.string()),
  expected_output: z.optional(z.string()),
  result: z.nullable(z.string()),
  full_result: z.optional(z.string()),
  output: z.optional(Json),
  error: z.nullable(z.string()),
  reason: z.optional(StepReason),
  progress: z.optional(StepProgress),
  attempts: z.int().check(z.minimum(0)),
  edited_by_person: z.optional(z.boolean()),
  in_order: z.optional(z.boolean()),
  plan: z.optional(SubPlan),
  started_at: z.nullable(Instant),
  ended_at: z.nullable(Instant),
});

const endedStatuses: ReadonlySet<StepStatus> = new Set<StepStatus>(['completed', 'failed', 'skipped']);

/**
 * True if a step has ended and never starts again by itself. A `blocked` step may, once its dependencies are repaired.
 */
export function hasEnded(step: Step): boolean {
  return endedStatuses.has(step.status);
}

/** True if a step has not started; only such steps may be edited, moved or dropped. */
export function isUnstarted(step: Step): boolean {
  return step.status === 'pending' || step.status === 'blocked';
}
