import './without-eval.ts';
import { mount } from 'svelte';
import { afterPaint } from './browser/after-paint.ts';
import { BrowserClock } from './browser/clock.ts';
import { contentBlob } from './browser/content-blob.ts';
import { lockManager } from './browser/lock-manager.ts';
import { WebLocks } from './browser/locks.ts';
import { browserNotifier } from './browser/notifier.ts';
import { quietResizeNotice } from './browser/quiet-resize-notice.ts';
import { requestPersistence } from './browser/request-persistence.ts';
import { saveFile } from './browser/save-file.ts';
import { BroadcastTabs } from './browser/tabs.ts';
import { Vault } from './browser/vault.ts';
import { watchInstallOffer } from './browser/watch-install-offer.ts';
import { webStorage } from './browser/web-storage.ts';
import { lazily } from './domain/lazily.ts';
import type { Engine } from './engine.ts';
import { demoGoal } from './llm/demo-goal.ts';
import { onDeviceChoice } from './state/on-device-choice.ts';
import { providers } from './llm/providers.ts';
import type { SessionRunner } from './runner/session-runner.ts';
import { App } from './state/app.svelte.ts';
import { Installation } from './state/installation.svelte.ts';
import { Parts } from './state/parts.svelte.ts';
import { preferredLanguage } from './state/preferred-language.ts';
import { CairnDatabase } from './storage/database.ts';
import { DatabaseCare } from './storage/database-care.ts';
import { createStores } from './storage/stores.ts';
import { languages } from './text/languages.ts';
import Page from './ui/App.svelte';
import './ui/tokens.css';
import './ui/base.css';

/** On their way while the database is opened, which alone knows whether another language was chosen. */
void languages[preferredLanguage('auto', navigator.languages)].first().catch(() => undefined);
const clock = new BrowserClock();
const locks = new WebLocks(lockManager);
const tabs = new BroadcastTabs(new BroadcastChannel('cairn'));
const device = webStorage(() => localStorage);
const tab = webStorage(() => sessionStorage);
const secrets = new Vault({ session: tab, device });
const installation = new Installation();
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const parts = new Parts(wait);
let working: Engine | null = null;
/** What the page was opened for; the address soon names the session that is shown. */
const arrival = location.hash;
watchInstallOffer(installation.offer);
quietResizeNotice();
const harmless: ReadonlySet<string> = new Set(['damaged', 'blocked', 'slow']);
const storage = new DatabaseCare({
  wait,
  mark: device,
  database: (report, expected) =>
    new CairnDatabase(
      (trouble) => {
        report(trouble);
        if (!harmless.has(trouble.code)) working?.storageFailed(trouble.code);
      },
      'cairn',
      expected,
    ),
});
const stores = createStores(storage.database);

/** The part that is loaded when the first session is opened. */
const loadEngine = lazily(async () => {
  const [{ Engine }, out] = await Promise.all([import('./engine.ts'), loadWayOut()]);
  return (working = new Engine({ stores, database: storage.database, clock, secrets, out }));
});

/** Through which everything leaves that leaves the page. */
const loadWayOut = lazily(async () => {
  const { openWayOut } = await import('./way-out.ts');
  return openWayOut({
    register: () =>
      keepForLater().then(
        () => true,
        () => false,
      ),
    wait,
    lost: parts.lose,
  });
});

const loadTrials = lazily(async () => {
  const [loaded, out] = await Promise.all([import('./settings-trials.ts'), loadWayOut()]);
  return loaded.settingsTrials(out, () => clock.now());
});

/** Backup and restore are loaded with the rest of the page, or when a session is taken into work. */
const loadYourData = lazily(async () => {
  const { openYourData } = await import('./your-data.ts');
  return openYourData({ database: storage.database, stores, clock, app: opening });
});

/** Models that run in the page: loaded when somebody wants one. */
const loadOnDevice = lazily(async () => {
  const [{ openOnDevice }, out] = await Promise.all([import('./on-device.ts'), loadWayOut()]);
  return openOnDevice(out);
});

/** What makes the page an app of its own: loaded with the rest of the page, or when a session is taken into work. */
const loadInstalled = lazily(async () => {
  const [{ Installed }, app] = await Promise.all([import('./installed.ts'), opening]);
  return new Installed({ app, installation, notifier: browserNotifier, tab, device, wait });
});

/** Registers the service worker. The development server's files change too often to be kept. */
const keepForLater = lazily(async () => {
  if (!import.meta.env.PROD) throw new Error('There is nothing to keep.');
  await (await loadInstalled()).register();
});

