import { expect, test, vi } from 'vitest';
import { clearStoredValues, eraseBrowserFiles } from '../../../src/browser/erase-files.ts';
import { webStorage } from '../../../src/browser/web-storage.ts';
import { MemoryCaches } from '../../fakes/memory-caches.ts';

test('R12.8 of the browser’s simple storages only values of Cairn are removed', () => {
  const storage = webStorage(() => {
    throw new Error('switched off');
  });
  for (const name of ['cairn.key.a', 'other', 'cairn.passphrase', 'cairn.stored']) storage.setItem(name, '1');
  clearStoredValues(storage);
  expect(Array.from({ length: storage.length }, (_, at) => storage.key(at))).toEqual(['other']);
});

async function browser() {
  const caches = new MemoryCaches();
  for (const name of ['cairn / v1', 'cairn / v2', 'cairn-shared /', 'other']) await caches.open(name);
  const removeEntry = vi.fn(async () => undefined);
  const unregister = vi.fn(async () => true);
  const places = {
    caches: caches as unknown as CacheStorage,
    files: { getDirectory: async () => ({ removeEntry }) as unknown as FileSystemDirectoryHandle },
    workers: { getRegistration: async () => ({ unregister }) as unknown as ServiceWorkerRegistration },
  };
  return { caches, removeEntry, unregister, places };
}

test('R12.8 models, shared files and the files of the app are removed; those of other pages stay', async () => {
  const { caches, removeEntry, unregister, places } = await browser();
  await eraseBrowserFiles({ ...places, online: true });
  expect(removeEntry).toHaveBeenCalledWith('models', { recursive: true });
  expect(unregister).toHaveBeenCalledOnce();
  expect(await caches.keys()).toEqual(['other']);
});

test('R12.8 without a network the files of the app stay, since it could not start without them', async () => {
  const { caches, unregister, places } = await browser();
  await eraseBrowserFiles({ ...places, online: false });
  expect(unregister).not.toHaveBeenCalled();
  expect(await caches.keys()).toEqual(['cairn / v1', 'cairn / v2', 'other']);
});

test('R12.8 a browser that has no such places, or refuses them, is no hindrance', async () => {
  await eraseBrowserFiles({ caches: undefined, files: undefined, workers: undefined, online: true });
  const { caches, places } = await browser();
  const refused = async () => {
    throw new Error('refused');
  };
  await eraseBrowserFiles({ ...places, files: { getDirectory: refused }, online: true });
  expect(await caches.keys()).toEqual(['other']);
});
