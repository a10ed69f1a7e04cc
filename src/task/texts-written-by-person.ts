import type { Step } from '../plan/step.ts';
import type { Run } from './run.ts';

/**
 * Returns the texts of a task's goal and steps that the person wrote. `isPlanned`: a model had a part in the plan. Of a
 * plan from outside these are what the person gave at its import, and the steps that they have edited or added since;
 * of one that a model made, the goal and such steps; of one that the person brought, such as a template, all.
 */
export function textsWrittenByPerson({ plan, own_words: given, edits }: Run, isPlanned: boolean): string[] {
  const isTheirs = ({ id, edited_by_person: isEdited }: Step) =>
    given
      ? isEdited === true &&
        edits.some(({ added, before }) => added.includes(id) || before.some((old) => old.id === id))
      : isEdited === true || !isPlanned;
  const wordsOfStep = (step: Step): string[] => [
    ...(isTheirs(step) ? [step.description, JSON.stringify(step.parameters ?? null)] : []),
    ...(step.plan?.steps ?? []).flatMap(wordsOfStep),
  ];
  return [...(given ?? [plan.goal]), ...plan.steps.flatMap(wordsOfStep)];
}
