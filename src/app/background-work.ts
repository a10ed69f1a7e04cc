import { startKeyAutoLock } from '../browser/auto-lock.ts';
import type { App } from '../ui/app/app.svelte.ts';
import { watchInterruptedSessions } from '../ui/background/interrupted-sessions.svelte.ts';
import { watchWaitingSessions } from '../ui/background/waiting-sessions.svelte.ts';
import { ScheduledRunStarter } from '../ui/background/scheduled-run-starter.svelte.ts';
import { RecycleBin } from '../ui/session/bin.svelte.ts';
import type { LazyPageParts } from './lazy-page-parts.ts';
import { offerUndoOfDeletion } from '../ui/session/away.ts';
import type { EngineClient } from './engine-client.ts';
import { startReminders } from './reminders.ts';

/** Starts what the page does by itself: locking keys in time, emptying the bin, scheduled runs and reminders. */
export function startBackgroundWork(app: App, parts: LazyPageParts): void {
  const { stores, clock, locks, device, secrets, present, notifier } = parts;
  startKeyAutoLock({
    minutes: () => app.settings.auto_lock,
    isBusy: () => present()?.isBusy ?? false,
    lock: () => secrets.lock(),
  });
  void new RecycleBin(app).expire().catch(() => undefined);
  if (!app.blocker) {
    pauseDeletedSessions(app, parts);
    watchInterruptedSessions(app, { locks, others: app.dependencies.others });
    watchWaitingSessions(app, stores.sessions);
    app.scheduledRuns = new ScheduledRunStarter(app);
    void app.scheduledRuns.watch(locks, new AbortController().signal).catch(() => undefined);
  }
  void notifier()
    .then((loadedNotifier) => startReminders({ stores, clock, locks, notifier: loadedNotifier, device, app }))
    .catch(() => undefined);
}

/**
 * Pauses each plan at work in this tab whose session is deleted on another device or in another tab, and offers undo;
 * also if such a session is only shown here.
 */
export function pauseDeletedSessions(
  app: Pick<App, 'dependencies' | 'words' | 'toasts' | 'session' | 'deleted' | 'deletedHere'>,
  {
    stores,
    present,
  }: { stores: Pick<LazyPageParts['stores'], 'sessions'>; present: () => Pick<EngineClient, 'pause'> | null },
): void {
  /** The removed sessions of which the person has been told: the page learns later that their plans are paused. */
  let announcedSessionIds: string[] = [];
  stores.sessions.removed().subscribe((removedSessions) => {
    const back = app.deleted.filter((old) => !removedSessions.some(({ id }) => id === old.id));
    app.deleted = removedSessions;
    app.deletedHere = app.deletedHere.filter((each) => !back.some(({ id }) => id === each));
    announcedSessionIds = announcedSessionIds.filter((each) => removedSessions.some(({ id }) => id === each));
    for (const session of removedSessions) {
      const { id } = session;
      if (announcedSessionIds.includes(id)) continue;
      const isPaused = present()?.pause(id) ?? false;
      if (!isPaused && (app.session?.id !== id || app.deletedHere.includes(id))) continue;
      announcedSessionIds.push(id);
      offerUndoOfDeletion(app, session, isPaused);
    }
  });
}
