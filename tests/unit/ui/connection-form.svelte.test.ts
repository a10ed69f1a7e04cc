// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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

let finding: ConnectionFinding;
let form: ConnectionForm;
let shown: [string, boolean];
let stop: () => void;

beforeEach(() => {
  finding = refused;
  const dependencies = {
    secrets: new MemorySecrets(),
    providers: [
      { id: 'one', name: 'One', baseUrl: 'https://one.example/v1', models: ['m1'], needsKey: true, keyPage: '' },
    ],
    clock: { newId: () => 'connection_1' },
    stores: { profiles: { get: async () => undefined, save: async () => undefined } },
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
  test.each<[string, () => void]>([
    ['the key', () => (form.key = 'sk-other')],
    ['the address', () => (form.baseUrl = 'https://two.example/v1')],
    ['the model', () => (form.model = 'm2')],
    ['the API', () => (form.call = { api: 'responses' })],
    ['the provider', () => form.choose('one')],
  ])('%s', async (_, change) => {
    await form.test();
    expect(form.tested?.headline).toBe('One does not accept this API key.');
    flushSync();
    expect(shown).toEqual(['tested', true]);
    change();
    flushSync();
    expect(shown).toEqual(['idle', false]);
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
