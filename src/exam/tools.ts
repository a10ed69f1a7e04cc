import { toolError, toolSuccess, type ToolResult } from '../task/tool-result.ts';
import type { ModelExamTool } from './exam-task.ts';

const text = { type: 'string' };

/** Returns a JSON schema of an object with all of these fields required. */
export function jsonObjectSchema(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** Returns an exam tool that changes nothing and takes one text field, `input`; `answer` makes each of its results. */
export function readOnlyTool(
  name: string,
  description: string,
  input: string,
  answer: () => ToolResult,
): ModelExamTool {
  return { name, description, schema: jsonObjectSchema({ [input]: text }), reads: true, answer };
}

/** An exam tool that pretends to write one line into the notes. */
export const noteTool: ModelExamTool = {
  name: 'note',
  description: 'Writes one line into the notes.',
  schema: jsonObjectSchema({ text }),
  reads: false,
  answer: ({ text: line }) =>
    typeof line === 'string' && line.trim() !== ''
      ? toolSuccess(`Noted: ${line}`)
      : toolError('invalid_input', 'text: a line of text is expected.'),
};
