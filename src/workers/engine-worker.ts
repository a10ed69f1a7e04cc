import { createRemoteFunctions } from '../browser/remote-calls.ts';
import type { EnginePageServices } from '../app/engine-ports-of-page.ts';
import { serveEngine } from '../app/engine-server.ts';

/**
 * Globals through which code could reach the network; they are deleted, since all requests leave through the page's
 * network workers.
 */
const ways = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'EventSource',
  'WebTransport',
  'Worker',
  'caches',
  'FontFace',
];
for (let scope: object | null = self; scope; scope = Object.getPrototypeOf(scope) as object | null)
  for (const name of [...ways, 'importScripts', 'RTCPeerConnection']) Reflect.deleteProperty(scope, name);

const here = serveEngine(() => page.parts());
const page = createRemoteFunctions(self, here) as { parts(): Promise<EnginePageServices> };
