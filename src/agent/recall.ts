import { stepPrefix, effectNumber } from '../domain/task/effect-id.ts';
import { findStep } from '../domain/plan/leaf-steps.ts';
import type { Turn } from '../domain/task/transcript.ts';
import type { AgentContext } from './agent-context.ts';
import type { NewEntry } from '../domain/record/journal.ts';
import type { Step } from '../domain/plan/step.ts';
import type { Toolbox } from '../ports/toolbox.ts';
import { protocolNamed } from './protocols/protocol-named.ts';

/** The recorded rounds of an attempt at a step, in order (R8.3); none of them is asked for or done again. */
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

type StepAsked = Pick<Step, 'description' | 'tool'>;

/** The turns in a step's recorded entries, as the step machine uses them; other entries are skipped. */
export function turnsOf(entries: readonly NewEntry[], step: StepAsked, toolbox: Toolbox): Turn[] {
  const turns: Turn[] = [];
  for (const entry of entries) {
    const turn = turnOf(entry, turns, step, toolbox);
    if (turn) turns.push(turn);
  }
  return turns;
}

function turnOf(
  { effect, body, at }: NewEntry,
  before: readonly Turn[],
  step: StepAsked,
  toolbox: Toolbox,
): Turn | null {
  if (effect === undefined) return null;
  const n = effectNumber(effect);
  if (body.type === 'model_error') return { kind: 'unanswered', n, error: body.error, retry_at: body.retry_at, at };
  if (body.type === 'tool_result') {
    const { call, tool, input, result, retry_at } = body;
    const action = { call, tool, input };
    return {
      kind: 'tool',
      n,
      effect,
      action,
      result,
      retry_at,
      reads: toolbox.reads(tool, input),
      repeatable: toolbox.repeats(tool),
    };
  }
  if (body.type !== 'model_reply') return null;
  const { reply, protocol = 'tools' } = body;
  if (body.purpose === 'evaluation')
    return { kind: 'judged', n, effect, decision: protocolNamed(protocol).readEvaluation(reply) };
  const decision = protocolNamed(protocol).readThought(reply, { turns: before, ...step, next: body.next });
  return { kind: 'thought', n, effect, decision, reply };
}
