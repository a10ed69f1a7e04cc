import type {
  ModelExamSettingsChange,
  ModelExamTaskOutcome,
  ModelExamReport,
  ModelExamTaskName,
  ModelExamSettings,
} from './exam-report.ts';
import type { ModelError } from '../task/model-reply.ts';
import { Thoroughness } from '../values/limits.ts';

/** The progress of an exam. */
export interface ModelExamProgress {
  /** The task in progress. */
  task: ModelExamTaskName;
  /** The changed setting under which the task is retried; null for its first try. */
  change: ModelExamSettingsChange | null;
  outcomes: Partial<Record<ModelExamTaskName, ModelExamTaskOutcome>>;
  replies: number;
  tokens: number;
}

/** How an exam ended; `fault`: the model cannot be reached or used. */
export type ModelExamOutcome =
  | { kind: 'done'; report: ModelExamReport }
  | { kind: 'stopped' }
  | { kind: 'fault'; error: ModelError };

/**
 * The estimated effort of an exam; `most_replies` is the worst case, all else assumes a model that passes every task at
 * once.
 */
export interface ModelExamEstimate {
  replies: number;
  most_replies: number;
  tokens: { input: number; output: number };
  /** The expected cost in US dollars; null if the price is unknown. */
  cost: number | null;
  /** The range of the expected duration, in milliseconds. */
  ms: readonly [number, number];
}

/** A change of the current settings that an exam suggests. */
export type ModelExamSuggestion =
  | { kind: 'protocol'; to: ModelExamSettings['protocol'] }
  | { kind: 'thoroughness'; to: ModelExamSettings['thoroughness'] }
  | { kind: 'length'; to: number }
  /** Thoughts within steps use this connection. */
  | { kind: 'steps'; to: string };

/** The suggested changes; settings that already demand less of the model than recommended are kept. */
export function suggestedSettingsChanges(
  { recommended }: ModelExamReport,
  steps: string | null,
  present: ModelExamSettings & { steps: string | null },
): ModelExamSuggestion[] {
  const rank = (level: Thoroughness) => Thoroughness.options.indexOf(level);
  const { protocol, thoroughness, max_plan_steps: length } = recommended;
  return [
    ...(protocol === present.protocol ? [] : [{ kind: 'protocol' as const, to: protocol }]),
    ...(rank(thoroughness) > rank(present.thoroughness) ? [{ kind: 'thoroughness' as const, to: thoroughness }] : []),
    ...(length < present.max_plan_steps ? [{ kind: 'length' as const, to: length }] : []),
    ...(steps === null || steps === present.steps ? [] : [{ kind: 'steps' as const, to: steps }]),
  ];
}
