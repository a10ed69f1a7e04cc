/** What a model may say in a field at the end of a step that it changed there. */
export const changedThings = ['todo', 'calendar', 'file', 'note', 'outside'] as const;
export type ChangedThing = (typeof changedThings)[number];
