import type { AskResult } from '../task/round.ts';
import type { ReplanDecision } from '../task/decision.ts';
import { taskEffectId } from '../task/effect-id.ts';
import { mergeSurplusSteps } from '../task/proposal.ts';
import type { Run } from '../task/run.ts';
import { matchRevision } from '../task/revision.ts';
import { isUnstarted } from '../plan/step.ts';
import type { AgentContext } from './agent-context.ts';
import { askModel, outcomeWithoutReply } from './ask-model.ts';
import { validateProposal } from './checked-proposal.ts';
import { sourcesSection } from './sources-section.ts';
import { formatLocalDateTime, promptsFor, systemPrompt } from '../protocols/system-prompt.ts';
import { stepsRemainCode } from '../plan/plan-progress.ts';
import type { ProtocolName } from '../task/protocol-name.ts';
import { recentTalk, talkBefore } from './earlier-talk.ts';
import { linesOfInterruptedSteps } from './earlier-tries.ts';
import { addedFileLines } from './file-lines.ts';
import { earlierWritesSection } from './thought-messages.ts';
import { isRawJson, answerTextInJson } from '../protocols/raw-json.ts';
import { fullTextsOfRun } from './step-texts.ts';
import { planLinesForPlanCheck, wholePlanHistory } from './plan-so-far.ts';
import type { Prompts } from '../protocols/prompts.ts';
import type { ReplyRequestOptions } from '../protocols/protocol.ts';

/** Asks the model to decide on the remaining steps: a revision, "unchanged", a question, or the closing answer. */
export async function replan(context: AgentContext, run: Run, signal: AbortSignal): Promise<AskResult<ReplanDecision>> {
  const zone = context.clock.zone();
  const open = run.plan.steps.some((step) => isUnstarted(step) || step.status === 'running');
  const economy = context.settings().thoroughness === 'economy';
  const troubled =
    run.replan_cause === 'recovery' || run.replan_cause === 'mismatch' || run.replan_cause === 'deadlock';
  const isEconomical = economy || run.reply_stats.settled;
  const fromPerson = run.replan_cause === 'person' || run.replan_cause === 'clarified';
  const onlyClosing = isEconomical && !open && !troubled && !fromPerson;
  const offer = { tools: [], open, onlyClosing, asked: run.repair !== null };
  const prompts = promptsFor(run.plan.goal, context.settings().frame_secret, run.language);
  const max = context.settings().limits.max_plan_steps;
  const planStepIds = run.plan.steps.map((step) => step.id);
  const citing = open ? '' : await sourcesSection(context, prompts, run);
  const { room } = await context.modelFor('replan');
  const earlierWrites = await linesOfInterruptedSteps(context);
  const addedFiles = await addedFileLines(context, prompts, run);
  const talk = recentTalk(prompts, await talkBefore(context, prompts, run), room);
  const replanAnswer = await askModel(
    context,
    {
      effect: taskEffectId(run, 'replan', run.calls.replan),
      step: null,
      place: 'replan',
      purpose: 'replan',
      contract: 'replan',
      offer,
      tries: run.retries,
      allowEmpty: !troubled,
      events: run.events.length,
      messages: (protocol) => [
        { role: 'system', text: systemPrompt(prompts, protocol, 'replan', offer) },
        ...talk,
        {
          role: 'user',
          text:
            replanMessages(prompts, protocol.name, offer, run, {
              ...{ earlierWrites, addedFiles },
              maxSteps: max,
              now: formatLocalDateTime(context.clock.now(), zone),
              zone,
              room,
            }) + citing,
        },
      ],
      read: (protocol, reply): ReplanDecision =>
        askedBack(
          run,
          validateProposal(
            context,
            run,
            shortened(context, run, inWords(run.plan.goal, protocol.readReplan(reply, planStepIds, offer))),
          ),
        ),
    },
    signal,
  );
  return outcomeWithoutReply(replanAnswer);
}

/**
 * The decision with its closing answer in words: JSON is a violation, unless it gives words or the goal asks for it.
 */
function inWords(goal: string, decision: ReplanDecision): ReplanDecision {
  if (decision.kind !== 'done' || !isRawJson(decision.response) || /json/i.test(goal)) return decision;
  const response = answerTextInJson(decision.response);
  return response === null
    ? { kind: 'invalid', violation: 'The closing answer is JSON. Write it in words for the person.' }
    : { ...decision, response };
}

