import type { ProposalError } from '../task/decision.ts';
import type { JournalEntryBody } from '../task/journal.ts';
import type { Run } from '../task/run.ts';

/** A journal line before its time and session are added. */
export interface NewJournalLine {
  type: 'journal.line';
  step_id: string | null;
  body: JournalEntryBody;
}

/** The next state of a task and its journal lines. */
export interface TaskChange {
  run: Run;
  lines: NewJournalLine[];
}

/** A line of the journal about a step, or about the whole task. */
export function journalLine(body: JournalEntryBody, step: string | null = null): NewJournalLine {
  return { type: 'journal.line', step_id: step, body };
}

/** The notice that a plan had more steps than `limit`, so that the last ones were merged; none if it had not. */
export function mergedStepsNotice(plannedStepCount: number, limit: number): NewJournalLine[] {
  if (plannedStepCount <= limit) return [];
  const params = {
    planned: String(plannedStepCount),
    limit: String(limit),
    merged: String(plannedStepCount - limit + 1),
  };
  return [journalLine({ type: 'notice', code: 'steps_merged', params })];
}

/** The notice that a plan was repaired by rule; the ui words the error. */
export function planRepairNotice({ code, params }: ProposalError): NewJournalLine {
  return journalLine({ type: 'notice', code: 'plan_mended', params: { fault: code, ...params } });
}
