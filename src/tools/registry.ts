import * as z from 'zod';
import { nearestName } from '../domain/nearest-name.ts';
import { toolFailure } from '../domain/tool-result.ts';
import type { CheckedCall, Toolbox, ToolYield } from '../ports/toolbox.ts';
import { inputFault } from './input-fault.ts';
import { inputSchema } from './input-schema.ts';
import { runLocal } from './run-local.ts';
import { tolerantInput } from './tolerant-input.ts';
import type { Tool } from './tool.ts';

/** The registry (R9.1): offers the tools to the model, and turns each call into one that can run or a readable failure. */
export function toolbox(tools: readonly Tool[]): Toolbox {
  const registered = tools.map((tool) => ({ tool, schema: inputSchema(tool.input) }));
  const names = tools.map((tool) => tool.name);
  const find = (name: string) => registered.find(({ tool }) => tool.name === plainName(name));

  return {
    offered: () => registered.map(({ tool, schema }) => ({ name: tool.name, description: tool.description, schema })),
    reads(name, input) {
      const found = find(name);
      const read = found && z.safeParse(found.tool.input, tolerantInput(found.schema, input, found.tool.verbatim));
      return read?.success === true && found?.tool.reads(read.data) === true;
    },
    repeats: (name) => find(name)?.tool.repeats ?? false,
    check(name, input): CheckedCall {
      const found = find(name);
      if (!found) return { ok: false, result: toolFailure('unknown_tool', unknownTool(name, names)) };
      const { tool, schema } = found;
      const read = tolerantInput(schema, input, tool.verbatim);
      const checked = z.safeParse(tool.input, read);
      if (!checked.success) {
        const fault = inputFault(tool.name, schema, read, checked.error.issues);
        return { ok: false, result: toolFailure('invalid_input', fault) };
      }
      return callOf(tool, checked.data);
    },
  };
}

function callOf(tool: Tool, input: Record<string, unknown>): CheckedCall {
  const call = { ok: true as const, tool: tool.name, access: tool.access(input) };
  if (tool.place === 'local') {
    return { ...call, place: 'local', run: (context) => runLocal(tool.name, (held) => tool.run(input, held), context) };
  }
  return {
    ...call,
    place: 'remote',
    repeatable: tool.repeatable,
    run: async (context): Promise<ToolYield> => {
      try {
        return await tool.run(input, context);
      } catch (fault) {
        const reason = fault instanceof Error ? fault.message : String(fault);
        return { result: toolFailure('failed', `${tool.name} failed: ${reason.slice(0, 300)}`) };
      }
    },
  };
}

/** Some models write `functions.todo` or `Todo`. */
const plainName = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/^functions?[.:]/, '')
    .replace(/[\s-]+/g, '_');

function unknownTool(name: string, names: readonly string[]): string {
  const near = nearestName(plainName(name), names);
  const guess = near ? ` Did you mean “${near}”?` : '';
  return `There is no tool “${name.slice(0, 60)}”.${guess} The tools are: ${names.join(', ')}.`;
}
