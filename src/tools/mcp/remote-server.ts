import {
  Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Progress,
} from '@modelcontextprotocol/client';
import { addressWithSecretKeys } from '../../values/address-keys.ts';
import { isRecord, parseJson } from '../../values/json.ts';
import type { McpAddress, McpToolResult, McpConnection, McpList, McpOutcome } from '../../ports/mcp.ts';
import type { OriginLimitedFetch } from '../../ports/network.ts';
import { parseToolList, withFingerprints } from './parse-tool-list.ts';
import { toolResultFromMcp, mcpErrorOf, McpHttpTransport } from './mcp-answer.ts';
import { restoreExactIntegers } from '../../values/exact-json.ts';
import { SecretKeyFinder } from '../../values/secret-key-finder.ts';

/** Timeouts in milliseconds: for the handshake, and for a call without progress. */
const patience = { greeting: 15_000, call: 60_000 };

/** Returns a `fetch` limited to one site. */
type FetchTo = (site: string) => OriginLimitedFetch['fetch'];

interface Link {
  client: Client;
  transport: McpHttpTransport;
}

/**
 * The state of one attempt: whether a call that must not be repeated has been sent, and which timeout applies, in
 * milliseconds.
 */
interface Attempt {
  sent: boolean;
  limit: number;
}

/** One server over streamable HTTP; a connection that the server no longer knows is renewed, once per request. */
export class RemoteServer implements McpConnection {
  readonly #server: McpAddress;
  readonly #changed: () => void;
  readonly #fetchTo: FetchTo;
  #link: Promise<Link> | null = null;

  constructor(server: McpAddress, changed: () => void, fetchTo: FetchTo) {
    this.#fetchTo = fetchTo;
    this.#server = server;
    this.#changed = changed;
  }

