import type { McpToolDescription } from '../records/mcp-tool-description.ts';
import type { Json } from '../values/json.ts';

/**
 * A tool from a server's list, with bounded texts; `mark` changes whenever the server changes the tool's description.
 */
export type McpTool = McpToolDescription & { mark: string };

/**
 * Returns each tool's `mark` by tool name, the form in which `McpServer.seen` stores which descriptions the person has
 * seen.
 */
export function toolFingerprintsByName(tools: readonly McpTool[]): Record<string, string> {
  return Object.fromEntries(tools.map(({ name, mark }) => [name, mark]));
}

/**
 * A listed tool that cannot be offered: its name is unreadable, its input schema is not an object, or the list is too
 * long.
 */
export interface SkippedMcpTool {
  name: string;
  why: 'name' | 'schema' | 'many';
}

/** A server's list of tools. */
export interface McpList {
  tools: McpTool[];
  left: readonly SkippedMcpTool[];
}

/** One part of the result that an MCP tool returns. */
export type McpContent =
  /** `file`: the text is the content of a file, whose name is null if the server gives none. */
  | { kind: 'text'; text: string; file?: { name: string | null; mime: string } }
  | { kind: 'bytes'; name: string | null; mime: string; base64: string }
  | { kind: 'link'; name: string; uri: string };

export interface McpToolResult {
  content: McpContent[];
  /** The structured value, if the server gives one. */
  output?: Json;
  /** The tool itself reports a failure. */
  failed: boolean;
}

/** Why a request to a server failed: a code and its parameters, worded separately for the model and for the person. */
export type McpError =
  | { code: 'aborted' }
  /** No server, no network, or no permission for pages (CORS): a page cannot tell these apart. Nothing was done. */
  | { code: 'unreachable' }
  /** The connection broke during a call: it may have been carried out. */
  | { code: 'cut' }
  /** No answer and no progress for this many seconds; a call may have been carried out. */
  | { code: 'timeout'; seconds: number }
  /** The address redirects, and redirects are not followed. */
  | { code: 'redirected' }
  /** The server requires a key or a different one (401, 403). */
  | { code: 'key'; status: number }
  /** Too many requests (429), or a server error (5xx). */
  | { code: 'status'; status: number }
  /** The answer does not come from an MCP server. */
  | { code: 'no_mcp' }
  /** The server rejected this request for the stated reason. */
  | { code: 'refused'; detail: string };

/** `unsent`: the call was certainly not sent, whatever the error. */
export type McpOutcome<T> = ({ ok: true } & T) | { ok: false; error: McpError; unsent?: true };

/**
 * The connection to one server. Never throws. It connects on first use, and reconnects once if the server has lost the
 * session (a restart), however it reports that. The request is repeated only if it was certainly not carried out or may
 * be repeated. An abort ends the current request with `aborted` and notifies the server.
 */
export interface McpConnection {
  tools(options: { signal: AbortSignal }): Promise<McpOutcome<McpList>>;
  /**
   * Calls a tool; fails after 60 seconds without progress. `once`: the call must not be repeated, so nothing is sent
   * before the server has proved reachable, and `unreachable` means that the call was not made.
   */
  call(
    tool: string,
    input: Record<string, unknown>,
    options: { signal: AbortSignal; once: boolean; onProgress: (text: string) => void },
  ): Promise<McpOutcome<{ answer: McpToolResult }>>;
  /** Ends pending requests and the server's session. */
  close(): void;
}

/** Where a server is, and how its keys are read. */
export interface McpAddress {
  url: string;
  key: () => Promise<string | null>;
  addressKeys?: () => Promise<string | null>;
}

/**
 * Connects to remote MCP servers over streamable HTTP. Requests go only to the origin of the given address, without
 * cookies or referrer; `key` is read for each request and sent as a bearer token, `addressKeys` gives the keys in the
 * address itself, as JSON by position. `changed` is called when the server
 * reports a change of its list of tools.
 */
export interface Mcp {
  connect(server: McpAddress, changed: () => void): McpConnection;
}

/** A connection made at the first request; if that failed, made again at the next one. */
export function createLazyMcpConnection(make: () => Promise<McpConnection>): McpConnection {
  let making: Promise<McpConnection | null> | null = null;
  const ensureConnection = async (): Promise<McpConnection | null> => {
    const connection = await (making ??= make().catch(() => null));
    if (!connection) making = null;
    return connection;
  };
  const absent = { ok: false, error: { code: 'unreachable' } } as const;
  return {
    tools: async (options) => (await ensureConnection())?.tools(options) ?? absent,
    call: async (tool, input, options) => (await ensureConnection())?.call(tool, input, options) ?? absent,
    close: () => void making?.then((connection) => connection?.close()),
  };
}
