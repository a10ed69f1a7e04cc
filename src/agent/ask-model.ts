import { effectNumber } from '../task/effect-id.ts';
import type { AskResult } from '../task/round.ts';
import type { NewJournalEntry } from '../task/journal.ts';
import { isRecord } from '../values/json.ts';
import { holdsCallMarkup } from '../values/call-markup.ts';
import {
  isContentRejection,
  isTransientModelError,
  type ModelError,
  type PendingReply,
  type ModelReply,
  type ModelWait,
  thinkingOnlyDetail,
} from '../task/model-reply.ts';
import { costOnlyEntryBody } from '../task/cost-only-entry.ts';
import { type ProtocolName, simplerProtocol } from '../task/protocol-name.ts';
import type { PauseReason } from '../task/run.ts';
import type { LanguageModel, ModelOutcome, ModelRequest } from '../ports/language-model.ts';
import type { AgentContext } from './agent-context.ts';
import { maxMessageTokensAfterRejection, maxMessageTokens } from './fit-context.ts';
import { callsThatOffsetOneOmission, fittingProtocol } from './choose-protocol.ts';
import {
  questionHash,
  adoptSmallerContextWindow,
  mayAcceptCallsAsText,
  type ModelQuestion,
  tokensReadWhenTruncated,
  errorOfSameRequest,
  buildModelRequest,
} from './model-request.ts';
import { pendingReply, recordPendingReply } from './pending-replies.ts';
import { haveImages } from './shown-images.ts';
import { longestRetryDelay, nextTryTime } from '../task/retry-delay.ts';
import { declinesForContent } from '../task/declining-words.ts';
import { withoutThinking } from '../protocols/without-thinking.ts';
import { protocolNamed } from '../protocols/protocol-named.ts';

/**
 * The outcome of asking the model one question: its decision with the reply and protocol from which it was read, or why
 * there is none yet.
 */
export type QuestionOutcome<Decision> = AskResult<{ decision: Decision; reply: ModelReply; protocol: ProtocolName }>;

/**
 * Asks the model once. The reply is staged before it is read, so its consequences are stored with it or after it. A
 * transient error is recorded with the time of the next try; so is `unreachable` if the endpoint has answered before.
 * An endpoint that refuses tools is asked again in the next protocol, under the same effect id; one that refuses
 * images, without them; one for which the request is too long, with a shorter one; one that refuses calls or their
 * results, with these as text. Content that was refused and cannot be changed is not sent again. A reply that the
 * endpoint keeps is picked up instead of asked for again, also after a reload and after an error.
 */
