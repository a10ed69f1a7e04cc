import type { Notifier } from '../ports/notifier.ts';

/** The Notification API; where a browser has none, leave is never given. */
export const browserNotifier: Notifier = {
  ask: async () => {
    if (typeof Notification === 'undefined') return false;
    if (Notification.permission !== 'default') return Notification.permission === 'granted';
    return (await Notification.requestPermission().catch(() => 'denied')) === 'granted';
  },

  show: ({ title, text, tag }) => {
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
    try {
      const shown = new Notification(title, { body: text, tag });
      shown.onclick = () => window.focus();
    } catch {
      // Browsers of phones leave notifications to service workers; the page tells it all the same.
    }
  },
};
