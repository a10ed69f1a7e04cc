/** What can be in front: the conversation on a phone, else what stands beside it. */
export const panes = ['conversation', 'plan', 'todo', 'schedule', 'files', 'history'] as const;

export type Pane = (typeof panes)[number];
