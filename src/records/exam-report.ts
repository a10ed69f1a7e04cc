import * as z from 'zod/mini';
import { ProtocolName } from '../task/protocol-name.ts';
import { Thoroughness } from '../values/limits.ts';

/** The tasks of the exam, in order. */
export const ModelExamTaskName = z.enum([
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
  'image',
]);
export type ModelExamTaskName = z.infer<typeof ModelExamTaskName>;

/** The settings under which a model is examined, and which an exam recommends. */
export const ModelExamSettings = z.object({
  protocol: ProtocolName,
  thoroughness: Thoroughness,
  max_plan_steps: z.int().check(z.minimum(1), z.maximum(1000)),
});
export type ModelExamSettings = z.infer<typeof ModelExamSettings>;

/** A change of settings under which a failed task is retried. */
export const ModelExamSettingsChange = z.enum(['protocol', 'balanced', 'economy', 'short']);
export type ModelExamSettingsChange = z.infer<typeof ModelExamSettingsChange>;

/**
 * How one task of an exam ended: `passed` or `lost` (failed) under the settings of the exam, or the change of settings
 * under which its retry passed.
 */
export const ModelExamTaskOutcome = z.enum(['passed', 'lost', ...ModelExamSettingsChange.options]);
export type ModelExamTaskOutcome = z.infer<typeof ModelExamTaskOutcome>;

/** The result of an exam of one model, stored with its connection. */
export const ModelExamReport = z.object({
  version: z.literal(1),
  model: z.string(),
  /** When the exam ended, ISO 8601. */
  at: z.string(),
  held: ModelExamSettings,
  /** The outcome by task; tasks that did not exist yet are missing. */
  outcomes: z.partialRecord(ModelExamTaskName, ModelExamTaskOutcome),
  /** The settings under which every task passed that can pass under some setting. */
  recommended: ModelExamSettings,
  replies: z.int(),
  tokens: z.object({ input: z.number(), output: z.number() }),
  /** In US dollars; null if the price is unknown. */
  cost: z.nullable(z.number()),
  /** In milliseconds: the duration of the whole exam, and the median duration of a reply. */
  took_ms: z.number(),
  reply_ms: z.number(),
});
export type ModelExamReport = z.infer<typeof ModelExamReport>;

/** The tasks that an exam included, in order. */
export function examTaskNames({ outcomes }: Pick<ModelExamReport, 'outcomes'>): ModelExamTaskName[] {
  return ModelExamTaskName.options.filter((task) => outcomes[task] !== undefined);
}

/** The limit of plan steps that an exam sets for a model whose longer plans were wrong. */
export const maxStepsOfShortPlan = 5;

/** The settings with a change applied. */
export function withExamChange(change: ModelExamSettingsChange, settings: ModelExamSettings): ModelExamSettings {
  switch (change) {
    case 'protocol':
      return { ...settings, protocol: settings.protocol === 'tools' ? 'json' : 'markers' };
    case 'balanced':
      return { ...settings, thoroughness: settings.thoroughness === 'economy' ? 'economy' : 'balanced' };
    case 'economy':
      return { ...settings, thoroughness: 'economy' };
    case 'short':
      return { ...settings, max_plan_steps: Math.min(maxStepsOfShortPlan, settings.max_plan_steps) };
  }
}
