import { afterEach, describe, expect, test } from 'vitest';
import type { Network, NetworkRequest } from '../../src/ports/network.ts';
import type { FakePage } from '../fakes/fake-network.ts';

/** A site that serves `pages` by path, and a network that can reach it. */
export interface NetworkHarness {
  network: Network;
  origin: string;
  close(): Promise<void>;
}

const pages: Record<string, FakePage> = {
  '/text': { type: 'text/html; charset=utf-8', body: '<p>你好</p>' },
  '/plain': { type: 'TEXT/Plain', body: 'x' },
  '/empty': { status: 204 },
  '/missing': { status: 404, body: 'no such page' },
  '/busy': { status: 429, retryAfter: '7', body: '' },
  '/moved': { status: 302, body: '' },
  '/large': { body: 'x'.repeat(3000) },
  '/silent': { silent: true },
  '/echo': { echo: true, type: 'application/json' },
};

export function networkContract(
  name: string,
  make: (pages: Record<string, FakePage>) => NetworkHarness | Promise<NetworkHarness>,
): void {
  describe(`${name} keeps the contract of Network`, () => {
    let harness: NetworkHarness;
    afterEach(() => harness.close());

    const get = async (
      path: string,
      options: { site?: string; signal?: AbortSignal; timeout_ms?: number; max_bytes?: number } = {},
    ) => {
      harness = await make(pages);
      const url = path.startsWith('/') ? harness.origin + path : path;
      const { signal } = new AbortController();
      return harness.network.get(url, {
        site: harness.origin,
        signal,
        timeout_ms: 5000,
        max_bytes: 2000,
        accept: '*/*',
        ...options,
      });
    };

    test('R9.3 a page comes with its type, its charset and its bytes', async () => {
      const outcome = await get('/text');
      expect(outcome).toMatchObject({
        kind: 'response',
        status: 200,
        mime: 'text/html',
        charset: 'utf-8',
        retryAfter: null,
      });
      if (outcome.kind !== 'response') return;
      expect(outcome.url).toBe(`${harness.origin}/text`);
      expect(new TextDecoder().decode(outcome.body)).toBe('<p>你好</p>');
    });

    test('R9.3 a type without charset, in whatever case', async () => {
      expect(await get('/plain')).toMatchObject({ mime: 'text/plain', charset: null });
    });

    test('R9.3 a response without a body is empty', async () => {
      expect(await get('/empty')).toMatchObject({ kind: 'response', status: 204, body: new Uint8Array() });
    });

    test('R6.2 an error of the site is a response with its status and how long to wait', async () => {
      expect(await get('/missing')).toMatchObject({ kind: 'response', status: 404 });
      await harness.close();
      expect(await get('/busy')).toMatchObject({ kind: 'response', status: 429, retryAfter: '7' });
    });

    test('R13.4 an address of another site than the one that is allowed is not there', async () => {
      expect(await get('/text', { site: 'https://elsewhere.example' })).toEqual({ kind: 'unreachable' });
    });

    test('R13.4 a redirect is not followed', async () => {
      expect(await get('/moved')).toEqual({ kind: 'redirected' });
    });

    test('R9.3, R9.4 a request has its method, its headers and its body, and nothing else of the page', async () => {
      harness = await make(pages);
      const headers = { 'content-type': 'application/json', 'x-token': 'abc' };
      const { signal } = new AbortController();
      const limits = { site: harness.origin, signal, timeout_ms: 5000, max_bytes: 2000 };
      const send = (request: NetworkRequest, path = '/echo') =>
        harness.network.request(harness.origin + path, request, limits);
      const posted = await send({ method: 'POST', headers, body: '{"query":"雪"}' });
      if (posted.kind !== 'response') throw new Error(posted.kind);
      expect(JSON.parse(new TextDecoder().decode(posted.body))).toMatchObject({
        method: 'POST',
        headers,
        body: '{"query":"雪"}',
      });
      expect(await send({ method: 'DELETE', headers: {} })).toMatchObject({ kind: 'response', status: 200 });
      expect(await send({ method: 'POST', headers, body: 'x' }, '/moved')).toEqual({ kind: 'redirected' });
      expect(await send({ method: 'POST', headers, body: 'x' }, '/large')).toMatchObject({
        kind: 'too_large',
        limit: 2000,
      });
    });

    test('R9.3 more bytes than allowed are not taken', async () => {
      expect(await get('/large')).toMatchObject({ kind: 'too_large', limit: 2000 });
      await harness.close();
      expect(await get('/large', { max_bytes: 3000 })).toMatchObject({ kind: 'response' });
    });

    test('R9.3 silence ends with the timeout', async () => {
      expect(await get('/silent', { timeout_ms: 50 })).toEqual({ kind: 'timeout' });
    });

    test('R8.1 an abort ends the request at once, and one that came before lets none start', async () => {
      const controller = new AbortController();
      const pending = get('/silent', { signal: controller.signal });
      setImmediate(() => controller.abort());
      expect(await pending).toEqual({ kind: 'aborted' });
      await harness.close();
      expect(await get('/text', { signal: AbortSignal.abort() })).toEqual({ kind: 'aborted' });
    });

    test('R9.3 nobody there, and anything but http and https, is unreachable', async () => {
      expect(await get('http://127.0.0.1:1/')).toEqual({ kind: 'unreachable' });
      await harness.close();
      expect(await get('data:text/plain,hello')).toEqual({ kind: 'unreachable' });
      await harness.close();
      expect(await get('https://')).toEqual({ kind: 'unreachable' });
    });
  });
}
