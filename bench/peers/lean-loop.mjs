import OpenAI from 'openai';
import { observation } from '../server/task.mjs';
import { readTool } from './read-tool.mjs';

const remembered = 3;

/**
 * The lower bound: a plan, then for each step one tool call and one closing sentence, then the answer. A step is given
 * only the last few findings, so its prompt does not grow.
 */
export async function leanLoop({ baseURL, task }) {
  const client = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 });
  const ask = async (messages, more = {}) => {
    const { choices } = await client.chat.completions.create({ model: 'scripted', messages, ...more });
    return choices[0].message;
  };
  const planned = await ask(
    [
      { role: 'system', content: 'Break the goal into steps. Reply with JSON: {"steps":[…]}.' },
      { role: 'user', content: task.goal },
    ],
    { response_format: { type: 'json_schema', json_schema: { name: 'plan', schema: planSchema } } },
  );
  const { steps } = JSON.parse(planned.content);
  const findings = [];
  for (const step of steps) {
    const messages = [
      {
        role: 'system',
        content: 'You carry out one step of a plan. Call the tool, then say in a sentence what it showed.',
      },
      { role: 'user', content: `Goal: ${task.goal}\nDone so far:\n${findings.slice(-remembered).join('\n')}\n${step}` },
    ];
    let reply = await ask(messages, { tools: [readTool] });
    while (reply.tool_calls) {
      messages.push(reply);
      for (const { id, function: made } of reply.tool_calls)
        messages.push({
          role: 'tool',
          tool_call_id: id,
          content: observation(Number(JSON.parse(made.arguments).file)),
        });
      reply = await ask(messages, { tools: [readTool] });
    }
    findings.push(reply.content);
  }
  const answer = await ask([
    { role: 'system', content: 'Answer the goal from the findings.' },
    { role: 'user', content: `Goal: ${task.goal}\n${findings.join('\n')}` },
  ]);
  return answer.content;
}

const planSchema = {
  type: 'object',
  properties: { steps: { type: 'array', items: { type: 'string' } } },
  required: ['steps'],
};
