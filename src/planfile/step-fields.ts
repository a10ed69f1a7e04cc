import type { Step } from '../domain/step.ts';

/** Every field of a step, in the order of R2.1. */
export const stepFields = [
  'id',
  'description',
  'status',
  'tool',
  'parameters',
  'dependencies',
  'expected_output',
  'result',
  'output',
  'error',
  'progress',
  'attempts',
  'edited_by_person',
  'plan',
  'started_at',
  'ended_at',
] as const satisfies readonly (keyof Step)[];
