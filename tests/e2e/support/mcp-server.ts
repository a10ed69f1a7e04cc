import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Gate } from './gate.ts';

interface Message {
  id?: number | string;
  method: string;
  params?: {
    name?: string;
    cursor?: string;
    arguments?: Record<string, unknown>;
    _meta?: { progressToken?: number | string };
  };
}

export interface OfferedByServer {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
  annotations?: Record<string, unknown>;
  /** The result of a call, or what a JSON-RPC error says; `tell` sends progress. */
  answer(
    input: Record<string, unknown>,
    tell: (progress: number, total: number, message: string) => void,
  ): Record<string, unknown> | string | Promise<Record<string, unknown> | string>;
}

const object = (properties: Record<string, unknown>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const says = (text: string) => ({ content: [{ type: 'text', text }] });

/**
 * A small MCP server over streamable HTTP: it notes, adds, counts, fails and paints, and remembers what it was asked.
 */
export class McpServer {
  readonly #server: Server;
  readonly #port: number;
  readonly #sessions = new Set<string>();
  readonly #listeners = new Set<ServerResponse>();
  #count = 0;
  readonly noted: string[] = [];
  readonly calls: { tool: string; input: unknown }[] = [];
  readonly cancelled: unknown[] = [];
  readonly requests: { method: string; headers: IncomingMessage['headers'] }[] = [];
  /** Set: what a bearer must be. */
  key: string | null = null;
  /** Whether pages may read the answers, and the session's id. */
  cors = true;
  /** Set: what every request is answered with. */
  status: { code: number; headers?: Record<string, string> } | null = null;
  /** What each counting waits for, before it goes on. */
  gate: Gate | null = null;
  /** How a request of a forgotten session is answered; null: with 404. One that names no session: with 400. */
  lost: { status: number; words?: string; code?: number } | null = null;
  /** Set: it knows no `ping`, and says so with this status. */
  withoutPing: number | null = null;
  /** Set: called before a message is answered, as when a server restarts in between. */
  before: ((method: string) => void) | null = null;
  /** Set: the pages of the list, in place of `offered`. */
  pages: unknown[][] | null = null;
  offered: OfferedByServer[] = [
    {
      name: 'add',
      description: 'Adds two numbers.',
      inputSchema: object({ a: { type: 'number' }, b: { type: 'number' } }),
      annotations: { readOnlyHint: true },
      answer: ({ a, b }) => ({
        ...says(`The sum is ${Number(a) + Number(b)}.`),
        structuredContent: { sum: Number(a) + Number(b) },
      }),
    },
    {
      name: 'write-note',
      description: 'Writes a note.',
      inputSchema: object({ text: { type: 'string' } }),
      answer: ({ text }) => {
        this.noted.push(String(text));
        return says(`Noted: ${String(text)}`);
      },
    },
    {
      name: 'count',
      description: 'Counts.',
      inputSchema: object({ to: { type: 'integer' } }),
      answer: async ({ to }, tell) => {
        tell(1, Number(to), 'counting');
        await this.gate?.pass();
        return says(`Counted to ${String(to)}.`);
      },
    },
    {
      name: 'fail',
      description: 'Fails.',
      inputSchema: object({}),
      answer: () => ({ ...says('The printer is out of paper.'), isError: true }),
    },
    { name: 'refuse', description: 'Refuses.', inputSchema: object({}), answer: () => 'No such drawer.' },
    {
      name: 'paint',
      description: 'Paints a dot.',
      inputSchema: object({}),
      answer: () => ({
        content: [
          { type: 'text', text: 'Here it is.' },
          { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' },
        ],
      }),
    },
  ];

  private constructor(server: Server) {
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
    server.on('request', (request, response) => void this.#serve(request, response));
  }

  static async start(): Promise<McpServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new McpServer(server);
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/mcp`;
  }

  /** Forgets everybody, as a restart does; streams end. */
  forget(): void {
    this.#sessions.clear();
    this.#listeners.forEach((response) => response.destroy());
    this.#listeners.clear();
  }

  async stop(): Promise<void> {
    this.gate?.open();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async startAgain(): Promise<void> {
    this.forget();
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
  }

  /** Tells everybody who listens that the list is another one. */
  tellChange(): void {
    for (const response of this.#listeners)
      response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })}\n\n`);
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests.push({ method: request.method ?? '', headers: request.headers });
    if (this.cors) {
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-expose-headers', 'mcp-session-id');
      response.setHeader(
        'access-control-allow-headers',
        'authorization, content-type, accept, mcp-session-id, mcp-protocol-version, last-event-id',
      );
      response.setHeader('access-control-allow-methods', 'GET, POST, DELETE');
    }
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (this.status) return void response.writeHead(this.status.code, this.status.headers).end();
    if (this.key !== null && request.headers.authorization !== `Bearer ${this.key}`)
      return void response.writeHead(401).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const session = String(request.headers['mcp-session-id'] ?? '');
    if (request.method === 'GET') {
      this.#listen(session, response);
      return;
    }
    if (request.method === 'DELETE') {
      this.#sessions.delete(session);
      return void response.writeHead(200).end();
    }
    const message = JSON.parse(Buffer.concat(chunks).toString()) as Message;
    if (message.method === 'initialize') {
      const id = `session-${(this.#count += 1)}`;
      this.#sessions.add(id);
      response.setHeader('mcp-session-id', id);
    } else this.before?.(message.method);
    if (message.method === 'initialize' || this.#sessions.has(session)) await this.#answer(message, response);
    else this.#forgot(message, session, response);
  }

  #forgot({ id }: Message, session: string, response: ServerResponse): void {
    const { status, words = '', code } = (session ? this.lost : null) ?? { status: session ? 404 : 400 };
    const error = { jsonrpc: '2.0', id: id ?? null, error: { code, message: words } };
    const type = code === undefined ? 'text/plain' : 'application/json';
    response.writeHead(status, { 'content-type': type }).end(code === undefined ? words : JSON.stringify(error));
  }

  #listen(session: string, response: ServerResponse): void {
    if (!this.#sessions.has(session)) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    this.#listeners.add(response);
    response.on('close', () => this.#listeners.delete(response));
  }

  async #answer({ id, method, params }: Message, response: ServerResponse): Promise<void> {
    if (method === 'notifications/cancelled') this.cancelled.push(params);
    if (id === undefined) return void response.writeHead(202).end();
    const reply = (body: object) => JSON.stringify({ jsonrpc: '2.0', id, ...body });
    const json = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(reply(body));
    switch (method) {
      case 'initialize':
        json({
          result: {
            protocolVersion: '2025-06-18',
            capabilities: { tools: { listChanged: true } },
            serverInfo: { name: 'small', version: '1' },
          },
        });
        return;
      case 'tools/list':
        if (this.pages) {
          const at = Number(params?.cursor ?? 0);
          const next = at + 1 < this.pages.length ? { nextCursor: String(at + 1) } : {};
          return void json({ result: { tools: this.pages[at] ?? [], ...next } });
        }
        json({
          result: {
            tools: this.offered.map(({ name, description, inputSchema, annotations }) => ({
              name,
              description,
              inputSchema,
              annotations,
            })),
          },
        });
        return;
      case 'tools/call': {
        const { name = '', arguments: input = {}, _meta } = params ?? {};
        this.calls.push({ tool: name, input });
        const token = _meta?.progressToken;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const event = (text: string) => response.write(`data: ${text}\n\n`);
        const tell = (progress: number, total: number, note: string) =>
          event(
            JSON.stringify({
              jsonrpc: '2.0',
              method: 'notifications/progress',
              params: { progressToken: token, progress, total, message: note },
            }),
          );
        const found = this.offered.find((each) => each.name === name);
        const result = found ? await found.answer(input, tell) : `Unknown tool: ${name}`;
        event(reply(typeof result === 'string' ? { error: { code: -32_602, message: result } } : { result }));
        response.end();
        return;
      }
      case 'ping':
        if (this.withoutPing === null) json({ result: {} });
        else json({ error: { code: -32_601, message: 'Method not found' } }, this.withoutPing);
        return;
      default:
        json({ error: { code: -32_601, message: 'Method not found' } });
    }
  }
}
