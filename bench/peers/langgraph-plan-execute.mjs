import { MemorySaver } from '@langchain/langgraph';
import { planAndExecute } from './plan-and-execute.mjs';

/** With the checkpointer that keeps everything in memory. */
export function langgraphPlanExecute(options) {
  return planAndExecute({ ...options, checkpointer: new MemorySaver() });
}
