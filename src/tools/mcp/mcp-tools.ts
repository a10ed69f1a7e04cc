import type { McpServer } from '../../records/mcp-server.ts';
import { maxOfferedMcpTools } from '../../records/offered-mcp-tools.ts';
import { toolError, type ToolResult } from '../../task/tool-result.ts';
import { toolFingerprintsByName, type McpConnection, type McpError, type McpTool } from '../../ports/mcp.ts';
import { mcpToolError } from './mcp-tool-error.ts';
import { createMcpTool } from './mcp-tool.ts';
import type { ToolSource } from '../registry.ts';
import type { Tool } from '../tool.ts';
import { contentHash } from '../../values/content-hash.ts';

interface McpToolsParts {
  /** Connects to a server with its key; `changed` as for `Mcp.connect`. */
  connect: (server: Pick<McpServer, 'id' | 'url'>, changed: () => void) => McpConnection;
  wait: (ms: number) => Promise<void>;
  /** Called with the marks of a server's first list, whose tools count as seen. */
  seen: (server: Pick<McpServer, 'id' | 'url'>, marks: Record<string, string>) => void;
  /**
   * Called with what people call each of a server's tools, by the name of its offer, when a list arrives and the
   * settings have other names.
   */
  named: (server: Pick<McpServer, 'id' | 'url'>, names: Record<string, string>) => void;
  /**
   * Called with the number of a server's tools that are not offered until the person has read them, once for each state
   * of its list.
   */
  held: (server: Pick<McpServer, 'id' | 'name'>, count: number) => void;
}

interface Held {
  server: McpServer;
  /** The prefix of its tools' names. */
  prefix: string;
  connection: McpConnection;
  stop: AbortController;
  /** The last list of tools; null until the server has answered. */
  offers: readonly McpTool[] | null;
  /**
   * The marks of the tools in the server's first list, by tool name; null if the person had seen a list of this server
   * before. A mark stands for the version of a tool's description.
   */
  first: Readonly<Record<string, string>> | null;
  error: McpError | null;
  /** The state of the list for which the person was last told that tools are not offered. */
  told: string;
  /** True while a list has been requested and has not come yet. */
  asking: boolean;
  /** Resolves with the first answer, success or failure. */
  answered: Promise<unknown>;
  /** Resolves when the server's tools are known or no more attempts are made. */
  settled: Promise<unknown>;
}

const longestWait = 10_000;
/** The pauses between attempts to reach a server that does not answer, in milliseconds. */
const rests = [1000, 2000, 3000, 4000];

/** The tools of the remote MCP servers that the person has switched on, from each server's last list. */
export class McpTools implements ToolSource {
  readonly #parts: McpToolsParts;
  #held: readonly Held[] = [];
  #tools: readonly Tool[] = [];
  /**
   * Why a tool of a server is left out, by the tool's name here: it is new, or changed since the person last saw the
   * list, it was not chosen, or there is no room for it.
   */
  #left: ReadonlyMap<string, ToolResult> = new Map();

  constructor(parts: McpToolsParts) {
    this.#parts = parts;
  }

  list(): readonly Tool[] {
    return this.#tools;
  }

