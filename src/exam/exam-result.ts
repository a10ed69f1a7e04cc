import * as z from 'zod';
import { ProtocolName } from '../domain/protocol-name.ts';
import { Thoroughness } from '../domain/settings.ts';

/** The tasks of the exam, in the order in which they are set. */
export const ExamTask = z.enum([
  'plan',
  'nested',
  'two_calls',
  'workaround',
  'question',
  'change',
  'keep',
  'end_step',
  'end_task',
  'injection',
  'chinese',
  'long',
]);
export type ExamTask = z.infer<typeof ExamTask>;

/** What an exam found about one model, and under which settings it was held. */
export const ExamResult = z.object({
  protocol: ProtocolName,
  thoroughness: Thoroughness,
  max_plan_steps: z.int().min(1).max(1000),
  /** By task, whether it was passed; one that was not reached is absent. */
  passed: z.partialRecord(ExamTask, z.boolean()),
});
export type ExamResult = z.infer<typeof ExamResult>;
