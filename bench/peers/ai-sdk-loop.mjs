import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, stepCountIs, tool } from 'ai';
import * as z from 'zod';
import { observation, toolName } from '../server/task.mjs';

/** The AI SDK's own loop: `generateText` with a tool, until the model calls none. */
export async function aiSdkLoop({ baseURL, task }) {
  const provider = createOpenAICompatible({ name: 'scripted', baseURL, apiKey: 'none' });
  const { text } = await generateText({
    model: provider('scripted'),
    system: 'Reach the goal with the tool, then answer.',
    prompt: task.goal,
    tools: {
      [toolName]: tool({
        description: 'Read one file.',
        inputSchema: z.object({ file: z.string().describe('The name of the file.') }),
        execute: async ({ file }) => observation(Number(file)),
      }),
    },
    stopWhen: stepCountIs(task.n + 1),
  });
  return text;
}
