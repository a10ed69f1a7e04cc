import type { ToolResult } from './tool-result.ts';
import { lengthAndLimitInViolation, lengthInCutOffViolation } from './too-long-reply.ts';
import type { Action } from './decision.ts';
import {
  moveWithNextStepCalls,
  endsWithNamedWrite,
  resultPrecedesReads,
  callErrorParams,
  failuresInARow,
  mayRetryStepCall,
  queuedActions,
  endOfRepeatedCall,
} from './next-move-rules.ts';
import { maxRetries } from './retry-delay.ts';
import { reasonForDoubt, missingWorkAtStepEnd, missingRequiredWork, prematureEndIndexes } from './missing-at-end.ts';
import { isDenied, isNotFoundResult, isOutcomeUnknown } from './tool-result.ts';
import {
  callRoundCount,
  callsWithRetriesMerged,
  allCallsFailed,
  stepHadEffect,
  repeatCountOfLastCall,
  type CallTurn,
  type StepMove,
  type MoveContext,
  type StepOutcome,
  type StepRound,
} from './transcript.ts';

/** The largest number of repairs of a reply in a row, before the harmless default is applied. */
export const maxRepairs = 2;
/** The number of equal calls with equal results at which the model is told; one more is a failure. */
export const maxRepetitions = 3;

/**
 * Returns the next move of a step, derived from its turns. `rested` is true once the delay before the next turn is
 * over.
 */
export function nextMove(turns: readonly StepRound[], context: MoveContext, rested: boolean): StepMove {
  const move = moveAfter(turns, context, rested);
  if (move.kind !== 'end' || move.outcome.status === 'asking') return move;
  const declaredSteps = turns.flatMap((turn) =>
    turn.kind === 'thought' && turn.decision.kind !== 'invalid' ? (turn.decision.declared ?? []) : [],
  );
  return declaredSteps.length > 0 ? { kind: 'end', outcome: { ...move.outcome, declared: declaredSteps } } : move;
}

function moveAfter(turns: readonly StepRound[], context: MoveContext, rested: boolean): StepMove {
  const n = (turns.at(-1)?.n ?? 0) + 1;
  const last = turns.at(-1);
  if (last?.kind === 'unanswered') {
    const lastAnsweredIndex = turns.findLastIndex((turn) => turn.kind !== 'unanswered');
    const tries = turns
      .slice(lastAnsweredIndex + 1)
      .filter((turn) => turn.kind === 'unanswered' && turn.at >= context.resumedAt && turn.at <= context.now);
    if (tries.length > maxRetries) return { kind: 'stall', error: last.error };
    if (tries.length > 0 && !rested) return { kind: 'rest', n, until: last.retry_at };
    const pendingMove = moveAfter(turns.slice(0, lastAnsweredIndex + 1), context, true);
    return 'n' in pendingMove ? { ...pendingMove, n } : pendingMove;
  }
  const calls = callsWithRetriesMerged(turns);
  const scene: Scene = {
    turns,
    context,
    calls,
    n,
    failureLimitReached: failuresInARow(calls) >= context.limits.max_consecutive_failures,
    roundLimitReached: callRoundCount(turns) >= context.limits.max_step_tool_calls,
  };
  const firstCalls = context.firstCalls.length > 0 ? context.firstCalls : context.direct ? [context.direct.action] : [];
  const queue = queuedActions(turns, firstCalls);

  if (!last) return queue[0] ? { kind: 'act', n, action: queue[0] } : think(scene);
  if (last.kind === 'tool') return afterCall(scene, last, queue, rested);
  if (last.kind === 'judged') return afterVerdict(scene, last);
  const { decision } = last;
  switch (decision.kind) {
    case 'act':
      if (scene.failureLimitReached || !queue[0]) return refused(scene, null);
      return scene.roundLimitReached ? tooManyRounds(context) : { kind: 'act', n, action: queue[0] };
    case 'invalid':
      return refused(scene, decision.violation);
    case 'round':
      return think(scene);
    case 'ask':
      return context.answered.has(last.effect)
        ? think(scene)
        : end({ status: 'asking', question: decision.question, effect: last.effect });
    case 'done':
      return moveWithNextStepCalls(ended(scene, decision.response, decision.fits, decision.words), decision.next);
    case 'blocked':
      return (
        notAllowed(scene) ?? end({ status: 'failed', code: 'blocked', reason: decision.reason, params: causeOf(scene) })
      );
  }
}

interface Scene {
  turns: readonly StepRound[];
  context: MoveContext;
  calls: readonly CallTurn[];
  n: number;
  /** Too many calls have failed in a row: the model must ask or finish. */
  failureLimitReached: boolean;
  /** As many rounds of calls as a step may have are begun: once the last one is made, the model must ask or finish. */
  roundLimitReached: boolean;
}

