import type { AddressInfo } from 'node:net';
import { preview, type PreviewServer } from 'vite';

/** The built app at an address of its own, which can be taken off the net and put back. */
export class AppServer {
  #server: PreviewServer;
  readonly #port: number;
  readonly #folder: string;

  private constructor(server: PreviewServer, folder: string) {
    this.#server = server;
    this.#folder = folder;
    this.#port = (server.httpServer.address() as AddressInfo).port;
  }

  static async start(folder = 'dist'): Promise<AppServer> {
    return new AppServer(await serve(folder, 0), folder);
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}/`;
  }

  async stop(): Promise<void> {
    const { httpServer } = this.#server;
    if ('closeAllConnections' in httpServer) httpServer.closeAllConnections();
    await this.#server.close();
  }

  async comeBack(): Promise<void> {
    this.#server = await serve(this.#folder, this.#port);
  }
}

function serve(folder: string, port: number): Promise<PreviewServer> {
  return preview({
    logLevel: 'silent',
    build: { outDir: folder },
    preview: { host: '127.0.0.1', port, strictPort: port !== 0 },
  });
}
