import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeSignInResponse } from '../../../src/browser/sign-in-answer.ts';
import { keySignInStorageKey } from '../../../src/ports/key-sign-in.ts';

/** What a page at this address takes from it, and what is left of it. */
function taken(address: string, waiting: string | null = null): [answer: string, left: string] {
  let left = address;
  const history = {
    replaceState: (_data: unknown, _title: string, to?: string | URL | null) => (left = String(to)),
  };
  const tab = { getItem: (name: string) => (name === keySignInStorageKey ? waiting : null) };
  const answer = takeSignInResponse({ location: new URL(address) as unknown as Location, history }, tab);
  return [answer, left];
}

test.each([
  ['https://a.example/?sign_in=n&code=c', '?sign_in=n&code=c', 'https://a.example/'],
  ['https://a.example/?code=c', '?code=c', 'https://a.example/'],
  ['https://a.example/cairn/?sign_in=n&error=denied', '?sign_in=n&error=denied', 'https://a.example/cairn/'],
  [
    'https://a.example/cairn/index.html?v=2&sign_in=n&code=c',
    '&sign_in=n&code=c',
    'https://a.example/cairn/index.html?v=2',
  ],
  ['https://a.example//deep/?code=c&sign_in=n', '?code=c&sign_in=n', 'https://a.example//deep/'],
  ['http://127.0.0.1:22476/?sign_in=n&code=c#/s/one', '?sign_in=n&code=c', 'http://127.0.0.1:22476/#/s/one'],
])('R13.4 the answer leaves the address: %s', (address, answer, left) => {
  expect(taken(address)).toEqual([answer, left]);
});

test.each(['https://a.example/', 'https://a.example/?v=2#/s/one', 'https://a.example/?decode=1&my_sign_in=2#code=3'])(
  'R13.4 an address without an answer stays as it is: %s',
  (address) => {
    expect(taken(address)).toEqual(['', address]);
  },
);

test('R13.4 the address leads back to where the sign-in was begun', () => {
  const waiting = JSON.stringify({ place: '?v=a%20b#/s/one/files' });
  expect(taken('https://a.example/cairn/?v=a+b&sign_in=n&code=c', waiting)[1]).toBe(
    'https://a.example/cairn/?v=a%20b#/s/one/files',
  );
  for (const odd of ['', 'null', '[', '7', '{}'])
    expect(taken('https://a.example/?sign_in=n&code=c', odd)[1]).toBe('https://a.example/');
});

test('R13.4 nothing of an answer is left, whatever the address', () => {
  const name = fc.constantFrom('code', 'sign_in', 'error', 'v', 'flag');
  const pairs = fc.array(fc.tuple(name, fc.stringMatching(/^[\w%.~-]{0,12}$/)), { maxLength: 6 });
  fc.assert(
    fc.property(pairs, fc.constantFrom('', '#/s/one'), (all, hash) => {
      const query = all.map(([key, value]) => `${key}=${value}`).join('&');
      const [answer, left] = taken(`https://a.example/app/${query && `?${query}`}${hash}`);
      const kept = new URL(left);
      expect(kept.searchParams.has('code') || kept.searchParams.has('sign_in')).toBe(false);
      expect(kept.search + answer).toBe(query && `?${query}`);
      expect(kept.hash).toBe(hash);
    }),
  );
});
