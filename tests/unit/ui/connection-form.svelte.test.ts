// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Profile } from '../../../src/records/profile.ts';
import type { ConnectionFinding } from '../../../src/records/connection-finding.ts';
import type { AppDependencies } from '../../../src/ui/app/app-dependencies.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { ConnectionForm } from '../../../src/ui/settings/connection-form.svelte.ts';
import { MemorySecrets } from '../../fakes/memory-secrets.ts';

const words = new Translator();
await words.loadAll();
const refused: ConnectionFinding = {
  ok: false,
  cause: { code: 'wrong_key', other: null, better: null },
  ...{ alike: [], models: [], near: [], detail: '', server: 'hosted', page: 'https://cairn.example' },
};
const works: ConnectionFinding = { ok: true, models: ['m1', 'm2'], tools: true, streaming: true };

let stored: Profile | undefined;
let finding: ConnectionFinding;
let form: ConnectionForm;
let shown: [string, boolean];
let dependencies: AppDependencies;
let stop: () => void;

beforeEach(() => {
  finding = refused;
  stored = undefined;
  dependencies = {
    secrets: new MemorySecrets(),
    providers: [
      { id: 'one', name: 'One', baseUrl: 'https://one.example/v1', models: ['m1'], needsKey: true, keyPage: '' },
    ],
    clock: { newId: () => 'connection_1' },
    stores: {
      profiles: { get: async () => stored, save: async (profile: Profile) => void (stored = profile) },
    },
    testConnection: async () => finding,
  } as unknown as AppDependencies;
  stop = $effect.root(() => {
    form = new ConnectionForm(dependencies, words);
    $effect(() => {
      shown = [form.state.kind, form.isKeyRefused];
    });
  });
  form.key = 'sk-wrong';
  flushSync();
});
afterEach(() => stop());

describe('R11.2 the result of a test is gone as soon as what it was about has changed:', () => {
  test.each<[string, boolean, () => void]>([
    ['the key', false, () => (form.key = 'sk-other')],
    ['the address', false, () => (form.baseUrl = 'https://two.example/v1')],
    ['the model, with the same refused key', true, () => (form.model = 'm2')],
    ['the API, with the same refused key', true, () => (form.call = { api: 'responses' })],
    ['the provider', false, () => form.choose('one')],
  ])('%s', async (_, isKeyRefused, change) => {
    await form.test();
    expect(form.tested?.headline).toBe('One does not accept this API key.');
    flushSync();
    expect(shown).toEqual(['tested', true]);
    change();
    flushSync();
    expect(shown).toEqual(['idle', isKeyRefused]);
    expect([form.tested, form.report()]).toEqual([null, '']);
  });

  test('also where that changes while the test is under way', async () => {
    const test = form.test();
    form.key = 'sk-other';
    await test;
    expect(form.state.kind).toBe('idle');
    expect(form.isKeyRefused).toBe(false);
  });

  test('the models that were found stay while the address does', async () => {
    finding = works;
    await form.test();
    form.model = 'm2';
    expect(form.models).toEqual(['m1', 'm2']);
    form.baseUrl = 'https://two.example/v1';
    void form.addressChanged();
    expect(form.models).toEqual(['m1']);
  });
});

test('R11.2 a key that was refused is saved, and it is said where it stands until it is another or works', async () => {
  await form.test();
  expect(form.isKeyRefused).toBe(true);
  expect(await form.save()).not.toBeNull();
  expect([form.hasKey, form.isKeyRefused]).toEqual([true, true]);
  expect(form.report()).toBe('The connection is saved, but its key was refused when it was tested.');
  form.key = 'sk-other';
  expect(form.isKeyRefused).toBe(false);
  form.key = '';
  expect(form.isKeyRefused).toBe(true);
  finding = works;
  await form.test();
  expect(form.isKeyRefused).toBe(false);
  await form.save();
  expect(form.report()).toBe('The connection is saved.');
});

test('R11.2 a refused key is known as such with another model, after it is saved and when the form is opened again', async () => {
  form.model = '';
  await form.test();
  form.model = 'm2';
  await form.save();
  expect(form.report()).toBe('The connection is saved, but its key was refused when it was tested.');
  expect(stored).toMatchObject({ model: 'm2', key_refused: true });
  const again = new ConnectionForm(dependencies, words, form.id);
  Object.assign(again, { provider: form.provider, baseUrl: form.baseUrl, model: 'm2' });
  await again.addressChanged();
  again.refuseKey();
  expect(again.isKeyRefused).toBe(true);
  finding = works;
  await expect.poll(() => again.hasKey).toBe(true);
  await again.test();
  expect([again.isKeyRefused, stored?.key_refused]).toEqual([false, undefined]);
});

test('R4.11 a key that was refused and then lists the models is saved as one that is not refused', async () => {
  await form.test();
  form.model = '';
  finding = { ...refused, cause: { code: 'model_missing' }, models: ['m1'] };
  await form.test();
  form.model = 'm1';
  expect(form.isKeyRefused).toBe(false);
  await form.save();
  expect([form.report(), stored?.key_refused]).toEqual(['The connection is saved.', undefined]);
});
