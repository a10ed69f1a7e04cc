// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import type { ApprovedKeySignIn, KeySignIn, KeySignInError } from '../../../src/ports/key-sign-in.ts';
import { currentValue } from '../../../src/ports/observable.ts';
import type { Profile } from '../../../src/records/profile.ts';
import type { ApiKeyStoragePlace } from '../../../src/records/settings.ts';
import type { Result } from '../../../src/values/result.ts';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import { Toasts } from '../../../src/ui/app/toasts.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { KeyPassphrase } from '../../../src/ui/settings/key-passphrase.svelte.ts';
import { completeKeySignIn } from '../../../src/ui/settings/key-sign-in.ts';
import { MemorySecrets } from '../../fakes/memory-secrets.ts';

const secret = 'sk-or-v1-0123456789abcdef';
const base_url = 'https://openrouter.ai/api/v1';
const profile = (key_place: ApiKeyStoragePlace): Profile => ({
  ...{ id: 'connection_1', provider: 'openrouter', base_url, model: 'openai/gpt-5-mini', key_place },
});
const words = new Translator();
await words.loadAll();

let secrets: MemorySecrets;
let saved: Profile[];
let used: string[];
let page: App;
let calls: string[];

/** A page to which a sign-in has brought this. */
function comeBack(received: ReturnType<KeySignIn['receive']>): Promise<void> {
  page.dependencies.signIn = async () => ({ begin: () => Promise.reject(new Error()), receive: () => received });
  return completeKeySignIn(page, '');
}
const granted = (key_place: ApiKeyStoragePlace, came: Result<string, KeySignInError> = { ok: true, value: secret }) => {
  const value: ApprovedKeySignIn = {
    connection: profile(key_place),
    key: async () => (calls.push('key'), came),
    drop: () => void calls.push('drop'),
  };
  return { ok: true, value } as const;
};
const said = () => page.toasts.list.map(({ text }) => text);

beforeEach(() => {
  [secrets, saved, used, calls] = [new MemorySecrets(), [], [], []];
  page = {
    dependencies: {
      secrets,
      providers: [
        { id: 'openrouter', name: 'OpenRouter', baseUrl: base_url, models: ['a'], needsKey: true, keyPage: '' },
      ],
      clock: { newId: () => 'connection_2' },
      stores: { profiles: { get: async () => saved[0], save: async (each: Profile) => void saved.push(each) } },
    },
    words,
    toasts: new Toasts(),
    connected: async (id: string) => used.push(id) > 0,
    ...{ grant: null, examOffer: null },
  } as unknown as App;
});

describe('R11.1 a sign-in that was agreed to makes the connection that it was for:', () => {
  test.each<ApiKeyStoragePlace>(['session', 'device'])('its key is kept where the person chose (%s)', async (place) => {
    await comeBack(granted(place));
    expect(await secrets.keyPlaceOf('connection_1', base_url)).toBe(place);
    expect(await secrets.read('connection_1', base_url)).toBe(secret);
    expect(saved).toEqual([profile(place)]);
    expect([used, page.examOffer]).toEqual([['connection_1'], 'connection_1']);
    expect(said()).toEqual(['You are signed in: OpenRouter is connected.']);
    expect(JSON.stringify(saved)).not.toContain(secret);
  });

  test('a connection that was there gets the new key, and no exam is offered', async () => {
    saved.push(profile('device'));
    await secrets.write('connection_1', base_url, 'sk-old-key', 'device');
    await comeBack(granted('device'));
    expect(await secrets.read('connection_1', base_url)).toBe(secret);
    expect([used, page.examOffer]).toEqual([['connection_1'], null]);
  });

  test('that the former key was refused is not said of the new one', async () => {
    saved.push({ ...profile('device'), key_refused: true });
    const { value } = granted('device');
    await comeBack({ ok: true, value: { ...value, connection: { ...value.connection, key_refused: true } } });
    expect(saved.at(-1)).toEqual(profile('device'));
  });

  test('where nothing came and nothing waits, nothing happens', async () => {
    await comeBack(null);
    expect([said(), used, saved]).toEqual([[], [], []]);
  });
});

