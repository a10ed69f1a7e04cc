import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** One answer of a staged endpoint. */
export interface StagedAnswer {
  status?: number;
  type?: string;
  body?: string;
  headers?: Record<string, string>;
  /** Whether a page may read it; so it is unless told otherwise. */
  cors?: boolean;
}

export interface StagedRequest {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** What an endpoint does: `null` leaves a request without any answer. */
export interface Stage {
  answer: (request: StagedRequest) => StagedAnswer | null;
  /** The headers that preflights allow; null refuses them all. */
  allows?: string | null;
}

/** An HTTP server that plays one stage after another, each as a provider or a broken set-up would. */
export class StagedEndpoint {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly seen: StagedRequest[] = [];
  stage: Stage = { answer: () => null };

  constructor() {
    this.#server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { allows = 'authorization, content-type' } = this.stage;
        const asked = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
        const open = { 'access-control-allow-origin': '*' };
        if (asked.method === 'OPTIONS') {
          response.writeHead(allows === null ? 405 : 204, {
            ...open,
            ...(allows !== null && { 'access-control-allow-headers': allows }),
          });
          response.end();
          return;
        }
        this.seen.push(asked);
        const answer = this.stage.answer(asked);
        if (!answer) return;
        const { status = 200, type = 'application/json', cors = true, headers } = answer;
        response.writeHead(status, { 'content-type': type, ...(cors && open), ...headers });
        response.end(answer.body ?? '');
      });
    });
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get origin(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
