import { BrowserModelShelf } from './browser/model-shelf.ts';
import { modelSites } from './browser/model-sites.ts';
import { storageRoom } from './browser/storage-room.ts';
import { OnDevice } from './state/on-device.svelte.ts';
import type { WayOut } from './way-out.ts';

/** The part of `main.ts` that is loaded when somebody wants a model that runs in the page (R11.4b). */
export function openOnDevice(out: WayOut): OnDevice {
  return new OnDevice({
    shelf: new BrowserModelShelf(navigator.storage, (url) => out.to(modelSites(url)).fetch),
    room: storageRoom(navigator.storage),
    canRun: typeof WebAssembly === 'object',
  });
}
