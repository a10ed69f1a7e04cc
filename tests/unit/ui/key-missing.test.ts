import { expect, test } from 'vitest';
import { isKeyMissing, apiKeyState, type ApiKeyState } from '../../../src/ui/session/key-missing.ts';
import { providers } from '../../../src/model/providers.ts';
import { MemorySecrets } from '../../fakes/memory-secrets.ts';

const connection = { id: 'c1', provider: 'openai' as const, base_url: 'https://one.example/v1' };
const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

test('R11.2 a key is missed where none is kept, and no longer once it is unlocked', async () => {
  const secrets = new MemorySecrets();
  const seen: ApiKeyState[] = [];
  const end = apiKeyState({ providers, secrets }, { profile: connection }).subscribe((state) => void seen.push(state));
  await settled();
  expect(seen).toEqual(['keyless']);
  await secrets.unlock('correct horse');
  await secrets.write(connection.id, connection.base_url, 'sk-key-of-one', 'passphrase');
  await settled();
  expect(seen.at(-1)).toBe('unlocked');
  secrets.lock();
  await settled();
  expect(seen.at(-1)).toBe('keyed');
  end();
  await secrets.remove(connection.id);
  await settled();
  expect(seen.at(-1)).toBe('keyed');
});

test('R11.2 a key that is kept for another address is missed', async () => {
  const secrets = new MemorySecrets();
  await secrets.write(connection.id, 'https://other.example/v1', 'sk-key-of-other', 'session');
  const seen: ApiKeyState[] = [];
  apiKeyState({ providers, secrets }, { profile: connection }).subscribe((state) => void seen.push(state))();
  apiKeyState({ providers, secrets }, { profile: connection }).subscribe((state) => void seen.push(state));
  await settled();
  expect(seen).toEqual(['keyless']);
});

test('R11.2 a connection that needs no key misses none', async () => {
  const secrets = new MemorySecrets();
  expect(await isKeyMissing({ providers, secrets }, { profile: connection })).toBe(true);
  expect(await isKeyMissing({ providers, secrets }, { profile: { ...connection, provider: 'ollama' } })).toBe(false);
});

const local = { id: 'c2', provider: 'custom', base_url: 'http://127.0.0.1:9/v1' };

async function stateOf(used: Parameters<typeof apiKeyState>[1], secrets = new MemorySecrets()): Promise<ApiKeyState> {
  const seen: ApiKeyState[] = [];
  apiKeyState({ providers, secrets }, used).subscribe((state) => void seen.push(state));
  await settled();
  return seen.at(-1) ?? null;
}

test('R11.2 a server of one’s own that was saved with a key misses it where it is not kept', async () => {
  expect(await stateOf({ profile: { ...local, with_key: true } })).toBe('keyless');
});

test('R11.2 a connection without a key that needs none is not said to have one', async () => {
  expect(await stateOf({ profile: local })).toBeNull();
});

test('R11.2 the key of the connection for thoughts is missed, too', async () => {
  const secrets = new MemorySecrets();
  await secrets.write(connection.id, connection.base_url, 'sk-key-of-one', 'session');
  expect(await stateOf({ profile: connection }, secrets)).toBe('keyed');
  const inUse = { settings: { thought_profile: 'c2' }, profile: connection };
  expect(await stateOf({ ...inUse, profiles: [connection, { ...local, with_key: true }] }, secrets)).toBe('keyless');
});
