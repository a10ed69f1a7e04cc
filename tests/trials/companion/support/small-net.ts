import { createServer as createPlain, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { selfSigned } from './self-signed.ts';

export interface Arrival {
  /** As it was asked for: scheme, name, port, path. */
  url: string;
  headers: IncomingMessage['headers'];
  method: string;
}
export type Site = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

/**
 * All the net there is for a browser that has this as its proxy: every name leads here, numbers and loopback included,
 * so that what it asks for, whatever it is, is counted in `arrivals`.
 */
export class SmallNet {
  readonly arrivals: Arrival[] = [];
  readonly #servers: { close(): unknown }[];
  readonly #sockets = new Set<Socket>();
  readonly port: number;

  private constructor(port: number, servers: { close(): unknown }[]) {
    this.port = port;
    this.#servers = servers;
  }

  static async start(site: Site): Promise<SmallNet> {
    /** Which name and port each tunnel was opened for, by the port that it comes from. */
    const tunnels = new Map<number, string>();
    const answer = (request: IncomingMessage, response: ServerResponse, address: string) => {
      net.arrivals.push({ url: address, headers: request.headers, method: request.method ?? '' });
      site(request, response, new URL(address));
    };
    const inside = createServer(selfSigned(), (request, response) => {
      const host = tunnels.get(request.socket.remotePort ?? 0) ?? 'unknown.invalid';
      answer(request, response, `https://${host.replace(/:443$/, '')}${request.url ?? ''}`);
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    const proxy = createPlain((request, response) => {
      answer(request, response, URL.canParse(request.url ?? '') ? request.url! : `http://proxy.invalid${request.url}`);
    });
    proxy.on('connect', (request, socket: Socket) => {
      const tunnel = connect((inside.address() as AddressInfo).port, '127.0.0.1', () => {
        tunnels.set(tunnel.localPort ?? 0, request.url ?? '');
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        tunnel.pipe(socket).pipe(tunnel);
      });
      for (const each of [tunnel, socket]) each.on('error', () => (tunnel.destroy(), socket.destroy()));
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const net = new SmallNet((proxy.address() as AddressInfo).port, [inside, proxy]);
    for (const server of [inside, proxy])
      server.on('connection', (socket: Socket) => {
        net.#sockets.add(socket);
        socket.on('close', () => net.#sockets.delete(socket));
      });
    return net;
  }

  /** What came for a name, with any port, or a part of a path. */
  asked(host: string): Arrival[] {
    return this.arrivals.filter(({ url }) => new URL(url).hostname === host);
  }

  stop(): void {
    for (const server of this.#servers) server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