export async function askModel<Decision>(
  context: AgentContext,
  question: ModelQuestion<Decision>,
  signal: AbortSignal,
): Promise<QuestionOutcome<Decision>> {
  let reason = null as PauseReason | null;
  let askedModel = null as LanguageModel | null;
  const entry = await context.perform({
    place: 'model',
    id: question.effect,
    run: async () => {
      await settle(context, question);
      let fallbackProtocol = null as ProtocolName | null;
      let eased = null as ProtocolName | null;
      let blinded = false;
      let open = null as Awaited<ReturnType<typeof pendingReply>>;
      let looked = false;
      let eventsInPrompt = question.events === undefined ? {} : { events: question.events };
      /**
       * The hashes (`questionHash`) of the requests for this question that the endpoint refused because of their
       * content.
       */
      const refusals: string[] = [];
      const count = countUnrecorded(context, question);
      for (;;) {
        reason = await overspent(context);
        if (reason) return null;
        const inUse = await context.modelFor(question.purpose);
        const { model } = inUse;
        const sees = inUse.sees && !blinded;
        const fitting = fittingProtocol(context, inUse);
        eased ??= fitting.from;
        if (model?.cancel && !looked) open = await pendingReply(context, question);
        if (open?.events !== undefined) eventsInPrompt = { events: open.events };
        looked = true;
        const protocol = protocolNamed(open?.protocol ?? fallbackProtocol ?? fitting.name);
        const request = buildModelRequest(context, question, protocol, sees, inUse.room);
        const form = () => questionHash(question, inUse, protocol);
        const earlierRefusal = errorOfSameRequest(context, form);
        if (earlierRefusal) {
          reason = { code: 'endpoint', error: earlierRefusal };
          return null;
        }
        const onPending = (pending: PendingReply | null) => {
          open = pending && { pending, protocol: protocol.name };
          recordPendingReply(context, { ...question, ...eventsInPrompt }, pending, protocol.name);
        };
        let before = null as ModelOutcome | null;
        const replyOutcome = await runRetryingOnline(context, isCutOff, signal, async () => {
          if (before && !before.ok) count(before.error);
          before = await ask(context, question, model, request, { signal, pending: open?.pending ?? null, onPending });
          return before;
        });
        const unfilteredOutcome = unfiltered(replyOutcome);
        if (replyOutcome.ok && !unfilteredOutcome.ok && open) onPending(null);
        if (replyOutcome.ok) open = null;
        const outcome = question.allowEmpty
          ? acceptEmptyReply(unfilteredOutcome)
          : question.contract === 'answer'
            ? inWords(unfilteredOutcome)
            : unfilteredOutcome;
        context.onText(question.place, null);
        if (unfilteredOutcome.unfit)
          context.journal.stage({
            entries: [
              lineOf(context, null, {
                type: 'notice',
                code: 'tools_unfit',
                params: { names: unfilteredOutcome.unfit.join(', ') },
              }),
            ],
          });
        if (unfilteredOutcome.unthinking)
          context.journal.stage({
            entries: [lineOf(context, null, { type: 'notice', code: 'thinking_off', params: {} })],
          });
        if (outcome.ok && model) {
          context.respondedModels.add(model);
          askedModel = model;
          const endsInWords = question.purpose === 'thought' && question.allowEmpty;
          countMissedCall(context, model, outcome.reply, request.choice === 'required' && !endsInWords);
          const inputTokensRead = tokensReadWhenTruncated(context, model, request, outcome.reply);
          if (
            inputTokensRead !== null &&
            adoptSmallerContextWindow(
              context,
              question,
              protocol,
              inUse,
              request,
              maxMessageTokens(inputTokensRead, request.tools),
            )
          ) {
            count({ ...noReply, code: 'context_length', usage: outcome.reply.usage ?? undefined });
            if (inUse.room === null)
              context.journal.stage({
                entries: [
                  lineOf(context, null, {
                    type: 'notice',
                    code: 'cut_in_silence',
                    params: { tokens: String(inputTokensRead) },
                  }),
                ],
              });
            continue;
          }
        }
        if (outcome.ok) {
          if (haveImages(request.messages)) context.onOutsideText();
          if (fallbackProtocol !== null) inUse.fallBack(fallbackProtocol, 'refused');
          return record(context, question, {
            type: 'model_reply',
            purpose: question.purpose,
            reply: outcome.reply,
            protocol: protocol.name,
            ...(eased && { eased }),
            ...(question.next !== undefined && outcome.reply.calls.length > 1 && { next: question.next }),
            ...eventsInPrompt,
          });
        }
        const error = { ...outcome.error, ...(inUse.asked && { asked: inUse.asked }) };
        const isConnectionLost = error.code === 'unreachable' && model !== null && context.respondedModels.has(model);
        const isTriedAgain =
          (isTransientModelError(error) || isConnectionLost) && (error.retry_after_ms ?? 0) <= longestRetryDelay;
        if (!isTriedAgain) count(error);
        const next = error.code === 'no_tools' ? simplerProtocol(protocol.name) : null;
        if (next) {
          inUse.fallBack(next, 'refused');
          fallbackProtocol = next;
          continue;
        }
        if (error.code === 'context_length') {
          const room = maxMessageTokensAfterRejection(error.detail, request);
          if (adoptSmallerContextWindow(context, question, protocol, inUse, request, room)) continue;
        }
        if (isContentRejection(error)) refusals.push(form());
        if (fallbackProtocol === null && protocol.name === 'tools' && mayAcceptCallsAsText(error, request)) {
          fallbackProtocol = simplerProtocol(protocol.name);
          continue;
        }
        if (sees && (error.code === 'no_images' || error.code === 'images_refused')) {
          if (error.code === 'no_images') inUse.blind();
          context.journal.stage({ entries: [lineOf(context, null, { type: 'notice', code: error.code, params: {} })] });
          blinded = true;
          continue;
        }
        reason = {
          code: 'endpoint',
          error: isContentRejection(error) ? { ...error, request: refusals.join(' ') } : error,
        };
        if (!isTriedAgain) return null;
        const retry_at = nextTryTime(context.clock, question.tries, error.retry_after_ms);
        return record(context, question, { type: 'model_error', purpose: question.purpose, error, retry_at });
      }
    },
  });
  const at = context.clock.now();
  if (entry?.body.type === 'model_error')
    return { kind: 'unanswered', error: entry.body.error, retry_at: entry.body.retry_at, at };
  if (entry?.body.type !== 'model_reply') return { kind: 'stalled', reason: reason ?? interrupted, at };
  const { reply, protocol = 'tools', events } = entry.body;
  const decision = question.read(protocolNamed(protocol), reply);
  if (askedModel) countUnreadable(context, askedModel, protocol, decision, reply);
  const eventsPart = events === undefined ? {} : { events };
  return { kind: 'decided', decision: { decision, reply, protocol }, effect: question.effect, ...eventsPart, at };
}

