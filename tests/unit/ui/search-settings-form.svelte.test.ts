// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SearchOutcome } from '../../../src/records/search-outcome.ts';
import { defaultSettings, type Settings } from '../../../src/records/settings.ts';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import type { TrialSearch } from '../../../src/ui/app/app-dependencies.ts';
import { SearchSettingsForm } from '../../../src/ui/settings/search-settings-form.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { MemorySecrets } from '../../fakes/memory-secrets.ts';

const words = new Translator();
await words.loadAll();
let settings = $state<Settings>(defaultSettings);
let secrets: MemorySecrets;
let form: SearchSettingsForm;
let asked: TrialSearch[] = [];
let answer: () => Promise<SearchOutcome>;
let stop: () => void;

beforeEach(() => {
  settings = defaultSettings;
  secrets = new MemorySecrets();
  asked = [];
  answer = async () => ({ ok: true, host: 'x', found: [] });
  const app = {
    get settings() {
      return settings;
    },
    changeSettings: async (change: Partial<Settings>) => {
      settings = { ...settings, ...change };
    },
    words,
    dependencies: {
      secrets,
      runSearch: (search: TrialSearch) => {
        asked.push(search);
        return answer();
      },
    },
  } as unknown as App;
  stop = $effect.root(() => {
    form = new SearchSettingsForm(app);
    $effect(() => expect(['none', 'locked', 'open']).toContain(form.lockState));
  });
  flushSync();
});
afterEach(() => stop());

async function typeAddress(address: string): Promise<void> {
  form.address = address;
  await form.keepAddress();
}

test('R9.4 a chosen provider comes with its own address, which can be another', async () => {
  expect([form.provider, form.host]).toEqual(['wikipedia', 'wikipedia.org']);
  await form.choose('tavily');
  expect([form.base, form.host, form.choice.needsKey]).toEqual(['https://api.tavily.com', 'api.tavily.com', true]);
  await typeAddress(' https://proxy.example/tavily/ ');
  expect(settings.search).toEqual({ provider: 'tavily', base_url: 'https://proxy.example/tavily', language: '' });
  await form.choose('searxng');
  expect([settings.search.base_url, form.host]).toEqual(['', '']);
});

test('R9.4, R13.1 an address that is none, or would carry a key in the open, changes nothing', async () => {
  await form.choose('searxng');
  await typeAddress('http://searx.example');
  expect(form.addressFault).toBe(null);
  for (const wrong of ['nonsense', 'ftp://a.example', 'https://me@a.example']) {
    await typeAddress(wrong);
    expect(form.addressFault).toBe('invalid');
  }
  expect(settings.search.base_url).toBe('http://searx.example');
  await form.choose('tavily');
  await typeAddress('http://proxy.example');
  expect(form.addressFault).toBe('insecure');
  await typeAddress('http://127.0.0.1:6000');
  expect(form.addressFault).toBe('barred_port');
  await typeAddress('http://127.0.0.1:9000');
  expect([form.addressFault, settings.search.base_url]).toEqual([null, 'http://127.0.0.1:9000']);
});

test('R13.1 a key is bound to the address that it was entered for, and can be forgotten', async () => {
  await form.choose('brave');
  form.key = ' k-1 ';
  expect(await form.keepKey()).toBe(true);
  expect([form.key, form.hasKey]).toEqual(['', true]);
  expect(await secrets.read('search:brave', 'https://api.search.brave.com/res/v1')).toBe('k-1');
  await typeAddress('https://proxy.example');
  expect(form.hasKey).toBe(false);
  await typeAddress('');
  expect(form.hasKey).toBe(true);
  await form.forgetKey();
  expect(form.hasKey).toBe(false);
});

test('R9.4 a trial asks with the key that was typed, and shows what comes back', async () => {
  await form.choose('tavily');
  form.key = 'k-1';
  answer = async () => ({
    ok: false,
    error: { code: 'wrong_key', host: 'api.tavily.com', status: 401, retry_after_ms: null, detail: '' },
  });
  await form.tryIt();
  expect(asked).toEqual([{ settings: settings.search, key: 'k-1', query: 'Great Wall of China', language: '' }]);
  expect(form.trial).toMatchObject({ kind: 'answered', outcome: { error: { code: 'wrong_key' } } });
  answer = () => Promise.reject(new Error('offline'));
  await form.tryIt();
  expect(form.trial).toEqual({ kind: 'error', error: 'not_loaded' });
});

test('R13.1 a wrong passphrase keeps the key from being used', async () => {
  await secrets.unlock('right passphrase');
  await form.choose('tavily');
  await secrets.write('search:tavily', 'https://api.tavily.com', 'k-1', 'passphrase');
  secrets.lock();
  await form.choose('tavily');
  form.passphrase = 'wrong passphrase';
  await form.tryIt();
  expect(form.trial).toEqual({ kind: 'error', error: 'passphrase_wrong' });
  form.passphrase = '';
  await form.tryIt();
  expect(form.trial).toEqual({ kind: 'error', error: 'passphrase_missing' });
  expect(asked).toEqual([]);
  form.passphrase = 'right passphrase';
  await form.tryIt();
  expect(asked).toMatchObject([{ key: 'k-1' }]);
});

test('R13.1 a first passphrase must be long enough', async () => {
  await form.choose('tavily');
  form.key = 'k-1';
  form.place = 'passphrase';
  form.passphrase = 'short';
  expect(await form.keepKey()).toBe(false);
  expect(form.trial).toEqual({ kind: 'error', error: 'passphrase_short' });
});

test('R9.4 only a code of a language is taken for one', async () => {
  form.language = 'zh';
  await form.keepLanguage();
  form.language = 'evil.example/';
  await form.keepLanguage();
  expect([settings.search.language, form.languageFault]).toEqual(['zh', true]);
  form.corrected();
  expect(form.languageFault).toBe(false);
});
