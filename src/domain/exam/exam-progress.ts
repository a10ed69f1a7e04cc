import type { ExamChange, ExamOutcome, ExamReport, ExamTask, ExamSettings } from './exam-report.ts';
import type { ModelError } from '../model/model-reply.ts';
import { Thoroughness } from '../settings/settings.ts';

/** How far an exam is. */
export interface ExamProgress {
  /** The task that is being set. */
  task: ExamTask;
  /** Under which change it is set again; null: for the first time. */
  change: ExamChange | null;
  outcomes: Partial<Record<ExamTask, ExamOutcome>>;
  replies: number;
  tokens: number;
}

/** How an exam ended; `fault`: the model cannot be reached, or does not let itself be used. */
export type ExamEnd = { kind: 'done'; report: ExamReport } | { kind: 'stopped' } | { kind: 'fault'; error: ModelError };

/** What an exam will probably take: of a model that passes all of it at once, and at most. */
export interface ExamEstimate {
  replies: number;
  most_replies: number;
  tokens: { input: number; output: number };
  /** In US dollars, of what is expected; null where the price is not known. */
  cost: number | null;
  /** Milliseconds of what is expected, from … to. */
  ms: readonly [number, number];
}

/** A change of the present settings that follows from an exam. */
export type ExamSuggestion =
  | { kind: 'protocol'; to: ExamSettings['protocol'] }
  | { kind: 'thoroughness'; to: ExamSettings['thoroughness'] }
  | { kind: 'length'; to: number }
  /** The work within steps is done by this connection. */
  | { kind: 'steps'; to: string };

/** What would have to be changed; settings that ask less of the model than is recommended stay. */
export function examChanges(
  { recommended }: ExamReport,
  steps: string | null,
  present: ExamSettings & { steps: string | null },
): ExamSuggestion[] {
  const rank = (level: Thoroughness) => Thoroughness.options.indexOf(level);
  const { protocol, thoroughness, max_plan_steps: length } = recommended;
  return [
    ...(protocol === present.protocol ? [] : [{ kind: 'protocol' as const, to: protocol }]),
    ...(rank(thoroughness) > rank(present.thoroughness) ? [{ kind: 'thoroughness' as const, to: thoroughness }] : []),
    ...(length < present.max_plan_steps ? [{ kind: 'length' as const, to: length }] : []),
    ...(steps === null || steps === present.steps ? [] : [{ kind: 'steps' as const, to: steps }]),
  ];
}
