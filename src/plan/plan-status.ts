import * as z from 'zod/mini';

export const PlanStatus = z.enum([
  'planning',
  'running',
  'waiting',
  'paused',
  'blocked',
  'completed',
  'failed',
  'cancelled',
]);
export type PlanStatus = z.infer<typeof PlanStatus>;
