// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { Vault } from '../../src/browser/vault.ts';
import { secretsContract } from '../contracts/secrets.ts';

const open = () => new Vault({ session: sessionStorage, device: localStorage });

secretsContract('the vault', () => {
  sessionStorage.clear();
  localStorage.clear();
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
  localStorage.clear();
  sessionStorage.clear();
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
