import './without-eval.ts';
import { mount } from 'svelte';
import { BrowserClock } from './browser/clock.ts';
import { BrowserConnectivity } from './browser/connectivity.ts';
import { contentBlob } from './browser/content-blob.ts';
import { WebLocks } from './browser/locks.ts';
import { BrowserNetwork } from './browser/network.ts';
import { requestPersistence } from './browser/request-persistence.ts';
import { saveFile } from './browser/save-file.ts';
import { BroadcastTabs } from './browser/tabs.ts';
import { Vault } from './browser/vault.ts';
import type { Engine } from './engine.ts';
import { demoGoal } from './llm/demo-goal.ts';
import { providers } from './llm/providers.ts';
import { Seat } from './runner/seat.ts';
import { App } from './state/app.svelte.ts';
import { CairnDatabase } from './storage/database.ts';
import { createStores } from './storage/stores.ts';
import Page from './ui/App.svelte';
import './ui/tokens.css';
import './ui/base.css';

const clock = new BrowserClock();
const locks = new WebLocks(navigator.locks);
const tabs = new BroadcastTabs(new BroadcastChannel('cairn'));
const secrets = new Vault({ session: sessionStorage, device: localStorage });
let engine: Promise<Engine> | null = null;
const database = new CairnDatabase((trouble) => {
  if (trouble.code !== 'damaged') void engine?.then((loaded) => loaded.storageFailed(trouble.code));
});
const stores = createStores(database);

function loadEngine(): Promise<Engine> {
  engine ??= import('./engine.ts').then(
    ({ Engine }) =>
      new Engine({ stores, clock, secrets, network: new BrowserNetwork(), connectivity: new BrowserConnectivity() }),
  );
  return engine;
}

const app = await App.open({
  stores,
  clock,
  secrets,
  providers,
  demoGoal,
  saveFile: (name, mime, content) => saveFile(name, contentBlob(mime, content)),
  seat: (sessionId) =>
    new Seat({
      sessionId,
      locks,
      tabs,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      open: async (options) => {
        const loaded = await loadEngine();
        void requestPersistence(navigator.storage);
        return loaded.open(sessionId, options);
      },
    }),
  testConnection: async (profile, key, { signal }) => {
    const { testConnection } = await import('./llm/test-connection.ts');
    const found = await testConnection(profile, key, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(180_000)]),
    });
    return found.ok ? found : { ...found, models: found.models ?? [] };
  },
});

/** A page in the browser's memory must not keep its sessions from other tabs. */
window.addEventListener('pagehide', ({ persisted }) => {
  if (persisted) app.suspend();
});
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) app.wake();
});

const target = document.getElementById('app');
if (target) mount(Page, { target, props: { app } });

/** Once the page has been painted, the rest of it is fetched, so that losing the network afterwards takes nothing away. */
new PerformanceObserver((paints, observer) => {
  if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
  observer.disconnect();
  requestIdleCallback(fetchRest);
}).observe({ type: 'paint', buffered: true });

function fetchRest(): void {
  void app.words.complete();
  void import('./ui/rest-of-page.ts').then(({ restOfPage }) => restOfPage()).catch(() => undefined);
  void loadEngine().catch(() => {
    engine = null;
  });
}
