import { findStep } from '../domain/leaf-steps.ts';
import { thoroughnessOf } from '../domain/model-form.ts';
import { answeredIn, type Run } from '../domain/run.ts';
import type { Settings } from '../domain/settings.ts';
import { asksForJudgement } from '../domain/step-judgement.ts';
import type { StepInput } from './step-setup.ts';

/** What a step's loop is given when it is started or revived; the journal holds all the rest. */
export function stepInput(run: Run, id: string, settings: Settings): StepInput {
  const step = findStep(run.plan.steps, id);
  if (!step) throw new Error(`no step ${id}`);
  const { limits } = settings;
  const thoroughness = thoroughnessOf(run.form, settings);
  const direct =
    thoroughness !== 'careful' && step.tool !== undefined && step.parameters !== undefined
      ? {
          action: { call: 'direct', tool: step.tool, input: step.parameters },
          mends: thoroughness === 'balanced',
        }
      : null;
  return {
    step: id,
    attempt: step.attempts,
    description: step.description,
    tool: step.tool,
    rules: {
      limits,
      opening: run.plan.steps[0]?.id === id && step.attempts === 1 ? run.opening : [],
      answered: answeredIn(run),
      resumedAt: run.resumed_at,
      direct,
      judges: thoroughness === 'careful' && asksForJudgement(step),
    },
  };
}
