import type { PlanStatus } from '../../plan/plan-status.ts';
import { isOver, isWorking, type Run } from '../../task/run.ts';
import type { SessionOnOtherDevice, Devices } from '../../ports/devices.ts';
import type { Observable } from '../../ports/observable.ts';
import type { SessionRunner } from '../../engine/session-runner.ts';
import type { Session } from '../../task/session.ts';
import type { AppDependencies } from '../app/app-dependencies.ts';
import { type Toasts, saveOrToast } from '../app/toasts.svelte.ts';
import type { Translator } from '../app/translator.svelte.ts';
import { statusLine, type StatusLine } from './status-line.ts';

/** The parts of the page that take a session over. */
interface Page {
  dependencies: Pick<AppDependencies, 'others'>;
  toasts: Toasts;
  words: Translator;
}

interface Taken {
  readonly id: string;
  takeOver(toEnd: boolean, goOn: boolean): Promise<SessionRunner | null>;
  resume(): Promise<unknown>;
  /** The other device that has the session. */
  readonly away: SessionOnOtherDevice | null;
  /** True if this device cannot carry out a task, for lack of a key or a model. */
  readonly isKeyless: boolean;
}

/** Emits which other device of the person works on a session; null if this one may. */
export function otherDeviceOnSession(
  { connected, devices }: Pick<AppDependencies, 'connected' | 'devices'>,
  id: string,
): Observable<SessionOnOtherDevice | null> {
  return {
    subscribe: (next) => {
      let end = (): void => undefined;
      let nth = 0;
      const stop = connected.subscribe((isConnected) => {
        end();
        const mine = (nth += 1);
        if (!isConnected) {
          next(null);
          return;
        }
        const follow = (loadedDevices: Devices) => {
          if (mine === nth) end = loadedDevices.away(id).subscribe(next);
        };
        void devices().then(follow, () => undefined);
      });
      return () => {
        nth += 1;
        stop();
        end();
      };
    },
  };
}

/** Returns the name of the device that has a session. */
export const nameOfDevice = ({ device }: SessionOnOtherDevice, words: Translator) =>
  device || words.t('devices.another_one');

/** How long the server may take for a takeover before the page says that it waits for it, in milliseconds. */
const patience = 1500;

const unfinished: ReadonlySet<PlanStatus | null> = new Set(['planning', 'running', 'waiting', 'paused', 'blocked']);

/** The states of a task that goes on by itself, or once the person answers. */
const goesOnThere: ReadonlySet<PlanStatus | null> = new Set(['planning', 'running', 'waiting']);

/** True if a session's latest task has not ended. */
export const isUnfinished = (status: PlanStatus | null): boolean => unfinished.has(status);

/**
 * Returns the other device that holds a session, so that it may only go on here once the person continues it here: the
 * session is frozen, or its task is unfinished, by the stored `run` or by what the other device says. Null for any
 * other session, which goes on here as soon as the person acts.
 */
export function deviceHoldingSession(away: SessionOnOtherDevice | null, run: Run | null): SessionOnOtherDevice | null {
  if (!away) return null;
  const isHeld = away.frozen !== null || isUnfinished(away.session.plan_status);
  return isHeld || (run !== null && !isOver(run.phase)) ? away : null;
}

/** Returns in one line which device has a session, whether it needs the person, how far its plan is, and since when. */
export function otherDeviceSummary(away: SessionOnOtherDevice, words: Translator, now: Date): string {
  const { session, at } = away;
  const { plan_status: status, steps_ended: ended, steps_total: total } = session;
  const works = status === 'planning' || status === 'running';
  const place = session.needs_you ? 'needs_you' : works ? 'at_work' : 'last_used';
  const who = words.t(`devices.${place}`, { device: nameOfDevice(away, words) });
  const step = ended < total ? words.t('devices.step', { n: ended + 1, total }) : '';
  return [who, step, agoText(at, words, now)].filter(Boolean).join(' · ');
}

/**
 * Returns null, after a toast that says that a session is deleted and offers undo; `isPaused`: its plan was paused for
 * that.
 */
