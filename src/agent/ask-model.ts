import { effectNumber } from '../domain/task/effect-id.ts';
import type { AskResult } from '../domain/task/round.ts';
import type { NewEntry, CallPurpose } from '../domain/record/journal.ts';
import {
  isAboutContent,
  isTransient,
  type ModelError,
  type ModelReply,
  type ModelWait,
} from '../domain/model/model-reply.ts';
import { type ProtocolName, weaker } from '../domain/model/protocol-name.ts';
import type { PauseReason, Run } from '../domain/task/run.ts';
import { contentHash } from '../domain/text/content-hash.ts';
import type {
  LanguageModel,
  ModelForPurpose,
  ModelMessage,
  ModelOutcome,
  ModelRequest,
} from '../ports/language-model.ts';
import type { AgentContext } from './agent-context.ts';
import { cutInSilence, fitted, roomAfter, roomWithin, sizeOf } from './fitting.ts';
import { alternating } from './messages.ts';
import type { Contract, Offer, Protocol } from './protocols/protocol.ts';
import { protocolNamed } from './protocols/protocol-named.ts';
import { promptsFor } from './prompts/system-prompt.ts';
import { withoutImages } from './shown-images.ts';
import type { Clock } from '../ports/clock.ts';

/** One question to the model, in whichever protocol applies. */
interface Question<Decision> {
  effect: string;
  step: string | null;
  /** The place where its text is shown as it streams. */
  place: string;
  purpose: CallPurpose;
  contract: Contract;
  offer: Offer;
  /** How often this failed just before: the delay grows with it. */
  tries: number;
  /**
   * Whether an empty reply has a harmless meaning here: it is then read like any other, not retried as a fault (R4.6).
   */
  silence: boolean;
  /** The step whose first calls the reply may make after the end of its own. */
  next?: string;
  messages: (protocol: Protocol) => ModelMessage[];
  read: (protocol: Protocol, reply: ModelReply) => Decision;
}

/** The outcome of a question; a decision comes with the reply that it was read from. */
export type Reply<Decision> = AskResult<{ decision: Decision; reply: ModelReply; protocol: ProtocolName }>;

/**
 * Asks the model once. The reply is staged before it is read, so whatever comes of it is stored with it or after it; a
 * transient fault is recorded, too, with the time of the next try (R6.2); an endpoint that has answered before and is
 * unreachable counts as one. An endpoint that refuses tools is asked again in the next protocol, under the same effect
 * (R4.7); one that refuses images, without them; one to which it is too long, in a shorter form; one that refuses calls or
 * their results, with these as text. What was refused for its content and cannot be changed is not sent again.
 */
