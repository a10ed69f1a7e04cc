import {
  browserFeatureNames,
  type BrowserAbilities,
  type BrowserFeature,
  type BrowserEngine,
} from '../records/browser-abilities.ts';

/** The globals of the browser that are checked; any of them may be absent. */
export type BrowserGlobals = Record<string, unknown> & { navigator: Navigator };

/**
 * Returns the browser's engine and those features used by Cairn that the browser lacks. Features are detected by their
 * presence, except the durability of stored data, which is assumed for Chromium only; the engine is recognised by a
 * property that only Firefox has, and by the vendor.
 */
export function detectBrowserAbilities(names: BrowserGlobals): BrowserAbilities {
  const { navigator } = names;
  const storage = navigator.storage as StorageManager | undefined;
  const engine = engineOf(names);
  const has: Record<BrowserFeature, boolean> = {
    secure: names.isSecureContext === true,
    workers: typeof names.Worker === 'function',
    service_worker: 'serviceWorker' in navigator,
    locks: 'locks' in navigator,
    durability: engine === 'chromium',
    persistence: typeof storage?.persist === 'function',
    private_files: typeof storage?.getDirectory === 'function' && writes(names.FileSystemFileHandle),
    folders: 'showDirectoryPicker' in names,
    models: canRunModels(),
    notifications: typeof names.Notification === 'function',
    install: 'onbeforeinstallprompt' in names,
  };
  return { engine, missing: browserFeatureNames.filter((name) => !has[name]) };
}

function engineOf(names: BrowserGlobals): BrowserEngine {
  if ('mozInnerScreenX' in names) return 'firefox';
  return names.navigator.vendor.startsWith('Apple') ? 'webkit' : 'chromium';
}

/** True if a file handle can write: in some older browsers only workers can write private files. */
function writes(handle: unknown): boolean {
  return typeof handle === 'function' && 'createWritable' in (handle.prototype as object);
}

/** True if this browser can run a language model, which needs 64-bit memory. */
function canRunModels(): boolean {
  const memoryDescriptor: unknown = { address: 'i64', initial: 1n };
  try {
    return Boolean(new WebAssembly.Memory(memoryDescriptor as WebAssembly.MemoryDescriptor));
  } catch {
    return false;
  }
}
