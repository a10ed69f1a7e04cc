import * as z from 'zod';
import { inputFault } from './input-fault.ts';
import { inputSchema, type InputSchema } from './input-schema.ts';
import { schemaIssues } from './schema-issues.ts';
import { tolerantInput } from './tolerant-input.ts';
import type { Tool } from './tool.ts';

/** Reads what a model wrote as a tool's input. */
export interface InputReader {
  /** The JSON Schema that the model is shown. */
  schema: InputSchema;
  read(input: unknown): { ok: true; value: Record<string, unknown> } | { ok: false; fault: string };
}

export function inputReader(tool: Tool): InputReader {
  const schema = tool.schema ?? inputSchema(tool.input);
  return {
    schema,
    read(input) {
      const read = tolerantInput(schema, input, tool.verbatim);
      const checked = z.safeParse(tool.input, read);
      const issues = checked.success ? schemaIssues(tool.schema, checked.data) : checked.error.issues;
      if (checked.success && issues.length === 0) return { ok: true, value: checked.data };
      return { ok: false, fault: inputFault(tool.name, schema, read, issues) };
    },
  };
}
