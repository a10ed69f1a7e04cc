import type { AskResult } from '../task/round.ts';
import type { DraftDecision, IntakeDecision, InvalidDecision } from '../task/decision.ts';
import { taskEffectId } from '../task/effect-id.ts';
import type { JournalEntry } from '../task/journal.ts';
import type { ModelReply } from '../task/model-reply.ts';
import { simplerProtocol } from '../task/protocol-name.ts';
import type { Run } from '../task/run.ts';
import type { AgentContext } from './agent-context.ts';
import { askModel, outcomeWithoutReply } from './ask-model.ts';
import { validateProposal } from './checked-proposal.ts';
import { talkBefore, wholeTalk } from './earlier-talk.ts';
import { sessionFileLines } from './file-lines.ts';
import { earlierPlanText } from './plan-so-far.ts';
import { formatLocalDateTime, promptsFor, repeatsPrompt, systemPrompt } from '../protocols/system-prompt.ts';
import type { ReplyKind, Protocol } from '../protocols/protocol.ts';
import { announces, reports } from '../protocols/prose-decisions.ts';
import { declinesWork } from '../task/declining-words.ts';
import { asksForDataChange, mayGoalNeedPlan } from '../plan/plan-from-text.ts';
import { createMessageFormatter } from '../i18n/say-in.ts';
import { taskLanguage } from '../task/task-language.ts';
import { stepsInAnswer, stepsInJson } from '../protocols/normalized-steps.ts';
import { loadModelImages, withImages } from './shown-images.ts';
import { withoutRepeatedCalls } from './without-repeated-calls.ts';

/** How many of the latest messages are looked at for images, and how many of these are sent again. */
const [messagesWithImages, earlierImages] = [12, 4];

/**
 * Makes the first model call of a task and returns its decision; with planning switched off the decision can only be an
 * answer.
 */
export function intake(context: AgentContext, run: Run, signal: AbortSignal): Promise<AskResult<IntakeDecision>> {
  if (context.settings().planning === 'never')
    return ask(context, run, 'intake', 'answer', signal, (_, reply): IntakeDecision => plainAnswer(run, reply));
  return ask(context, run, 'intake', 'intake', signal, (protocol, reply) =>
    validateProposal(context, run, onceEach(context, readInWords(run, protocol.readIntake(reply), reply.finish))),
  );
}

/** What a model is told that declines a goal's work in words. */
const declined =
  'It declines the work, but the steps of your plan are carried out with the tools listed here. Plan what they can do.';

/**
 * Asks the model for a plan. If its previous reply broke the format, the request says how. A model that declines the
 * work once more has answered.
 */
export async function draftPlan(
  context: AgentContext,
  run: Run,
  signal: AbortSignal,
): Promise<AskResult<DraftDecision>> {
  const last = (run.repair?.tries ?? 0) >= context.settings().limits.planning_retries;
  const inUse = last ? await context.modelFor('plan') : null;
  const next = inUse?.protocol === 'json' ? simplerProtocol('json') : null;
  if (next) inUse?.fallBack(next, 'form');
  return ask(context, run, 'planning', 'plan', signal, (protocol, reply): DraftDecision => {
    const decision = validateProposal(context, run, protocol.readPlan(reply));
    const intakeDecision = decision.kind === 'invalid' ? protocol.readIntake(reply) : decision;
    if (intakeDecision.kind !== 'answer' || !declinesWork(run.plan.goal, intakeDecision.text)) return decision;
    return run.repair?.violation === declined
      ? { ...intakeDecision, text: answerText(run, intakeDecision.text, reply.finish) }
      : { kind: 'invalid', violation: declined };
  });
}

/** Asks for an answer without a plan, after no plan could be obtained. */
export function answerPlainly(context: AgentContext, run: Run, signal: AbortSignal): Promise<AskResult<string>> {
  return ask(context, run, 'planning', 'answer', signal, (_, reply) => answerText(run, reply.text, reply.finish));
}

function onceEach({ toolbox }: AgentContext, decision: IntakeDecision): IntakeDecision {
  return decision.kind === 'act' ? { ...decision, actions: withoutRepeatedCalls(decision.actions, toolbox) } : decision;
}

/**
 * The decision, with an answer read as a plan if it contains one: as JSON, or as a list if the goal asks for changes.
 * Such a goal is not answered by words that announce or report its changes, nor one that asks for work by words that
 * decline it; no plan is read from a cut reply.
 */