const end = (outcome: StepOutcome): StepMove => ({ kind: 'end', outcome });
const mustClose = ({ failureLimitReached, roundLimitReached }: Scene) => failureLimitReached || roundLimitReached;
const think = (scene: Scene, repair: string | null = null): StepMove => ({
  kind: 'think',
  n: scene.n,
  repair,
  closing: mustClose(scene),
});

const tooManyRounds = ({ limits }: MoveContext): StepMove =>
  end({ status: 'failed', code: 'too_many_calls', reason: '', params: { n: String(limits.max_step_tool_calls) } });

function afterCall(scene: Scene, last: CallTurn, queue: readonly Action[], rested: boolean): StepMove {
  const { turns, context, calls, n } = scene;
  if (mayRetryStepCall(turns, last))
    return rested ? { kind: 'act', n, action: last.action } : { kind: 'rest', n, until: last.retry_at };
  if (repeatCountOfLastCall(calls) > maxRepetitions) return endOfRepeatedCall(last);
  const thought = turns.findLast((turn) => turn.kind === 'thought');
  if (!thought && context.direct && context.firstCalls.length === 0)
    return afterDirect(scene, last, context.direct.mends);
  const decision = thought?.kind === 'thought' && thought.decision.kind === 'act' ? thought.decision : null;
  const round = calls.slice(calls.length - (decision?.actions.length ?? 0) + queue.length);
  if (queue[0]) return scene.failureLimitReached ? think(scene) : { kind: 'act', n, action: queue[0] };
  if (last.result.already !== undefined && !last.result.again)
    return end({
      ...{ status: 'completed', response: last.result.text, fits: true, taken: 'already_done' },
      ...fromOutside(last.result),
    });
  if (last.result.again && calls.at(-2)?.result.again) return endOfRepeatedCall(last);
  if (decision?.finish && round.every((call) => call.result.ok) && !resultPrecedesReads(turns))
    return ended(scene, decision.finish.response, decision.finish.fits);
  return endsWithNamedWrite(scene, last) ? ended(scene, null, true) : think(scene);
}

/**
 * The move of a step with a predefined call: done if the call succeeds and its answer does not say otherwise; invalid
 * input goes to the model.
 */
function afterDirect(scene: Scene, { result }: CallTurn, mends: boolean): StepMove {
  if (result.ok)
    return result.answer === undefined && !result.source?.stand_in ? ended(scene, null, true) : think(scene);
  const wrongForm = result.failure?.code === 'invalid_input' || result.failure?.code === 'unknown_tool';
  if (mends || wrongForm) return think(scene);
  if (isOutcomeUnknown(result)) return ended(scene, null, true);
  return (
    notAllowed(scene) ??
    end({
      status: 'failed',
      code: 'direct',
      reason: result.quote ?? result.text,
      params: callErrorParams(scene.calls),
      ...fromOutside(result),
    })
  );
}

/**
 * The move when a step reports its end. A step that ends on a missing resource has failed, so that the plan is revised;
 * one that has not done the required call or write is asked once more.
 */
function ended(scene: Scene, response: string | null, fits: boolean, words = false): StepMove {
  const { turns, context, calls } = scene;
  const lastCall = calls.at(-1);
  if (lastCall && isNotFoundResult(lastCall.result))
    return end({ status: 'failed', code: 'missing', reason: response ?? '', params: callErrorParams(calls) });
  const doubt = reasonForDoubt(turns, calls, context);
  if (doubt?.code === 'outcome_unknown') return end({ status: 'completed', response, fits, doubt });
  const missingWork = missingRequiredWork(turns, context);
  const isEmpty = words && allCallsFailed(turns);
  if (missingWork !== null || isEmpty) {
    const error = notAllowed(scene);
    if (error) return error;
    if (doubt?.code === 'said_denied' && missingWork !== 'write')
      return end({ status: 'completed', response, fits, doubt });
  }
  const asksAgain = !mustClose(scene) && prematureEndIndexes(turns, context).length <= 1;
  if (asksAgain && missingWorkAtStepEnd(turns, context, words) !== null) return think(scene);
  if (missingWork !== null || isEmpty) {
    if (missingWork === null)
      return end({ status: 'failed', code: 'blocked', reason: response ?? '', params: causeOf(scene) });
    if (!stepHadEffect(turns, context.answered))
      return end({ status: 'failed', code: 'nothing_done', reason: response ?? '', params: causeOf(scene) });
  }
  const result = response ?? lastCall?.result.text ?? null;
  const file = response === null ? lastCall?.result.artifact : null;
  const own = response === null && lastCall ? fromOutside(lastCall.result) : {};
  return context.judges
    ? { kind: 'judge', n: scene.n, response: result, violation: null }
    : end({
        status: 'completed',
        response: result,
        fits,
        ...(file && { file }),
        ...own,
        ...(missingWork !== null && { unwritten: true }),
        ...(doubt && { doubt }),
      });
}

