import type { AskResult } from '../domain/task/round.ts';
import type { ReplanDecision } from '../domain/task/decision.ts';
import { taskEffect } from '../domain/task/effect-id.ts';
import { foldSurplus } from '../domain/plan/proposal.ts';
import type { Run } from '../domain/task/run.ts';
import { revisionOf } from '../domain/plan/revision.ts';
import { isOpen } from '../domain/plan/step.ts';
import type { AgentContext } from './agent-context.ts';
import { askModel, decisionOf } from './ask-model.ts';
import { checkedProposal } from './checked-proposal.ts';
import { localNow, promptsFor, systemPrompt } from './prompts/system-prompt.ts';
import { stepsRemain } from '../domain/plan/plan-progress.ts';
import type { ProtocolName } from '../domain/model/protocol-name.ts';
import { findStep } from '../domain/plan/leaf-steps.ts';
import type { Prompts } from './prompts/prompts.ts';
import type { Offer } from './protocols/protocol.ts';

/** The revision of the remaining steps, "unchanged", a question, or the closing answer (R3.4, R4.12). */
export async function replan(context: AgentContext, run: Run, signal: AbortSignal): Promise<AskResult<ReplanDecision>> {
  const zone = context.clock.zone();
  const open = run.plan.steps.some((step) => isOpen(step) || step.status === 'running');
  const economy = context.settings().thoroughness === 'economy';
  const troubled = run.cause === 'recovery' || run.cause === 'mismatch' || run.cause === 'deadlock';
  const onlyClosing = (economy || run.form.settled) && !open && !troubled;
  const offer = { tools: [], open, onlyClosing, asked: run.repair !== null };
  const prompts = promptsFor(run.plan.goal);
  const max = context.settings().limits.max_plan_steps;
  const known = run.plan.steps.map((step) => step.id);
  const answered = await askModel(
    context,
    {
      effect: taskEffect(run, 'replan', run.calls.replan),
      step: null,
      place: 'replan',
      purpose: 'replan',
      contract: 'replan',
      offer,
      tries: run.retries,
      silence: !troubled,
      messages: (protocol) => [
        { role: 'system', text: systemPrompt(prompts, protocol, 'replan', offer) },
        {
          role: 'user',
          text: replanMessages(prompts, protocol.name, offer, run, max, localNow(context.clock.now(), zone), zone),
        },
      ],
      read: (protocol, reply): ReplanDecision =>
        askedBack(
          run,
          checkedProposal(context, run, shortened(context, run, protocol.readReplan(reply, known, offer))),
        ),
    },
    signal,
  );
  return decisionOf(answered);
}

/** Remaining steps beyond the limit: asked to be shortened once, then the surplus is folded into the last (R5.4). */
function shortened(context: AgentContext, run: Run, decision: ReplanDecision): ReplanDecision {
  const max = context.settings().limits.max_plan_steps;
  if (decision.kind !== 'replanned' || decision.steps.length <= max) return decision;
  if (run.repair?.violation !== 'too_long') return { kind: 'invalid', violation: 'too_long' };
  return { ...decision, steps: foldSurplus(decision.steps, max) };
}

/**
 * What is asked back once before it is taken: to close while steps remain (R6.8), words in place of a decision that is called
 * for; and, where no step remains, a revision of nothing but what is done.
 */
function askedBack(run: Run, decision: ReplanDecision): ReplanDecision {
  const running = run.plan.steps.some((step) => step.status === 'running');
  const busy = running && run.cause !== 'clarified';
  const left = run.plan.steps.filter((step) => isOpen(step) || step.status === 'running');
  const asked = run.repair?.violation === stepsRemain;
  if (decision.kind === 'done' && left.length > 0 && !busy && !asked)
    return { kind: 'invalid', violation: stepsRemain };
  if (decision.kind === 'unchanged' && decision.taken && run.repair === null && run.cause !== 'step_ended')
    return { kind: 'invalid', violation: 'Words are no decision about the plan.' };
  if (decision.kind === 'replanned' && left.length === 0 && revisionOf(run, decision.steps).steps.length === 0)
    return {
      kind: 'invalid',
      violation: 'All of these steps are done already. Close the task with the closing answer.',
    };
  return decision;
}

/**
 * A replan's prompt (R4.9): the plan as first drawn, what happened appended in order, then what is new. Where only the
 * closing answer is wanted, what happened says it all.
 */
export function replanMessages(
  prompts: Prompts,
  protocol: ProtocolName,
  offer: Offer,
  run: Run,
  maxSteps: number,
  now: string,
  zone: string,
): string {
  const open = run.plan.steps.filter(isOpen);
  const words = prompts.byProtocol[protocol];
  const known = offer.onlyClosing ? [] : run.first_plan;
  const lines = [
    prompts.task(run.plan.goal),
    ...(known.length > 0 ? [prompts.firstPlanTitle, ...known.map((step) => `- ${step.id}: ${step.description}`)] : []),
    prompts.happenedTitle,
    ...run.happenings.map((each) => happened(prompts, run, known, each)),
    prompts.remaining(open.length),
  ];
  if (changedSince(run)) lines.push(...open.map((step) => `- ${step.id}: ${step.description}`));
  lines.push(prompts.now(now, zone), prompts.cause[run.cause ?? 'step_ended']);
  lines.push(offer.onlyClosing ? words.onlyClosing : offer.open ? words.decide : words.decideClosing);
  if (run.repair) lines.push(askedAgain(prompts, run, run.repair.violation, maxSteps));
  return lines.join('\n');
}

function askedAgain(prompts: Prompts, run: Run, violation: string, maxSteps: number): string {
  if (violation === 'too_long') return prompts.tooLong(maxSteps);
  if (violation !== stepsRemain) return prompts.violation(violation);
  const left = run.plan.steps.filter((step) => isOpen(step) || step.status === 'running');
  return prompts.stepsRemain(left.map((step) => `${step.id} (${step.description})`).join('; '));
}

function changedSince(run: Run): boolean {
  return run.happenings.some((each) => each.kind === 'edited' || each.kind === 'replanned');
}

function happened(prompts: Prompts, run: Run, known: Run['first_plan'], each: Run['happenings'][number]): string {
  switch (each.kind) {
    case 'ended':
      return prompts.ended(nameOf(run, known, each.step), each.status, each.summary || prompts.noResult);
    case 'clarified':
      return `- ${prompts.clarified(each.question, each.answer)}`;
    case 'guidance':
      return `- ${prompts.guidance(each.text)}`;
    case 'edited':
      return prompts.edited;
    case 'replanned':
      return prompts.replanned;
    case 'declared':
      return prompts.declared(each.step, each.description);
    case 'mismatch':
      return prompts.mismatch(each.text);
    case 'resumed':
      return prompts.resumed;
    case 'kept':
      return prompts.kept(each.names);
  }
}

/** A step that the plan as it is shown does not have, or not in these words, is named in full. */
function nameOf(run: Run, known: Run['first_plan'], id: string): string {
  const description = findStep(run.plan.steps, id)?.description;
  const isKnown = known.some((step) => step.id === id && step.description === description);
  return isKnown || description === undefined ? id : `${id} (${description})`;
}
