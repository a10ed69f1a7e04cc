import { browserNotifier } from '../browser/pwa/notifier.ts';
import { lazily } from '../domain/async/lazily.ts';
import networkWorker from '../workers/network-worker.ts?worker&url';
import type { App } from '../state/app/app.svelte.ts';
import type { Engine } from './engine.ts';
import type { FirstAdapters } from './first-adapters.ts';

export type LateParts = ReturnType<typeof lateParts>;

/**
 * The parts of the page that are loaded when they are first wanted, or once it has been painted; each is loaded once, and
 * one that could not be had is tried again. `app`: the page, which is being opened.
 */
export function lateParts(first: FirstAdapters, app: () => Promise<App>) {
  const { clock, device, installation, parts, secrets, storage, stores, tab, wait } = first;
  let working: Engine | null = null;

  /** Machines, tools and models. */
  const engine = lazily(async () => {
    const [{ Engine }, out] = await Promise.all([import('./engine.ts'), egress()]);
    return (working = new Engine({ stores, database: storage.database, clock, secrets, egress: out }));
  });

  /** Through which everything leaves that leaves the page. */
  const egress = lazily(async () => {
    const { openEgress } = await import('../browser/network/egress.ts');
    const register = () =>
      serviceWorker().then(
        () => true,
        () => false,
      );
    return openEgress({ worker: networkWorker, register, wait, lost: parts.lose });
  });

  const connectionTests = lazily(async () => {
    const [loaded, out] = await Promise.all([import('./connection-tests.ts'), egress()]);
    return loaded.connectionTests(out, () => clock.now());
  });

  /** Backup, restore, and the copies in the person's folder. */
  const backup = lazily(async () => {
    const { openBackup } = await import('./backup.ts');
    return openBackup({ database: storage.database, stores, clock, app: app() });
  });

  /** Models that run in the page. */
  const onDevice = lazily(async () => {
    const [{ openOnDevice }, out] = await Promise.all([import('./on-device.ts'), egress()]);
    return openOnDevice(out);
  });

  /** What makes the page an app of its own. */
  const pwa = lazily(async () => {
    const [{ Pwa }, opened] = await Promise.all([import('./pwa.ts'), app()]);
    return new Pwa({ app: opened, installation, notifier: browserNotifier, tab, device, wait });
  });

  /** Registers the service worker. The development server's files change too often to be kept. */
  const serviceWorker = lazily(async () => {
    if (!import.meta.env.PROD) throw new Error('There is nothing to keep.');
    await (await pwa()).register();
  });

  /** The engine, once there is one; the page does not wait for it. */
  const present = () => working;

  return { ...first, engine, egress, connectionTests, backup, onDevice, pwa, serviceWorker, present };
}
