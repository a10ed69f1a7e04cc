import { HumanMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { Annotation, END, MemorySaver, Send, START, StateGraph } from '@langchain/langgraph';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { ChatOpenAI } from '@langchain/openai';
import * as z from 'zod';
import { describeStep, observation, toolName } from '../server/task.mjs';

const State = Annotation.Root({
  layer: Annotation({ reducer: (_, y) => y, default: () => 0 }),
  findings: Annotation({ reducer: (x, y) => x.concat(y), default: () => [] }),
  plan: Annotation({ reducer: (_, y) => y }),
  response: Annotation({ reducer: (_, y) => y }),
});

/** A layered graph by LangGraph's own means: each layer is fanned out with `Send`, one ReAct agent per item. */
export async function langgraphSend({ baseURL, task }) {
  const model = new ChatOpenAI({ model: 'scripted', apiKey: 'none', maxRetries: 0, configuration: { baseURL } });
  const readFile = tool(async ({ file }) => observation(Number(file)), {
    name: toolName,
    description: 'Read one file.',
    schema: z.object({ file: z.string().describe('The name of the file.') }),
  });
  const executor = createReactAgent({ llm: model, tools: [readFile] });
  const planner = model.withStructuredOutput(
    { name: 'plan', description: 'The steps to follow.', parameters: planSchema },
    { method: 'functionCalling' },
  );
  const fanOut = ({ layer }) =>
    layer < task.layers.length ? task.layers[layer].map((item) => new Send('observe', { item })) : 'close';

  const graph = new StateGraph(State)
    .addNode('planner', async () => ({ plan: (await planner.invoke(task.goal)).steps }))
    .addNode('observe', async ({ item }, config) => {
      const { messages } = await executor.invoke({ messages: [new HumanMessage(describeStep(item))] }, config);
      return { findings: [String(messages.at(-1).content)] };
    })
    .addNode('join', async ({ layer }) => ({ layer: layer + 1 }))
    .addNode('close', async ({ findings }) => ({
      response: String((await model.invoke(`${task.goal}\n${findings.join('\n')}`)).content),
    }))
    .addEdge(START, 'planner')
    .addConditionalEdges('planner', fanOut, ['observe', 'close'])
    .addEdge('observe', 'join')
    .addConditionalEdges('join', fanOut, ['observe', 'close'])
    .addEdge('close', END)
    .compile({ checkpointer: new MemorySaver() });
  const { response } = await graph.invoke({}, { recursionLimit: 2 * task.n + 10, configurable: { thread_id: '1' } });
  return response;
}

const planSchema = {
  type: 'object',
  properties: { steps: { type: 'array', items: { type: 'string' } } },
  required: ['steps'],
};
