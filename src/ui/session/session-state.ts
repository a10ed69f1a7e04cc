import type { PlanStatus } from '../../plan/plan-status.ts';
import type { Session } from '../../task/session.ts';
import { isWaitingSession } from '../../task/waiting-session.ts';
import type { App } from '../app/app.svelte.ts';
import type { Translator } from '../app/translator.svelte.ts';

/** The state of a session as lists show it; `mark` is the kind of the dot before its text. */
interface SessionState {
  mark: PlanStatus | 'partly';
  text: string;
}

/** True for a session that is stored as at work. */
export const isAtWork = ({ plan_status }: Session) => plan_status === 'planning' || plan_status === 'running';

/**
 * True if nothing works on a session although it may be stored as at work, such as where the pause was not stored, or
 * where it is older than the list, which a session at work leads.
 */
export function isAtRest(session: Session, app: Pick<App, 'interrupted' | 'session' | 'sessions'>): boolean {
  const { id } = session;
  if (app.interrupted.includes(id)) return true;
  if (app.session?.id === id && app.session.run?.phase === 'paused') return true;
  return isAtWork(session) && !app.sessions.some((listedSession) => listedSession.id === id);
}

/**
 * Returns the state of a session; null without a plan. `device`: the name of the device that has its unfinished task.
 */
export function sessionState(
  session: Session,
  app: Pick<App, 'interrupted' | 'session' | 'sessions'>,
  { t }: Pick<Translator, 't'>,
  device?: string,
): SessionState | null {
  const { steps_ended: done, steps_failed: failed, steps_doubtful: doubtful = 0 } = session;
  /** While a message is read, the row has the numbers of the plan before. */
  const n = session.plan_status === 'planning' ? 0 : session.steps_total;
  const rests = isAtRest(session, app);
  const isWaiting = session.needs_you || (isWaitingSession(session) && !rests);
  const status = isWaiting ? 'waiting' : rests ? 'paused' : session.plan_status;
  if (status === null || (n === 0 && status !== 'waiting' && status !== 'paused')) return null;
  if (session.plan_status === 'completed' && failed !== undefined) {
    const outcomeText = t(failed > 0 ? 'shell.ended_failed' : 'shell.ended', { done, n, failed });
    const toCheck = doubtful > 0 ? t('shell.ended_doubtful', { n: doubtful }) : '';
    return { mark: done > 0 || doubtful > 0 ? 'partly' : 'failed', text: outcomeText + toCheck };
  }
  const statusText = t(`shell.status.${status}`);
  const where = device === undefined ? statusText : t('devices.status_on', { status: statusText, device });
  return { mark: status, text: n > 0 ? `${where}\u00a0· ${done}/${n}` : where };
}
