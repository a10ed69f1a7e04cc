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
