import type { PageMessage } from '../ports/worker-message.ts';

/** Leads the page to the place that a clicked notification is about. */
export function followClickedNotifications(container: ServiceWorkerContainer): void {
  container.addEventListener('message', ({ data }: MessageEvent<PageMessage>) => {
    if (data.address !== '') location.hash = data.address;
  });
}
