import { isWorking } from '../../task/run.ts';
import type { Session } from '../../task/session.ts';
import { currentValue } from '../../ports/observable.ts';
import type { AppDependencies } from '../app/app-dependencies.ts';
import type { SessionView } from './session-view.svelte.ts';
import { isUnfinished, nameOfDevice } from './away.ts';
import { type Toasts, saveOrToast } from '../app/toasts.svelte.ts';
import type { Translator } from '../app/translator.svelte.ts';

interface RemovalHost {
  readonly dependencies: AppDependencies;
  readonly words: Translator;
  readonly toasts: Toasts;
  readonly session: SessionView | null;
  deletedHere: readonly string[];
  forget(id: string): Promise<void>;
  openSession(id: string): Promise<void>;
  readonly openTemplates: () => void;
}

/**
 * Removes sessions from the list and offers undo, which also shows the one again that was shown. `views` holds the
 * views of the open sessions; what works in one of them is paused, by the device that has it. Schedules of their plans go on, and the person is
 * told so.
 */
export async function removeSessions(
  sessions: readonly Session[],
  views: ReadonlyMap<string, SessionView>,
  host: RemovalHost,
): Promise<void> {
  const { clock, stores } = host.dependencies;
  const ids = sessions.map(({ id }) => id);
  const [only] = sessions;
  const shownSessionId = host.session && ids.includes(host.session.id) ? host.session.id : null;
  const mark = async (deletedAt: string | null) => {
    await Promise.all(ids.map((id) => stores.sessions.remove(id, deletedAt)));
  };
  const bringBack = async (): Promise<void> => {
    if ((await saveOrToast(host, () => mark(null))) && shownSessionId !== null) await host.openSession(shownSessionId);
  };
  for (const id of ids) {
    const view = views.get(id);
    if (view?.run && isWorking(view.run.phase) && !view.away) await view.pause();
  }
  const away = only && ids.length === 1 ? views.get(only.id)?.away : null;
  const device = away && isUnfinished(away.session.plan_status) ? nameOfDevice(away, host.words) : null;
  if (!only || !(await removeSessionsInThisTab(host, ids, () => mark(clock.now())))) return;
  for (const id of ids) await host.forget(id);
  const { t } = host.words;
  const toastText =
    ids.length > 1
      ? t('select.removed', { n: ids.length })
      : device !== null
        ? t('devices.session_removed', { title: only.title || t('shell.untitled'), device })
        : t('shell.session_removed', { title: only.title || t('shell.untitled') });
  host.toasts.tell(toastText, {
    label: t('shell.undo'),
    ...(ids.length === 1 && { restores: only.id }),
    run: () => void bringBack(),
  });
  await tellWhatGoesOn(ids, host).catch(() => undefined);
}

/** Says which plans of removed sessions still start as scheduled, and leads to their schedules. */
async function tellWhatGoesOn(ids: readonly string[], host: RemovalHost): Promise<void> {
  const { clock, stores } = host.dependencies;
  const { toasts, words } = host;
  const scheduled = await currentValue(stores.scheduledRuns.list());
  if (scheduled.length === 0) return;
  const goals = await Promise.all(ids.map(async (id) => (await stores.sessions.run(id))?.plan.goal));
  const now = clock.now();
  const ahead = scheduled.filter(
    ({ active, next_at, plan }) => active && next_at !== null && next_at > now && goals.includes(plan.goal),
  );
  const [first] = ahead;
  if (!first) return;
  const { name, next_at } = first;
  const when = words.moment(next_at ?? now);
  const toastText =
    ahead.length > 1 ? words.t('due.go_on', { n: ahead.length }) : words.t('due.goes_on', { name, when });
  toasts.tell(toastText, { label: words.t('due.open'), run: host.openTemplates });
}

/** Runs a removal of sessions as one of this tab's own; resolves to false if it fails. */
export async function removeSessionsInThisTab(
  host: Pick<RemovalHost, 'deletedHere' | 'toasts' | 'words'>,
  ids: readonly string[],
  remove: () => Promise<void>,
): Promise<boolean> {
  host.deletedHere = [...host.deletedHere, ...ids];
  const isRemoved = await saveOrToast(host, remove);
  if (!isRemoved) host.deletedHere = host.deletedHere.filter((id) => !ids.includes(id));
  return isRemoved;
}
