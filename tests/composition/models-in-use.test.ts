import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { ModelsInUse } from '../../src/models-in-use.ts';
import type { Profile } from '../../src/domain/profile.ts';
import { createStores } from '../../src/storage/stores.ts';
import { MemoryModelShelf } from '../fakes/memory-model-shelf.ts';
import { MemorySecrets } from '../fakes/memory-secrets.ts';
import { openDatabase } from '../storage/open-database.ts';

async function inUse(more: Partial<Profile> = {}) {
  const stores = createStores(openDatabase().database);
  const profile: Profile = {
    ...{ id: 'p', provider: 'custom', base_url: 'http://127.0.0.1:9/v1', model: 'm', key_place: 'session' },
    ...more,
  };
  await stores.profiles.save(profile);
  await stores.settings.change((settings) => ({ ...settings, profile: 'p' }));
  const models = new ModelsInUse({
    stores,
    secrets: new MemorySecrets(),
    shelf: new MemoryModelShelf(() => null),
    wayTo: () => ({ fetch, keyStandIn: '', clean: async (text: string) => text, close: () => undefined }),
  });
  await models.model('thought');
  return { models, kept: async () => (await models.model('thought'), (await stores.profiles.get('p'))?.protocol) };
}

test('R4.7 a protocol that an endpoint or a model needs is used at once, and remembered for its connection', async () => {
  for (const because of ['refused', 'form'] as const) {
    const { models, kept } = await inUse();
    models.fallBack('thought', 'json', because);
    expect(models.protocol('thought')).toBe('json');
    expect(await kept()).toBe('json');
    expect(models.protocol('thought')).toBe('json');
  }
});

test('R4.7 where the person stays with a protocol only a refusal changes it', async () => {
  const { models, kept } = await inUse({ protocol: 'tools', protocol_stays: true });
  models.fallBack('thought', 'json', 'form');
  expect(models.protocol('thought')).toBe('tools');
  expect(await kept()).toBe('tools');
  models.fallBack('thought', 'json', 'refused');
  expect(await kept()).toBe('json');
});
