import type { AskResult } from '../domain/task/round.ts';
import type { NewEntry, CallPurpose } from '../domain/record/journal.ts';
import { isTransient, type ModelReply, type ModelWait } from '../domain/model/model-reply.ts';
import { type ProtocolName, weaker } from '../domain/model/protocol-name.ts';
import type { PauseReason, Run } from '../domain/task/run.ts';
import type { LanguageModel, ModelMessage, ModelOutcome, ModelForPurpose } from '../ports/language-model.ts';
import type { AgentContext } from './agent-context.ts';
import { alternating } from './messages.ts';
import type { Contract, Offer, Protocol } from './protocols/protocol.ts';
import { protocolNamed } from './protocols/protocol-named.ts';
import type { Clock } from '../ports/clock.ts';

/** One question to the model, in whichever protocol it understands. */
interface Question<Decision> {
  effect: string;
  step: string | null;
  /** Where its text is shown as it streams. */
  place: string;
  purpose: CallPurpose;
  contract: Contract;
  offer: Offer;
  /** How often this was tried in vain just before: the rest grows with it. */
  tries: number;
  /** Silence has a harmless meaning here: an empty reply is read like any other, and not tried again as a fault (R4.6). */
  silence: boolean;
  messages: (protocol: Protocol) => ModelMessage[];
  read: (protocol: Protocol, reply: ModelReply) => Decision;
}

/** What a question came to; a decision goes with the reply it was read from. */
export type Reply<Decision> = AskResult<{ decision: Decision; reply: ModelReply; protocol: ProtocolName }>;

/**
 * Asks once. The reply is recorded before it is read; a transient fault is recorded, too, with the time of the next try
 * (R6.2); an endpoint that has answered before and cannot be reached counts as one. An endpoint that refuses tools is
 * asked again in the next protocol, under the same effect (R4.7).
 */
export async function askModel<Decision>(
  context: AgentContext,
  question: Question<Decision>,
  signal: AbortSignal,
): Promise<Reply<Decision>> {
  let reason = null as PauseReason | null;
  const entry = await context.perform({
    place: 'remote',
    id: question.effect,
    run: async () => {
      let found = null as ProtocolName | null;
      let eased = null as ProtocolName | null;
      for (;;) {
        reason = await overspent(context);
        if (reason) return null;
        const inUse = await context.modelFor(question.purpose);
        const { model } = inUse;
        const fitting = fittingProtocol(context, inUse);
        eased ??= fitting.from;
        const protocol = protocolNamed(found ?? fitting.name);
        const came = await waitingForNetwork(context, isCutOff, signal, () =>
          ask(context, question, model, protocol, signal),
        );
        const outcome = question.silence ? heard(came) : came;
        context.onText(question.place, null);
        if (outcome.ok && model) {
          context.reached.add(model);
          if (
            protocol.shape(question.contract, question.offer).choice === 'required' &&
            outcome.reply.calls.length === 0
          )
            context.unforced.set(model, (context.unforced.get(model) ?? 0) + 1);
        }
        if (outcome.ok)
          return {
            entry: record(context, question, {
              type: 'model_reply',
              purpose: question.purpose,
              reply: outcome.reply,
              protocol: protocol.name,
              ...(eased && { eased }),
            }),
          };
        const next = outcome.error.code === 'no_tools' ? weaker(protocol.name) : null;
        if (next) {
          inUse.fallBack(next, 'refused');
          found = next;
          continue;
        }
        const fault = outcome.error;
        reason = { code: 'endpoint', error: fault };
        const lost = fault.code === 'unreachable' && model !== null && context.reached.has(model);
        if (!isTransient(fault) && !lost) return null;
        const retry_at = backoff(context.clock, question.tries, fault.retry_after_ms);
        return {
          entry: record(context, question, { type: 'model_error', purpose: question.purpose, error: fault, retry_at }),
        };
      }
    },
  });
  const at = context.clock.now();
  if (entry?.body.type === 'model_error')
    return { kind: 'unanswered', error: entry.body.error, retry_at: entry.body.retry_at, at };
  if (entry?.body.type !== 'model_reply') return { kind: 'stalled', reason: reason ?? interrupted, at };
  const { reply, protocol = 'tools' } = entry.body;
  const decision = question.read(protocolNamed(protocol), reply);
  return { kind: 'decided', decision: { decision, reply, protocol }, effect: question.effect, at };
}

const interrupted: PauseReason = {
  code: 'endpoint',
  error: { code: 'aborted', detail: '', status: null, retry_after_ms: null },
};

