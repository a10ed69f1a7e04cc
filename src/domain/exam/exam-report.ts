import * as z from 'zod/mini';
import { ProtocolName } from '../model/protocol-name.ts';
import { Thoroughness } from '../settings/settings.ts';

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

/** The settings under which a model is examined, and which an exam recommends. */
export const ExamSettings = z.object({
  protocol: ProtocolName,
  thoroughness: Thoroughness,
  max_plan_steps: z.int().check(z.minimum(1), z.maximum(1000)),
});
export type ExamSettings = z.infer<typeof ExamSettings>;

/** A change of the settings under which a lost task is set again. */
export const ExamChange = z.enum(['protocol', 'balanced', 'economy', 'short']);
export type ExamChange = z.infer<typeof ExamChange>;

/** How a task ended: `passed` or `lost` under the settings of the exam, or lost there and passed after a change. */
export const ExamOutcome = z.enum(['passed', 'lost', ...ExamChange.options]);
export type ExamOutcome = z.infer<typeof ExamOutcome>;

/** What an exam found about one model, kept with its connection. */
export const ExamReport = z.object({
  version: z.literal(1),
  model: z.string(),
  /** When it ended. */
  at: z.string(),
  held: ExamSettings,
  outcomes: z.record(ExamTask, ExamOutcome),
  /** Settings under which each task that any of them helps was passed. */
  recommended: ExamSettings,
  replies: z.int(),
  tokens: z.object({ input: z.number(), output: z.number() }),
  /** In US dollars; null where the price is not known. */
  cost: z.nullable(z.number()),
  /** Milliseconds, of the whole exam and of the reply in the middle when sorted by length. */
  took_ms: z.number(),
  reply_ms: z.number(),
});
export type ExamReport = z.infer<typeof ExamReport>;

/** The longest plan that is made where long ones came out wrong. */
export const shortPlan = 5;

/** The settings after a change. */
export function changedBy(change: ExamChange, settings: ExamSettings): ExamSettings {
  switch (change) {
    case 'protocol':
      return { ...settings, protocol: settings.protocol === 'tools' ? 'json' : 'markers' };
    case 'balanced':
      return { ...settings, thoroughness: settings.thoroughness === 'economy' ? 'economy' : 'balanced' };
    case 'economy':
      return { ...settings, thoroughness: 'economy' };
    case 'short':
      return { ...settings, max_plan_steps: Math.min(shortPlan, settings.max_plan_steps) };
  }
}
