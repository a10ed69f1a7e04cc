import * as z from 'zod';
import type { ProposedStep } from '../../domain/decision.ts';
import { planInWords } from '../../domain/plan-in-words.ts';
import { keys, withKeys } from './aliases.ts';
import { jsonObjects } from './json-objects.ts';
import { proposedSteps, WrittenStep } from './read-steps.ts';
import { withoutThinking } from './without-thinking.ts';
import { writtenPlan } from './written-plan.ts';

/** The steps of a plan that an answer holds, as JSON or as a list of what to do; none where it holds none. */
export function stepsInAnswer(answer: string): ProposedStep[] {
  const text = withoutThinking(answer);
  for (const object of jsonObjects(text).objects) {
    const read = z.array(WrittenStep).safeParse(writtenPlan(withKeys(object, keys.contract).plan));
    if (read.success) return proposedSteps(read.data);
  }
  return proposedSteps(planInWords(text));
}
