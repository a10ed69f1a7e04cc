import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { modelSite } from '../../contracts/model-file-store.ts';

const pieceBytes = 20_000;
const cutAt = 120_000;

/**
 * A site of model files on this machine: it serves what the contract of the files wants, and files that a test gives
 * it.
 */
export class ModelSite {
  readonly #server: Server;
  readonly #files = new Map<string, Buffer>();
  #asked: string[] = [];
  /** Whether files come to a halt in their middle, until it is lifted. */
  halted = false;

  private constructor() {
    this.#server = createServer((request, response) => {
      const path = request.url ?? '/';
      if (path.startsWith('/models/')) {
        response.setHeader('Access-Control-Allow-Origin', '*');
        response.setHeader('Access-Control-Allow-Headers', '*');
      }
      if (request.method === 'OPTIONS') {
        response.writeHead(204).end();
        return;
      }
      this.#asked.push(path);
      void this.#serve(path, request, response);
    });
  }

  static async start(): Promise<ModelSite> {
    const site = new ModelSite();
    await new Promise<void>((resolve) => site.#server.listen(0, '127.0.0.1', resolve));
    return site;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The address at which the file is served from now on. */
  put(name: string, file: Buffer): string {
    this.#files.set(`/models/${name}`, file);
    return `${this.origin}/models/${name}`;
  }

  asked(path: string): number {
    return this.#asked.filter((each) => each === path).length;
  }

  forget(): void {
    this.#asked = [];
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  async #serve(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = this.#files.get(path) ?? Buffer.from(modelSite.bytes());
    if (path === modelSite.missing) response.writeHead(404).end('Not Found');
    else if (path === modelSite.page) response.writeHead(200).end('<!doctype html><title>Sign in</title>');
    else if (path === modelSite.endless) await this.#write(response.writeHead(200), bytes, { again: true });
    else {
      const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
      const cut = path === modelSite.hopeless || (path === modelSite.broken && from === 0) ? cutAt : bytes.length;
      response.writeHead(from > 0 ? 206 : 200, { 'Content-Length': bytes.length - from });
      response.flushHeaders();
      await this.#write(response, bytes.subarray(from, Math.max(from, cut)), {});
      if (cut < bytes.length) response.destroy();
      else response.end();
    }
  }

  /** In pieces; over and over if `again`, until nobody listens. */
  async #write(response: ServerResponse, bytes: Buffer, { again = false }): Promise<void> {
    const isHeard = () => !response.destroyed;
    do {
      for (let at = 0; at < bytes.length && isHeard(); at += pieceBytes) {
        response.write(bytes.subarray(at, at + pieceBytes));
        await soon();
        while (this.halted && at > 0 && isHeard()) await soon();
      }
    } while (again && isHeard());
  }
}

function soon(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5));
}
