import { lazily } from '../values/lazily.ts';
import networkWorker from '../workers/network-worker.ts?worker&url';
import { Subject } from '../engine/subject.ts';
import type { App } from '../ui/app/app.svelte.ts';
import type { EngineClient } from './engine-client.ts';
import { devicesStorageKey } from '../ports/devices.ts';
import type { FirstAdapters } from './first-adapters.ts';

export type LateParts = ReturnType<typeof lateParts>;

/**
 * The parts of the page that are loaded on first use or after the first paint; each is loaded once, and again after a
 * failure. `app` returns the page, which is still being opened.
 */
export function lateParts(first: FirstAdapters, app: () => Promise<App>) {
  const { clock, device, installation, parts, storage, tab, wait } = first;
  let working: EngineClient | null = null;

  /** State machines, tools and models, in a worker of their own. */
  const engine = lazily(async () => {
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
      toolsHeld: async (...given) =>
        (await import('../ui/background/tell-tools-held-back.ts')).notifyToolsHeldBack(await app(), ...given),
      announced: async (sessionId) => (await (await others())?.announce(sessionId)) ?? true,
    });
    return (working = await connectToEngine({ page, others, connected, devices }));
  });

  /** The only path by which requests leave the page. */
  const egress = lazily(async () => {
    const { openPageEgress } = await import('./engine-ports-of-page.ts');
    const register = () =>
      serviceWorker().then(
        () => true,
        () => false,
      );
    return openPageEgress({ worker: networkWorker, register, wait, lost: parts.markFailed });
  });

  const connectionTests = lazily(async () => {
    const [loaded, out] = await Promise.all([import('./connection-tests.ts'), egress()]);
    return loaded.connectionTests(out, () => clock.now(), tab);
  });

  /** Backup, restore, and the copies in the person's folder. */
  const backup = lazily(async () => {
    const { createBackupView } = await import('./backup.ts');
    return createBackupView(first, app());
  });

  /** Models that run in the page. */
  const onDevice = lazily(async () => {
    const [{ createOnDeviceState }, out] = await Promise.all([import('./engine-ports-of-page.ts'), egress()]);
    return createOnDeviceState(out);
  });

  const notifier = lazily(async () => (await import('../browser/pwa/notifier.ts')).browserNotifier);

  /** The features of an installed app. */
  const pwa = lazily(async () => {
    const [{ Pwa }, opened, shown] = await Promise.all([import('./pwa.ts'), app(), notifier()]);
    return new Pwa({ app: opened, installation, notifier: shown, tab, device, wait });
  });

  /** Registers the service worker. Not in development, where files change too often to be cached. */
  const serviceWorker = lazily(async () => {
    if (!import.meta.env.PROD) throw new Error('There is nothing to keep.');
    await (await pwa()).register();
  });

  /** Emits whether this device has others. */
  const connected = new Subject(device.getItem(devicesStorageKey) !== null);
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === devicesStorageKey) connected.send(newValue !== null);
  });
  /** The exchange with the person's other devices. */
  const devices = lazily(async () =>
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
