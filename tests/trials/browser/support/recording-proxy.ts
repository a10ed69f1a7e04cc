import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands before a server on this machine, and keeps every request that reaches it: method, path, headers and body. */
export class RecordingProxy {
  readonly requests: { at: number; text: string }[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(port: number): Promise<RecordingProxy> {
    const server = createServer((asked, answer) => {
      const pieces: Buffer[] = [];
      const noted = { at: performance.now(), text: `${asked.method} ${asked.url}` };
      proxy.requests.push(noted);
      const { method, url: path, headers } = asked;
      const onward = request({ host: '127.0.0.1', port, method, path, headers }, (came) => {
        answer.writeHead(came.statusCode ?? 502, came.headers);
        came.pipe(answer);
      });
      onward.on('error', () => answer.destroy());
      answer.on('close', () => onward.destroy());
      asked.on('data', (piece: Buffer) => pieces.push(piece));
      asked.on('end', () => (noted.text += `\n${JSON.stringify(headers)}\n${Buffer.concat(pieces).toString()}`));
      asked.pipe(onward);
    });
    const proxy = new RecordingProxy(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
