import type { Session } from './session.ts';

/** True if a session waits for the person; rows of older releases say so only by the status of their plan. */
export const isWaitingSession = ({ needs_you, plan_status }: Pick<Session, 'needs_you' | 'plan_status'>): boolean =>
  needs_you === true || plan_status === 'waiting';
