import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pkceChallenge, OpenRouterSignIn, openRouterSignInUrl } from '../../../src/model/open-router-sign-in.ts';
import { keySignInStorageKey } from '../../../src/ports/key-sign-in.ts';
import type { NetworkOutcome } from '../../../src/ports/network.ts';
import type { Profile } from '../../../src/records/profile.ts';
import { webStorage } from '../../../src/browser/web-storage.ts';
import { FakeNetwork, type FakePage } from '../../fakes/fake-network.ts';

const keys = 'https://openrouter.ai/api/v1/auth/keys';
const key = 'sk-or-v1-0123456789abcdef';
const connection: Profile = {
  id: 'connection_1',
  provider: 'openrouter',
  base_url: 'https://openrouter.ai/api/v1',
  model: 'openai/gpt-5-mini',
  key_place: 'device',
};

const memory = () =>
  webStorage(() => {
    throw new Error('There is none here.');
  });

/** A tab at the app's address, and what OpenRouter has at the address of keys. */
function tabAt(here: string, page: FakePage | null = { body: JSON.stringify({ key }) }) {
  const network = new FakeNetwork();
  if (page) network.page(keys, page);
  const tab = memory();
  const signIn = new OpenRouterSignIn({ network, tab, here: () => here });
  const begin = async (wanted: Profile = connection) => {
    const asked = new URL(await signIn.begin(wanted)).searchParams;
    const back = new URL(asked.get('callback_url') ?? '');
    return { asked, back, nonce: back.searchParams.get('sign_in') ?? '' };
  };
  return { network, tab, signIn, begin };
}

describe('R13.4 the page to which a sign-in leads', () => {
  test('the challenge is that of the example of RFC 7636, appendix B', async () => {
    expect(await pkceChallenge('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
  });

  test.each([
    ['https://cairn.example/', 'https://cairn.example/?sign_in=n'],
    ['https://host.example/cairn/#/s/one/plan', 'https://host.example/cairn/?sign_in=n'],
    ['https://host.example/cairn/index.html?v=a%20b&c', 'https://host.example/cairn/index.html?v=a%20b&c&sign_in=n'],
    ['http://localhost:22476/', 'http://localhost:22476/?sign_in=n'],
  ])('leads from %s back to the same base', (here, back) => {
    const page = new URL(openRouterSignInUrl(here, 'n', 'ch'));
    expect(page.origin + page.pathname).toBe('https://openrouter.ai/auth');
    expect(Object.fromEntries(page.searchParams)).toEqual({
      callback_url: back,
      code_challenge: 'ch',
      code_challenge_method: 'S256',
    });
  });

  test('nonce and verifier are new each time, the verifier only waits, and nothing of it is sent', async () => {
    const { tab, begin, network } = tabAt('https://cairn.example/?v=a%20b#/s/one');
    const seen = new Set<string>();
    for (let nth = 0; nth < 20; nth += 1) {
      const { asked, nonce } = await begin();
      const waiting = JSON.parse(tab.getItem(keySignInStorageKey) ?? '') as Record<string, string>;
      expect(waiting).toMatchObject({ nonce, place: '?v=a%20b#/s/one' });
      expect(waiting.verifier).toMatch(/^[\w-]{43}$/);
      expect(asked.get('code_challenge')).toBe(await pkceChallenge(String(waiting.verifier)));
      expect(asked.toString()).not.toContain(waiting.verifier);
      seen.add(nonce).add(String(waiting.verifier));
    }
    expect(seen.size).toBe(40);
    expect(tab.length).toBe(1);
    expect(network.requested).toEqual([]);
  });

  test('the connection is always at OpenRouter, whatever the form says', async () => {
    const { signIn, begin } = tabAt('https://cairn.example/');
    const { nonce } = await begin({ ...connection, provider: 'custom', base_url: 'https://evil.example' });
    const received = signIn.receive(`?sign_in=${nonce}&code=c`);
    expect(received?.ok && received.value.connection).toEqual(connection);
  });
});

describe('R13.4 what comes back', () => {
  test('brings the key once, for the code and verifier of this tab', async () => {
    const { signIn, begin, network, tab } = tabAt('https://cairn.example/');
    const { nonce } = await begin();
    const { verifier } = JSON.parse(tab.getItem(keySignInStorageKey) ?? '') as { verifier: string };
    const received = signIn.receive(`?sign_in=${nonce}&code=c%2F1`);
    if (!received?.ok) throw new Error('It was not received.');
    expect(await received.value.key()).toEqual({ ok: true, value: key });
    expect(network.requested).toEqual([keys]);
    expect(network.sent).toEqual([
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ code: 'c/1', code_verifier: verifier, code_challenge_method: 'S256' }),
      },
    ]);
    expect(tab.length).toBe(0);
    expect(signIn.receive(`?sign_in=${nonce}&code=c%2F1`)).toEqual({ ok: false, error: 'elsewhere' });
    expect(signIn.receive('')).toBeNull();
  });

  test.each([
    ['an error', '&error=access_denied', 'refused'],
    ['an error beside a code', '&code=c&error=access_denied', 'refused'],
    ['no code', '', 'refused'],
    ['an empty code', '&code=', 'refused'],
  ])('%s ends the sign-in, and no request is made', async (_, more, error) => {
    const { signIn, begin, network, tab } = tabAt('https://cairn.example/');
    const { nonce } = await begin();
    expect(signIn.receive(`?sign_in=${nonce}${more}`)).toEqual({ ok: false, error });
    expect([network.requested, tab.length]).toEqual([[], 0]);
  });

  test('nothing: the sign-in was left, which is said once', async () => {
    const { signIn, begin } = tabAt('https://cairn.example/');
    await begin();
    expect(signIn.receive('')).toEqual({ ok: false, error: 'unfinished' });
    expect(signIn.receive('')).toBeNull();
  });

  test.each(['', 'null', '{}', '[1]', '{"nonce":"n"}', '{"nonce":"n","verifier":"v","place":"","connection":{}}'])(
    'a tab in which %j waits has begun nothing',
    (waiting) => {
      const { signIn, tab } = tabAt('https://cairn.example/');
      tab.setItem(keySignInStorageKey, waiting);
      expect(signIn.receive('?sign_in=n&code=c')).toEqual({ ok: false, error: 'elsewhere' });
      expect(signIn.receive('?code=c')).toEqual({ ok: false, error: 'elsewhere' });
    },
  );

  test('an answer to another sign-in leaves this one waiting', async () => {
    const { signIn, begin } = tabAt('https://cairn.example/');
    const { nonce } = await begin();
    expect(signIn.receive('?code=theirs')).toEqual({ ok: false, error: 'elsewhere' });
    expect(signIn.receive(`?sign_in=${nonce}&code=c`)?.ok).toBe(true);
  });

  test('no answer without the nonce of this tab is ever exchanged', async () => {
    const text = fc.string({ maxLength: 24 });
    const name = fc.oneof(fc.constantFrom('code', 'sign_in', 'state', 'error'), text);
    const pairs = fc.array(fc.tuple(name, text), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(pairs, fc.boolean(), fc.nat(21), async (all, hasBegun, cut) => {
        const { signIn, begin, network } = tabAt('https://cairn.example/');
        const nonce = hasBegun ? (await begin()).nonce : '';
        const near = nonce.slice(0, cut);
        const answers = [
          all,
          [
            ['sign_in', near],
            ['code', 'c'],
          ],
          [
            ['sign_in', `${nonce} `],
            ['code', 'c'],
          ],
        ];
        for (const pieces of answers) {
          const answer = `?${new URLSearchParams(pieces).toString()}`;
          if (hasBegun && new URLSearchParams(answer).get('sign_in') === nonce) continue;
          expect(signIn.receive(answer)).toEqual({ ok: false, error: 'elsewhere' });
        }
        expect(network.requested).toEqual([]);
      }),
    );
  });
});

