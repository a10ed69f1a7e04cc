import { aiSdkLoop } from '../peers/ai-sdk-loop.mjs';
import { langgraphPlanExecute } from '../peers/langgraph-plan-execute.mjs';
import { leanLoop } from '../peers/lean-loop.mjs';
import { openaiAgents } from '../peers/openai-agents.mjs';
import { planThenTools } from '../peers/plan-then-tools.mjs';
import { makeTask } from '../server/task.mjs';

const peers = {
  'plan-then-tools': planThenTools,
  'lean loop': leanLoop,
  'AI SDK tool loop': aiSdkLoop,
  'openai-agents': openaiAgents,
  'LangGraph plan-and-execute': langgraphPlanExecute,
};

export const costUnits = {
  calls: 'calls',
  prompt: 'tokens',
  cached: 'tokens',
  prefix: 'tokens',
  output: 'tokens',
  cost: 'tokens',
  beyond: 'ms a step',
};

/** Measures peers in Node on a chain at each latency: their use of the model, and their own time per step. */
export async function measurePeers({ endpoint, figures, repetitions, sizes, latencies }) {
  for (const n of sizes)
    for (const ms of latencies)
      for (const [who, work] of Object.entries(peers)) {
        const task = makeTask(n);
        const taken = [];
        for (let nth = 0; nth < (ms > 0 ? 1 : repetitions); nth += 1) {
          endpoint.play(task, { latency: ms });
          const began = performance.now();
          await work({ baseURL: endpoint.baseUrl, task });
          const wall = performance.now() - began;
          const waits = endpoint.log.reduce((sum, { wait }) => sum + wait, 0);
          taken.push({ ...endpoint.figures, beyond: (wall - waits) / n });
        }
        figures.add({ who, n, shape: 'chain', latency: `${ms} ms` }, taken, costUnits);
      }
}
