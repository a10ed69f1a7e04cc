import type { ExamChange, ExamSettings, ExamTask } from '../domain/exam-report.ts';
import type { JournalEntry } from '../domain/journal.ts';
import type { JsonObject } from '../domain/json.ts';
import type { Run } from '../domain/run.ts';
import type { ExamTool } from './exam-toolbox.ts';

/** A step that is given to the model; one with a result has been done before it is asked. */
export interface GivenStep {
  description: string;
  tool?: string;
  parameters?: JsonObject;
  result?: string;
}

/** What a task has come to so far. */
export interface Seen {
  run: Run;
  entries: readonly JournalEntry[];
  /** The tool calls that were carried out, in order. */
  calls: readonly { tool: string; input: Record<string, unknown>; ok: boolean }[];
}

/** One task of the exam: what the model is given, and the rule by which it is graded. */
export interface Exercise {
  name: ExamTask;
  /** Changes of the settings that may help a model which loses it, the smallest first. */
  mends: readonly ExamChange[];
  goal: (settings: ExamSettings) => string;
  /** The plan to be carried out; empty: the model makes it. */
  steps: readonly GivenStep[];
  tools: readonly ExamTool[];
  /** Whether it is passed, as soon as that is certain; what is never certain is lost. */
  verdict: (seen: Seen) => boolean | null;
}
