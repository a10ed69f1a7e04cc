import { stepPrefix } from '../domain/effect-id.ts';
import { findStep } from '../domain/leaf-steps.ts';
import type { Turn } from '../domain/transcript.ts';
import type { AgentContext } from './agent-context.ts';
import { turnsOf } from './step-turns.ts';

/** What the journal holds of an attempt at a step, in order (R8.3): nothing of it is asked for or done again. */
export async function recall(
  context: AgentContext,
  id: string,
  attempt: number,
): Promise<{ turns: Turn[]; markers: boolean; at: string }> {
  const run = context.run();
  const entries = await context.journal.effects(stepPrefix(run, id, attempt));
  const step = findStep(run.plan.steps, id);
  return {
    turns: turnsOf(entries, { description: step?.description ?? '', tool: step?.tool }, context.toolbox),
    markers: (await context.modelFor('thought')).protocol === 'markers',
    at: context.clock.now(),
  };
}
