import type { ExamChange, ExamOutcome, ExamReport, ExamTask } from './exam-report.ts';
import type { ModelError } from './model-reply.ts';

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
