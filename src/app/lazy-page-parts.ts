import { createLazyLoader } from '../values/lazy-loader.ts';
import networkWorker from '../workers/network-worker.ts?worker&url';
import { Subject } from '../engine/subject.ts';
import type { App } from '../ui/app/app.svelte.ts';
import type { EngineClient } from './engine-client.ts';
import { devicesStorageKey } from '../ports/devices.ts';
import type { FirstPaintAdapters } from './first-adapters.ts';

export type LazyPageParts = ReturnType<typeof createLazyPageParts>;

/**
 * The parts of the page that are loaded on first use or after the first paint; each is loaded once, and again after a
 * failure. `app` returns the page, which is still being opened.
 */
export function createLazyPageParts(first: FirstPaintAdapters, app: () => Promise<App>) {
  const { clock, device, installation, parts, storage, tab, wait } = first;
  let working: EngineClient | null = null;

  /** State machines, tools and models, in a worker of their own. */
  const engine = createLazyLoader(async () => {
    const [{ connectToEngine }, { enginePortsOfPage }, out] = await Promise.all([
      import('./engine-client.ts'),
      import('./engine-ports-of-page.ts'),
      egress(),
      storage.opened,
    ]);
    const page = enginePortsOfPage({
      egress: out,
      places: first,
      storageFault: (error) => storage.database.report(error),
      toolsHeld: async (...noticeArguments) =>
        (await import('../ui/background/tell-tools-held-back.svelte.ts')).notifyToolsHeldBack(
          await app(),
          ...noticeArguments,
        ),
      announced: async (sessionId) => (await (await others())?.announce(sessionId)) ?? true,
    });
    return (working = await connectToEngine({ page, others, connected, devices }));
  });

  /** The only path by which requests leave the page. */
  const egress = createLazyLoader(async () => {
    const { openPageEgress } = await import('./engine-ports-of-page.ts');
    const register = () =>
      serviceWorker().then(
        () => true,
        () => false,
      );
    return openPageEgress({ worker: networkWorker, register, wait, lost: parts.markFailed });
  });

  const connectionTests = createLazyLoader(async () => {
    const [testsModule, out] = await Promise.all([import('./connection-tests.ts'), egress()]);
    return testsModule.connectionTests(out, () => clock.now(), tab);
  });

  /** Backup, restore, and the copies in the person's folder. */
  const backup = createLazyLoader(async () => {
    const { createBackupView } = await import('./backup.ts');
    return createBackupView(first, app());
  });

  /** Models that run in the page. */
  const onDevice = createLazyLoader(async () => {
    const [{ createOnDeviceState }, out] = await Promise.all([import('./engine-ports-of-page.ts'), egress()]);
    return createOnDeviceState(out);
  });

  const notifier = createLazyLoader(async () => (await import('../browser/pwa/notifier.ts')).browserNotifier);

  /** The features of an installed app. */
  const pwa = createLazyLoader(async () => {
    const [{ Pwa }, loadedApp, loadedNotifier] = await Promise.all([import('./pwa.ts'), app(), notifier()]);
    return new Pwa({ app: loadedApp, installation, notifier: loadedNotifier, tab, device, wait });
  });

  /** Registers the service worker. Not in development, where files change too often to be cached. */
  const serviceWorker = createLazyLoader(async () => {
    if (!import.meta.env.PROD) throw new Error('There is nothing to keep.');
    await (await pwa()).register();
  });

  /** Emits whether this device has others. */
  const connected = new Subject(device.getItem(devicesStorageKey) !== null);
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === devicesStorageKey) connected.send(newValue !== null);
  });
  /** The exchange with the person's other devices. */
  const devices = createLazyLoader(async () =>
    (await import('./devices.ts')).createDeviceSync({ ...first, connected }, egress, app),
  );
  /**
   * Returns the exchange with the person's other devices; null, without loading its code, if no other devices are
   * connected.
   */
  const others = async () => (connected.value ? devices() : null);

  /** The engine if it is loaded; does not load it. */
  const present = () => working;

  return {
    ...first,
    ...{ engine, egress, connectionTests, backup, onDevice, notifier, pwa, serviceWorker, devices, others },
    ...{ connected, present },
  };
}