/**
 * The decision with a limited number of steps: the model is asked to shorten once, then the surplus of what is not done
 * yet is merged into the last step.
 */
function shortened(context: AgentContext, run: Run, decision: ReplanDecision): ReplanDecision {
  const { limits } = context.settings();
  if (decision.kind !== 'replanned' || decision.steps.length <= limits.max_plan_steps) return decision;
  if (run.repair?.violation !== 'too_long') return { kind: 'invalid', violation: 'too_long' };
  const { steps } = matchRevision(run, decision.steps);
  return { ...decision, steps: mergeSurplusSteps(steps, limits), planned: steps.length };
}

/**
 * The decision, or a violation that the model is asked about once: closing while steps remain, prose instead of a
 * required decision, or, if no step remains, a revision of completed steps only.
 */
function askedBack(run: Run, decision: ReplanDecision): ReplanDecision {
  const running = run.plan.steps.some((step) => step.status === 'running');
  const busy = running && run.replan_cause !== 'clarified';
  const unfinishedSteps = run.plan.steps.filter((step) => isUnstarted(step) || step.status === 'running');
  const wasAskedAlready = run.repair?.violation === stepsRemainCode;
  if (decision.kind === 'done' && unfinishedSteps.length > 0 && !busy && !wasAskedAlready)
    return { kind: 'invalid', violation: stepsRemainCode };
  if (decision.kind === 'unchanged' && decision.taken && run.repair === null && run.replan_cause !== 'step_ended')
    return { kind: 'invalid', violation: 'Words are no decision about the plan.' };
  if (
    decision.kind === 'replanned' &&
    unfinishedSteps.length === 0 &&
    matchRevision(run, decision.steps).steps.length === 0
  )
    return {
      kind: 'invalid',
      violation: 'All of these steps are done already. Close the task with the closing answer.',
    };
  return decision;
}

/**
 * The text of a replan's prompt: the first plan, the events in order, then the current state. If only the closing
 * answer is requested, the first plan is left out.
 */
export function replanMessages(
  prompts: Prompts,
  protocol: ProtocolName,
  offer: ReplyRequestOptions,
  run: Run,
  {
    earlierWrites,
    addedFiles,
    maxSteps,
    now,
    zone,
    room,
  }: {
    earlierWrites: readonly string[];
    addedFiles: readonly string[];
    maxSteps: number;
    now: string;
    zone: string;
    room: number | null;
  },
): string {
  const open = run.plan.steps.filter(isUnstarted);
  const words = prompts.byProtocol[protocol];
  const isCheck = run.replan_cause === 'step_ended' && offer.open;
  const firstPlanSteps = offer.onlyClosing ? [] : run.first_plan;
  const lines = [
    prompts.task(run.plan.goal),
    ...(isCheck
      ? planLinesForPlanCheck(prompts, run, addedFiles)
      : wholePlanHistory(prompts, run, firstPlanSteps, { texts: fullTextsOfRun(run, room), addedFiles })),
    prompts.remaining(
      open.length,
      run.plan.steps.flatMap(({ id, status }) => (status === 'running' ? [id] : [])).join(', '),
    ),
  ];
  if (changedSince(run)) lines.push(...open.map((step) => `- ${step.id}: ${step.description}`));
  lines.push(...earlierWritesSection(prompts, earlierWrites), prompts.now(now, zone));
  if (!isCheck) lines.push(prompts.cause[run.replan_cause ?? 'step_ended']);
  lines.push(offer.onlyClosing ? words.onlyClosing : offer.open ? words.decide : words.decideClosing);
  if (run.repair) lines.push(askedAgain(prompts, run, run.repair.violation, maxSteps));
  return lines.join('\n');
}

function askedAgain(prompts: Prompts, run: Run, violation: string, maxSteps: number): string {
  if (violation === 'too_long') return prompts.tooLong(maxSteps);
  if (violation !== stepsRemainCode) return prompts.violation(violation);
  const unfinishedSteps = run.plan.steps.filter((step) => isUnstarted(step) || step.status === 'running');
  return prompts.stepsRemain(unfinishedSteps.map((step) => `${step.id} (${step.description})`).join('; '));
}

function changedSince(run: Run): boolean {
  return run.events.some((each) => each.kind === 'edited' || each.kind === 'replanned');
}
