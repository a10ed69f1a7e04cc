// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { LazyModules } from '../../../src/ui/app/lazy-modules.svelte.ts';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { applySettingsOrToast } from '../../../src/ui/app/apply-settings.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { languages } from '../../../src/i18n/languages.ts';

const never = new Promise<never>(() => undefined);
const chinese = { language: 'zh', theme: 'auto' } as const;
const kept = 'This language could not be loaded. Check your network, then try again.';

afterEach(() => vi.restoreAllMocks());

const shown = (words: Translator) => [
  words.language,
  words.locale,
  words.t('shell.settings'),
  words.t('shell.sessions'),
];

async function english(): Promise<Translator> {
  const words = new Translator();
  await words.setLanguage('en');
  return words;
}

test('R14.5 at first there are the first messages of one language, later all of it', async () => {
  const first = vi.spyOn(languages.zh, 'first');
  const rest = vi.spyOn(languages.en, 'rest');
  const words = await english();
  expect(shown(words)).toEqual(['en', 'en-GB', 'Settings', '']);
  expect(rest).not.toHaveBeenCalled();
  await words.loadAll();
  expect(shown(words)).toEqual(['en', 'en-GB', 'Settings', 'Sessions']);
  expect(first).not.toHaveBeenCalled();
});

test('R14.5 a language is changed whole: until all of it is there, the page keeps the old one', async () => {
  const words = await english();
  await words.loadAll();
  const load = languages.zh.rest;
  let come = () => {};
  const held = new Promise<void>((resolve) => (come = resolve));
  vi.spyOn(languages.zh, 'rest').mockImplementation(() => held.then(load));
  const changed = words.setLanguage('zh');
  await vi.dynamicImportSettled();
  expect(shown(words)).toEqual(['en', 'en-GB', 'Settings', 'Sessions']);
  come();
  await changed;
  expect(shown(words)).toEqual(['zh', 'zh-CN', '设置', '会话']);
});

test('R14.5 what is wanted while a language is loading comes with it', async () => {
  const words = new Translator();
  const spoken = words.setLanguage('zh');
  await Promise.all([words.loadAll(), spoken]);
  expect(shown(words)).toEqual(['zh', 'zh-CN', '设置', '会话']);
  const back = words.setLanguage('en');
  await Promise.all([words.setLanguage('zh'), back]);
  expect(words.language).toBe('zh');
});

test('R14.5 a language that cannot be loaded leaves the old one, says so in a sentence, and can be tried again', async () => {
  const words = await english();
  await words.loadAll();
  const page = { words, toasts: new Toasts(), dependencies: { parts: new LazyModules(() => never) } };
  vi.spyOn(languages.zh, 'rest').mockRejectedValueOnce(new Error('no network'));
  expect(await applySettingsOrToast(page, chinese)).toBe(false);
  expect(page.toasts.list.map(({ text }) => text)).toEqual([kept]);
  expect(shown(words)).toEqual(['en', 'en-GB', 'Settings', 'Sessions']);
  await words.loadAll();
  expect(await applySettingsOrToast(page, chinese)).toBe(true);
  expect(shown(words)).toEqual(['zh', 'zh-CN', '设置', '会话']);
  expect(document.documentElement.lang).toBe('zh-CN');
});

test('R14.5 a language that does not come in time is given up: it does not change the page later', async () => {
  const words = await english();
  const load = languages.zh.first;
  let come = () => {};
  const held = new Promise<void>((resolve) => (come = resolve));
  vi.spyOn(languages.zh, 'first').mockImplementation(() => held.then(load));
  const page = { words, toasts: new Toasts(), dependencies: { parts: new LazyModules(async () => undefined) } };
  expect(await applySettingsOrToast(page, chinese)).toBe(false);
  expect(page.toasts.list.map(({ text }) => text)).toEqual([kept]);
  come();
  await held;
  await vi.dynamicImportSettled();
  expect(words.language).toBe('en');
});
