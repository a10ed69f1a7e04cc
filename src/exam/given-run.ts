import { newStep } from '../domain/plan-edits.ts';
import { endStep, startStep } from '../domain/run-steps.ts';
import { inPhase, newRun, type Run } from '../domain/run.ts';
import type { Thoroughness } from '../domain/settings.ts';
import type { GivenStep } from './exercise.ts';

/** A task with a plan of these steps, at work, as it stands after those that have a result. */
export function givenRun(
  goal: string,
  given: readonly GivenStep[],
  { thoroughness, at }: { thoroughness: Thoroughness; at: string },
): Run {
  const fresh = newRun({ run: 'task', session: 'exam', plan: 'plan' }, goal, at);
  const steps = given.map(({ description, tool, parameters }, n) => ({
    ...newStep(`step_${n + 1}`, description),
    ...(tool !== undefined && { tool }),
    ...(parameters && { parameters }),
  }));
  const planned: Run = {
    ...fresh,
    resume: 'executing',
    minted: steps.length,
    first_plan: steps.map(({ id, description }) => ({ id, description })),
    plan: { ...fresh.plan, steps },
  };
  const run = given.reduce((before, { result }, n) => {
    const id = `step_${n + 1}`;
    if (result === undefined) return before;
    const outcome = { status: 'completed' as const, response: result, fits: true };
    return endStep(startStep(before, id, at), id, outcome, result, at);
  }, planned);
  const checks = thoroughness === 'careful' && given.some(({ result }) => result !== undefined);
  return inPhase({ ...run, due: checks ? 'step_ended' : null }, 'executing', at);
}
