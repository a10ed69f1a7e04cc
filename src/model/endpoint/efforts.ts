import type { ReasoningEffort } from '../../records/profile.ts';

/** The names in the APIs for how long a model may think. */
export const reasoningEffortNames: Readonly<Record<ReasoningEffort, string>> = {
  quick: 'low',
  normal: 'medium',
  thorough: 'high',
};
