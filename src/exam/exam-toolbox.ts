import { toolFailure, type ToolResult } from '../domain/tool-result.ts';
import type { OfferedTool } from '../ports/language-model.ts';
import type { Toolbox } from '../ports/toolbox.ts';

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
