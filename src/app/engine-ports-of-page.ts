import { BrowserCompanion } from '../browser/companion.ts';
import { openCompanionConnection } from '../browser/companion-line.ts';
import { WorkerImagePreparer } from '../browser/files/images.ts';
import { storageQuota } from '../browser/files/storage-quota.ts';
import { modelDownloadOrigins } from '../browser/parse-model-address.ts';
import { BrowserModelFileStore } from '../browser/model-file-store.ts';
import { type Egress, openEgress } from '../browser/network/egress.ts';
import type { LentWorker } from '../browser/network/worker-fetch.ts';
import { BrowserNetwork } from '../browser/network/network.ts';
import { trustedWorker } from '../browser/trusted-worker.ts';
import { WorkerSandbox } from '../browser/worker-sandbox.ts';
import { endpointSite, type Profile } from '../records/profile.ts';
import { mcpAddressKeyId, type McpServer, mcpKeyId } from '../records/mcp-server.ts';
import { siteKeyId } from '../records/site-key.ts';
import { contentHash } from '../values/content-hash.ts';
import type { ModelCallTimeLimits, ClosableModel } from '../model/models-in-use.ts';
import { remoteMcpPort } from '../tools/mcp/remote-mcp.ts';
import type { KeyFingerprints } from '../ports/secrets.ts';
import type { McpConnection } from '../ports/mcp.ts';
import type { StorageError } from '../ports/storage-health.ts';
import { OnDeviceModelManager } from '../ui/settings/on-device.svelte.ts';
import type { ToolPorts } from '../tools/all-tools.ts';
import { htmlPageReader } from '../tools/fetch/readable-page.ts';
import { searchUsingStoredKey } from '../tools/search/run-search.ts';
import { mcpWithoutApiKeys, keyStrippingPorts } from './ports-without-keys.ts';
import { findStoredApiKeys, type ApiKeyStorages } from './known-keys.ts';
import computeWorker from '../workers/compute-worker.ts?worker&url';
import imageWorker from '../workers/image-worker.ts?worker&url';

type Connection = Pick<Profile, 'id' | 'base_url'>;

/**
 * The parts of the page that the engine needs: keys, the network, and what only a page can do. All are plain objects of
 * functions that return promises, so that a worker can call them.
 */
export interface EnginePageServices extends Omit<ToolPorts, 'settings' | 'languages'> {
  storageFault: (error: StorageError) => Promise<void>;
  keys: KeyFingerprints;
  /** Reports each time that a key may have changed, in this tab or in another. */
  watchKeys: (changed: () => void) => Promise<void>;
  mcpServer: (server: Pick<McpServer, 'id' | 'url'>, changed: () => void) => Promise<McpConnection>;
  onDevice: (file: string, limits: ModelCallTimeLimits) => Promise<ClosableModel>;
  /** The factor for the demo's pauses: 1 for a person to follow, 0 for none. */
  demoPace: () => Promise<number>;
  pageLanguage: () => Promise<string>;
  guarded: (connection: Connection) => Promise<boolean>;
  /** Lends a network worker for the connection's endpoint, which holds its key. */
  lend: (connection: Connection, broken: () => void) => Promise<LentWorker>;
  /** The value without any of the person's keys, in whatever encoding. */
  withoutApiKeys<T>(value: T): Promise<T>;
  /** Reports whether there is a network: at once, and at each change. */
  watchOnline: (tell: (online: boolean) => void) => Promise<void>;
  /** Tells the person that tools of a server are held back until they have read its descriptions. */
  toolsHeld: (server: Pick<McpServer, 'id' | 'name'>, count: number) => Promise<void>;
  /** Resolves to true if the person's other devices have everything recorded of the session. */
  announced: (sessionId: string) => Promise<boolean>;
}

/** Opens the egress, through which all requests leave the page. */
export function openPageEgress(parts: Omit<Parameters<typeof openEgress>[0], 'companion'>): Egress {
  const isSeen = () => document.visibilityState === 'visible';
  return openEgress({ ...parts, companion: new BrowserCompanion({ open: openCompanionConnection, isSeen }) });
}

/** Prepares images for models. */
export const imagePreparer = new WorkerImagePreparer(() => trustedWorker(imageWorker));

const modelFilesOver = (egress: Egress) =>
  new BrowserModelFileStore(navigator.storage, (url) => egress.to(modelDownloadOrigins(url)).fetch);

/**
 * Creates the state of the models that run in the page: their stored files, the free storage, and whether this browser
 * can run them.
 */
