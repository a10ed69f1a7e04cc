import { NetDesk } from '../../src/browser/net-desk.ts';
import { NetDoor, type NetPort } from '../../src/browser/net-door.ts';
import type { NetTold } from '../../src/browser/net-messages.ts';

/** Both ends of a network worker, with copies going from one to the other as between threads. */
export function joinedDoor(
  sites: readonly string[],
  { key = null, fetch: send = fetch }: { key?: string | null; fetch?: typeof fetch } = {},
): { door: NetDoor; port: NetPort } {
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
  const tell = (told: NetTold) => {
    const data = structuredClone(told);
    queueMicrotask(() => port.onmessage?.({ data } as MessageEvent<NetTold>));
  };
  const desk = new NetDesk({ sites, fetch: send, tell });
  return { door: new NetDoor(port, key, () => undefined), port };
}
