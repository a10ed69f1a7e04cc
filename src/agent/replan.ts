import type { Answered } from '../domain/answered.ts';
import type { ReplanDecision } from '../domain/decision.ts';
import { taskEffect } from '../domain/effect-id.ts';
import { foldSurplus } from '../domain/proposal.ts';
import type { Run } from '../domain/run.ts';
import { revisionOf } from '../domain/revision.ts';
import { isOpen } from '../domain/step.ts';
import type { AgentContext } from './agent-context.ts';
import { askModel, decisionOf } from './ask-model.ts';
import { checkedProposal } from './checked-proposal.ts';
import { localNow } from './local-now.ts';
import { promptsFor } from './prompts/prompts-for.ts';
import { replanMessages } from './replan-messages.ts';
import { stepsRemain } from '../domain/steps-remain.ts';
import { systemPrompt } from './system-prompt.ts';

/** The revision of the remaining steps, "unchanged", a question, or the closing answer (R3.4, R4.12). */
export async function replan(context: AgentContext, run: Run, signal: AbortSignal): Promise<Answered<ReplanDecision>> {
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
