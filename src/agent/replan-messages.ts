import type { ProtocolName } from '../domain/protocol-name.ts';
import { findStep } from '../domain/leaf-steps.ts';
import type { Run } from '../domain/run.ts';
import { stepsRemain } from '../domain/steps-remain.ts';
import { isOpen } from '../domain/step.ts';
import type { Prompts } from './prompts/prompts.ts';
import type { Offer } from './protocols/protocol.ts';

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