describe('R13.4 what OpenRouter answers to the code', () => {
  test.each<[string, FakePage | null, string]>([
    ['a code that was used', { status: 403, body: '{"error":{"message":"Invalid code"}}' }, 'spent'],
    ['a bad request', { status: 400 }, 'spent'],
    ['a fault of its own', { status: 502, body: '<html>' }, 'unexpected'],
    ['a redirect', { status: 302 }, 'unexpected'],
    ['a page', { body: '<!doctype html>' }, 'unexpected'],
    ['no key', { body: '{"keys":[]}' }, 'unexpected'],
    ['a key that is none', { body: '{"key":7}' }, 'unexpected'],
    ['an empty key', { body: '{"key":""}' }, 'unexpected'],
    ['a key with a line break', { body: '{"key":"sk-or-v1\\nset-cookie: a=b"}' }, 'unexpected'],
    ['a key of a megabyte', { body: JSON.stringify({ key: 'k'.repeat(1_000_000) }) }, 'unexpected'],
    ['nothing: it cannot be reached', null, 'unreachable'],
  ])('%s', async (_, page, error) => {
    const { signIn, begin, tab } = tabAt('https://cairn.example/', page);
    const { nonce } = await begin();
    const received = signIn.receive(`?sign_in=${nonce}&code=c`);
    expect(received?.ok && (await received.value.key())).toEqual({ ok: false, error });
    expect(tab.length).toBe(0);
  });

  test.each<[NetworkOutcome['kind'], string]>([
    ['timeout', 'unreachable'],
    ['aborted', 'unexpected'],
  ])('%s', async (kind, error) => {
    const { signIn, begin, network } = tabAt('https://cairn.example/');
    network.request = async () => ({ kind }) as NetworkOutcome;
    const { nonce } = await begin();
    const received = signIn.receive(`?sign_in=${nonce}&code=c`);
    expect(received?.ok && (await received.value.key())).toEqual({ ok: false, error });
  });
});
