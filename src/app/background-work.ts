import { autoLock } from '../browser/auto-lock.ts';
import type { App } from '../ui/app/app.svelte.ts';
import { watchInterruptedSessions } from '../ui/background/interrupted-sessions.svelte.ts';
import { ScheduledRunStarter } from '../ui/background/scheduled-run-starter.svelte.ts';
import { Bin } from '../ui/session/bin.svelte.ts';
import type { LateParts } from './late-parts.ts';
import { saveOrToast } from '../ui/app/toasts.svelte.ts';
import type { EngineClient } from './engine-client.ts';
import { startReminders } from './reminders.ts';

/** Starts what the page does by itself: locking keys in time, emptying the bin, scheduled runs and reminders. */
export function startBackgroundWork(app: App, parts: LateParts): void {
  const { stores, clock, locks, device, secrets, present, notifier } = parts;
  autoLock({
    minutes: () => app.settings.auto_lock,
    isBusy: () => present()?.isBusy ?? false,
    lock: () => secrets.lock(),
  });
  void new Bin(app).expire().catch(() => undefined);
  if (!app.blocker) {
    pauseDeletedSessions(app, parts);
    watchInterruptedSessions(app, { locks, others: app.dependencies.others });
    app.scheduledRuns = new ScheduledRunStarter(app);
    void app.scheduledRuns.watch(locks, new AbortController().signal).catch(() => undefined);
  }
  void notifier()
    .then((loaded) => startReminders({ stores, clock, locks, notifier: loaded, device, app }))
    .catch(() => undefined);
}

/** Pauses each plan at work in this tab whose session is deleted on another device or in another tab, and offers undo. */
export function pauseDeletedSessions(
  app: Pick<App, 'dependencies' | 'words' | 'toasts'>,
  {
    stores,
    present,
  }: { stores: Pick<LateParts['stores'], 'sessions'>; present: () => Pick<EngineClient, 'pause'> | null },
): void {
  const { toasts, words } = app;
  /** The removed sessions whose plans were paused: the page learns later that they are, and may resume one meanwhile. */
  let paused: string[] = [];
  stores.sessions.removed().subscribe((removed) => {
    paused = paused.filter((each) => removed.some(({ id }) => id === each));
    for (const { id, title } of removed)
      if (!paused.includes(id) && present()?.pause(id)) {
        paused.push(id);
        toasts.warn(words.t('devices.deleted', { title: title || words.t('shell.untitled') }), {
          label: words.t('shell.undo'),
          restores: id,
          run: () => void saveOrToast(app, () => stores.sessions.remove(id, null)),
        });
      }
  });
}
