import { HumanMessage } from '@langchain/core/messages';
import { JsonOutputToolsParser } from '@langchain/core/output_parsers/openai_tools';
import { ChatPromptTemplate } from '@langchain/core/prompts';
import { tool } from '@langchain/core/tools';
import { Annotation, END, START, StateGraph } from '@langchain/langgraph/web';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { ChatOpenAI } from '@langchain/openai';
import * as z from 'zod';
import { observation, toolName } from '../server/task.mjs';

const rules = `For the given objective, come up with a simple step by step plan. This plan should involve individual tasks, that if executed correctly will yield the correct answer. Do not add any superfluous steps. The result of the final step should be the final answer. Make sure that each step has all the information needed - do not skip steps.`;

const plannerPrompt = ChatPromptTemplate.fromTemplate(`${rules}\n\n{objective}`);
const replannerPrompt = ChatPromptTemplate.fromTemplate(`${rules}

Your objective was this:
{input}

Your original plan was this:
{plan}

You have currently done the follow steps:
{pastSteps}

Update your plan accordingly. If no more steps are needed and you can return to the user, then respond with that and use the 'response' function. Otherwise, fill out the plan. Only add steps to the plan that still NEED to be done. Do not return previously done steps as part of the plan.`);

const planFunction = {
  name: 'plan',
  description: 'This tool is used to plan the steps to follow',
  parameters: {
    type: 'object',
    properties: {
      steps: {
        type: 'array',
        items: { type: 'string' },
        description: 'different steps to follow, should be in sorted order',
      },
    },
    required: ['steps'],
  },
};
const responseFunction = {
  name: 'response',
  description: 'Response to user.',
  parameters: {
    type: 'object',
    properties: { response: { type: 'string', description: 'Response to user.' } },
    required: ['response'],
  },
};

const State = Annotation.Root({
  input: Annotation({ reducer: (x, y) => y ?? x ?? '' }),
  plan: Annotation({ reducer: (x, y) => y ?? x ?? [] }),
  pastSteps: Annotation({ reducer: (x, y) => x.concat(y), default: () => [] }),
  response: Annotation({ reducer: (x, y) => y ?? x }),
});

/** LangGraph.js plan-and-execute as in its tutorial, with a ReAct agent for each step and the given checkpointer. */
export async function planAndExecute({ baseURL, task, checkpointer }) {
  const model = new ChatOpenAI({
    model: 'scripted',
    apiKey: 'none',
    maxRetries: 0,
    configuration: configuration(baseURL),
  });
  const readFile = tool(async ({ file }) => observation(Number(file)), {
    name: toolName,
    description: 'Read one file.',
    schema: z.object({ file: z.string().describe('The name of the file.') }),
  });
  const executor = createReactAgent({ llm: model, tools: [readFile] });
  const planner = plannerPrompt.pipe(model.withStructuredOutput(planFunction, { method: 'functionCalling' }));
  const replanner = replannerPrompt
    .pipe(model.bindTools([planFunction, responseFunction].map((made) => ({ type: 'function', function: made }))))
    .pipe(new JsonOutputToolsParser());

  const graph = new StateGraph(State)
    .addNode('planner', async ({ input }) => ({ plan: (await planner.invoke({ objective: input })).steps }))
    .addNode('agent', async ({ plan }, config) => {
      const [step] = plan;
      const { messages } = await executor.invoke({ messages: [new HumanMessage(step)] }, config);
      return { pastSteps: [[step, String(messages.at(-1).content)]], plan: plan.slice(1) };
    })
    .addNode('replan', async ({ input, plan, pastSteps }) => {
      const done = pastSteps.map(([step, result]) => `${step}: ${result}`).join('\n');
      const [call] = await replanner.invoke({ input, plan: plan.join('\n'), pastSteps: done });
      return call.type === 'response' ? { response: call.args.response } : { plan: call.args.steps };
    })
    .addEdge(START, 'planner')
    .addEdge('planner', 'agent')
    .addEdge('agent', 'replan')
    .addConditionalEdges('replan', ({ response }) => (response ? 'true' : 'false'), { true: END, false: 'agent' })
    .compile({ checkpointer });
  const { response } = await graph.invoke(
    { input: task.goal },
    { recursionLimit: 2 * task.n + 10, configurable: { thread_id: '1' } },
  );
  return response;
}

const configuration = (baseURL) => ({ baseURL, dangerouslyAllowBrowser: true });
