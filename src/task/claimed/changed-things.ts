/** The things that a model can name, in a field at the end of a step, as changed by the step. */
export const changedThings = ['todo', 'calendar', 'file', 'note', 'outside'] as const;
export type ChangedThing = (typeof changedThings)[number];
