import { effectNumber } from '../task/effect-id.ts';
import type { JournalEntry } from '../task/journal.ts';
import type { PendingReply } from '../task/model-reply.ts';
import type { ProtocolName } from '../task/protocol-name.ts';
import type { AgentContext } from './agent-context.ts';
import type { Question } from './model-request.ts';

/** A reply that an endpoint keeps, and the protocol in which it was requested. */
interface OpenReply {
  pending: PendingReply;
  protocol: ProtocolName;
}

/**
 * Returns the reply to this question that an endpoint still keeps: asked for under the question's own effect, or under
 * one of those that failed just before it.
 */
export async function openReply(
  { journal }: AgentContext,
  { effect, tries }: Pick<Question<unknown>, 'effect' | 'tries'>,
): Promise<OpenReply | null> {
  const started = await journal.starts(placeOf(effect));
  const first = effectNumber(effect) - tries;
  return openIn(started.filter(({ intent = '' }) => effectNumber(intent) >= first && isUntil(intent, effect)));
}

/** The common prefix of the effects of a place. */
const placeOf = (effect: string) => effect.slice(0, effect.lastIndexOf('/') + 1);
const isUntil = (effect: string, last: string) => effectNumber(effect) <= effectNumber(last);

/** Records where the reply to a question is kept, or that it is not to be picked up any more; stores it at once. */
export function recordPending(
  { journal, run, clock }: AgentContext,
  { effect, step, purpose }: Pick<Question<unknown>, 'effect' | 'step' | 'purpose'>,
  pending: PendingReply | null,
  protocol: ProtocolName,
): void {
  const { session_id, id } = run();
  const body = { type: 'reply_pending', purpose, pending, protocol } as const;
  journal.stage({ entries: [{ session_id, task_id: id, step_id: step, at: clock.now(), intent: effect, body }] });
  journal.flush().catch(() => undefined);
}

/** Cancels the replies that endpoints still write for the present task, since nobody waits for them any more. */
export async function cancelReplies(context: AgentContext): Promise<void> {
  const { id, session_id } = context.run();
  const prefix = `${session_id}/${id}/`;
  const started = (await context.journal.starts(prefix)).filter(({ body }) => body.type === 'reply_pending');
  if (started.length === 0) return;
  const recorded = await context.journal.effects(prefix);
  const replied = recorded.flatMap(({ effect = '', body }) => (body.type === 'model_reply' ? [effect] : []));
  const latest = new Map(started.map((entry) => [entry.intent ?? '', entry]));
  for (const [effect, { step_id: step, body }] of latest) {
    const isRead = replied.some((later) => placeOf(later) === placeOf(effect) && isUntil(effect, later));
    if (isRead || body.type !== 'reply_pending' || !body.pending) continue;
    const { model } = await context.modelFor(body.purpose);
    await model?.cancel?.(body.pending);
    recordPending(context, { effect, step, purpose: body.purpose }, null, body.protocol);
  }
}

function openIn(started: readonly JournalEntry[]): OpenReply | null {
  const last = started.findLast(({ body }) => body.type === 'reply_pending')?.body;
  return last?.type === 'reply_pending' && last.pending ? { pending: last.pending, protocol: last.protocol } : null;
}
