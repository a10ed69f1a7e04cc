import type { Json } from '../domain/text/json.ts';

/** A tool as its server describes it. */
export interface McpOffer {
  name: string;
  description: string;
  /** JSON Schema of its input: an object at the root. */
  schema: Record<string, unknown>;
  /** By the server's word: it changes nothing. */
  reads: boolean;
  /** By the server's word: a second call with the same input changes nothing more. */
  repeatable: boolean;
}

/** One piece of an answer. */
export type McpContent =
  | { kind: 'text'; text: string }
  | { kind: 'bytes'; name: string | null; mime: string; base64: string }
  | { kind: 'link'; name: string; uri: string };

export interface McpAnswer {
  content: McpContent[];
  /** The value behind it, where the server gives one. */
  output?: Json;
  /** The tool itself says that it failed. */
  failed: boolean;
}

/** Why a server did not do what was asked: a code and its parameters, worded for the model and for the person apart. */
export type McpFault =
  | { code: 'aborted' }
  /** Nobody there, no network, or a server that lets no page in (CORS): a page cannot tell these apart. Nothing was done. */
  | { code: 'unreachable' }
  /** The connection broke while a call was under way: it may have been carried out. */
  | { code: 'cut' }
  /** No answer and no sign of progress for so long; a call may have been carried out. */
  | { code: 'timeout'; seconds: number }
  /** The address points elsewhere, and redirects are not followed. */
  | { code: 'redirected' }
  /** The server wants a key, or another one (401, 403). */
  | { code: 'key'; status: number }
  /** Too many requests (429), or a fault of the server (5xx). */
  | { code: 'status'; status: number }
  /** Something answers there, but not as an MCP server does. */
  | { code: 'no_mcp' }
  /** The server refused this very request, in its own words. */
  | { code: 'refused'; detail: string };

export type McpOutcome<T> = ({ ok: true } & T) | { ok: false; fault: McpFault };

/**
 * The way to one server. Nothing here throws. It connects when it is first used, and once more by itself where the server
 * has forgotten it (a restart). An abort ends what is under way with `aborted` and tells the server so.
 */
export interface McpConnection {
  tools(options: { signal: AbortSignal }): Promise<McpOutcome<{ tools: McpOffer[] }>>;
  /**
   * Given up after 60 seconds without a sign of progress. `once`: the call must not be made twice, so nothing is sent
   * before the server has shown that it is there, and `unreachable` means that it was not made.
   */
  call(
    tool: string,
    input: Record<string, unknown>,
    options: { signal: AbortSignal; once: boolean; onProgress: (text: string) => void },
  ): Promise<McpOutcome<{ answer: McpAnswer }>>;
  /** Ends what is under way, and takes leave of the server. */
  close(): void;
}

/**
 * Remote MCP servers over streamable HTTP (R9.10). Requests go to the origin of the given address and nowhere else, without
 * cookies or referrer; `key` is asked for at each one and sent as a bearer. `changed`: the server says that its list of
 * tools is another one now.
 */
export interface Mcp {
  connect(server: { url: string; key: () => Promise<string | null> }, changed: () => void): McpConnection;
}
