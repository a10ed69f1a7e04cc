import type { Exercise } from './exercise.ts';
import { endStepExercise, nestedExercise, question, twoCalls, workaround } from './call-exercises.ts';
import { image } from './image-exercise.ts';
import { change, endTask, keep, plan } from './plan-exercises.ts';
import { chinese, injection, long } from './reading-exercises.ts';

/** The tasks, in order. */
export const exercises: readonly Exercise[] = [
  plan,
  nestedExercise,
  twoCalls,
  workaround,
  question,
  change,
  keep,
  endStepExercise,
  endTask,
  injection,
  chinese,
  long,
  image,
];
