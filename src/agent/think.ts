import { stepEffectPrefix } from '../task/effect-id.ts';
import { findStep } from '../plan/leaf-steps.ts';
import { isInOtherLanguage } from '../task/goal-language.ts';
import type { ThoughtDecision } from '../task/decision.ts';
import { soleNextStep } from '../task/first-calls.ts';
import type { StepEvaluationInput, ThoughtOutcome, ThoughtInput } from '../task/round.ts';
import { answeredEffects } from '../task/run.ts';
import type { Step } from '../plan/step.ts';
import { stepHadEffect, type StepRound } from '../task/transcript.ts';
import type { AgentContext } from './agent-context.ts';
import { askModel, type QuestionOutcome } from './ask-model.ts';
import { wrapUntrustedText } from './untrusted-text.ts';
import type { Prompts } from '../protocols/prompts.ts';
import { formatLocalDateTime, promptsFor, systemPrompt } from '../protocols/system-prompt.ts';
import type { ReplyRequestOptions } from '../protocols/protocol.ts';
import { talkBefore, talkOfStep } from './earlier-talk.ts';
import { addedFileLines } from './file-lines.ts';
import { imagesOfStep } from './shown-images.ts';
import { thoughtMessages } from './thought-messages.ts';
import { notedWords } from '../values/text-without-code.ts';
import { withUnsupportedClaims } from './unknown-files.ts';
import { thoughtWithoutRepeatedCalls } from './without-repeated-calls.ts';
import type { ModelImage } from '../ports/language-model.ts';

/** Asks for one thought about the step, with the current plan. */
export async function think(context: AgentContext, input: ThoughtInput, signal: AbortSignal): Promise<ThoughtOutcome> {
  const { step: id, attempt, n, turns } = input;
  const run = context.run();
  const step = stepOf(context, id);
  const effect = `${stepEffectPrefix(run, id, attempt)}${n}`;
  const next = soleNextStep(run, id, context.settings());
  const images = await imagesOfStep(context, run, step, turns);
  const thoughtAnswer = await askModel(
    context,
    {
      effect,
      step: id,
      place: id,
      purpose: 'thought',
      ...(next !== null && { next }),
      contract: 'thought',
      offer: {
        ...{ tools: input.closing ? [] : context.toolbox.offered(), open: true, onlyClosing: false },
        ...(isInOtherLanguage(run) && { declares: true }),
      },
      tries: triesBefore(context, turns),
      allowEmpty: stepHadEffect(turns, answeredEffects(run)),
      ...(await stepTalk(context, input, step, 'thought', images, next)),
      read: (protocol, reply) =>
        thoughtWithoutRepeatedCalls(
          protocol.readThought(reply, { turns, description: step.description, next }),
          context.toolbox,
        ),
    },
    signal,
  );
  const thought = turnOf(thoughtAnswer, n, ({ decision, reply }) => ({ kind: 'thought', n, effect, decision, reply }));
  if (thought.kind !== 'turn' || thought.turn.kind !== 'thought') return thought;
  noteDecision(context, id, thought.turn.decision);
  return { ...thought, turn: await withUnsupportedClaims(context, id, thought.turn) };
}

/** Asks the model to judge a step that reports that it is done. */
export async function judgeStep(
  context: AgentContext,
  input: StepEvaluationInput,
  signal: AbortSignal,
): Promise<ThoughtOutcome> {
  const { step: id, attempt, n, turns } = input;
  const run = context.run();
  const step = stepOf(context, id);
  const effect = `${stepEffectPrefix(run, id, attempt)}${n}`;
  const prompts = promptsFor(run.plan.goal, context.settings().frame_secret, run.language);
  const images = await imagesOfStep(context, run, step, turns);
  const talk = await stepTalk(context, { ...input, closing: false }, step, 'evaluation', images);
  const evaluationAnswer = await askModel(
    context,
    {
      effect,
      step: id,
      place: id,
      purpose: 'evaluation',
      contract: 'evaluation',
      offer: { tools: [], open: true, onlyClosing: false },
      tries: triesBefore(context, turns),
      allowEmpty: true,
      messages: (protocol) => [
        ...talk.messages(protocol),
        {
          role: 'user',
          text: [
            framedResponse(prompts, effect, input),
            prompts.byProtocol[protocol.name].judge,
            ...(input.violation === null ? [] : [prompts.violation(input.violation)]),
          ].join('\n'),
        },
      ],
      read: (protocol, reply) => protocol.readEvaluation(reply),
    },
    signal,
  );
  return turnOf(evaluationAnswer, n, ({ decision }) => ({ kind: 'judged', n, effect, decision }));
}

