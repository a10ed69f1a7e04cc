import { ShareInbox } from '../browser/pwa/share-inbox.ts';
import { shareReceivedFragment } from '../values/app-address.ts';
import type { NotificationData, ServiceWorkerMessage } from '../ports/pwa.ts';
import { AppFiles, type BuiltFiles } from '../browser/app-files.ts';

declare const self: ServiceWorkerGlobalScope;
declare const builtFiles: BuiltFiles;

const { scope } = self.registration;
const app = new AppFiles({
  files: builtFiles,
  scope,
  caches,
  fetch: (...request) => fetch(...request),
  openPages: async () =>
    (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).map(({ id }) => id),
});
const shares = new ShareInbox(caches, scope);

/**
 * Caches a new version, which then waits: it takes over when no page of the old version is open, or when the person
 * requests it.
 */
self.addEventListener('install', (event) => event.waitUntil(app.keep()));

self.addEventListener('activate', (event) => event.waitUntil(app.takeOver().then(() => self.clients.claim())));

/**
 * Answers requests for the app's own files; requests to other origins and for files outside of the build are ignored.
 */
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'POST' && request.mode === 'navigate' && request.url === new URL('share', scope).href) {
    event.respondWith(share(request));
    return;
  }
  const answer = app.answer(request);
  if (!answer) return;
  event.respondWith(answer());
  if (request.mode === 'navigate') event.waitUntil(app.sweep());
});

self.addEventListener('message', (event) => {
  const message = event.data as ServiceWorkerMessage;
  switch (message.kind) {
    case 'take_over':
      event.waitUntil(self.skipWaiting());
      return;
    case 'claim':
      event.waitUntil(self.clients.claim());
      return;
    case 'notify': {
      const { title, text, tag, address } = message;
      const data: NotificationData = { page: event.source instanceof Client ? event.source.id : null, address };
      const icons = {
        icon: new URL('icons/icon-192.png', scope).href,
        badge: new URL('icons/badge-96.png', scope).href,
      };
      event.waitUntil(
        self.registration.showNotification(title, { body: text, tag, data, ...icons }).catch(() => undefined),
      );
      return;
    }
  }
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openedNotification(self.clients, scope, event.notification.data as NotificationData));
});

/** Stores what another app shares; the page shows it to the person, and starts nothing. */
async function share(request: Request): Promise<Response> {
  await request
    .formData()
    .then((form) => shares.put(form))
    .catch(() => undefined);
  return Response.redirect(new URL(shareReceivedFragment, scope).href, 303);
}

/** Brings the page that showed a clicked notification to the front, otherwise another page or a new one. */
async function openedNotification(clients: Clients, scope: string, { page, address }: NotificationData): Promise<void> {
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const client = open.find(({ id }) => id === page) ?? open[0];
  if (!client) {
    await clients.openWindow(new URL(address, scope).href);
    return;
  }
  client.postMessage({ kind: 'open', address });
  await client.focus();
}
