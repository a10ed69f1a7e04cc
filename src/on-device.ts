import { BrowserModelShelf } from './browser/model-shelf.ts';
import { storageRoom } from './browser/storage-room.ts';
import { OnDevice } from './state/on-device.svelte.ts';

/** The part of `main.ts` that is loaded when somebody wants a model that runs in the page (R11.4b). */
export function openOnDevice(): OnDevice {
  return new OnDevice({
    shelf: new BrowserModelShelf(navigator.storage),
    room: storageRoom(navigator.storage),
    canRun: typeof WebAssembly === 'object',
  });
}
