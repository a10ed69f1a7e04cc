import { toolName } from '../server/task.mjs';

/** The tool that every peer has, in the format of the chat completions API. */
export const readTool = {
  type: 'function',
  function: {
    name: toolName,
    description: 'Read one file.',
    parameters: {
      type: 'object',
      properties: { file: { type: 'string', description: 'The name of the file.' } },
      required: ['file'],
    },
  },
};
