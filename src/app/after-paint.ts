import type { App } from '../ui/app/app.svelte.ts';
import type { LateParts } from './late-parts.ts';

/**
 * Loads and starts everything that the first paint does not need. `arrival` is the fragment that the page was opened
 * with, `answer` the answer to a sign-in.
 */
export function fetchRest(app: App, parts: LateParts, arrival: string, answer: string): void {
  app.painted = true;
  void lockInTime(app, parts).catch(() => undefined);
  void app.words.loadAll();
  void parts.backup().catch(() => undefined);
  void import('../ui/session/bin.svelte.ts').then(({ Bin }) => new Bin(app).expire()).catch(() => undefined);
  void lookAfterScheduledRuns(app, parts).catch(() => undefined);
  void remind(app, parts).catch(() => undefined);
  void parts.connectionTests().catch(() => undefined);
  void parts
    .pwa()
    .then(async (loaded) => Promise.all([loaded.receive(arrival, answer), loaded.noteKeeping()]))
    .catch(() => undefined);
  void parts.parts
    .watched(import('../ui/rest-of-page.ts').then(({ restOfPage }) => restOfPage()))
    .catch(() => undefined)
    .then(parts.serviceWorker)
    .catch(() => undefined);
  void parts.others().catch(() => undefined);
  void parts.engine().catch(() => undefined);
}

async function lookAfterScheduledRuns(app: App, { locks }: LateParts): Promise<void> {
  if (app.blocker) return;
  const { ScheduledRuns } = await import('../ui/background/scheduled-runs.svelte.ts');
  app.scheduledRuns = new ScheduledRuns(app);
  await app.scheduledRuns.watch(locks, new AbortController().signal);
}

async function remind(app: App, { stores, clock, locks, device, notifier }: LateParts): Promise<void> {
  const { startReminders } = await import('./reminders.ts');
  await startReminders({ stores, clock, locks, notifier: await notifier(), device, app });
}

async function lockInTime(app: App, { secrets, present }: LateParts): Promise<void> {
  const { autoLock } = await import('../browser/auto-lock.ts');
  autoLock({
    minutes: () => app.settings.auto_lock,
    isBusy: () => present()?.isBusy ?? false,
    lock: () => secrets.lock(),
  });
}
