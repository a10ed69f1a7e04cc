import { Agent, OpenAIChatCompletionsModel, run, setTracingDisabled, tool } from '@openai/agents';
import OpenAI from 'openai';
import * as z from 'zod';
import { observation, toolName } from '../server/task.mjs';

/** An agent of openai-agents with one tool, over chat completions. */
export async function openaiAgents({ baseURL, task }) {
  setTracingDisabled(true);
  const client = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 });
  const agent = new Agent({
    name: 'observer',
    instructions: 'Reach the goal with the tool, then answer.',
    model: new OpenAIChatCompletionsModel(client, 'scripted'),
    tools: [
      tool({
        name: toolName,
        description: 'Read one file.',
        parameters: z.object({ file: z.string().describe('The name of the file.') }),
        execute: async ({ file }) => observation(Number(file)),
      }),
    ],
  });
  const { finalOutput } = await run(agent, task.goal, { maxTurns: task.n + 1 });
  return finalOutput;
}
