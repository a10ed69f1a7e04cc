import type { ProtocolName } from '../domain/protocol-name.ts';
import type { Run } from '../domain/run.ts';
import { isOpen } from '../domain/step.ts';
import type { Prompts } from './prompts/prompts.ts';
import type { Offer } from './protocols/protocol.ts';

/** A replan's prompt (R4.9): the plan as first drawn, what happened appended in order, then what is new. */
export function replanMessages(
  prompts: Prompts,
  protocol: ProtocolName,
  offer: Offer,
  run: Run,
  now: string,
  zone: string,
): string {
  const open = run.plan.steps.filter(isOpen);
  const words = prompts.byProtocol[protocol];
  const lines = [
    prompts.task(run.plan.goal),
    prompts.firstPlanTitle,
    ...run.first_plan.map((step) => `- ${step.id}: ${step.description}`),
    prompts.happenedTitle,
    ...run.happenings.map((each) => happened(prompts, each)),
    prompts.remaining(open.length),
  ];
  if (changedSince(run)) lines.push(...open.map((step) => `- ${step.id}: ${step.description}`));
  lines.push(prompts.now(now, zone), prompts.cause[run.cause ?? 'step_ended']);
  lines.push(offer.onlyClosing ? words.onlyClosing : offer.open ? words.decide : words.decideClosing);
  if (run.repair) lines.push(prompts.violation(run.repair.violation));
  return lines.join('\n');
}

function changedSince(run: Run): boolean {
  return run.happenings.some((each) => each.kind === 'edited' || each.kind === 'replanned');
}

function happened(prompts: Prompts, each: Run['happenings'][number]): string {
  switch (each.kind) {
    case 'ended':
      return prompts.ended(each.step, each.status, each.summary || prompts.noResult);
    case 'clarified':
      return `- ${prompts.clarified(each.question, each.answer)}`;
    case 'guidance':
      return `- ${prompts.guidance(each.text)}`;
    case 'edited':
      return prompts.edited;
    case 'replanned':
      return prompts.replanned;
    case 'mismatch':
      return prompts.mismatch(each.text);
    case 'resumed':
      return prompts.resumed;
    case 'kept':
      return prompts.kept(each.names);
  }
}