function readInWords(run: Run, decision: IntakeDecision, finish: ModelReply['finish']): IntakeDecision {
  if (decision.kind !== 'answer') return decision;
  const { goal } = run.plan;
  const isForDoing = asksForDataChange(goal);
  const { text } = decision;
  const steps = isForDoing ? stepsInAnswer(text) : mayGoalNeedPlan(goal) ? stepsInJson(text) : [];
  if (steps.length > 1)
    return finish === 'length'
      ? { kind: 'invalid', violation: 'The reply was cut off before its end.' }
      : { kind: 'plan', steps };
  if (declinesWork(goal, text)) return { kind: 'invalid', violation: declined };
  return isForDoing && (announces(text) || reports(text))
    ? { kind: 'invalid', violation: 'Nothing has been done yet.' }
    : { ...decision, text: answerText(run, text, finish) };
}

function plainAnswer(run: Run, { text, finish }: ModelReply): { kind: 'answer'; text: string } | InvalidDecision {
  const answer = answerText(run, text, finish);
  if (repeatsPrompt(answer)) return { kind: 'invalid', violation: 'The reply repeats its instructions.' };
  return answer ? { kind: 'answer', text: answer } : { kind: 'invalid', violation: 'The reply is empty.' };
}

/** Returns an answer as the person is to read it: one that ended at the model's limit says so at its end. */
function answerText(run: Run, text: string, finish: ModelReply['finish']): string {
  const answer = text.trim();
  if (finish !== 'length' || answer === '') return answer;
  const fences = answer.match(/^ {0,3}(?:`{3,}|~{3,})/gm) ?? [];
  const open = fences.length % 2 === 1 ? `\n${fences.at(-1)?.trim()}` : '';
  return `${answer}${open}\n\n*${createMessageFormatter(taskLanguage(run))('answer.cut_off')}*`;
}

async function ask<Decision>(
  context: AgentContext,
  run: Run,
  place: 'intake' | 'planning',
  contract: ReplyKind,
  signal: AbortSignal,
  readDecision: (protocol: Protocol, reply: ModelReply) => Decision,
): Promise<AskResult<Decision>> {
  const purpose = place === 'intake' ? 'intake' : 'plan';
  const { room } = await context.modelFor(purpose);
  const prompts = promptsFor(run.plan.goal, context.settings().frame_secret, run.language);
  const talk = await talkBefore(context, prompts, run);
  const images = await loadModelImages(context, [
    ...talk.entries.slice(-messagesWithImages).flatMap(imagesIn).slice(-earlierImages),
    ...(run.images ?? []),
  ]);
  const terse = context.settings().thoroughness === 'economy';
  const offer = { tools: context.toolbox.offered(), open: true, onlyClosing: false, terse };
  const files = contract === 'answer' ? [] : await sessionFileLines(context, prompts, run);
  const planningAnswer = await askModel(
    context,
    {
      effect: taskEffectId(run, place, run.calls[place]),
      step: null,
      place: 'intake',
      purpose,
      contract,
      offer,
      tries: run.retries,
      allowEmpty: false,
      events: run.events.length,
      messages: (protocol) => [
        { role: 'system', text: systemPrompt(prompts, protocol, contract, offer) },
        ...wholeTalk(prompts, talk, room),
        withImages(prompts, request(context, run, contract, protocol, files, room), images),
      ],
      read: readDecision,
    },
    signal,
  );
  return outcomeWithoutReply(planningAnswer);
}

function request(
  context: AgentContext,
  run: Run,
  contract: ReplyKind,
  protocol: Protocol,
  files: readonly string[],
  room: number | null,
): string {
  const prompts = promptsFor(run.plan.goal, context.settings().frame_secret, run.language);
  const zone = context.clock.zone();
  const lines = [
    ...earlierPlanText(prompts, run, room),
    prompts.now(formatLocalDateTime(run.resumed_at, zone), zone),
    run.plan.goal,
  ];
  lines.push(...run.events.flatMap((each) => (each.kind === 'guidance' ? [prompts.guidance(each.text)] : [])));
  lines.push(...files);
  if (contract === 'plan') lines.push(prompts.byProtocol[protocol.name].makePlan);
  if (run.repair && contract !== 'answer')
    lines.push(
      run.repair.violation === 'too_long'
        ? prompts.tooLong(context.settings().limits.max_plan_steps)
        : prompts.violation(run.repair.violation),
    );
  return lines.join('\n\n');
}

const imagesIn = ({ body }: JournalEntry) => (body.type === 'message' ? (body.images ?? []) : []);
