import type { McpOffer } from '../records/mcp-offer.ts';
import type { Json } from '../values/json.ts';

/** A tool of a server's list, which is bounded; `mark` changes with whatever the server says of it. */
export type McpTool = McpOffer & { mark: string };

/** The marks of tools by their names, as `McpServer.seen` has them. */
export function marksOf(tools: readonly McpTool[]): Record<string, string> {
  return Object.fromEntries(tools.map(({ name, mark }) => [name, mark]));
}

/**
 * A tool of a server's list that cannot be offered: it has no name that can be read, its input is no object, or the
 * list is too long.
 */
export interface McpLeftOut {
  name: string;
  why: 'name' | 'schema' | 'many';
}

/** A server's list of tools. */
export interface McpList {
  tools: McpTool[];
  left: readonly McpLeftOut[];
}

/** One part of an answer. */
export type McpContent =
  | { kind: 'text'; text: string }
  | { kind: 'bytes'; name: string | null; mime: string; base64: string }
  | { kind: 'link'; name: string; uri: string };

export interface McpAnswer {
  content: McpContent[];
  /** The structured value, where the server gives one. */
  output?: Json;
  /** The tool itself reports a failure. */
  failed: boolean;
}

/** Why a server's request failed: a code and its parameters, worded for the model and for the person separately. */
export type McpError =
  | { code: 'aborted' }
  /** No server, no network, or no permission for pages (CORS): a page cannot tell these apart. Nothing was done. */
  | { code: 'unreachable' }
  /** The connection broke while a call was under way: it may have been carried out. */
  | { code: 'cut' }
  /** No answer and no sign of progress for this long; a call may have been carried out. */
  | { code: 'timeout'; seconds: number }
  /** The address points elsewhere, and redirects are not followed. */
  | { code: 'redirected' }
  /** The server requires a key, or another one (401, 403). */
  | { code: 'key'; status: number }
  /** Too many requests (429), or a server error (5xx). */
  | { code: 'status'; status: number }
  /** The answer is not that of an MCP server. */
  | { code: 'no_mcp' }
  /** The server refused this very request, for the stated reason. */
  | { code: 'refused'; detail: string };

export type McpOutcome<T> = ({ ok: true } & T) | { ok: false; error: McpError };

/**
 * The connection to one server. Never throws. It connects on first use, and reconnects once where the server has lost
 * the session (a restart), in whatever form it says so. The request is repeated where that shows that it was not
 * carried out, or where it may be repeated. An abort ends the current request with `aborted` and notifies the server.
 */
export interface McpConnection {
  tools(options: { signal: AbortSignal }): Promise<McpOutcome<McpList>>;
  /**
   * Calls a tool; fails after 60 seconds without a sign of progress. `once`: the call must not be repeated, so nothing
   * is sent before the server has proved reachable, and `unreachable` means that it was not made.
   */
  call(
    tool: string,
    input: Record<string, unknown>,
    options: { signal: AbortSignal; once: boolean; onProgress: (text: string) => void },
  ): Promise<McpOutcome<{ answer: McpAnswer }>>;
  /** Ends requests under way and the server's session. */
  close(): void;
}

/**
 * Remote MCP servers over streamable HTTP. Requests go only to the origin of the given address, without cookies
 * or referrer; `key` is read for each request and sent as a bearer token. `changed` is called when the server reports
 * that its list of tools has changed.
 */
export interface Mcp {
  connect(server: { url: string; key: () => Promise<string | null> }, changed: () => void): McpConnection;
}

/** A connection that is made at the first request, and at the next one where that failed. */
export function lateConnection(make: () => Promise<McpConnection>): McpConnection {
  let making: Promise<McpConnection | null> | null = null;
  const made = async (): Promise<McpConnection | null> => {
    const connection = await (making ??= make().catch(() => null));
    if (!connection) making = null;
    return connection;
  };
  const absent = { ok: false, error: { code: 'unreachable' } } as const;
  return {
    tools: async (options) => (await made())?.tools(options) ?? absent,
    call: async (tool, input, options) => (await made())?.call(tool, input, options) ?? absent,
    close: () => void making?.then((connection) => connection?.close()),
  };
}
