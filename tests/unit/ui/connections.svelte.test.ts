// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { Profile } from '../../../src/records/profile.ts';
import { defaultSettings, type Settings } from '../../../src/records/settings.ts';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { Connections } from '../../../src/ui/settings/connections.svelte.ts';
import { MemorySecrets } from '../../fakes/memory-secrets.ts';

const words = new Translator();
await words.loadAll();
const profile = (id: string): Profile => ({
  ...{ id, provider: 'custom', base_url: `https://${id}.example/v1`, model: 'm', key_place: 'session' },
});

/** Connections `a`, in use, and `b`, over stores of which one may refuse to delete. */
function scene({ refuses = false } = {}) {
  const happened: string[] = [];
  const toasts = new Toasts();
  const settings: Settings = { ...defaultSettings, profile: 'a' };
  const dependencies = {
    providers: [],
    clock: { newId: () => 'new', now: () => '2026-01-01T10:00:00.000Z' },
    secrets: Object.assign(new MemorySecrets(), { remove: async (id: string) => void happened.push(`key ${id}`) }),
    stores: {
      profiles: {
        remove: async (id: string) => {
          if (refuses) throw new Error('full');
          happened.push(`profile ${id}`);
        },
      },
    },
  };
  const app = {
    ...{ dependencies, words, toasts, settings, profiles: [profile('a'), profile('b')], profile: profile('a') },
    changeSettings: async (change: Partial<Settings>) =>
      void happened.push(`uses ${String(change.profile)}${change.connected_at ? ', changed' : ''}`),
  } as unknown as App;
  return { connections: new Connections(app), app, happened, toasts };
}

test('R11.1 a connection is deleted before its key, and then nothing uses it', async () => {
  const { connections, happened } = scene();
  expect(await connections.remove(profile('a'))).toBe(true);
  expect(happened).toEqual(['profile a', 'key a', 'uses null']);
});

test('R11.1 connections that would have one title are told apart by a number', () => {
  const { connections, app } = scene();
  const second = { ...profile('a'), id: 'a2' };
  Object.assign(app, { profiles: [profile('a'), profile('b'), second] });
  const titles = [profile('a'), profile('b'), second].map((each) => connections.title(each));
  expect(titles).toEqual(['a.example · m', 'b.example · m', 'a.example · m (2)']);
});

test('R11.1 a connection that cannot be deleted keeps its key and its use, and that is said', async () => {
  const { connections, happened, toasts } = scene({ refuses: true });
  expect(await connections.remove(profile('a'))).toBe(null);
  expect(happened).toEqual([]);
  expect(toasts.list.map(({ tone }) => tone)).toEqual(['refused']);
  expect(connections.form.id).toBe('a');
});

test('R14.6 what was typed and not saved is there again when the settings are next opened', () => {
  const { connections, app } = scene();
  connections.close();
  expect(new Connections(app).form).not.toBe(connections.form);
  connections.form.baseUrl = 'https://typed.example/v1';
  connections.close();
  const again = new Connections(app);
  expect(again.form.baseUrl).toBe('https://typed.example/v1');
  again.settle();
  again.close();
  expect(new Connections(app).form.baseUrl).toBe('https://a.example/v1');
});

test('R14.6 what was typed for one connection is there again after another one was looked at, and so is a new one', () => {
  const { connections, app } = scene();
  const [first, second] = app.profiles;
  connections.form.baseUrl = 'https://typed.example/v1';
  connections.edit(second!);
  expect(connections.form.baseUrl).toBe(second!.base_url);
  connections.add();
  connections.form.model = 'a-new-model';
  connections.edit(first!);
  expect(connections.form.baseUrl).toBe('https://typed.example/v1');
  connections.add();
  expect(connections.form.model).toBe('a-new-model');
  connections.close();
  expect(new Connections(app).form.model).toBe('a-new-model');
});

test('R13.1 a passphrase is forgotten when its form is left', () => {
  const { connections, app } = scene();
  connections.form.baseUrl = 'https://typed.example/v1';
  connections.form.passphrase = 'correct horse';
  connections.close();
  expect(new Connections(app).form.passphrase).toBe('');
});

test('R11.2 a connection that is chosen counts as changed, one with a refused key does not', async () => {
  const { connections, app, happened } = scene();
  await connections.use('b');
  Object.assign(app, { profiles: [profile('a'), { ...profile('b'), key_refused: true }] });
  await connections.use('b');
  expect(happened).toEqual(['uses b, changed', 'uses b']);
});

test('R6.4 the form that opens is that of the connection for whose error the plan stands still', () => {
  const { app } = scene();
  const b = { ...profile('b'), model: 'small' };
  const error = { detail: '', status: 404, retry_after_ms: null, asked: { provider: 'custom', model: 'small' } };
  const pausedFor = (code: string) =>
    Object.assign(app, {
      ...{ profiles: [profile('a'), b], settings: { ...app.settings, thought_profile: 'b' } },
      session: { run: { phase: 'paused', pause: { code: 'endpoint', error: { code, ...error } } } },
    });
  for (const code of ['unknown_model', 'auth', 'quota']) expect(new Connections(pausedFor(code)).form.id).toBe('b');
  expect(new Connections(pausedFor('rate_limit')).form.id).toBe('a');
  Object.assign(app, { session: null, profiles: [profile('a'), { ...b, key_refused: true }] });
  expect(new Connections(app).form.id).toBe('b');
});
