import type { Run } from '../domain/run.ts';
import { isOpen } from '../domain/step.ts';
import type { ModelMessage } from '../ports/language-model.ts';
import type { Prompts } from './prompts/prompts.ts';

/** A replan's prompt (R4.9): the plan as first drawn, what happened appended in order, then what is new. */
export function replanMessages(prompts: Prompts, run: Run, now: string, zone: string): ModelMessage[] {
  const open = run.plan.steps.filter(isOpen);
  const lines = [
    prompts.task(run.plan.goal),
    prompts.firstPlanTitle,
    ...run.first_plan.map((step) => `- ${step.id}: ${step.description}`),
    prompts.happenedTitle,
    ...run.happenings.map((each) => happened(prompts, each)),
    prompts.remaining(open.length),
  ];
  if (changedSince(run)) lines.push(...open.map((step) => `- ${step.id}: ${step.description}`));
  else if (open.length > 0) lines.push(open.map((step) => step.id).join(', '));
  lines.push(prompts.now(now, zone), prompts.cause[run.cause ?? 'step_ended']);
  lines.push(
    open.length > 0 || run.plan.steps.some((step) => step.status === 'running')
      ? prompts.decide
      : prompts.decideClosing,
  );
  if (run.repair) lines.push(prompts.violation(run.repair.violation));
  return [
    { role: 'system', text: prompts.systemReplan },
    { role: 'user', text: lines.join('\n') },
  ];
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
  }
}