describe('R11.1 a key that is to be encrypted is fetched only once its passphrase is there:', () => {
  beforeEach(() => comeBack(granted('passphrase')));

  test('it is asked for, and a short one is refused', async () => {
    const view = new KeyPassphrase(page);
    expect([view.isNew, calls, said()]).toEqual([true, [], []]);
    expect(await view.accept('short')).toBe('Choose a passphrase of at least 8 characters.');
    expect([calls, page.grant === null]).toEqual([[], false]);
    expect(await view.accept('correct horse')).toBe('');
    view.leave();
    expect([calls, page.grant, used]).toEqual([['key'], null, ['connection_1']]);
    expect(await secrets.keyPlaceOf('connection_1', base_url)).toBe('passphrase');
    expect(said()).toEqual(['You are signed in: OpenRouter is connected.']);
    expect(JSON.stringify([saved, page.toasts.list])).not.toMatch(/correct horse|sk-or/);
  });

  test('that of other keys is asked for, and a wrong one is refused', async () => {
    await secrets.unlock('correct horse');
    await secrets.write('other', base_url, 'sk-other-key', 'passphrase');
    secrets.lock();
    const view = new KeyPassphrase(page);
    expect(await view.accept('wrong horse')).toBe('That is not the passphrase of your encrypted keys. Try again.');
    expect(calls).toEqual([]);
    expect(await view.accept('correct horse')).toBe('');
    expect(await secrets.read('connection_1', base_url)).toBe(secret);
  });

  test('who leaves is told that it was not finished, and no key is fetched', () => {
    new KeyPassphrase(page).leave();
    expect([calls, page.grant, used]).toEqual([['drop'], null, []]);
    expect(said()).toEqual([words.t('sign_in.unfinished')]);
  });
});

describe('R13.4 a sign-in that brings no key changes nothing and says why in one sentence:', () => {
  const errors = ['refused', 'unfinished', 'elsewhere', 'spent', 'unreachable', 'unexpected'] as const;

  test.each(errors)('%s', async (error) => {
    await comeBack({ ok: false, error });
    expect(said()).toEqual([words.t(`sign_in.${error}`)]);
    expect(said()[0]).toMatch(/^[A-Z][^.]+\.$/);
    expect([used, saved, await secrets.keyPlaceOf('connection_1', base_url)]).toEqual([[], [], null]);
  });

  test.each(['spent', 'unreachable', 'unexpected'] as const)('%s, when the key is fetched', async (error) => {
    await comeBack(granted('device', { ok: false, error }));
    expect(said()).toEqual([words.t(`sign_in.${error}`)]);
    expect([used, saved, await secrets.keyPlaceOf('connection_1', base_url)]).toEqual([[], [], null]);
  });

  test('a passphrase that was chosen for a key that did not come is forgotten', async () => {
    await comeBack(granted('passphrase', { ok: false, error: 'spent' }));
    const view = new KeyPassphrase(page);
    await view.accept('correct horse');
    expect([page.grant, said()]).toEqual([null, [words.t('sign_in.spent')]]);
    expect(await currentValue(secrets.lockState)).toBe('none');
  });

  test('the key that a connection had elsewhere stays', async () => {
    saved.push({ ...profile('device'), base_url: 'https://one.example/v1' });
    await secrets.write('connection_1', 'https://one.example/v1', 'sk-old-key', 'device');
    await comeBack(granted('device', { ok: false, error: 'unreachable' }));
    expect(await secrets.read('connection_1', 'https://one.example/v1')).toBe('sk-old-key');
  });

  test('a key that the browser cannot keep', async () => {
    secrets.write = () => Promise.reject(new Error('QuotaExceededError'));
    await comeBack(granted('device'));
    expect(said()).toEqual([words.t('sign_in.not_kept')]);
    expect([used, saved]).toEqual([[], []]);
  });

  test('each in Chinese as well', async () => {
    const chinese = new Translator();
    await chinese.setLanguage('zh');
    await chinese.loadAll();
    for (const error of [...errors, 'not_kept'] as const)
      expect(chinese.t(`sign_in.${error}`)).toMatch(/^[^。]*\p{Script=Han}[^。]*。$/u);
  });
});
