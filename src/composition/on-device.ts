import { BrowserModelFileStore } from '../browser/model-files/model-file-store.ts';
import { modelSites } from '../browser/model-files/model-address.ts';
import { storageQuota } from '../browser/files/storage-quota.ts';
import { OnDevice } from '../state/settings/on-device.svelte.ts';
import type { Egress } from '../browser/network/egress.ts';

/** The models that run in the page (R11.4b); loaded when somebody wants one. */
export function openOnDevice(egress: Egress): OnDevice {
  return new OnDevice({
    shelf: new BrowserModelFileStore(navigator.storage, (url) => egress.to(modelSites(url)).fetch),
    room: storageQuota(navigator.storage),
    canRun: typeof WebAssembly === 'object',
  });
}