/** Whether the session has spent what it may, as the reason for the plan to pause (R5.5). */
async function overspent({ journal, run, settings }: AgentContext): Promise<PauseReason | null> {
  const { spending_limit } = settings();
  if (spending_limit === null) return null;
  const limit = spending_limit * run().allowances;
  const spent = await journal.spent();
  return spent >= limit ? { code: 'spending', limit: spending_limit, spent } : null;
}

/** Faults that a missing network looks like. */
const cutOff: ReadonlySet<string> = new Set(['unreachable', 'truncated', 'stalled']);
const isCutOff = (outcome: ModelOutcome) => !outcome.ok && cutOff.has(outcome.error.code);

/** An empty reply as one that says nothing; one that was cut at its length, or filtered, remains a fault. */
function heard(outcome: ModelOutcome): ModelOutcome {
  if (outcome.ok || outcome.error.code !== 'empty' || outcome.error.detail !== '') return outcome;
  return { ok: true, reply: { text: '', calls: [], finish: 'stop', usage: outcome.error.usage ?? null } };
}

async function ask<Decision>(
  context: AgentContext,
  question: Question<Decision>,
  model: LanguageModel | null,
  protocol: Protocol,
  signal: AbortSignal,
): Promise<ModelOutcome> {
  if (!model) return { ok: false, error: { code: 'no_key', detail: '', status: null, retry_after_ms: null } };
  const { place } = question;
  let limit = null as number | null;
  const onWait = (wait: Omit<ModelWait, 'since'>) => {
    limit = wait.limit_ms;
    context.onWait(place, { ...wait, since: context.clock.now() });
  };
  onWait({ said: false, limit_ms: limit });
  const outcome = await model.reply(
    {
      purpose: question.purpose,
      messages: alternating(protocol.speak(question.messages(protocol))),
      ...protocol.shape(question.contract, question.offer),
    },
    {
      signal,
      onText: (piece) => {
        context.onText(place, piece);
        onWait({ said: true, limit_ms: limit });
      },
      onWait,
    },
  );
  context.onWait(place, null);
  return outcome;
}

/** The decision alone, where the reply behind it is of no further use. */
export function decisionOf<Decision>(answered: Reply<Decision>): AskResult<Decision> {
  return answered.kind === 'decided' ? { ...answered, decision: answered.decision.decision } : answered;
}

function record<Decision>(context: AgentContext, question: Question<Decision>, body: NewEntry['body']): NewEntry {
  const { session_id, id } = context.run();
  const { step, effect } = question;
  return { session_id, task_id: id, step_id: step, at: context.clock.now(), effect, body };
}

/** When to try again: what the other side asked for, else 1, 2, 4 … 60 s with full jitter (R6.2). An absolute time. */
export function backoff(clock: Clock, tries: number, askedFor: number | null): string {
  const wait = askedFor ?? Math.min(60_000, 1000 * 2 ** tries) * (0.5 + clock.random() / 2);
  return new Date(Date.parse(clock.now()) + Math.min(wait, 120_000)).toISOString();
}

/** Replies without the call that was asked for by force, after which a server is taken not to hold to it. */
const unforced = 2;
/** Defaults in a task after which an easier protocol is tried; the first few lead to fewer checks. */
const defaults = { tools: 6, json: 9, markers: Infinity };

/**
 * The protocol for the next call: an easier one where the model's replies have shown that this one does not hold (R4.6,
 * R4.7), which is then remembered for its profile, unless the person has chosen to stay. `from` is the one before it.
 */
export function fittingProtocol(
  context: Pick<AgentContext, 'unforced'> & { run: () => Pick<Run, 'form'> },
  { model, protocol: from, fallBack }: ModelForPurpose,
): { name: ProtocolName; from: ProtocolName | null } {
  const free = from === 'tools' && model !== null && (context.unforced.get(model) ?? 0) >= unforced;
  const next = free || context.run().form.defaults >= defaults[from] ? weaker(from) : null;
  const name = next ? fallBack(next, 'form') : from;
  return { name, from: name === from ? null : from };
}

/**
 * Does what needs the network, and where that failed for want of one, waits for it and does it again: such a failure is
 * not an attempt, and nothing is recorded of it.
 */
export async function waitingForNetwork<T>(
  { connectivity, onOffline }: AgentContext,
  failed: (outcome: T) => boolean,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const outcome = await work();
    if (!failed(outcome) || connectivity.isOnline() || signal.aborted) return outcome;
    onOffline(true);
    await connectivity.untilOnline(signal);
    onOffline(false);
  }
}
