import OpenAI from 'openai';
import { observation } from '../server/task.mjs';
import { readTool } from './read-tool.mjs';

/** One call for a plan of tool calls, which are all made without asking the model again, and one for the answer. */
export async function planThenTools({ baseURL, task }) {
  const client = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 });
  const ask = async (messages, more = {}) => {
    const { choices } = await client.chat.completions.create({ model: 'scripted', messages, ...more });
    return choices[0].message.content;
  };
  const planned = await ask(
    [
      {
        role: 'system',
        content: `List the tool calls that reach the goal, in order, as JSON. Tool: ${JSON.stringify(readTool.function)}`,
      },
      { role: 'user', content: task.goal },
    ],
    { response_format: { type: 'json_schema', json_schema: { name: 'calls', schema: callsSchema } } },
  );
  const results = JSON.parse(planned).calls.map(({ args }) => observation(Number(args.file)));
  return ask([
    { role: 'system', content: 'Answer the goal from the results.' },
    { role: 'user', content: `Goal: ${task.goal}\n${results.join('\n')}` },
  ]);
}

const callsSchema = {
  type: 'object',
  properties: {
    calls: {
      type: 'array',
      items: {
        type: 'object',
        properties: { tool: { type: 'string' }, args: { type: 'object' } },
        required: ['tool', 'args'],
      },
    },
  },
  required: ['calls'],
};