  /** Replaces the list of servers. Requests the tools of each server that is new, changed or did not answer. */
  follow(servers: readonly McpServer[]): void {
    const before = this.#held;
    this.#held = mcpPrefixes(servers)
      .filter(({ server }) => server.enabled)
      .map(({ server, prefix }) => {
        const held = before.find((each) => isSame(each, server)) ?? this.#take(server);
        const isRenamed = held.prefix !== prefix;
        held.server = server;
        held.prefix = prefix;
        if (isRenamed && !held.asking) this.#ask(held);
        return held;
      });
    for (const held of before) if (!this.#held.includes(held)) drop(held);
    this.#rebuild();
  }

  /** Requests the lists of all servers again. */
  refresh(): void {
    for (const held of this.#held) if (!held.asking) this.#ask(held);
  }

  async ready(name?: string): Promise<void> {
    const awaited = this.#held.filter(({ prefix }) => name?.startsWith(prefix) ?? true);
    await Promise.all(awaited.map(({ answered, settled }) => (name === undefined ? answered : settled)));
  }

  unavailableReason(name: string): ToolResult | null {
    const unofferedResult = this.#left.get(name);
    if (unofferedResult !== undefined) return unofferedResult;
    const away = this.#held.find(({ prefix, error }) => error !== null && name.startsWith(prefix));
    if (!away?.error) return null;
    const why = mcpToolError(away.server.name, away.error, false).text;
    const result = toolError('network', `The tool “${name}” is not there for the moment. ${why}`);
    const { name: server, tool_names: names = {} } = away.server;
    const tool = names[name];
    return tool === undefined ? result : { ...result, server_tool: { tool, server } };
  }

  #take(server: McpServer): Held {
    const askAgain = () => this.#ask(held);
    const held: Held = {
      server,
      prefix: '',
      connection: this.#parts.connect(server, askAgain),
      stop: new AbortController(),
      offers: null,
      first: null,
      error: null,
      told: '',
      asking: false,
      answered: Promise.resolve(),
      settled: Promise.resolve(),
    };
    this.#ask(held);
    return held;
  }

  #ask(held: Held): void {
    held.asking = true;
    const first = this.#listOnce(held);
    const again = this.#listAgain(held, first).finally(() => {
      held.asking = false;
    });
    const late = this.#parts.wait(longestWait);
    if (held.offers === null) held.answered = Promise.race([first, late]);
    held.settled = Promise.race([again, late]);
  }

  async #listAgain(held: Held, first: Promise<void>): Promise<void> {
    await first;
    for (const rest of rests) {
      if (held.error === null || held.stop.signal.aborted || !mayPass(held.error)) return;
      await this.#parts.wait(rest);
      await this.#listOnce(held);
    }
  }

  async #listOnce(held: Held): Promise<void> {
    const toolListResult = await held.connection.tools({ signal: held.stop.signal });
    held.error = toolListResult.ok ? null : toolListResult.error;
    if (!toolListResult.ok) return;
    if (!held.server.seen && !held.first) {
      held.first = toolFingerprintsByName(toolListResult.tools);
      this.#parts.seen(held.server, held.first);
    }
    held.offers = toolListResult.tools;
    this.#rebuild();
    const names = toolNames(held);
    const titlesByName = Object.fromEntries(
      toolListResult.tools.map(({ name, title = name }, at) => [names[at] ?? name, title]),
    );
    if (contentHash(titlesByName) !== contentHash(held.server.tool_names ?? {}))
      this.#parts.named(held.server, titlesByName);
    void this.#tellHeld(held);
  }

  /**
   * Reports how many tools are not offered. If no tool of a server has been seen, the person may just be adding it and
   * reading its list, so this waits first.
   */
  async #tellHeld(held: Held): Promise<void> {
    if (Object.keys(seenOf(held)).length === 0) await this.#parts.wait(longestWait);
    const seenFingerprints = seenOf(held);
    const isChosen = (name: string) => held.server.chosen?.includes(name) ?? true;
    const back = (held.offers ?? []).filter(({ name, mark }) => isChosen(name) && seenFingerprints[name] !== mark);
    const state = JSON.stringify(back.map(({ name, mark }) => [name, mark]));
    if (held.stop.signal.aborted || back.length === 0 || state === held.told) return;
    held.told = state;
    this.#parts.held(held.server, back.length);
  }

  #rebuild(): void {
    const tools = new Map<string, Tool>();
    const unofferedResults = new Map<string, ToolResult>();
    for (const held of this.#held) {
      const { server, offers, connection } = held;
      const seenFingerprints = seenOf(held);
      toolNames(held).forEach((name, at) => {
        const offer = offers?.[at];
        if (!offer || tools.has(name)) return;
        const isChosen = server.chosen?.includes(offer.name) ?? true;
        const hasRoom = isChosen && tools.size < maxOfferedMcpTools;
        if (hasRoom && seenFingerprints[offer.name] === offer.mark)
          tools.set(name, createMcpTool(name, server, offer, connection));
        else {
          const why = (hasRoom ? unseen : unchosen)(name, server.name);
          const server_tool = { tool: offer.title ?? offer.name, server: server.name };
          unofferedResults.set(name, { ...toolError('failed', why), server_tool });
        }
      });
    }
    this.#tools = [...tools.values()];
    this.#left = unofferedResults;
  }
}

/**
 * Returns the fingerprints of a server's tools, by tool name, as the person last saw them; if the person has seen none,
 * those of the server's first list.
 */
const seenOf = ({ server, first }: Held): Readonly<Record<string, string>> => server.seen ?? first ?? {};

const unseen = (name: string, server: string) =>
  `The tool “${name}” is not offered: the MCP server “${server}” has added it, or changed what it says of it, since the person saw its tools. The person can look at it in the settings, under “MCP servers”, and let it be offered.`;

const unchosen = (name: string, server: string) =>
  `The tool “${name}” is not offered: the MCP server “${server}” has more tools than are offered at once (${maxOfferedMcpTools} of all servers together), or the person chose others. The person can choose it in the settings, under “MCP servers”.`;

/** True if this connection can stay: the server is unchanged, and has answered or is being asked. */
function isSame({ server, offers, asking }: Held, { id, name, url }: McpServer): boolean {
  const unchanged = server.id === id && server.name === name && server.url === url;
  return unchanged && (offers !== null || asking);
}

function drop({ stop, connection }: Held): void {
  stop.abort();
  connection.close();
}

/** True if a later attempt may succeed after this error. */
function mayPass({ code }: McpError): boolean {
  return code === 'unreachable' || code === 'timeout' || code === 'status' || code === 'cut';
}

const longest = 64;

/**
 * Returns the prefix of each server's tool names, enabled or not: `mcp_server_`. No prefix begins with another, so that
 * a name belongs to one server only: if the servers' own names would clash, a mark made from the id is added.
 */
function mcpPrefixes(servers: readonly McpServer[]): { server: McpServer; prefix: string }[] {
  const plain = servers.map((server) => ({ server, prefix: `mcp_${plainWord(server.name).slice(0, 24)}_` }));
  return plain.map(({ server, prefix }) => {
    const clashes = plain.some(
      (other) => other.server !== server && (other.prefix.startsWith(prefix) || prefix.startsWith(other.prefix)),
    );
    return { server, prefix: clashes ? `${prefix}${mark(server.id)}_` : prefix };
  });
}

/**
 * Returns the names under which a server's tools are offered, in the order of its list: its prefix and the tool's name,
 * of a-z, 0-9 and `_` only, at most 64 characters long, each unique. They depend on the servers and the tool alone, so
 * that a plan finds its tools again.
 */
function toolNames({ prefix, offers }: Held): string[] {
  const tools = (offers ?? []).map(({ name }) => name);
  const plain = tools.map((tool) => prefix + plainWord(tool));
  return plain.map((name, at) => {
    const isUnique = plain.indexOf(name) === plain.lastIndexOf(name);
    if (isUnique && name.length <= longest) return name;
    const end = `_${mark(tools[at] ?? '')}`;
    return name.slice(0, longest - end.length) + end;
  });
}

const mark = (of: string) => contentHash({ of }).slice(0, 6);

/** Returns a name of a-z, 0-9 and `_` for a text; a text without these letters still gets a unique name. */
function plainWord(text: string): string {
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return plain === '' ? mark(text) : plain;
}
