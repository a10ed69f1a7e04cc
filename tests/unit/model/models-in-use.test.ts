import { expect, test, vi } from 'vitest';
import { onDeviceModel } from '../../../src/model/on-device/on-device-model.ts';
import { ModelsInUse } from '../../../src/model/models-in-use.ts';
import type { Profile } from '../../../src/records/profile.ts';
import { createStores } from '../../../src/storage/stores/stores.ts';
import { cachedStores } from '../../../src/storage/stores/cached-stores.ts';
import { openDatabase } from '../storage/open-database.ts';
import { sample } from './sample.ts';

async function inUse(
  more: Partial<Profile> = {},
  fetching: typeof fetch = fetch,
  key: () => string | null = () => null,
) {
  const { database } = openDatabase();
  const stores = createStores(database);
  const profile: Profile = {
    ...{ id: 'p', provider: 'custom', base_url: 'http://127.0.0.1:9/v1', model: 'm', key_place: 'session' },
    ...more,
  };
  await stores.profiles.save(profile);
  await stores.settings.change((settings) => ({ ...settings, profile: 'p' }));
  const models = new ModelsInUse({
    stores: cachedStores(database, stores),
    keys: { mark: async () => key(), holds: async () => null },
    demoPace: async () => 0,
    pageLanguage: async () => 'en',
    onDevice: (_, limits) => onDeviceModel({ open: async () => null, limits }),
    withoutApiKeys: async (value) => value,
    fetchTo: () => ({
      fetch: fetching,
      keyPlaceholder: 'placeholder',
      clean: async (texts) => [...texts],
      cleanBeginning: async (text) => ({ text, held: '' }),
      close: () => undefined,
    }),
  });
  return { models, stores };
}

test('R4.7 a protocol that an endpoint or a model needs is used at once, and remembered for its connection', async () => {
  for (const because of ['refused', 'form'] as const) {
    const { models, stores } = await inUse();
    const { protocol, fallBack } = await models.modelFor('thought');
    expect([protocol, fallBack('json', because)]).toEqual(['tools', 'json']);
    expect((await models.modelFor('thought')).protocol).toBe('json');
    expect((await stores.profiles.get('p'))?.protocol).toBe('json');
  }
});

test('R4.7 where the person stays with a protocol only a refusal changes it', async () => {
  const { models } = await inUse({ protocol: 'tools', protocol_stays: true });
  const { fallBack } = await models.modelFor('thought');
  expect(fallBack('json', 'form')).toBe('tools');
  expect((await models.modelFor('thought')).protocol).toBe('tools');
  expect(fallBack('json', 'refused')).toBe('json');
  expect((await models.modelFor('thought')).protocol).toBe('json');
});

test('R4.7, R11.1 model and protocol are those of one connection, even when another is chosen in between', async () => {
  const { models, stores } = await inUse({ protocol: 'json' });
  await stores.profiles.save({
    ...{ id: 'q', provider: 'custom', base_url: 'http://127.0.0.1:9/v1', model: 'n', key_place: 'session' },
    protocol: 'tools',
  });
  const before = await models.modelFor('intake');
  await stores.settings.change((settings) => ({ ...settings, thought_profile: 'q' }));
  const thought = await models.modelFor('thought');
  expect([thought.protocol, thought.asked]).toEqual(['tools', { provider: 'custom', model: 'n' }]);
  expect((await models.modelFor('intake')).protocol).toBe('json');
  await stores.settings.change((settings) => ({ ...settings, profile: 'q' }));
  await models.modelFor('intake');
  expect(before.fallBack('markers', 'refused')).toBe('markers');
  await models.modelFor('intake');
  expect((await stores.profiles.get('p'))?.protocol).toBe('markers');
  expect((await stores.profiles.get('q'))?.protocol).toBe('tools');
});

test('R11.1 without a connection there is no model, and its protocol is the usual one', async () => {
  const { models, stores } = await inUse();
  await stores.settings.change((settings) => ({ ...settings, profile: null }));
  expect(await models.modelFor('thought')).toMatchObject({ model: null, protocol: 'tools' });
});

test('R11.1 settings and profile are read once, and again only after they have changed', async () => {
  const { models, stores } = await inUse();
  await models.modelFor('thought');
  const read = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await models.modelFor('thought');
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
  await stores.settings.change((settings) => ({ ...settings, profile: null }));
  expect((await models.modelFor('thought')).model).toBeNull();
});

test('R11.3 what an endpoint was found to refuse is remembered for its connection, and none of it is lost', async () => {
  const sent: Record<string, unknown>[] = [];
  const refusing: typeof fetch = async (_, init) => {
    const body = JSON.parse(init?.body as string) as Record<string, unknown>;
    sent.push(body);
    const message = ['stream_options', 'tool_choice'].find((part) => part in body);
    if (message === undefined)
      return new Response('data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
    return Response.json({ error: { message: `Unknown parameter: ${message}` } }, { status: 400 });
  };
  const { models, stores } = await inUse({}, refusing);
  const request = sample.request({ choice: 'required' });
  const used = await models.modelFor('thought');
  expect(await used.model?.reply(request, { signal: new AbortController().signal })).toMatchObject({ ok: true });
  used.blind();
  const { refuses, sees } = await models.modelFor('thought').then(async () => (await stores.profiles.get('p'))!);
  expect([refuses, sees]).toEqual([['stream_options', 'tool_choice'], false]);
  const again = (await inUse({ refuses: [...refuses!, 'of a later version'] }, refusing)).models;
  const { model } = await again.modelFor('thought');
  sent.length = 0;
  expect(await model?.reply(request, { signal: new AbortController().signal })).toMatchObject({ ok: true });
  expect(sent).toHaveLength(1);
});

test('R9.11 a key that is refused during a task is known to be wrong, until it works or another one is entered', async () => {
  let status = 401;
  let key = 'first';
  let during = (): void => undefined;
  const guarded: typeof fetch = async () => {
    during();
    return status === 200
      ? new Response('data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n')
      : Response.json({ error: { message: 'Something' } }, { status });
  };
  const { models, stores } = await inUse({}, guarded, () => key);
  const ask = async (answer: number) => {
    status = answer;
    const { model } = await models.modelFor('thought');
    await model?.reply(sample.request(), { signal: new AbortController().signal });
    await models.modelFor('thought');
    return (await stores.profiles.get('p'))?.key_refused ?? false;
  };
  expect(await ask(401)).toBe(true);
  expect(await ask(500)).toBe(true);
  expect(await ask(200)).toBe(false);
  expect(await ask(429)).toBe(false);
  during = () => (key = 'second');
  expect(await ask(401)).toBe(false);
  during = () => undefined;
  expect(await ask(403)).toBe(true);
});
