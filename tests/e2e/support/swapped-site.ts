import { createHash } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The built app under an address of its own, and at a word a newer build of it: the page says which one it is of, and
 * the service worker's list is true to that.
 */
export class SwappedSite {
  readonly #server: Server;
  readonly #app: string;
  #release = 1;

  private constructor(app: string) {
    this.#app = app;
    this.#server = createServer(({ url = '/' }, response) => {
      void this.#serve(url, response).catch(() => response.destroy());
    });
  }

  /** `app`: where the built app is served. */
  static async start(app: string): Promise<SwappedSite> {
    const site = new SwappedSite(app);
    await new Promise<void>((resolve) => site.#server.listen(0, '127.0.0.1', resolve));
    return site;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** A newer build is there. */
  publish(): void {
    this.#release += 1;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(url: string, response: ServerResponse): Promise<void> {
    const found = await fetch(new URL(url, this.#app));
    const type = found.headers.get('Content-Type') ?? '';
    const built = Buffer.from(await found.arrayBuffer());
    const body = type.includes('html')
      ? this.#page(built)
      : url === '/service-worker.js'
        ? await this.#worker(built.toString())
        : built;
    response.writeHead(found.status, { 'Content-Type': type, 'Cache-Control': 'no-cache' }).end(body);
  }

  #page(built: Buffer): Buffer {
    return Buffer.from(built.toString().replace('<html ', `<html data-release="${this.#release}" `));
  }

  async #worker(built: string): Promise<string> {
    const page = Buffer.from(await (await fetch(this.#app)).arrayBuffer());
    const version = /version:[`'"](\w+)[`'"]/.exec(built)?.[1];
    if (version === undefined || !built.includes(hash(page))) throw new Error('The worker does not list the page.');
    return built.replace(hash(page), hash(this.#page(page))).replace(version, `${version}-${this.#release}`);
  }
}

const hash = (content: Buffer) => createHash('sha256').update(content).digest('base64');