/**
 * Counts the replies without the required call against those with one. A reply that was cut off, or that declines what
 * is asked for its content after the model has called tools, does not show that the model cannot call them.
 */
function countMissedCall(
  { missedToolCalls, toolCallers }: AgentContext,
  model: LanguageModel,
  { text, calls, finish }: ModelReply,
  isRequired: boolean,
): void {
  const missed = missedToolCalls.get(model) ?? 0;
  if (calls.length > 0) {
    toolCallers.add(model);
    missedToolCalls.set(model, Math.max(0, missed - 1));
  } else if (isRequired && finish !== 'length' && !(toolCallers.has(model) && declinesForContent(text)))
    missedToolCalls.set(model, missed + callsThatOffsetOneOmission);
}

/**
 * Counts the replies in a row in which a model's JSON gave no decision; any other reply, such as one that was cut off,
 * begins the count anew.
 */
function countUnreadable(
  { unreadableReplies }: AgentContext,
  model: LanguageModel,
  protocol: ProtocolName,
  decision: unknown,
  { text, finish }: ModelReply,
): void {
  const isInvalid = finish !== 'length' && isRecord(decision) && decision.kind === 'invalid';
  const isUnread = protocol === 'json' && text.includes('{') && isInvalid;
  unreadableReplies.set(model, isUnread ? (unreadableReplies.get(model) ?? 0) + 1 : 0);
}

/**
 * Stores the staged replies. A step that has asked before waits for this, so that at most one of its replies can be
 * lost; a step's first question does not wait.
 */
async function settle(
  { journal, store }: AgentContext,
  { step, effect }: Pick<ModelQuestion<unknown>, 'step' | 'effect'>,
) {
  if (step !== null && effectNumber(effect) === 1) store();
  else await journal.flushEffects();
}

const noReply = { detail: '', status: null, retry_after_ms: null } as const;
const interrupted: PauseReason = { code: 'endpoint', error: { ...noReply, code: 'aborted' } };

/**
 * Returns a function that records what was billed for a call of which nothing else is recorded, such as one that the
 * person stopped: a line of the task that asks, without an effect, so that the question may be asked again.
 */
function countUnrecorded(context: AgentContext, { step, purpose }: Pick<ModelQuestion<unknown>, 'step' | 'purpose'>) {
  const { id } = context.run();
  return (error: ModelError): void => {
    if (!error.usage) return;
    const line = lineOf(context, step, costOnlyEntryBody(purpose, error));
    context.journal.stage({ entries: [{ ...line, task_id: id }] });
  };
}

/**
 * Returns the reason to pause once the session has spent what it may, or null: the limit, or what the person has
 * granted since, as long as the limit has not been lowered.
 */
async function overspent({ journal, run, settings }: AgentContext): Promise<PauseReason | null> {
  const { spending_limit: limit } = settings();
  if (limit === null) return null;
  const { spending_grant: grant } = run();
  const allowedSpending = grant && limit >= grant.limit ? Math.max(limit, grant.up_to) : limit;
  const spentAmount = await journal.spent();
  return spentAmount >= allowedSpending ? { code: 'spending', limit, spent: spentAmount } : null;
}