export function offerUndoOfDeletion(
  app: { dependencies: Pick<AppDependencies, 'stores'>; toasts: Toasts; words: Translator },
  { id, title }: Pick<Session, 'id' | 'title'>,
  isPaused = false,
): null {
  const { toasts, words } = app;
  for (const { id: shown, action } of toasts.list) if (action?.restores === id) toasts.dismiss(shown);
  const messageParams = { title: title || words.t('shell.untitled') };
  toasts.warn(words.t(isPaused ? 'devices.deleted' : 'devices.deleted_at_rest', messageParams), {
    label: words.t('shell.undo'),
    restores: id,
    run: () => void saveOrToast(app, () => app.dependencies.stores.sessions.remove(id, null)),
  });
  return null;
}

/**
 * Shows a toast that says why nothing was done in a session that could not be opened here, and offers to continue it
 * here if another device has it.
 */
export function showSessionUnavailable(page: Page, session: Taken, away: SessionOnOtherDevice | null): void {
  const { toasts, words } = page;
  if (!away) toasts.refuse(words.t('shell.cannot_open'));
  else if (away.frozen) toasts.refuse(words.t(`devices.frozen.${away.frozen}`));
  else
    toasts.refuse(words.t('devices.not_done', { device: nameOfDevice(away, words) }), {
      action: { label: words.t('devices.continue_here'), run: () => void takeOverFromDevice(page, session) },
    });
}

function agoText(lastUsedAt: string, words: Translator, now: Date): string {
  const minutes = Math.round((now.getTime() - Date.parse(lastUsedAt)) / 60_000);
  if (minutes >= 60) return words.time(lastUsedAt, now);
  return new Intl.RelativeTimeFormat(words.locale, { numeric: 'auto' }).format(-Math.max(0, minutes), 'minute');
}

/**
 * Returns the status line of a session that another device has: where it is, what it needs of the person, and how it
 * goes on here.
 */
export function statusLineForOtherDevice(run: Run | null, away: SessionOnOtherDevice, words: Translator): StatusLine {
  if (away.frozen) return { key: `devices.frozen.${away.frozen}`, params: {}, tone: 'needs-you', action: null };
  const device = nameOfDevice(away, words);
  const { key, params, tone } = statusLine(run, { words });
  if (tone === 'needs-you') {
    const status = words.tDynamic(key, params);
    return { key: 'devices.status_on', params: { status, device }, tone, action: 'take_over' };
  }
  const works = tone === 'working';
  const where = works ? 'devices.at_work' : 'devices.last_used';
  return { key: where, params: { device }, tone: works ? tone : 'resting', action: 'take_over' };
}

/**
 * Makes this device the one that has a session; returns false, after a toast that says why, if that is not possible.
 */
export async function claimFromDevice({ dependencies, toasts, words }: Page, sessionId: string): Promise<boolean> {
  const devices = await dependencies.others();
  const shown: number[] = [];
  const slow = setTimeout(() => shown.push(toasts.remind(words.t('devices.asking'))), patience);
  const takeoverOutcome = await devices?.takeOver(sessionId);
  clearTimeout(slow);
  shown.forEach(toasts.dismiss);
  if (takeoverOutcome === 'yours') return true;
  if (takeoverOutcome === 'lost') toasts.refuse(words.t('devices.lost'));
  else if (takeoverOutcome === undefined || takeoverOutcome === 'unreachable')
    toasts.refuse(words.t('devices.not_reached'));
  else toasts.refuse(words.t(`devices.trouble.${takeoverOutcome}`));
  return false;
}

/**
 * Takes a session over from another device and continues it here; shows a toast if that is not possible. Asks first if
 * the other device is at work and its task would only stop, since this one has no key.
 */
export async function takeOverFromDevice(page: Page, session: Taken, evenKeyless = false): Promise<void> {
  const { away } = session;
  if (away && goesOnThere.has(away.session.plan_status) && session.isKeyless && !evenKeyless) {
    const { toasts, words } = page;
    toasts.refuse(words.t('devices.no_key_here', { device: nameOfDevice(away, words) }), {
      action: { label: words.t('devices.continue_anyway'), run: () => void takeOverFromDevice(page, session, true) },
    });
    return;
  }
  if (!(await claimFromDevice(page, session.id))) return;
  const run = (await session.takeOver(false, true))?.current().run;
  if (run && !isOver(run.phase) && !isWorking(run.phase) && run.phase !== 'waiting') await session.resume();
}
