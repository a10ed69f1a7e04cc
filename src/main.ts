import './without-eval.ts';
import { mount } from 'svelte';
import { BrowserClock } from './browser/clock.ts';
import { contentBlob } from './browser/content-blob.ts';
import { WebLocks } from './browser/locks.ts';
import { BrowserNetwork } from './browser/network.ts';
import { requestPersistence } from './browser/request-persistence.ts';
import { saveFile } from './browser/save-file.ts';
import { Vault } from './browser/vault.ts';
import type { Engine } from './engine.ts';
import { demoGoal } from './llm/demo-goal.ts';
import { providers } from './llm/providers.ts';
import { App } from './state/app.svelte.ts';
import { CairnDatabase } from './storage/database.ts';
import { createStores } from './storage/stores.ts';
import Page from './ui/App.svelte';
import './ui/tokens.css';
import './ui/base.css';

/** How long a session that another tab has just let go of is waited for: a lock is handed over within half a second. */
const patience = 3000;

const clock = new BrowserClock();
const locks = new WebLocks(navigator.locks);
const secrets = new Vault({ session: sessionStorage, device: localStorage });
let engine: Promise<Engine> | null = null;
const database = new CairnDatabase((trouble) => {
  if (trouble.code !== 'damaged') void engine?.then((loaded) => loaded.storageFailed(trouble.code));
});
const stores = createStores(database);

function loadEngine(): Promise<Engine> {
  engine ??= import('./engine.ts').then(
    ({ Engine }) => new Engine({ stores, clock, secrets, network: new BrowserNetwork() }),
  );
  return engine;
}

/** Null when another tab keeps the session for itself. */
async function takeSoon(name: string): Promise<(() => void) | null> {
  for (let waited = 0; ; waited += 100) {
    const release = await locks.take(name);
    if (release || waited >= patience) return release;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const app = await App.open({
  stores,
  clock,
  secrets,
  providers,
  demoGoal,
  saveFile: (name, mime, content) => saveFile(name, contentBlob(mime, content)),
  openRunner: async (sessionId) => {
    const [loaded, release] = await Promise.all([loadEngine(), takeSoon(`cairn/${sessionId}`)]);
    if (!release) throw new Error('Another tab works on this session.');
    void requestPersistence(navigator.storage);
    return loaded.open(sessionId, release);
  },
  testConnection: async (profile, key, { signal }) => {
    const { testConnection } = await import('./llm/test-connection.ts');
    const found = await testConnection(profile, key, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(180_000)]),
    });
    return found.ok ? found : { ...found, models: found.models ?? [] };
  },
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
