import { MemorySaver } from '@langchain/langgraph/web';
import { planAndExecute } from '../peers/plan-and-execute.mjs';
import { makeTask } from '../server/task.mjs';

/** LangGraph's plan-and-execute with its in-memory saver; the benchmark calls it in the browser. */
window.carryOut = (baseURL, n) => planAndExecute({ baseURL, task: makeTask(n), checkpointer: new MemorySaver() });
