import { ignoreResizeObserverErrors } from '../browser/run-after-paint.ts';
import { watchInstallOffer } from '../browser/pwa/install-offer.ts';
import { storedEntries } from '../browser/web-storage.ts';
import { providers } from '../model/providers.ts';
import type { SessionRunner } from '../engine/session-runner.ts';
import { App } from '../ui/app/app.svelte.ts';
import type { ProviderChoice } from '../ui/app/app-dependencies.ts';
import { createFirstPaintAdapters, unsavedFormsStorageKey } from './first-adapters.ts';
import { createLazyPageParts, type LazyPageParts } from './lazy-page-parts.ts';

/** The provider entry for a model that runs in the page: it has neither URL nor key, and the ui names it. */
const onDeviceChoice: ProviderChoice = {
  id: 'on_device',
  name: '',
  baseUrl: '',
  keyPage: '',
  models: [],
  needsKey: false,
};

/** Opens the page with all its adapters and the parts that are loaded later. */
export function openApp(): { app: Promise<App>; parts: LazyPageParts } {
  const first = createFirstPaintAdapters((code) => late.present()?.storageFailed(code));
  const late = createLazyPageParts(first, () => app);
  const { clock, installation, locks, parts, secrets, storage, stores, tab, tabs, wait } = first;
  const files = async () => (await import('./page-file-operations.ts')).pageFileOperations(first);
  watchInstallOffer(installation.offer);
  ignoreResizeObserverErrors();
  /** A part of the app is missing, for example since a new release. */
  addEventListener('vite:preloadError', parts.markFailed);
  const app: Promise<App> = App.open({
    parts,
    stores,
    storage,
    clock,
    secrets,
    unsaved: storedEntries(tab, unsavedFormsStorageKey),
    providers: [...providers, onDeviceChoice],
    notifier: late.notifier,
    installation,
    saveFile: (...fileArguments) =>
      void parts
        .withTimeout(files())
        .then((loadedFiles) => loadedFiles.saveFile(...fileArguments))
        .catch(() => undefined),
    saveZip: async (...zipArguments) => (await files()).saveZip(...zipArguments),
    withoutApiKeys: async (value) => (await files()).withoutApiKeys(value),
    readPdf: async (bytes) => (await files()).readPdf(bytes),
    readOffice: async (bytes) => (await files()).readOffice(bytes),
    fileWriters: files,
    prepareImage: async (file) => (await import('./engine-ports-of-page.ts')).imagePreparer.prepare(file),
    lease: (sessionId) => ({
      sessionId,
      locks,
      tabs,
      wait,
      open: async (options) => {
        const engine = await parts.withTimeout(late.engine());
        return followSession(sessionId, await engine.open(sessionId, options), late);
      },
    }),
    devices: late.devices,
    others: late.others,
    connected: late.connected,
    backup: late.backup,
    onDevice: late.onDevice,
    mcp: async () => {
      const [{ remoteMcpPort }, egress] = await Promise.all([import('../tools/mcp/remote-mcp.ts'), late.egress()]);
      return remoteMcpPort((site) => egress.to([site]).fetch);
    },
    egress: late.egress,
    abilities: async () => (await import('../browser/abilities.ts')).detectBrowserAbilities(globalThis),
    imports: async () => (await import('./import-files.ts')).importerRemovingApiKeys(first),
    readPage: async (address) => (await late.engine()).readPage(address),
    ruledTools: async () => (await late.engine()).ruledTools(),
    callErrors: async (calls) => (await late.engine()).callErrors(calls),
    inputPrice: async (profile, tokens) => (await late.engine()).inputPrice(profile, tokens),
    examEstimate: async (profile) => (await late.engine()).examEstimate(profile),
    holdExam: async (profile, options) => (await late.engine()).holdExam(profile, options),
    runSearch: async (search, options) => (await late.connectionTests()).runSearch(search, options),
    signIn: async () => (await late.connectionTests()).signIn,
    testConnection: async (profile, key, options) =>
      (await late.connectionTests()).testConnection(profile, key, options),
  });
  return { app, parts: late };
}

/** Connects a runner to the folder copies and to the signals outside of the page, until it is closed. */
function followSession(
  sessionId: string,
  runner: SessionRunner,
  { backup, pwa }: Pick<LazyPageParts, 'backup' | 'pwa'>,
): SessionRunner {
  const over = new AbortController();
  void backup()
    .then(({ folder }) => folder.follow(sessionId, runner, over.signal))
    .catch(() => undefined);
  void pwa()
    .then((loadedPwa) => loadedPwa.follow(sessionId, runner, over.signal))
    .catch(() => undefined);
  const close = () => {
    over.abort();
    return runner.close();
  };
  return { ...runner, close };
}
