import type { Visitor } from './visitor.ts';

/** Resolves once the service worker has kept the whole app and answers for this page. */
export function keptOffline(app: Visitor): Promise<void> {
  return app.evaluate(async () => {
    const { serviceWorker } = navigator;
    await serviceWorker.ready;
    if (!serviceWorker.controller)
      await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  });
}
