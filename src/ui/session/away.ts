import { isOver, isWorking, type Run } from '../../task/run.ts';
import type { SessionOnOtherDevice, Devices } from '../../ports/devices.ts';
import type { Observable } from '../../ports/observable.ts';
import type { SessionRunner } from '../../engine/session-runner.ts';
import type { Session } from '../../task/session.ts';
import type { AppDependencies } from '../app/app-dependencies.ts';
import { type Toasts, saveOrToast } from '../app/toasts.svelte.ts';
import type { Translator } from '../app/translator.svelte.ts';
import type { StatusLine } from './status-line.ts';

interface Taken {
  readonly id: string;
  takeOver(toEnd: boolean, goOn: boolean): Promise<SessionRunner | null>;
  resume(): Promise<unknown>;
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
        const follow = (loaded: Devices) => {
          if (mine === nth) end = loaded.away(id).subscribe(next);
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

/** Returns in one line which device has a session, how far its plan is, and since when. */
export function elsewhereStatus({ device, session, at }: SessionOnOtherDevice, words: Translator, now: Date): string {
  const { plan_status: status, steps_ended: ended, steps_total: total } = session;
  const works = status === 'planning' || status === 'running';
  const who = words.t(works ? 'devices.at_work' : 'devices.last_used', {
    device: device || words.t('devices.another_one'),
  });
  const step = total > 0 ? words.t('devices.step', { n: Math.min(ended + 1, total), total }) : '';
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
  const named = { title: title || words.t('shell.untitled') };
  toasts.warn(words.t(isPaused ? 'devices.deleted' : 'devices.deleted_at_rest', named), {
    label: words.t('shell.undo'),
    restores: id,
    run: () => void saveOrToast(app, () => app.dependencies.stores.sessions.remove(id, null)),
  });
  return null;
}

/** Returns why a session could not be opened here: another device has it, or the reason is not known. */
export function cannotOpenText(away: SessionOnOtherDevice | null, words: Translator, clock: { now(): string }): string {
  return away ? elsewhereStatus(away, words, new Date(clock.now())) : words.t('shell.cannot_open');
}

function agoText(at: string, words: Translator, now: Date): string {
  const minutes = Math.round((now.getTime() - Date.parse(at)) / 60_000);
  if (minutes >= 60) return words.time(at, now);
  return new Intl.RelativeTimeFormat(words.locale, { numeric: 'auto' }).format(-Math.max(0, minutes), 'minute');
}

/** Returns the status line of a session that another device has: where it is, and how it goes on here. */
export function statusElsewhere(
  here: StatusLine,
  run: Run | null,
  { device, frozen }: SessionOnOtherDevice,
  words: Translator,
): StatusLine {
  if (frozen) return { key: `devices.frozen.${frozen}`, params: {}, tone: 'needs-you', action: null };
  if (!run || isOver(run.phase)) return { ...here, action: null };
  const key = isWorking(run.phase) ? 'devices.at_work' : 'devices.last_used';
  return { key, params: { device: device || words.t('devices.another_one') }, tone: 'resting', action: 'take_over' };
}

/** Takes a session over from another device and continues it here; shows a toast if that is not possible. */
export async function takeOverFromDevice(
  app: { dependencies: Pick<AppDependencies, 'others'>; toasts: Toasts; words: Translator },
  session: Taken,
): Promise<void> {
  const devices = await app.dependencies.others();
  const came = await devices?.takeOver(session.id);
  if (came !== 'yours') {
    const { t } = app.words;
    if (came === 'lost') app.toasts.refuse(t('devices.lost'));
    else if (came === undefined || came === 'unreachable') app.toasts.refuse(t('devices.not_reached'));
    else app.toasts.refuse(t(`devices.trouble.${came}`));
    return;
  }
  const run = (await session.takeOver(false, true))?.current().run;
  if (run && !isOver(run.phase) && !isWorking(run.phase) && run.phase !== 'waiting') await session.resume();
}
