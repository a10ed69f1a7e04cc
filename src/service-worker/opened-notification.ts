import type { NotificationData } from '../ports/worker-message.ts';

/** A notification was clicked: the page that showed it comes to the front, or else another one, or a new one. */
export async function openedNotification(
  clients: Clients,
  scope: string,
  { page, address }: NotificationData,
): Promise<void> {
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const client = open.find(({ id }) => id === page) ?? open[0];
  if (!client) {
    await clients.openWindow(new URL(address, scope).href);
    return;
  }
  client.postMessage({ kind: 'open', address });
  await client.focus();
}