/** The copies in the person's folder, and who tells how it goes, follow a session for as long as this tab works on it. */
function followed(sessionId: string, runner: SessionRunner): SessionRunner {
  const over = new AbortController();
  void loadYourData()
    .then(({ folder }) => folder.follow(sessionId, runner, over.signal))
    .catch(() => undefined);
  void loadInstalled()
    .then((loaded) => loaded.follow(sessionId, runner, over.signal))
    .catch(() => undefined);
  const close = () => {
    over.abort();
    runner.close();
  };
  return { ...runner, close };
}

const opening = App.open({
  parts,
  stores,
  storage,
  clock,
  secrets,
  providers: [...providers, onDeviceChoice],
  demoGoal,
  notifier: browserNotifier,
  installation,
  saveFile: (name, mime, content) => saveFile(name, contentBlob(mime, content)),
  saveZip: async (name, files) => (await import('./browser/save-zip.ts')).saveZip(name, files),
  readPdf: async (bytes) => {
    const { BrowserPdfText } = await import('./browser/pdf-text.ts');
    return new BrowserPdfText().read(bytes, { signal: new AbortController().signal });
  },
  pngOfSvg: async (svg) => (await import('./browser/png-of-svg.ts')).pngOfSvg(svg),
  seat: (sessionId) => ({
    sessionId,
    locks,
    tabs,
    wait,
    open: async (options) => {
      const loaded = await parts.soon(loadEngine());
      void requestPersistence(navigator.storage);
      return followed(sessionId, await loaded.open(sessionId, options));
    },
  }),
  yourData: loadYourData,
  onDevice: loadOnDevice,
  mcp: async () => {
    const [{ remoteMcp }, out] = await Promise.all([import('./mcp/remote-mcp.ts'), loadWayOut()]);
    return remoteMcp((site) => out.to([site]).fetch);
  },
  isGuarded: async () => (await loadWayOut()).isGuarded(),
  abilities: async () => (await import('./browser/abilities.ts')).abilitiesOf(globalThis),
  imports: async () => (await import('./import-files.ts')).imports,
  toolNames: async () => (await loadEngine()).toolNames(),
  examEstimate: async (profile) => (await loadEngine()).examEstimate(profile),
  holdExam: async (profile, options) => (await loadEngine()).holdExam(profile, options),
  runSearch: async (search, options) => (await loadTrials()).runSearch(search, options),
  testConnection: async (profile, key, options) => (await loadTrials()).testConnection(profile, key, options),
});
/** Not awaited as a module is: what is loaded while the app opens may import from the chunk that this module is in. */
void opening.then((app) => app.worded.then(() => begin(app)));

function begin(app: App): void {
  /** A page in the browser's memory must not keep its sessions from other tabs. */
  window.addEventListener('pagehide', ({ persisted }) => {
    if (persisted) app.suspend();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) app.wake();
  });
  const target = document.getElementById('app');
  if (!target) return;
  /** Once the page has been painted, the rest of it is fetched, so that losing the network afterwards takes nothing away. */
  new MutationObserver((_, observer) => {
    if (!target.firstElementChild) return;
    observer.disconnect();
    afterPaint(() => fetchRest(app));
  }).observe(target, { childList: true });
  mount(Page, { target, props: { app } });
}

async function lookAfterDueRuns(app: App): Promise<void> {
  if (app.hindrance) return;
  const { DueRuns } = await import('./state/due-runs.svelte.ts');
  app.dueRuns = new DueRuns(app);
  await app.dueRuns.watch(locks, new AbortController().signal);
}

async function lockInTime(app: App): Promise<void> {
  const { autoLock } = await import('./browser/auto-lock.ts');
  autoLock({
    minutes: () => app.settings.auto_lock,
    isBusy: () => working?.isBusy ?? false,
    lock: () => secrets.lock(),
  });
}

function fetchRest(app: App): void {
  app.painted = true;
  void lockInTime(app).catch(() => undefined);
  void app.words.complete();
  void loadYourData().catch(() => undefined);
  void import('./state/bin.svelte.ts').then(({ Bin }) => new Bin(app).expire()).catch(() => undefined);
  void lookAfterDueRuns(app).catch(() => undefined);
  void import('./reminders.ts')
    .then(({ startReminders }) => startReminders({ stores, clock, locks, notifier: browserNotifier, device, app }))
    .catch(() => undefined);
  void loadTrials().catch(() => undefined);
  void loadInstalled()
    .then(async (loaded) => Promise.all([loaded.receive(arrival), loaded.noteKeeping()]))
    .catch(() => undefined);
  void parts
    .watched(import('./ui/rest-of-page.ts').then(({ restOfPage }) => restOfPage()))
    .catch(() => undefined)
    .then(keepForLater)
    .catch(() => undefined);
  void loadEngine().catch(() => undefined);
}
