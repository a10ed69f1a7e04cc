import { stepPrefix } from '../domain/effect-id.ts';
import type { Turn } from '../domain/transcript.ts';
import type { AgentContext } from './agent-context.ts';
import { turnOf } from './step-turns.ts';

/** What the journal holds of an attempt at a step, in order (R8.3): nothing of it is asked for or done again. */
export async function recall(context: AgentContext, step: string, attempt: number): Promise<Turn[]> {
  const entries = await context.journal.effects(stepPrefix(context.run(), step, attempt));
  return entries.flatMap((entry) => turnOf(entry) ?? []);
}
