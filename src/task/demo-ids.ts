/** The goal that the demo starts with, as if the person had typed it. */
export const demoGoal = { en: 'Plan a weekend trip', zh: '计划一次周末旅行' } as const;

/** The prefix of the ids of demo sessions and of the calls that the scripted model makes. */
const mark = 'demo';

/** The prefix of a demo session's id. */
export const demoSessionPrefix = mark;

/** Builds the id of a call by the scripted model. */
export const demoCallId = (...parts: (string | number)[]): string => [mark, ...parts].join('_');

/** True if the id is that of a demo session or demo call. */
export const isDemoId = (id: string): boolean => id.startsWith(`${mark}_`);
