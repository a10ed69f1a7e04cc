import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}

/** One answer: the body goes out in pieces of `sizes` bytes, taken in turn; `then` says what becomes of the socket. */
export interface Answer {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body: string | Uint8Array;
  sizes?: number[];
  then?: 'end' | 'linger' | 'reset';
}

/** A real HTTP server on this machine that answers by a function and keeps what it was asked. */
export class Loopback {
  readonly seen: Seen[] = [];
  #server: Server | undefined;
  answer: (seen: Seen, index: number) => Answer | null = () => null;

  async open(): Promise<string> {
    this.#server = createServer((request, response) => void this.#serve(request, response));
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}/v1`;
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    const seen = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
    this.seen.push(seen);
    const answer = this.answer(seen, this.seen.length - 1);
    if (!answer) return;
    response.writeHead(answer.status ?? 200, { 'content-type': answer.type ?? 'text/event-stream', ...answer.headers });
    response.flushHeaders();
    const bytes = Buffer.from(answer.body);
    const sizes = answer.sizes ?? [bytes.length || 1];
    for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
      const size = sizes[turn % sizes.length] ?? 1;
      await new Promise<void>((resolve) => response.write(bytes.subarray(at, at + size), () => resolve()));
      await new Promise((resolve) => setImmediate(resolve));
      at += size;
    }
    if (answer.then === 'reset') response.socket?.resetAndDestroy();
    else if (answer.then !== 'linger') response.end();
  }
}
