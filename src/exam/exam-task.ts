import type { ModelExamSettingsChange, ModelExamSettings, ModelExamTaskName } from '../records/exam-report.ts';
import type { JournalEntry } from '../task/journal.ts';
import type { SessionFile } from '../records/session-file.ts';
import type { JsonObject } from '../values/json.ts';
import type { Run } from '../task/run.ts';
import { toolError, type ToolResult } from '../task/tool-result.ts';
import type { OfferedTool } from '../ports/language-model.ts';
import type { Toolbox } from '../ports/toolbox.ts';

/** A step given to the model; one with a result is completed before the model is asked. */
export interface ModelExamStep {
  description: string;
  tool?: string;
  parameters?: JsonObject;
  result?: string;
}

/** The state of a task so far. */
export interface ModelExamTaskState {
  run: Run;
  entries: readonly JournalEntry[];
  /** The tool calls that were carried out, in order. */
  calls: readonly { tool: string; input: Record<string, unknown>; ok: boolean }[];
}

/** One task of the exam: the model's input, and the rule by which it is graded. */
export interface ModelExamTask {
  name: ModelExamTaskName;
  /** Changes of the settings that may help a model that fails the task, the smallest first. */
  mends: readonly ModelExamSettingsChange[];
  goal: (settings: ModelExamSettings) => string;
  /** The plan to carry out; empty if the model makes it. */
  steps: readonly ModelExamStep[];
  tools: readonly ModelExamTool[];
  /** An image among the files of the session. */
  image?: Pick<SessionFile, 'name' | 'content'>;
  /**
   * Returns true or false as soon as it is certain that the task is passed or failed; null until then. A task that ends
   * with null is failed.
   */
  verdict: (seen: ModelExamTaskState) => boolean | null;
}

/** A tool with fixed answers and no effects. */
export interface ModelExamTool extends OfferedTool {
  reads: boolean;
  answer: (input: Record<string, unknown>) => ToolResult;
}

/** Returns the toolbox of one exam task. */
export function createExamToolbox(tools: readonly ModelExamTool[]): Toolbox {
  const toolNamed = (name: string) => tools.find((tool) => tool.name === name);
  return {
    offered: () => tools.map(({ name, description, schema }) => ({ name, description, schema })),
    nameOf: (name) => toolNamed(name)?.name ?? null,
    reads: (name) => toolNamed(name)?.reads ?? false,
    repeats: () => false,
    asMeant: (tool, input) => ({ tool, input }),
    accumulates: () => false,
    check: (name, input) => {
      const tool = toolNamed(name);
      if (!tool) return { ok: false, result: toolError('unknown_tool', `There is no tool ${name}.`) };
      return {
        ok: true,
        tool: name,
        access: { origin: null, private_address: false, subject: '', rule: 'free' },
        about: async () => ({ what: 'other', name }),
        place: 'local',
        run: async () => tool.answer(typeof input === 'object' && input !== null ? { ...input } : {}),
      };
    },
    ready: async () => undefined,
  };
}
