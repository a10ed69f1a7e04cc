import type { ExamChange, ExamSettings, ExamTask } from '../domain/exam/exam-report.ts';
import type { JournalEntry } from '../domain/record/journal.ts';
import type { JsonObject } from '../domain/text/json.ts';
import type { Run } from '../domain/task/run.ts';
import { toolFailure, type ToolResult } from '../domain/task/tool-result.ts';
import type { OfferedTool } from '../ports/language-model.ts';
import type { Toolbox } from '../ports/toolbox.ts';

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

/** A tool that answers by rule and touches nothing. */
export interface ExamTool extends OfferedTool {
  reads: boolean;
  answer: (input: Record<string, unknown>) => ToolResult;
}

/** The toolbox of one exam task. */
export function examToolbox(tools: readonly ExamTool[]): Toolbox {
  const named = (name: string) => tools.find((tool) => tool.name === name);
  return {
    offered: () => tools.map(({ name, description, schema }) => ({ name, description, schema })),
    nameOf: (name) => named(name)?.name ?? null,
    reads: (name) => named(name)?.reads ?? false,
    repeats: () => false,
    check: (name, input) => {
      const tool = named(name);
      if (!tool) return { ok: false, result: toolFailure('unknown_tool', `There is no tool ${name}.`) };
      return {
        ok: true,
        tool: name,
        access: { origin: null, private_address: false, subject: '', rule: 'free' },
        place: 'local',
        run: async () => tool.answer(typeof input === 'object' && input !== null ? { ...input } : {}),
      };
    },
    ready: async () => undefined,
  };
}
