// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { BrowserSecrets } from '../../../src/browser/browser-secrets.ts';
import { secretsContract } from '../../contracts/secrets.ts';

const open = () => new BrowserSecrets({ session: sessionStorage, device: localStorage });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

secretsContract('the vault', () => {
  return {
    secrets: open(),
    reload: open,
    closeTab: () => {
      sessionStorage.clear();
      return open();
    },
  };
});

test('R13.1 a session key never touches the storage that outlives the tab', async () => {
  await open().write('p1', 'https://api.example.org', 'sk-secret', 'session');
  expect(localStorage).toHaveLength(0);
  expect(sessionStorage).toHaveLength(1);
});

test('R12.4 a spoilt record reads as no key', async () => {
  for (const spoilt of [
    '{',
    'null',
    '{"base_url":"https://api.example.org"}',
    '{"base_url":"https://api.example.org","key":5}',
  ]) {
    localStorage.setItem('cairn.key.p1', spoilt);
    sessionStorage.clear();
    expect(await open().read('p1', 'https://api.example.org')).toBeNull();
  }
});

test('R13.1 an encrypted key is nowhere to be read, and opens for its own profile and address only', async () => {
  const vault = open();
  await vault.unlock('correct horse');
  await vault.write('p1', 'https://api.example.org', 'sk-secret', 'passphrase');
  await vault.write('p2', 'https://api.example.org', 'sk-other', 'passphrase');
  const stored = JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]);
  for (const secret of ['sk-secret', btoa('sk-secret'), 'correct horse']) expect(stored).not.toContain(secret);
  expect(JSON.parse(localStorage.getItem('cairn.passphrase') ?? '')).toMatchObject({ rounds: 600_000 });

  const moved = localStorage.getItem('cairn.key.p1') ?? '';
  localStorage.setItem('cairn.key.p2', moved);
  expect(await vault.read('p2', 'https://api.example.org')).toBeNull();
  localStorage.setItem('cairn.key.p1', moved.replace('api.example', 'evil.example'));
  expect(await vault.read('p1', 'https://evil.example.org')).toBeNull();
});

test('R13.1 a passphrase that another tab has replaced seals nothing more', async () => {
  const [one, other] = [open(), open()];
  await one.unlock('first');
  await other.remove('p9');
  await other.unlock('second');
  expect(await one.write('p1', 'https://api.example.org', 'sk-1', 'passphrase')).toBe(false);
  expect(await other.write('p1', 'https://api.example.org', 'sk-1', 'passphrase')).toBe(true);
});

test('R12.4 keys kept before there were passphrases are still found', async () => {
  localStorage.setItem('cairn.key.p1', '{"base_url":"https://api.example.org","key":"sk-old"}');
  expect(await open().read('p1', 'https://api.example.org')).toBe('sk-old');
});

test('R13.1 a key that another tab has put on the device is told of beside the copy of this tab', async () => {
  const url = 'https://api.example.org';
  const vault = open();
  await vault.write('p1', url, 'sk-secret', 'session');
  expect([await vault.keyPlaceOf('p1', url), await vault.otherKeyPlaceOf('p1', url)]).toEqual(['session', null]);
  const mine = sessionStorage.getItem('cairn.key.p1') ?? '';
  sessionStorage.clear();
  await open().write('p1', url, 'sk-other', 'device');
  sessionStorage.setItem('cairn.key.p1', mine);
  expect([await vault.keyPlaceOf('p1', url), await vault.otherKeyPlaceOf('p1', url)]).toEqual(['session', 'device']);
  expect(await vault.read('p1', url)).toBe('sk-secret');
  await vault.remove('p1');
  expect([await vault.keyPlaceOf('p1', url), await vault.otherKeyPlaceOf('p1', url)]).toEqual([null, null]);
});
