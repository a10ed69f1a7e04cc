import type { Exercise } from './exercise.ts';
import { endStep, nested, question, twoCalls, workaround } from './call-exercises.ts';
import { image } from './image-exercise.ts';
import { change, endTask, keep, plan } from './plan-exercises.ts';
import { chinese, injection, long } from './reading-exercises.ts';

/** The tasks, in order. */
export const exercises: readonly Exercise[] = [
  plan,
  nested,
  twoCalls,
  workaround,
  question,
  change,
  keep,
  endStep,
  endTask,
  injection,
  chinese,
  long,
  image,
];
