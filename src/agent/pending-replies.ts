import { findStep } from '../plan/leaf-steps.ts';
import { effectNumber, stepEffectPrefix } from '../task/effect-id.ts';
import { isOver, type Run } from '../task/run.ts';
import type { PendingReply } from '../task/model-reply.ts';
import type { ProtocolName } from '../task/protocol-name.ts';
import type { SessionJournal } from '../ports/journal.ts';
import type { AgentContext } from './agent-context.ts';
import type { ModelQuestion } from './model-request.ts';

/** A reply that an endpoint keeps, the protocol in which it was requested, and the events that its request showed. */
interface OpenReply {
  pending: PendingReply;
  protocol: ProtocolName;
  events?: number;
}

/**
 * Returns where the endpoint still keeps a reply to this question, requested under the question's own effect or under
 * one of its failed tries just before; null if there is none.
 */
export async function pendingReply(
  { journal }: AgentContext,
  { effect, tries }: Pick<ModelQuestion<unknown>, 'effect' | 'tries'>,
): Promise<OpenReply | null> {
  const [open] = await openReplies(journal, placeOf(effect));
  const isOfThis = open && effectNumber(open.effect) >= effectNumber(effect) - tries && isUntil(open.effect, effect);
  return isOfThis ? open : null;
}

/** Records where the reply to a question is kept, or that it is not to be picked up any more; stores it at once. */
export function recordPendingReply(
  { journal, run, clock }: AgentContext,
  { effect, step, purpose, events }: Pick<ModelQuestion<unknown>, 'effect' | 'step' | 'purpose' | 'events'>,
  pending: PendingReply | null,
  protocol: ProtocolName,
): void {
  const { session_id, id } = run();
  const body = { type: 'reply_pending', purpose, pending, protocol, ...(events !== undefined && { events }) } as const;
  journal.stage({ entries: [{ session_id, task_id: id, step_id: step, at: clock.now(), intent: effect, body }] });
  journal.flush().catch(() => undefined);
}

/**
 * Cancels replies that endpoints are still writing for this task although nobody waits for them: those of steps that
 * the person has skipped or restarted, and all of them once the task is over.
 */
export async function cancelPendingReplies(context: AgentContext): Promise<void> {
  const run = context.run();
  for (const { effect, step, purpose, pending, protocol } of await openReplies(
    context.journal,
    `${run.session_id}/${run.id}/`,
  )) {
    if (isAwaited(run, effect, step)) continue;
    const { model } = await context.modelFor(purpose);
    await model?.cancel?.(pending);
    recordPendingReply(context, { effect, step, purpose }, null, protocol);
  }
}

function isAwaited(run: Run, effect: string, id: string | null): boolean {
  if (id === null) return !isOver(run.phase);
  const step = findStep(run.plan.steps, id);
  return step?.status === 'running' && effect.startsWith(stepEffectPrefix(run, id, step.attempts));
}

/**
 * Returns the replies that are still awaited, among those of effects whose id begins with `prefix`. A reply is awaited
 * as long as no reply to the same question has been recorded.
 */
async function openReplies(
  journal: SessionJournal,
  prefix: string,
): Promise<(OpenReply & Pick<ModelQuestion<unknown>, 'effect' | 'step' | 'purpose'>)[]> {
  const pendingReplyEntries = (await journal.starts(prefix)).filter(({ body }) => body.type === 'reply_pending');
  if (pendingReplyEntries.length === 0) return [];
  const recorded = await journal.effects(prefix);
  const replied = recorded.flatMap(({ effect = '', body }) => (body.type === 'model_reply' ? [effect] : []));
  /**
   * Only the latest question of each place (a step, or a stage outside of steps) can be open, since a place asks one
   * question at a time.
   */
  const latest = new Map(pendingReplyEntries.map((entry) => [placeOf(entry.intent ?? ''), entry]));
  return [...latest.values()].flatMap(({ intent: effect = '', step_id: step, body }) => {
    const isOver = replied.some((later) => placeOf(later) === placeOf(effect) && isUntil(effect, later));
    if (isOver || body.type !== 'reply_pending' || !body.pending) return [];
    const { purpose, pending, protocol, events } = body;
    return [{ effect, step, purpose, pending, protocol, ...(events !== undefined && { events }) }];
  });
}

/** Returns the part of an effect id that is the same for all effects of one step or stage. */
const placeOf = (effect: string) => effect.slice(0, effect.lastIndexOf('/') + 1);
const isUntil = (effect: string, last: string) => effectNumber(effect) <= effectNumber(last);
