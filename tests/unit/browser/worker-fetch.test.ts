import { expect, test } from 'vitest';
import { WorkerFetch } from '../../../src/browser/network/worker-fetch.ts';
import { joinedDoor } from './joined-client.ts';

const site = 'https://a.example';

/** How a request goes on to the network, through a worker that the CSP limits to its sites or not. */
async function sent(init: RequestInit, guarded: boolean): Promise<RequestInit | undefined> {
  const inits: (RequestInit | undefined)[] = [];
  const send: typeof fetch = async (_, options) => {
    inits.push(options);
    return new Response('page');
  };
  const { port } = joinedDoor([site], { fetch: send });
  const worker = new WorkerFetch({
    guarded: async () => guarded,
    start: async () => port,
    lost: () => undefined,
  });
  await worker.fetch(`${site}/page`, init);
  worker.close();
  return inits[0];
}

test.each([
  ['follow', true, 'follow'],
  ['follow', false, 'error'],
  ['manual', false, 'manual'],
  ['error', true, 'error'],
] as const)(
  'R13.4 a redirect that is to %s leaves (limited by the CSP: %s) as %s',
  async (redirect, guarded, leaves) => {
    expect(await sent({ redirect }, guarded)).toMatchObject({ redirect: leaves });
  },
);

test('R13.4 a request whose answer cannot be read, and which cannot refuse redirects, follows them', async () => {
  expect(await sent({ redirect: 'follow', mode: 'no-cors' }, false)).toMatchObject({ redirect: 'follow' });
});

test('R13.4 of two requests that begin at once, the one that the CSP can limit goes through a worker that it limits', async () => {
  const asked: ((guarded: boolean) => void)[] = [];
  const redirects: (RequestRedirect | undefined)[] = [];
  const send: typeof fetch = async (_, options) => {
    redirects.push(options?.redirect);
    return new Response('page');
  };
  const worker = new WorkerFetch({
    guarded: () => new Promise((resolve) => asked.push(resolve)),
    start: async () => joinedDoor([site], { fetch: send }).port,
    lost: () => undefined,
  });
  const sending = Promise.all([1, 2].map(() => worker.fetch(`${site}/page`, { redirect: 'follow' })));
  await expect.poll(() => asked.length).toBe(2);
  asked[0]?.(false);
  asked[1]?.(true);
  await expect.poll(() => asked.length).toBe(3);
  asked[2]?.(true);
  await sending;
  worker.close();
  expect(redirects.sort()).toEqual(['error', 'follow']);
});

test('R13.4 a text that is being cleaned keeps no request in a worker without limits, and is cleaned all the same', async () => {
  let guarded = false;
  const redirects: (RequestRedirect | undefined)[] = [];
  const held: (() => void)[] = [];
  const ended: string[] = [];
  const ports = ['first', 'second'].map((name) => {
    const send: typeof fetch = async (_, options) => {
      redirects.push(options?.redirect);
      return new Response(null);
    };
    const { port } = joinedDoor([site], { key: 'sk-one-0123456789', fetch: send });
    const post = port.postMessage.bind(port);
    const end = port.terminate.bind(port);
    port.postMessage = (ask) => (ask.kind === 'clean' ? held.push(() => post(ask)) : post(ask));
    port.terminate = () => {
      ended.push(name);
      end();
    };
    return port;
  });
  const worker = new WorkerFetch({
    guarded: async () => guarded,
    start: async () => ports.shift()!,
    lost: () => undefined,
  });
  await worker.fetch(site, { redirect: 'follow' });
  const cleaned = worker.clean(['It is sk-one-0123456789.']);
  await expect.poll(() => held.length).toBe(1);
  guarded = true;
  await worker.fetch(site, { redirect: 'follow' });
  expect([redirects, ended]).toEqual([['error', 'follow'], []]);
  held[0]?.();
  expect(await cleaned).toEqual(['It is [key].']);
  expect(ended).toEqual(['first']);
  worker.close();
});
