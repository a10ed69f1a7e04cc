import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { BrowserNetwork } from '../../../src/browser/network/network.ts';
import { keyPlaceholder } from '../../../src/browser/network/net-messages.ts';
import { joinedDoor } from './joined-client.ts';
import { networkContract } from '../../contracts/network.ts';
import type { FakePage } from '../../fakes/fake-network.ts';

async function serve(pages: Record<string, FakePage>, seen: IncomingHttpHeaders[] = []) {
  const server: Server = createServer((request, response) => {
    seen.push(request.headers);
    const page = pages[request.url ?? ''];
    if (page?.silent) return;
    if (page?.echo) {
      void text(request).then((body) => {
        const { method, headers } = request;
        response.end(JSON.stringify({ method, headers, body }));
      });
      return;
    }
    response.statusCode = page ? (page.status ?? 200) : 404;
    if (page?.type) response.setHeader('content-type', page.type);
    if (page?.retryAfter) response.setHeader('retry-after', page.retryAfter);
    if (response.statusCode === 302) response.setHeader('location', '/text');
    response.write(page?.body ?? '', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

const site = 'https://example.org';
const options = { site, signal: new AbortController().signal, timeout_ms: 5000, max_bytes: 100, accept: 'text/html' };

/** As in the page: each site has a network worker of its own. */
const network = new BrowserNetwork(
  (own) =>
    (url, init = {}) =>
      joinedDoor([own]).client.request(url as string, init),
);

networkContract("the browser's network", async (pages) => ({ network, ...(await serve(pages)) }));

test('R9.3 a request carries what is accepted, and neither cookies nor a referrer', async () => {
  const seen: IncomingHttpHeaders[] = [];
  const { origin, close } = await serve({ '/': { body: 'x' } }, seen);
  const call = vi.spyOn(globalThis, 'fetch');
  await network.get(`${origin}/`, { ...options, site: origin });
  expect(seen[0]).toMatchObject({ accept: 'text/html' });
  expect(seen[0]).not.toHaveProperty('referer');
  expect(call.mock.calls[0]?.[1]).toMatchObject({
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'manual',
    cache: 'no-store',
  });
  call.mockRestore();
  await close();
});

test('R13.4 the opaque answer that a browser gives for a redirect is known', async () => {
  const call = vi
    .spyOn(globalThis, 'fetch')
    .mockResolvedValue(Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' }));
  expect(await network.get('https://example.org/', options)).toEqual({ kind: 'redirected' });
  call.mockRestore();
});

test('R9.3 an announced length that is too large is refused unread, a false one does not deceive', async () => {
  const cancelled: string[] = [];
  const endless = (name: string, headers: Record<string, string>) =>
    new Response(
      new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(60)),
        cancel: () => void cancelled.push(name),
      }),
      { headers },
    );
  const call = vi.spyOn(globalThis, 'fetch');
  call.mockResolvedValueOnce(endless('announced', { 'content-length': '101' }));
  expect(await network.get('https://example.org/', options)).toMatchObject({ kind: 'too_large', limit: 100 });
  call.mockResolvedValueOnce(endless('false', { 'content-length': '10' }));
  expect(await network.get('https://example.org/', options)).toMatchObject({ kind: 'too_large', limit: 100 });
  expect(cancelled).toEqual(['announced', 'false']);
  call.mockRestore();
});

test('R9.3 a body that stalls ends with the timeout, one that breaks off is unreachable', async () => {
  const call = vi.spyOn(globalThis, 'fetch');
  call.mockImplementationOnce(async (_, init) => {
    const body = new ReadableStream({
      start: (controller) => init?.signal?.addEventListener('abort', () => controller.error(new Error('aborted'))),
    });
    return new Response(body);
  });
  expect(await network.get('https://example.org/', { ...options, timeout_ms: 30 })).toMatchObject({
    kind: 'timeout',
  });
  call.mockResolvedValueOnce(
    new Response(new ReadableStream({ start: (controller) => controller.error(new Error('cut')) })),
  );
  expect(await network.get('https://example.org/', options)).toMatchObject({ kind: 'unreachable' });
  call.mockRestore();
});

test.each([
  ['Bearer K-123456789', { header: 'Authorization', bearer: true }],
  ['K-123456789', { header: 'X-API-Key', bearer: false }],
])('R13.1 a site’s key goes with its request as “%s”, in its header, and does not come back', async (sent, how) => {
  const seen: IncomingHttpHeaders[] = [];
  const { origin, close } = await serve({ '/echo': { echo: true, type: 'application/json' } }, seen);
  const closed = vi.fn();
  const keyed = new BrowserNetwork(
    () => async () => Promise.reject(new Error('This goes without the key.')),
    async (key) => {
      const { client } = joinedDoor([key.origin], { key: 'K-123456789' });
      return {
        ...{ fetch: (url, init) => client.request(url as string, init ?? {}), keyPlaceholder, close: closed },
        ...{ clean: async (texts) => [...texts], cleanBeginning: async (text) => ({ text, held: '' }) },
      };
    },
  );
  const outcome = await keyed.get(`${origin}/echo`, {
    ...options,
    max_bytes: 9000,
    site: origin,
    key: { origin, ...how },
  });
  expect(seen[0]?.[how.header.toLowerCase()]).toBe(sent);
  expect(outcome.kind === 'response' && new TextDecoder().decode(outcome.body)).not.toContain('K-123456789');
  expect(closed).toHaveBeenCalledOnce();
  await close();
});

test('R13.1 where the key of a site cannot be read, nothing is sent', async () => {
  const send = vi.fn();
  const key = { origin: site, header: 'Authorization', bearer: true };
  expect(await new BrowserNetwork(() => send).get(`${site}/`, { ...options, key })).toEqual({ kind: 'no_key' });
  expect(send).not.toHaveBeenCalled();
});
