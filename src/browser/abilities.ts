import { abilityNames, type Abilities, type Ability, type Engine } from '../domain/settings/abilities.ts';

/** As much of the browser's own names as is looked at; any of them may be absent. */
export type BrowserNames = Record<string, unknown> & { navigator: Navigator };

/** The one place that knows what this browser can do of what Cairn uses, by looking for it; only the engine goes by its name. */
export function abilitiesOf(names: BrowserNames): Abilities {
  const { navigator } = names;
  const storage = navigator.storage as StorageManager | undefined;
  const engine = engineOf(names);
  const has: Record<Ability, boolean> = {
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
  return { engine, missing: abilityNames.filter((name) => !has[name]) };
}

function engineOf(names: BrowserNames): Engine {
  if ('mozInnerScreenX' in names) return 'firefox';
  return names.navigator.vendor.startsWith('Apple') ? 'webkit' : 'chromium';
}

/** Older ones of a family can read files of their own, but write them in workers only. */
function writes(handle: unknown): boolean {
  return typeof handle === 'function' && 'createWritable' in (handle.prototype as object);
}

/** Whether this browser can run a language model: 64-bit memory is what some lack. */
function canRunModels(): boolean {
  const wanted: unknown = { address: 'i64', initial: 1n };
  try {
    return Boolean(new WebAssembly.Memory(wanted as WebAssembly.MemoryDescriptor));
  } catch {
    return false;
  }
}
