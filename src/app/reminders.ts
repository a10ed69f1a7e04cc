import { BrowserAlarm } from '../browser/clock.ts';
import type { Clock } from '../ports/clock.ts';
import type { Locks } from '../ports/locks.ts';
import type { Notifier } from '../ports/notifier.ts';
import type { Stores } from '../ports/stores.ts';
import type { App } from '../ui/app/app.svelte.ts';
import { Reminders } from '../ui/background/reminders.ts';

const markName = 'cairn.reminded';

/** Starts the reminders of calendar entries; loaded after the first paint. */
export async function startReminders(parts: {
  stores: Stores;
  clock: Clock;
  locks: Locks;
  notifier: Notifier;
  device: Storage;
  app: App;
}): Promise<() => void> {
  const { app, device, clock, ...rest } = parts;
  await app.words.loadAll();
  const mark = {
    read: () => device.getItem(markName),
    write: (value: string) => {
      try {
        device.setItem(markName, value);
      } catch {
        // Without space for the mark, a reminder may appear twice, which is better than not at all.
      }
    },
  };
  const alarm = new BrowserAlarm(() => Date.parse(clock.now()));
  const isVisible = () => !document.hidden;
  const { toasts, words } = app;
  const openCalendar = () => app.show('schedule');
  return new Reminders({ ...rest, clock, alarm, mark, isVisible, toasts, words, openCalendar }).start();
}
