import type { Notifier, Notification } from '../../ports/notifier.ts';
import type { ServiceWorkerMessage, OpenAddressMessage } from '../../ports/pwa.ts';

/** Notifications through the Notification API; in a browser without it, permission is always denied. */
export const browserNotifier: Notifier = {
  ask: async () => {
    if (typeof Notification === 'undefined') return false;
    if (Notification.permission !== 'default') return Notification.permission === 'granted';
    return (await Notification.requestPermission().catch(() => 'denied')) === 'granted';
  },

  canAsk: () => typeof Notification !== 'undefined' && Notification.permission === 'default',

  show: (message) => {
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
    void throughWorker(message)
      .catch(() => false)
      .then((isNotificationShown) => {
        if (!isNotificationShown) byPage(message);
      });
  },
};

/**
 * True if the service worker showed the notification: mobile browsers accept notifications only from it, and such a
 * notification outlives the page.
 */
async function throughWorker({ title, text, tag, address = '' }: Notification): Promise<boolean> {
  const worker = (await navigator.serviceWorker.getRegistration())?.active;
  worker?.postMessage({ kind: 'notify', title, text, tag, address } satisfies ServiceWorkerMessage);
  return worker != null;
}

function byPage({ title, text, tag, address }: Notification): void {
  try {
    const pageNotification = new Notification(title, { body: text, tag });
    pageNotification.onclick = () => {
      if (address !== undefined) location.hash = address;
      window.focus();
    };
  } catch {
    // The browser accepts notifications only from a service worker, and there is none.
  }
}

/** Navigates the page to the view that a clicked notification is about. */
export function followClickedNotifications(container: ServiceWorkerContainer): void {
  container.addEventListener('message', ({ data }: MessageEvent<OpenAddressMessage>) => {
    if (data.address !== '') location.hash = data.address;
  });
}
