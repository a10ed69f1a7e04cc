import { Client, SdkError, SdkErrorCode, SdkHttpError, type Progress, type Tool } from '@modelcontextprotocol/client';
import type { McpOffer } from '../domain/settings/mcp-offer.ts';
import type { McpAnswer, McpConnection, McpOutcome, McpTool } from '../ports/mcp.ts';
import type { SiteFetch } from '../ports/network.ts';
import { markedOffers } from './marked-offers.ts';
import { mcpAnswer, mcpFault, WatchedTransport } from './mcp-answer.ts';
import { withDigits } from '../domain/text/exact-json.ts';
import { KeyFinder } from '../domain/text/key-finder.ts';

/** Timeouts in milliseconds: for the handshake, and for a call without progress. */
const patience = { greeting: 15_000, call: 60_000 };

/** Gives a `fetch` limited to one site. */
type FetchTo = (site: string) => SiteFetch['fetch'];

interface Link {
  client: Client;
  transport: WatchedTransport;
}

/** The state of one attempt: whether a call that must not be repeated has been sent, and which timeout applies. */
interface Attempt {
  sent: boolean;
  limit: number;
}

/** One server over streamable HTTP; a connection that the server no longer knows is renewed, once per request. */
export class RemoteServer implements McpConnection {
  readonly #server: { url: string; key: () => Promise<string | null> };
  readonly #changed: () => void;
  readonly #fetchTo: FetchTo;
  #link: Promise<Link> | null = null;

  constructor(server: { url: string; key: () => Promise<string | null> }, changed: () => void, fetchTo: FetchTo) {
    this.#fetchTo = fetchTo;
    this.#server = server;
    this.#changed = changed;
  }

  tools({ signal }: { signal: AbortSignal }): Promise<McpOutcome<{ tools: McpTool[] }>> {
    return this.#request(signal, async ({ client }) => {
      const { tools } = await client.listTools({}, { signal, timeout: patience.greeting, cacheMode: 'refresh' });
      return { tools: await markedOffers(tools.map(offerOf)) };
    });
  }

  call(
    tool: string,
    input: Record<string, unknown>,
    { signal, once, onProgress }: { signal: AbortSignal; once: boolean; onProgress: (text: string) => void },
  ): Promise<McpOutcome<{ answer: McpAnswer }>> {
    return this.#request(signal, async ({ client }, attempt) => {
      if (once && client.getProtocolEra() === 'legacy') await client.ping({ signal, timeout: patience.greeting });
      attempt.sent = once;
      attempt.limit = patience.call;
      const result = await client.request(
        { method: 'tools/call', params: { name: tool, arguments: input } },
        {
          signal,
          timeout: patience.call,
          resetTimeoutOnProgress: true,
          onprogress: (progress) => onProgress(progressText(progress)),
        },
      );
      return { answer: mcpAnswer(result) };
    });
  }

  close(): void {
    const link = this.#link;
    this.#link = null;
    void link?.then(leave, () => undefined);
  }

  async #request<T extends object>(
    signal: AbortSignal,
    work: (link: Link, attempt: Attempt) => Promise<T>,
  ): Promise<McpOutcome<T>> {
    return new KeyFinder([await this.#server.key()]).cleanValue(await this.#with(signal, work));
  }

  async #with<T extends object>(
    signal: AbortSignal,
    work: (link: Link, attempt: Attempt) => Promise<T>,
    isSecondTry = false,
  ): Promise<McpOutcome<T>> {
    const attempt = { sent: false, limit: patience.greeting };
    let held: Promise<Link> | null = null;
    let link: Link | null = null;
    try {
      signal.throwIfAborted();
      held = this.#link ??= this.#open();
      link = await untilAborted(held, signal);
      return { ok: true, ...(await work(link, attempt)) };
    } catch (error) {
      if (signal.aborted) return { ok: false, fault: { code: 'aborted' } };
      const forgotten = link !== null && isForgotten(error, link);
      if ((link === null || forgotten) && this.#link === held) this.#link = null;
      if (link && forgotten) {
        void link.client.close().catch(() => undefined);
        if (!isSecondTry) return this.#with(signal, work, true);
      }
      return { ok: false, fault: mcpFault(error, attempt.sent, attempt.limit / 1000) };
    }
  }

  async #open(): Promise<Link> {
    const url = new URL(this.#server.url);
    const transport = new WatchedTransport(url, { fetch: ownOriginFetch(this.#fetchTo(url.origin), this.#server.key) });
    const client = new Client(
      { name: 'cairn', version: '1.0.0' },
      {
        versionNegotiation: { mode: 'auto', probe: { timeoutMs: patience.greeting } },
        listChanged: { tools: { autoRefresh: false, onChanged: this.#changed } },
      },
    );
    try {
      await client.connect(transport, { timeout: patience.greeting });
    } catch (error) {
      await client.close().catch(() => undefined);
      throw error;
    }
    return { client, transport };
  }
}

async function leave({ client, transport }: Link): Promise<void> {
  await transport.terminateSession().catch(() => undefined);
  await client.close().catch(() => undefined);
}

/** Whether the server has restarted or ended the session: it has not processed the request. */
function isForgotten(error: unknown, { transport }: Link): boolean {
  if (error instanceof SdkError && error.code === SdkErrorCode.NotConnected) return true;
  if (!(error instanceof SdkHttpError)) return false;
  return error.status === 404 || (error.status === 400 && transport.sessionId !== undefined);
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error('aborted'));
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function offerOf({ name, title, description, inputSchema, annotations }: Tool): McpOffer {
  const reads = annotations?.readOnlyHint === true;
  return {
    name,
    description: description ?? title ?? annotations?.title ?? '',
    schema: inputSchema,
    reads,
    repeatable: reads || annotations?.idempotentHint === true,
  };
}

/** Progress such as `3/5 · reading`; the server's words are only ever shown as text. */
function progressText({ progress, total, message }: Progress): string {
  const count = total === undefined ? String(progress) : `${progress}/${total}`;
  return message === undefined ? count : `${count} · ${message.slice(0, 200)}`;
}

/**
 * `fetch` for the requests to one server, limited to its own origin, without following redirects (R13.4). The key is
 * read at each request.
 */
function ownOriginFetch(
  fetch: SiteFetch['fetch'],
  key: () => Promise<string | null>,
): (url: string | URL, init?: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const headers = new Headers(init?.headers);
    const bearer = await key();
    if (bearer !== null) headers.set('authorization', `Bearer ${bearer}`);
    const body = typeof init?.body === 'string' ? withDigits(init.body) : init?.body;
    return boundedAnswer(
      await fetch(url, { ...init, ...(body === undefined ? {} : { body }), headers, redirect: 'manual' }),
    );
  };
}

/** The most bytes of one answer or one stream of events; a longer one is aborted. */
const most = 50_000_000;

/** The same answer, whose body fails beyond the limit. */
export function boundedAnswer(answer: Response): Response {
  if (!answer.body || answer.status < 200) return answer;
  let left = most;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(bytes, controller) {
      left -= bytes.length;
      if (left < 0) controller.error(new TypeError('The answer is too long.'));
      else controller.enqueue(bytes);
    },
  });
  return new Response(answer.body.pipeThrough(counted), answer);
}
