import { MemorySaver } from '@langchain/langgraph';
import { planAndExecute } from './plan-and-execute.mjs';

/** LangGraph's plan-and-execute with the in-memory checkpointer. */
export function langgraphPlanExecute(options) {
  return planAndExecute({ ...options, checkpointer: new MemorySaver() });
}
