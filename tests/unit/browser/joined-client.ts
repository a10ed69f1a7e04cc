import { NetWorkerServer } from '../../../src/browser/network/net-worker-server.ts';
import { NetWorkerClient, type NetPort } from '../../../src/browser/network/net-worker-client.ts';
import type { NetMessage } from '../../../src/browser/network/net-messages.ts';

/** Both ends of a network worker, with copies going from one to the other as between threads. */
export function joinedDoor(
  sites: readonly string[],
  { key = null, fetch: send = fetch }: { key?: string | null; fetch?: typeof fetch } = {},
): { client: NetWorkerClient; port: NetPort } {
  const port: NetPort = {
    onmessage: null,
    onerror: null,
    postMessage: (ask) => {
      const copy = structuredClone(ask);
      queueMicrotask(() => desk.hear(copy));
    },
    terminate: () => {
      port.onmessage = null;
    },
  };
  const tell = (told: NetMessage) => {
    const data = structuredClone(told);
    queueMicrotask(() => port.onmessage?.({ data } as MessageEvent<NetMessage>));
  };
  const desk = new NetWorkerServer({ sites, fetch: send, tell });
  desk.hear({ kind: 'key', key });
  return { client: new NetWorkerClient(port, () => undefined), port };
}
