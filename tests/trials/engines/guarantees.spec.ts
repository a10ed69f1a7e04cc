import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { siteParameter } from '../../../src/browser/network/net-messages.ts';
import { AppServer } from './support/app-server.ts';
import { keptOffline } from './support/kept-offline.ts';
import { expect, test } from './support/test.ts';

test.use({ triesPolicy: true });

/**
 * In the network worker's script, before its own code: asks as told, past all that the code looks at. Only the browser
 * decides.
 */
const probe: Plugin = {
  name: 'probe',
  transform: (code, id) =>
    id.includes('/src/workers/network-worker.ts')
      ? `addEventListener('message', (event) => {
           const { probe, method } = event.data;
           if (!probe) return;
           event.stopImmediatePropagation();
           const [port] = event.ports;
           const tell = (word) => () => port.postMessage(word);
           fetch(probe, { mode: 'no-cors', method }).then(tell('answered'), tell('blocked'));
         });
         ${code}`
      : undefined,
};

interface Asked {
  script: string;
  address: string;
  method: string;
}
const askWorker = async ({ script, address, method }: Asked): Promise<string> => {
  const types = (
    globalThis as { trustedTypes?: { defaultPolicy: unknown; createPolicy(name: string, rules: object): void } }
  ).trustedTypes;
  if (types && !types.defaultPolicy) types.createPolicy('default', { createScriptURL: (url: string) => url });
  const worker = new Worker(script, { type: 'module' });
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<string>((resolve) => {
    port1.onmessage = ({ data }) => resolve(String(data));
    worker.onerror = () => resolve('the worker does not start');
  });
  worker.postMessage({ probe: address, method }, [port2]);
  return answer.finally(() => worker.terminate());
};
const askPage = (address: string): Promise<string> =>
  fetch(address, { mode: 'no-cors' }).then(
    () => 'answered',
    () => 'blocked',
  );

async function site(to: () => string) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (request.url?.startsWith('/away')) response.writeHead(302, { location: to() }).end();
    else response.end('here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, seen, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('W1–W5: what may leave', async ({ launch, folder }) => {
  test.setTimeout(180_000);
  const dist = join(folder, 'dist');
  await build({ logLevel: 'silent', build: { outDir: dist, emptyOutDir: true }, worker: { plugins: () => [probe] } });
  const name = readdirSync(join(dist, 'assets')).find((each) => /^network-worker.*\.js$/.test(each));
  const server = await AppServer.start(dist);
  const elsewhere = await site(() => '/');
  const allowed = await site(() => `${elsewhere.origin}/secret`);
  try {
    const app = await (await launch()).open(server.address);
    await app.goOnWithoutKey();
    await keptOffline(app);
    const script = (...sites: string[]) =>
      `${server.address}assets/${name}?${new URLSearchParams(sites.map((each) => [siteParameter, each])).toString()}`;
    const ask = (address: string, sites = [allowed.origin], method = 'GET') =>
      app.evaluate(askWorker, { script: script(...sites), address, method });
    expect.soft(await ask(`${allowed.origin}/w1`, []), 'W1 nothing approved').toBe('blocked');
    expect.soft(await ask(`${allowed.origin}/w2`), 'W2 an approved site').toBe('answered');
    expect.soft(await ask(`${elsewhere.origin}/w3`), 'W3 another site').toBe('blocked');
    expect.soft(await ask(`${elsewhere.origin}/w3`, [allowed.origin], 'POST'), 'W3 by POST').toBe('blocked');
    expect.soft(await ask(`${allowed.origin}/away`), 'W4 a redirect elsewhere').toBe('blocked');
    expect.soft(await app.evaluate(askPage, `${allowed.origin}/w5`), 'W5 the page itself').toBe('blocked');
    expect.soft(allowed.seen).toEqual(['/w2', '/away']);
    expect.soft(elsewhere.seen).toEqual([]);
  } finally {
    await server.stop();
    allowed.server.close();
    elsewhere.server.close();
  }
});