const fromOutside = ({ foreign }: ToolResult): { foreign?: true } => (foreign ? { foreign } : {});

/**
 * Returns the parameters that describe the error of the step's last call, if no call of the step has succeeded;
 * otherwise none.
 */
function causeOf({ calls, turns }: Scene): Record<string, string> {
  return allCallsFailed(turns) ? callErrorParams(calls) : {};
}

/** Ends a step as skipped if its required write is missing because the person did not allow it; otherwise null. */
function notAllowed({ turns, calls, context }: Scene): StepMove | null {
  const denied = calls.some(({ reads, result }) => !reads && isDenied(result));
  return denied && missingRequiredWork(turns, context) !== null
    ? end({ status: 'skipped', code: 'not_allowed', reason: '' })
    : null;
}

/** The move after the model's verdict; without a readable verdict the step's own result stands. */
function afterVerdict(scene: Scene, last: StepRound & { kind: 'judged' }): StepMove {
  const { turns, n } = scene;
  const verdicts = turns.filter((turn) => turn.kind === 'judged');
  const judging = turns.findLastIndex((turn) => turn.kind !== 'judged' && turn.kind !== 'unanswered') + 1;
  const before = turns.slice(0, judging);
  const unjudged = moveAfter(before, { ...scene.context, judges: false }, true);
  const completedOutcome = unjudged.kind === 'end' && unjudged.outcome.status === 'completed' ? unjudged.outcome : null;
  if (!completedOutcome) return think(scene);
  if (last.decision.kind === 'invalid') {
    const inARow = turns.slice(judging).filter((turn) => turn.kind === 'judged').length;
    return inARow > maxRepairs
      ? end(completedOutcome)
      : { kind: 'judge', n, response: completedOutcome.response, violation: last.decision.violation };
  }
  const { decision, success, reason } = last.decision.evaluation;
  switch (decision) {
    case 'continue':
      return end(completedOutcome);
    case 'retry':
      return verdicts.length > maxRepairs ? end({ status: 'failed', code: 'judged', reason }) : think(scene);
    case 'skip':
      return end({ status: 'skipped', code: 'judged_skip', reason });
    case 'replan':
      return end(success ? { ...completedOutcome, fits: false } : { status: 'failed', code: 'judged', reason });
    case 'stop':
      return end({ status: 'failed', code: 'stopped', reason });
  }
}

/**
 * Returns the move after a thought that broke its contract. At most two repairs in a row are requested. After them, the
 * step ends: the results of its successful calls count as its result, and it fails only if it has done nothing.
 */
function refused(scene: Scene, violation: string | null): StepMove {
  const answers = scene.turns.filter((turn) => turn.kind !== 'unanswered');
  let inARow = 0;
  for (const [at, turn] of answers.entries()) {
    const follower = answers[at + 1];
    const broken =
      turn.kind === 'thought' &&
      (turn.decision.kind === 'invalid' || (turn.decision.kind === 'act' && follower?.kind !== 'tool'));
    inARow = broken ? inARow + 1 : 0;
  }
  if (inARow <= maxRepairs) return think(scene, violation);
  const { turns, calls, context, failureLimitReached } = scene;
  const worked = calls.findLast((call) => call.result.ok);
  const doubt = reasonForDoubt(turns, calls, context);
  if (stepHadEffect(turns, context.answered) || doubt?.code === 'outcome_unknown')
    return (
      notAllowed(scene) ??
      end({
        status: 'completed',
        response: worked?.result.text ?? null,
        fits: true,
        taken: doubt?.code === 'outcome_unknown' ? 'step_in_doubt' : 'step_taken',
        ...(missingRequiredWork(turns, context) !== null && { unwritten: true }),
        ...(doubt && { doubt }),
      })
    );
  const long = lengthAndLimitInViolation(violation ?? '');
  if (long) {
    const params = { n: String(long.n), limit: String(long.limit) };
    return notAllowed(scene) ?? end({ status: 'failed', code: 'too_long', reason: '', params });
  }
  const cutLength = lengthInCutOffViolation(violation ?? '');
  if (cutLength !== null)
    return (
      notAllowed(scene) ?? end({ status: 'failed', code: 'cut_off', reason: '', params: { n: String(cutLength) } })
    );
  if (!failureLimitReached) return notAllowed(scene) ?? end({ status: 'failed', code: 'contract', reason: '' });
  const params = callErrorParams(calls);
  return (
    notAllowed(scene) ??
    end({ status: 'failed', code: 'value' in params ? 'wrong_value' : 'calls_failed', reason: '', params })
  );
}
