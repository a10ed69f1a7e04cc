import { joinListItems } from '../values/list-text.ts';
import type { Step } from './step.ts';

/** Returns the descriptions of steps in one line, with the separator of their language. */
export function joinStepDescriptions(steps: readonly Pick<Step, 'description'>[]): string {
  const texts = steps.map(({ description }) => description);
  return joinListItems(texts, ';');
}