const cutOff: ReadonlySet<string> = new Set(['unreachable', 'part_missing', 'truncated', 'stalled']);
/** True if the outcome is an error that a lost network connection may have caused. */
const isCutOff = (outcome: ModelOutcome) => !outcome.ok && cutOff.has(outcome.error.code);

/**
 * Turns the error of an empty reply into a reply without text; one that was cut off by its length, or filtered, remains
 * an error.
 */
function acceptEmptyReply(outcome: ModelOutcome): ModelOutcome {
  if (outcome.ok || outcome.error.code !== 'empty') return outcome;
  if (outcome.error.detail !== '' && outcome.error.detail !== thinkingOnlyDetail) return outcome;
  return { ok: true, reply: { text: '', calls: [], finish: 'stop', usage: outcome.error.usage ?? null } };
}

/** Returns the outcome, or an error if content moderation ended the reply, which is then not what the model meant. */
function unfiltered(outcome: ModelOutcome): ModelOutcome {
  if (!outcome.ok) {
    const { error } = outcome;
    const isFiltered = error.code === 'empty' && error.detail === 'filter';
    return isFiltered ? { ok: false, error: { ...error, code: 'refused', detail: '', moderated: true } } : outcome;
  }
  if (outcome.reply.finish !== 'filter') return outcome;
  const { text, usage } = outcome.reply;
  const detail = Array.from(text.trim()).slice(0, 300).join('');
  const error = { code: 'refused', detail, status: null, retry_after_ms: null, moderated: true } as const;
  return { ok: false, error: { ...error, ...(usage && { usage }) } };
}

/** Returns the outcome, or an error if the answer is empty, such as a call alone, or only the markup of a call. */
function inWords(outcome: ModelOutcome): ModelOutcome {
  if (!outcome.ok) return outcome;
  const { text, usage } = outcome.reply;
  if (withoutThinking(text).trim() === '')
    return { ok: false, error: { ...noReply, code: 'empty', detail: '', ...(usage && { usage }) } };
  if (!holdsCallMarkup(text)) return outcome;
  const detail = 'The answer is a call of a tool, written as text.';
  return { ok: false, error: { ...noReply, code: 'bad_response', detail, ...(usage && { usage }) } };
}

async function ask<Decision>(
  context: AgentContext,
  { place }: ModelQuestion<Decision>,
  model: LanguageModel | null,
  request: ModelRequest,
  options: Pick<Parameters<LanguageModel['reply']>[1], 'signal' | 'pending' | 'onPending'>,
): Promise<ModelOutcome> {
  if (!model) return { ok: false, error: { ...noReply, code: 'no_key' } };
  let limit = null as number | null;
  const onWait = (wait: Omit<ModelWait, 'since'>) => {
    limit = wait.limit_ms;
    context.onWait(place, { ...wait, since: context.clock.now() });
  };
  onWait({ said: false, limit_ms: limit });
  const outcome = await model.reply(request, {
    ...options,
    onText: (piece) => {
      context.onText(place, piece);
      onWait({ said: true, limit_ms: limit });
    },
    onWait,
  });
  context.onWait(place, null);
  return outcome;
}

/** Returns the outcome without the model's reply: the decision only. */
export function outcomeWithoutReply<Decision>(questionOutcome: QuestionOutcome<Decision>): AskResult<Decision> {
  return questionOutcome.kind === 'decided'
    ? { ...questionOutcome, decision: questionOutcome.decision.decision }
    : questionOutcome;
}

function record<Decision>(
  context: AgentContext,
  question: ModelQuestion<Decision>,
  body: NewJournalEntry['body'],
): NewJournalEntry {
  return { ...lineOf(context, question.step, body), effect: question.effect };
}

function lineOf({ run, clock }: AgentContext, step_id: string | null, body: NewJournalEntry['body']): NewJournalEntry {
  return { session_id: run().session_id, task_id: run().id, step_id, at: clock.now(), body };
}

/**
 * Runs work that needs the network; if it failed while offline, runs it again once online, which does not count as a
 * try.
 */
export async function runRetryingOnline<T>(
  { connectivity, onOffline }: AgentContext,
  isFailure: (outcome: T) => boolean,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const outcome = await work();
    if (!isFailure(outcome) || connectivity.isOnline() || signal.aborted) return outcome;
    onOffline(true);
    await connectivity.untilOnline(signal);
    onOffline(false);
  }
}