/**
 * Returns the step's result for the prompt. A tool's own text that came from outside is put into a frame that marks it
 * as foreign.
 */
function framedResponse(prompts: Prompts, effect: string, { response, turns }: StepEvaluationInput): string {
  if (response === null) return prompts.noResult;
  const isForeign = turns.some((turn) => turn.kind === 'tool' && turn.result.foreign && turn.result.text === response);
  return isForeign ? wrapUntrustedText(prompts, effect, response) : response;
}

function stepOf(context: AgentContext, id: string): Step {
  const step = findStep(context.run().plan.steps, id);
  if (!step) throw new Error(`no step ${id}`);
  return step;
}

async function stepTalk(
  context: AgentContext,
  input: ThoughtInput,
  step: Step,
  contract: 'thought' | 'evaluation',
  images: readonly ModelImage[],
  next: string | null = null,
): Promise<Pick<Parameters<typeof askModel>[1], 'messages'>> {
  const run = context.run();
  const prompts = promptsFor(run.plan.goal, context.settings().frame_secret, run.language);
  const zone = context.clock.zone();
  const { room } = await context.modelFor(contract);
  const started_at = step.started_at ?? '';
  const since = started_at > run.resumed_at && started_at <= context.clock.now() ? started_at : run.resumed_at;
  const addedFiles = await addedFileLines(context, prompts, run);
  const talk = talkOfStep(prompts, run, await talkBefore(context, prompts, run), room);
  const offer: ReplyRequestOptions = { tools: context.toolbox.offered(), open: true, onlyClosing: false };
  return {
    messages: (protocol) =>
      thoughtMessages(prompts, {
        id: input.step,
        run,
        step,
        turns: input.turns,
        firstCalls: input.firstCalls,
        now: formatLocalDateTime(since, zone),
        zone,
        callLimit: context.settings().limits.max_step_tool_calls,
        closing: input.closing,
        ...{ owes: input.owes, file: input.file, unreadTarget: input.unreadTarget, judging: contract !== 'thought' },
        protocol,
        images,
        earlierWrites: input.earlierWrites,
        addedFiles,
        next,
        system: systemPrompt(prompts, protocol, contract, offer),
        talk,
        room,
      }),
  };
}

function turnOf<Decision>(
  modelAnswer: QuestionOutcome<Decision>,
  n: number,
  make: (read: Extract<QuestionOutcome<Decision>, { kind: 'decided' }>['decision']) => StepRound,
): ThoughtOutcome {
  switch (modelAnswer.kind) {
    case 'stalled':
      return modelAnswer;
    case 'unanswered': {
      const { error, retry_at, at } = modelAnswer;
      return { kind: 'turn', turn: { kind: 'unanswered', n, error, retry_at, at }, at };
    }
    case 'decided':
      return { kind: 'turn', turn: make(modelAnswer.decision), at: modelAnswer.at };
  }
}

/** The number of tries in vain since the last answer; those before the task was last continued do not count. */
function triesBefore(context: AgentContext, turns: readonly StepRound[]): number {
  const since = context.run().resumed_at;
  const now = context.clock.now();
  return turns
    .slice(turns.findLastIndex((turn) => turn.kind !== 'unanswered') + 1)
    .filter((turn) => turn.kind === 'unanswered' && turn.at >= since && turn.at <= now).length;
}

/** Records the one-line summary of a thought. */
function noteDecision(context: AgentContext, step: string, decision: ThoughtDecision): void {
  const { session_id, id } = context.run();
  const note = notedWords(noteOf(decision));
  context.journal.stage({
    entries: [
      {
        session_id,
        task_id: id,
        step_id: step,
        at: context.clock.now(),
        body: { type: 'decision', kind: decision.kind, note },
      },
    ],
  });
}

function noteOf(decision: ThoughtDecision): string {
  switch (decision.kind) {
    case 'act':
    case 'round':
      return decision.note;
    case 'ask':
      return decision.question;
    case 'done':
      return decision.response ?? '';
    case 'blocked':
      return decision.reason;
    case 'invalid':
      return decision.violation;
  }
}
