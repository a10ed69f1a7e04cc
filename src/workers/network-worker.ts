import { NetWorkerServer } from '../browser/network/net-worker-server.ts';
import { type NetWorkerRequest, type NetMessage, siteParameter } from '../browser/network/net-messages.ts';

/**
 * The worker through which all requests leave. Its URL names the sites that it may reach; the service worker serves the
 * script with a policy by which the browser enforces them.
 */
const server = new NetWorkerServer({
  sites: new URL(location.href).searchParams.getAll(siteParameter),
  fetch: (input, init) => fetch(input, init),
  tell: (workerMessage, transfer) => {
    postMessage(workerMessage, { transfer });
  },
});
addEventListener('message', ({ data }: MessageEvent<NetWorkerRequest>) => server.hear(data));
postMessage({ kind: 'ready' } satisfies NetMessage);
