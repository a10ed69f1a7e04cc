import { expect, test } from 'vitest';
import { detectBrowserAbilities, type BrowserGlobals } from '../../../src/browser/abilities.ts';
import { allMessages } from '../i18n/all-messages.ts';

const chromium = {
  isSecureContext: true,
  navigator: {
    vendor: 'Google Inc.',
    serviceWorker: {},
    locks: {},
    storage: { persist: async () => true, getDirectory: async () => ({}) },
  } as unknown as Navigator,
  Worker: () => undefined,
  Notification: () => undefined,
  FileSystemFileHandle: class {
    createWritable() {}
  },
  showDirectoryPicker: () => {},
  onbeforeinstallprompt: null,
} satisfies BrowserGlobals;

/** WebKitGTK 2.50, as it was looked at. */
const webkit = {
  isSecureContext: true,
  navigator: { vendor: 'Apple Computer, Inc.', serviceWorker: {}, locks: {}, storage: {} } as unknown as Navigator,
  Worker: () => undefined,
  Notification: () => undefined,
} satisfies BrowserGlobals;

test('R14.5 a browser that has everything is known for it', () => {
  expect(detectBrowserAbilities(chromium).engine).toBe('chromium');
  expect(detectBrowserAbilities(chromium).missing.filter((name) => name !== 'models')).toEqual([]);
});

test('R14.5 what WebKit and Firefox lack is named, also where the storage manager is there without its parts', () => {
  expect(detectBrowserAbilities(webkit)).toMatchObject({ engine: 'webkit' });
  expect(detectBrowserAbilities(webkit).missing.filter((name) => name !== 'models')).toEqual([
    ...['durability', 'persistence', 'private_files', 'folders', 'install'],
  ]);
  const firefox = { ...chromium, mozInnerScreenX: 0, showDirectoryPicker: undefined };
  expect(detectBrowserAbilities(firefox)).toMatchObject({ engine: 'firefox' });
  expect(detectBrowserAbilities(firefox).missing).toContain('durability');
});

test('R14.5 a page over plain http in a bare browser lacks all of it, and says what follows of each in both languages', () => {
  const { missing } = detectBrowserAbilities({ navigator: { vendor: '' } as Navigator });
  expect(missing.length).toBeGreaterThanOrEqual(10);
  for (const name of missing)
    for (const language of ['en', 'zh'] as const)
      expect(allMessages[language][`browser.${name}`].length).toBeGreaterThan(10);
});
