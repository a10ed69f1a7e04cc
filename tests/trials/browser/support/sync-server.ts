import { freePort } from './free-port.ts';
import { Peer } from './peer.ts';

/** A server that others wrote, at which devices meet; one of CouchDB lets in pages of `origin`. */
export async function syncServer(kind: 'couch' | 'remote', ...origin: string[]): Promise<{ peer: Peer; port: number }> {
  const port = await freePort();
  const { peer } = await Peer.start('sync-servers.mjs', [kind, String(port), ...origin], /ready/);
  return { peer, port };
}
