import { habitsOfActs, habitsOfQuestions } from './habits-of-acts.ts';
import { habitsAnywhere, habitsOfChecks, habitsOfClosings } from './habits-of-checks.ts';
import { habitsOfEnds } from './habits-of-ends.ts';
import { habitsOfPlans } from './habits-of-plans.ts';
import type { Habit } from './mind.ts';

/** Every habit; README.md in this folder says where each was observed. */
export const allHabits: readonly Habit[] = [
  ...habitsOfPlans,
  ...habitsOfActs,
  ...habitsOfQuestions,
  ...habitsOfEnds,
  ...habitsOfChecks,
  ...habitsOfClosings,
  ...habitsAnywhere,
];
