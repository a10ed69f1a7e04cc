/** The goal that the demo starts with, as if the person had typed it. */
export const demoGoal = { en: 'Plan a weekend trip', zh: '计划一次周末旅行' } as const;

/** The beginning of the ids of sessions that show the demo, and of the calls that its scripted model makes. */
const mark = 'demo';

/** The kind of the id of a session that shows the demo. */
export const demoSessionKind = mark;

/** The id of a call of the scripted model. */
export const demoCallId = (...parts: (string | number)[]): string => [mark, ...parts].join('_');

/** Whether a session, or a call, is the demo's. */
export const isOfDemo = (id: string): boolean => id.startsWith(`${mark}_`);