export async function askModel<Decision>(
  context: AgentContext,
  question: Question<Decision>,
  signal: AbortSignal,
): Promise<Reply<Decision>> {
  let reason = null as PauseReason | null;
  const entry = await context.perform({
    place: 'model',
    id: question.effect,
    run: async () => {
      await settle(context, question);
      let found = null as ProtocolName | null;
      let eased = null as ProtocolName | null;
      let blinded = false;
      /** The forms in which the endpoint refused the question for its content. */
      const refusals: string[] = [];
      for (;;) {
        reason = await overspent(context);
        if (reason) return null;
        const inUse = await context.modelFor(question.purpose);
        const { model } = inUse;
        const sees = inUse.sees && !blinded;
        const fitting = fittingProtocol(context, inUse);
        eased ??= fitting.from;
        const protocol = protocolNamed(found ?? fitting.name);
        const request = requestOf(context, question, protocol, sees, inUse.room);
        const refused = refusedBefore(context, inUse, request);
        if (refused) {
          reason = { code: 'endpoint', error: refused };
          return null;
        }
        const came = await waitingForNetwork(context, isCutOff, signal, () =>
          ask(context, question, model, request, signal),
        );
        const outcome = question.silence ? heard(came) : came;
        context.onText(question.place, null);
        if (outcome.ok && model) {
          context.reached.add(model);
          if (request.choice === 'required' && outcome.reply.calls.length === 0)
            context.unforced.set(model, (context.unforced.get(model) ?? 0) + 1);
          const read = readOfIt(context, model, request, outcome.reply);
          if (
            read !== null &&
            isNarrowed(context, question, protocol, inUse, request, roomWithin(read, request.tools))
          ) {
            if (inUse.room === null) context.journal.stage({ entries: [lineOf(context, null, cutNotice(read))] });
            continue;
          }
        }
        if (outcome.ok) {
          if (found !== null) inUse.fallBack(found, 'refused');
          return record(context, question, {
            type: 'model_reply',
            purpose: question.purpose,
            reply: outcome.reply,
            protocol: protocol.name,
            ...(eased && { eased }),
            ...(question.next !== undefined && outcome.reply.calls.length > 1 && { next: question.next }),
          });
        }
        const fault = outcome.error;
        const next = fault.code === 'no_tools' ? weaker(protocol.name) : null;
        if (next) {
          inUse.fallBack(next, 'refused');
          found = next;
          continue;
        }
        if (fault.code === 'context_length') {
          const room = roomAfter(fault.detail, request);
          if (isNarrowed(context, question, protocol, inUse, request, room)) continue;
        }
        if (isAboutContent(fault)) refusals.push(nameOf(context, inUse, request));
        if (found === null && protocol.name === 'tools' && mayDoWithoutCalls(fault, request)) {
          found = weaker(protocol.name);
          continue;
        }
        if (sees && (fault.code === 'no_images' || fault.code === 'images_refused')) {
          if (fault.code === 'no_images') inUse.blind();
          context.journal.stage({ entries: [lineOf(context, null, { type: 'notice', code: fault.code, params: {} })] });
          blinded = true;
          continue;
        }
        reason = { code: 'endpoint', error: isAboutContent(fault) ? { ...fault, request: refusals.join(' ') } : fault };
        const lost = fault.code === 'unreachable' && model !== null && context.reached.has(model);
        if (!isTransient(fault) && !lost) return null;
        const retry_at = backoff(context.clock, question.tries, fault.retry_after_ms);
        return record(context, question, { type: 'model_error', purpose: question.purpose, error: fault, retry_at });
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

/**
 * Stores the replies that are staged. A step that has asked before waits for it, so that at most one of its replies can be lost; a
 * step's first question leaves meanwhile.
 */
async function settle({ journal, store }: AgentContext, { step, effect }: Pick<Question<unknown>, 'step' | 'effect'>) {
  if (step !== null && effectNumber(effect) === 1) store();
  else await journal.flushEffects();
}

const interrupted: PauseReason = {
  code: 'endpoint',
  error: { code: 'aborted', detail: '', status: null, retry_after_ms: null },
};

/** The reason to pause once the session has spent its limit (R5.5), or null. */
async function overspent({ journal, run, settings }: AgentContext): Promise<PauseReason | null> {
  const { spending_limit } = settings();
  if (spending_limit === null) return null;
  const limit = spending_limit * run().allowances;
  const spent = await journal.spent();
  return spent >= limit ? { code: 'spending', limit: spending_limit, spent } : null;
}

/** The faults that a missing network may cause. */
const cutOff: ReadonlySet<string> = new Set(['unreachable', 'truncated', 'stalled']);
const isCutOff = (outcome: ModelOutcome) => !outcome.ok && cutOff.has(outcome.error.code);

/**
 * Turns the fault of an empty reply into a reply without text; one that was cut at its length, or filtered, remains a
 * fault.
 */
function heard(outcome: ModelOutcome): ModelOutcome {
  if (outcome.ok || outcome.error.code !== 'empty' || outcome.error.detail !== '') return outcome;
  return { ok: true, reply: { text: '', calls: [], finish: 'stop', usage: outcome.error.usage ?? null } };
}

/** The request of a question to this model, as far as it has room for it. */
function requestOf<Decision>(
  context: AgentContext,
  question: Question<Decision>,
  protocol: Protocol,
  sees: boolean,
  room: number | null,
): ModelRequest {
  const { goal } = context.run().plan;
  const prompts = promptsFor(goal);
  const messages = question.messages(protocol);
  const shown = sees ? messages : withoutImages(prompts, messages);
  return {
    purpose: question.purpose,
    messages: alternating(protocol.speak(fitted(prompts, shown, goal, room))),
    ...protocol.shape(question.contract, question.offer),
  };
}

/** Remembers that the model takes no more than this; false where the request cannot be made shorter. */
function isNarrowed<Decision>(
  context: AgentContext,
  question: Question<Decision>,
  protocol: Protocol,
  inUse: ModelForPurpose,
  request: ModelRequest,
  room: number,
): boolean {
  const sees = request.messages.some((message) => message.role === 'user' && message.images?.length);
  const shorter = requestOf(context, question, protocol, sees, room);
  if (sizeOf(shorter.messages) >= sizeOf(request.messages)) return false;
  inUse.narrow(room);
  return true;
}

/** What the model reports to have read where that is twice far less than was sent; null where it read the whole. */
function readOfIt(
  { cut }: AgentContext,
  model: LanguageModel,
  request: ModelRequest,
  { usage }: ModelReply,
): number | null {
  const read = cutInSilence(request, usage);
  const before = cut.get(model);
  if (read === null) return null;
  cut.set(model, read);
  const alike = before !== undefined && read < before * 1.34 && before < read * 1.34;
  return alike ? Math.max(before, read) : null;
}

function cutNotice(tokens: number): NewEntry['body'] {
  return { type: 'notice', code: 'cut_in_silence', params: { tokens: String(tokens) } };
}

/** Whether a request that was refused for its content may be taken with its calls and tools as text. */
function mayDoWithoutCalls(fault: ModelError, { messages }: ModelRequest): boolean {
  if (fault.code !== 'bad_request' || !isAboutContent(fault)) return false;
  return messages.some(({ role }) => role === 'tool') || /\b(?:tools?|functions?|schema)\b/i.test(fault.detail);
}

/** The refusal of this very request by this endpoint, for which the plan was paused; null where there is none. */
function refusedBefore(context: AgentContext, inUse: ModelForPurpose, request: ModelRequest): ModelError | null {
  const { refused } = context.run();
  if (!refused?.request?.split(' ').includes(nameOf(context, inUse, request))) return null;
  return refused.code === 'bad_request' ? { ...refused, code: 'refused' } : refused;
}

/** A hash of the request and its endpoint; the time and that the work goes on do not count. */
function nameOf(context: AgentContext, { name }: ModelForPurpose, { messages, tools }: ModelRequest): string {
  const { now, resumed, happenedTitle } = promptsFor(context.run().plan.goal);
  const [clock = ''] = now('\n', '').split('\n');
  const isSame = (line: string) => !line.startsWith(clock) && line !== resumed && line !== happenedTitle;
  const said = messages.map((each) => ({ ...each, text: each.text.split('\n').filter(isSame).join('\n') }));
  return contentHash({ name, said, tools });
}

async function ask<Decision>(
  context: AgentContext,
  { place }: Question<Decision>,
  model: LanguageModel | null,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ModelOutcome> {
  if (!model) return { ok: false, error: { code: 'no_key', detail: '', status: null, retry_after_ms: null } };
  let limit = null as number | null;
  const onWait = (wait: Omit<ModelWait, 'since'>) => {
    limit = wait.limit_ms;
    context.onWait(place, { ...wait, since: context.clock.now() });
  };
  onWait({ said: false, limit_ms: limit });
  const outcome = await model.reply(request, {
    signal,
    onText: (piece) => {
      context.onText(place, piece);
      onWait({ said: true, limit_ms: limit });
    },
    onWait,
  });
  context.onWait(place, null);
  return outcome;
}

/** The decision alone, without the reply that it was read from. */
export function decisionOf<Decision>(answered: Reply<Decision>): AskResult<Decision> {
  return answered.kind === 'decided' ? { ...answered, decision: answered.decision.decision } : answered;
}

function record<Decision>(context: AgentContext, question: Question<Decision>, body: NewEntry['body']): NewEntry {
  return { ...lineOf(context, question.step, body), effect: question.effect };
}

function lineOf({ run, clock }: AgentContext, step: string | null, body: NewEntry['body']): NewEntry {
  const { session_id, id } = run();
  return { session_id, task_id: id, step_id: step, at: clock.now(), body };
}

/**
 * The absolute time of the next try: after the delay the endpoint asked for, else after 1, 2, 4 … 60 s with full jitter
 * (R6.2).
 */
export function backoff(clock: Clock, tries: number, askedFor: number | null): string {
  const wait = askedFor ?? Math.min(60_000, 1000 * 2 ** tries) * (0.5 + clock.random() / 2);
  return new Date(Date.parse(clock.now()) + Math.min(wait, 120_000)).toISOString();
}

/** The number of replies without the required call, after which the server is assumed not to enforce calls. */
const unforced = 2;
/** The number of defaults in a task after which an easier protocol is tried; the first few lead to fewer checks. */
const defaults = { tools: 6, json: 9, markers: Infinity };

/**
 * The protocol for the next call: an easier one where the model's replies keep breaking the form of this one (R4.6,
 * R4.7); it is then remembered for the profile, unless the person has chosen to stay. `from` is the protocol before it.
 */
export function fittingProtocol(
  context: Pick<AgentContext, 'unforced'> & { run: () => Pick<Run, 'form'> },
  { model, protocol: from, fallBack }: Pick<ModelForPurpose, 'model' | 'protocol' | 'fallBack'>,
): { name: ProtocolName; from: ProtocolName | null } {
  const free = from === 'tools' && model !== null && (context.unforced.get(model) ?? 0) >= unforced;
  const next = free || context.run().form.defaults >= defaults[from] ? weaker(from) : null;
  const name = next ? fallBack(next, 'form') : from;
  return { name, from: name === from ? null : from };
}

/** Runs work that needs the network, again once it is back where it failed for lack of it; that is no attempt. */
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