export function createOnDeviceState(egress: Egress): OnDeviceModelManager {
  return new OnDeviceModelManager({
    modelFiles: modelFilesOver(egress),
    room: storageQuota(navigator.storage),
    canRun: typeof WebAssembly === 'object',
  });
}

/** Creates what the engine needs from this page: keys, network access and the tools' ports. */
export function enginePortsOfPage({
  egress,
  places,
  storageFault,
  toolsHeld,
  announced,
}: {
  egress: Egress;
  places: ApiKeyStorages;
  storageFault: (error: StorageError) => void;
  toolsHeld: EnginePageServices['toolsHeld'];
  announced: EnginePageServices['announced'];
}): EnginePageServices {
  const fetchTo = (site: string) => egress.to([site]).fetch;
  const { companion } = egress;
  const { secrets } = places;
  const browserNetwork = new BrowserNetwork(fetchTo, async ({ origin }) => {
    const key = await secrets.read(siteKeyId(origin), origin);
    return key === null ? null : egress.keyed([origin], async () => key);
  });
  const keys = () => findStoredApiKeys(places);
  const mcp = remoteMcpPort(fetchTo);
  const sandbox = new WorkerSandbox(() => trustedWorker(computeWorker));
  const modelFiles = modelFilesOver(egress);
  const pdf = async () => new (await import('../browser/files/pdf-text.ts')).BrowserPdfText();
  const office = async () => (await import('./office-reader.ts')).officeReader;
  const siteOf = (connection: Connection) => [endpointSite(connection)];
  const network: EnginePageServices['network'] = {
    get: (url, options) => browserNetwork.get(url, options),
    request: (url, request, limits) => browserNetwork.request(url, request, limits),
  };
  return {
    storageFault: async (error) => storageFault(error),
    keys: {
      mark: async (id, baseUrl) => {
        const key = await secrets.read(id, baseUrl);
        return key === null ? null : contentHash({ key });
      },
      holds: (id, baseUrl) => secrets.keyPlaceOf(id, baseUrl),
    },
    watchKeys: async (onKeyChange) => {
      for (const change of ['storage', 'pageshow']) window.addEventListener(change, () => onKeyChange());
      secrets.lockState.subscribe(() => onKeyChange());
    },
    ...keyStrippingPorts(
      {
        network,
        companion: {
          state: () => companion.state(),
          sites: () => companion.sites(),
          read: (url, limits) => companion.read(url, limits),
          render: (url, limits) => companion.render(url, limits),
          ask: (site, why, signal, to) => companion.ask(site, why, signal, to),
        },
        markup: htmlPageReader,
        pdf: {
          read: (bytes, options) => pdf().then(async (reader) => reader.read(bytes, options), unavailable),
          page: (bytes, page, options) => pdf().then(async (reader) => reader.page(bytes, page, options), unavailable),
        },
        office: { read: (bytes, options) => office().then(async (reader) => reader.read(bytes, options), unavailable) },
        sandbox: { run: (program, limits, options) => sandbox.run(program, limits, options) },
        search: searchUsingStoredKey(network, secrets),
      },
      keys,
    ),
    images: { prepare: (file) => imagePreparer.prepare(file) },
    mcpServer: async ({ id, url }, onToolsChange) =>
      mcpWithoutApiKeys(
        mcp.connect(
          {
            url,
            key: () => secrets.read(mcpKeyId({ id }), url),
            addressKeys: () => secrets.read(mcpAddressKeyId({ id }), url),
          },
          onToolsChange,
        ),
        keys,
      ),
    onDevice: async (file, limits) => {
      const { onDeviceModel } = await import('../model/on-device/on-device-model.ts');
      const model = onDeviceModel({ open: () => modelFiles.open(file), limits });
      return { reply: (request, options) => model.reply(request, options), close: () => model.close() };
    },
    demoPace: async () => Number(places.device.getItem('cairn.demo_pace') ?? 1),
    pageLanguage: async () => document.documentElement.lang,
    guarded: (connection) => egress.limits(siteOf(connection)),
    lend: (connection, broken) =>
      egress.lend(siteOf(connection), () => secrets.read(connection.id, connection.base_url), broken),
    withoutApiKeys: async (value) => (await keys()).cleanValue(value),
    watchOnline: async (tell) => {
      const look = () => tell(navigator.onLine);
      for (const change of ['online', 'offline', 'pageshow']) window.addEventListener(change, look);
      look();
    },
    toolsHeld,
    announced,
  };
}

const unavailable = () => ({ kind: 'unavailable' }) as const;