  tools({ signal }: { signal: AbortSignal }): Promise<McpOutcome<McpList>> {
    return this.#request(signal, async ({ client }) => {
      const { offers, left } = parseToolList(await pagesOf(client, signal));
      return { tools: await withFingerprints(offers), left };
    });
  }

  async call(
    tool: string,
    input: Record<string, unknown>,
    { signal, once, onProgress }: { signal: AbortSignal; once: boolean; onProgress: (text: string) => void },
  ): Promise<McpOutcome<{ answer: McpToolResult }>> {
    const callState = { sent: false };
    const outcome = await this.#request(signal, async (link, attempt) => {
      const { client } = link;
      if (once && client.getProtocolEra() === 'legacy') await assertSessionLives(link, signal);
      callState.sent = true;
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
      return { answer: toolResultFromMcp(result) };
    });
    return outcome.ok || callState.sent ? outcome : { ...outcome, unsent: true };
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
    const keys = [await this.#server.key(), ...Object.values(await this.#addressKeys()).map(String)];
    return new SecretKeyFinder(keys).cleanValue(await this.#with(signal, work));
  }

  async #addressKeys(): Promise<Record<string, unknown>> {
    const keys = parseJson((await this.#server.addressKeys?.()) ?? '{}');
    return isRecord(keys) ? keys : {};
  }

  async #with<T extends object>(
    signal: AbortSignal,
    work: (link: Link, attempt: Attempt) => Promise<T>,
    isSecondTry = false,
  ): Promise<McpOutcome<T>> {
    const attempt = { sent: false, limit: patience.greeting };
    let pendingLink: Promise<Link> | null = null;
    let link: Link | null = null;
    try {
      signal.throwIfAborted();
      pendingLink = this.#link ??= this.#open();
      link = await untilAborted(pendingLink, signal);
      return { ok: true, ...(await work(link, attempt)) };
    } catch (error) {
      if (signal.aborted) return { ok: false, error: { code: 'aborted' } };
      const fault = mcpErrorOf(error, attempt.sent, attempt.limit / 1000);
      const isNotDone = isForgotten(error, link);
      const keeps = link !== null && !isNotDone && (fault.code === 'refused' || fault.code === 'timeout');
      if (keeps) return { ok: false, error: fault };
      if (this.#link === pendingLink) this.#link = null;
      void link?.client.close().catch(() => undefined);
      const mayRepeat = isNotDone || (!attempt.sent && mayBeOver(error));
      return link !== null && mayRepeat && !isSecondTry ? this.#with(signal, work, true) : { ok: false, error: fault };
    }
  }

  async #open(): Promise<Link> {
    const url = addressWithSecretKeys(this.#server.url, await this.#addressKeys());
    const transport = new McpHttpTransport(url, { fetch: ownOriginFetch(this.#fetchTo(url.origin), this.#server.key) });
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

/** Throws if the server does not answer in its session. A server that refuses the question has answered it. */
async function assertSessionLives(link: Link, signal: AbortSignal): Promise<void> {
  try {
    await link.client.ping({ signal, timeout: patience.greeting });
  } catch (error) {
    const knowsNoPing = error instanceof SdkHttpError && /"code"\s*:\s*-32601\b/.test(error.message);
    const refuses = mcpErrorOf(error, false, 0).code === 'refused' && !isForgotten(error, link);
    if (!knowsNoPing && !refuses) throw error;
  }
}

async function leave({ client, transport }: Link): Promise<void> {
  await transport.terminateSession().catch(() => undefined);
  await client.close().catch(() => undefined);
}

/** Messages of a server that no longer knows the session. */
const overSession =
  /\bsession\b[^.]{0,60}(?:not found|unknown|invalid|expired|terminated|ended|closed|not exist|no longer|missing|required|not initiali[sz]ed|not valid)|(?:unknown|invalid|expired|missing|no(?: valid| such)?|could not find|cannot find)[^.]{0,20}\bsession|server not initiali[sz]ed|before initiali[sz]ation|initiali[sz]e(?:d)? first/i;
/** The statuses with which a server refuses a request without having carried it out. */
const refusing = new Set([400, 401, 404, 410]);

/**
 * True if the error shows that the server has restarted or ended the session, and that it has not carried out the
 * request.
 */
function isForgotten(error: unknown, link: Link | null): boolean {
  if (link === null) return false;
  if (error instanceof SdkError && error.code === SdkErrorCode.NotConnected) return true;
  if (error instanceof ProtocolError) return overSession.test(error.message);
  if (!(error instanceof SdkHttpError)) return false;
  if (refusing.has(error.status)) return error.status === 404 || link.transport.sessionId !== undefined;
  return overSession.test(error.message);
}

/**
 * True if a new session with the server may help. A server that no longer knows the session may answer with a server
 * error (5xx) instead of saying so.
 */
const mayBeOver = (error: unknown) => error instanceof SdkHttpError && error.status >= 500 && error.status !== 503;

/** A schema that accepts any value. */
const anything = {
  '~standard': { version: 1, vendor: 'cairn', validate: (value: unknown) => ({ value }) },
} as const;
/** The maximum number of pages that are read of a list; a server may continue forever. */
const mostPages = 50;

/** Returns all tools of a server's list, unvalidated. */
async function pagesOf(client: Client, signal: AbortSignal): Promise<unknown[]> {
  const tools: unknown[] = [];
  const cursors = new Set<string>();
  let params: { cursor?: string } = {};
  while (cursors.size < mostPages) {
    const options = { signal, timeout: patience.greeting };
    const page = await client.request({ method: 'tools/list', params }, anything, options);
    if (!isRecord(page) || !Array.isArray(page.tools)) throw new SdkError(SdkErrorCode.InvalidResult, 'no list');
    tools.push(...(page.tools as unknown[]));
    const { nextCursor } = page;
    if (typeof nextCursor !== 'string' || nextCursor === '' || cursors.has(nextCursor)) break;
    cursors.add(nextCursor);
    params = { cursor: nextCursor };
  }
  return tools;
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error('aborted'));
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Returns progress such as `3/5 · reading`; the server's words are only ever shown as text. */
function progressText({ progress, total, message }: Progress): string {
  const count = total === undefined ? String(progress) : `${progress}/${total}`;
  return message === undefined ? count : `${count} · ${message.slice(0, 200)}`;
}

/**
 * Returns a `fetch` for the requests to one server, limited to its own origin, without following redirects. The key is
 * read at each request.
 */
function ownOriginFetch(
  fetch: OriginLimitedFetch['fetch'],
  key: () => Promise<string | null>,
): (url: string | URL, init?: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const headers = new Headers(init?.headers);
    const bearer = await key();
    if (bearer !== null) headers.set('authorization', `Bearer ${bearer}`);
    const body = typeof init?.body === 'string' ? restoreExactIntegers(init.body) : init?.body;
    return withSizeLimit(
      await fetch(url, { ...init, ...(body === undefined ? {} : { body }), headers, redirect: 'manual' }),
    );
  };
}

/** The maximum size of one response or one stream of events, in bytes; a longer one is aborted. */
const most = 50_000_000;

/** Returns the same response, whose body fails beyond the limit. */
export function withSizeLimit(answer: Response): Response {
  if (!answer.body || answer.status < 200) return answer;
  let remainingBytes = most;
  const countingStream = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(bytes, controller) {
      remainingBytes -= bytes.length;
      if (remainingBytes < 0) controller.error(new TypeError('The answer is too long.'));
      else controller.enqueue(bytes);
    },
  });
  return new Response(answer.body.pipeThrough(countingStream), answer);
}
