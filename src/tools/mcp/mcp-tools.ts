import type { McpServer } from '../../domain/settings/mcp-server.ts';
import type { McpConnection, McpFault, McpOffer } from '../../ports/mcp.ts';
import { mcpFailure } from './mcp-failure.ts';
import { mcpTool } from './mcp-tool.ts';
import type { ToolSource } from '../registry.ts';
import type { Tool } from '../tool.ts';
import { contentHash } from '../../domain/text/content-hash.ts';

interface McpToolsParts {
  /** Connects to a server with its key; `changed` as for `Mcp.connect`. */
  connect: (server: Pick<McpServer, 'id' | 'url'>, changed: () => void) => McpConnection;
  wait: (ms: number) => Promise<void>;
}

interface Held {
  server: McpServer;
  connection: McpConnection;
  stop: AbortController;
  /** The last list of tools; null as long as the server has never answered. */
  offers: readonly McpOffer[] | null;
  fault: McpFault | null;
  /** Whether a list has been requested and has not come yet. */
  asking: boolean;
  /** Resolves with the first answer, success or failure. */
  answered: Promise<unknown>;
  /** Resolves when the server's tools are known or no more attempts are made. */
  settled: Promise<unknown>;
}

/**
 * The limit of tools offered, since more would make every prompt long; the order of the servers and their lists
 * decides.
 */
const mostTools = 40;
const longestWait = 10_000;
/** The pauses before a server that does not answer is asked again, in milliseconds. */
const rests = [1000, 2000, 3000, 4000];

/** The tools of the remote MCP servers that the person has switched on (R9.10), from each server's last list. */
export class McpTools implements ToolSource {
  readonly #parts: McpToolsParts;
  #held: readonly Held[] = [];
  #tools: readonly Tool[] = [];

  constructor(parts: McpToolsParts) {
    this.#parts = parts;
  }

  list(): readonly Tool[] {
    return this.#tools;
  }

  /** Replaces the list of servers. A server that is new, changed or did not answer is asked for its tools. */
  follow(servers: readonly McpServer[]): void {
    const before = this.#held;
    this.#held = servers
      .filter(({ enabled }) => enabled)
      .map((server) => before.find((held) => isSame(held, server)) ?? this.#take(server));
    for (const held of before) if (!this.#held.includes(held)) drop(held);
    this.#rebuild();
  }

  /** Asks all servers for their lists again. */
  refresh(): void {
    for (const held of this.#held) if (!held.asking) this.#ask(held);
  }

  async ready(name?: string): Promise<void> {
    const awaited = this.#held.filter(({ server }) => name?.startsWith(mcpPrefix(server.name)) ?? true);
    await Promise.all(awaited.map(({ answered, settled }) => (name === undefined ? answered : settled)));
  }

  absence(name: string): string | null {
    const away = this.#held.find(({ server, fault }) => fault !== null && name.startsWith(mcpPrefix(server.name)));
    if (!away?.fault) return null;
    return `The tool “${name}” is not there for the moment. ${mcpFailure(away.server.name, away.fault, false).text}`;
  }

  #take(server: McpServer): Held {
    const changed = () => this.#ask(held);
    const held: Held = {
      server,
      connection: this.#parts.connect(server, changed),
      stop: new AbortController(),
      offers: null,
      fault: null,
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
      if (held.fault === null || held.stop.signal.aborted || !mayPass(held.fault)) return;
      await this.#parts.wait(rest);
      await this.#listOnce(held);
    }
  }

  async #listOnce(held: Held): Promise<void> {
    const listed = await held.connection.tools({ signal: held.stop.signal });
    held.fault = listed.ok ? null : listed.fault;
    if (!listed.ok) return;
    held.offers = listed.tools;
    this.#rebuild();
  }

  #rebuild(): void {
    const tools = new Map<string, Tool>();
    for (const { server, offers, connection } of this.#held) {
      const offered = [...new Map((offers ?? []).map((offer) => [offer.name, offer])).values()];
      const plain = offered.map(({ name }) => name);
      mcpToolNames(server.name, plain, new Set(tools.keys())).forEach((name, at) => {
        const offer = offered[at];
        if (offer && tools.size < mostTools) tools.set(name, mcpTool(name, server, offer, connection));
      });
    }
    this.#tools = [...tools.values()];
  }
}

/** Whether this server can be kept: it is unchanged, and has answered or is being asked. */
function isSame({ server, offers, asking }: Held, { id, name, url }: McpServer): boolean {
  const unchanged = server.id === id && server.name === name && server.url === url;
  return unchanged && (offers !== null || asking);
}

function drop({ stop, connection }: Held): void {
  stop.abort();
  connection.close();
}

/** Whether a later attempt may succeed after this fault. */
function mayPass({ code }: McpFault): boolean {
  return code === 'unreachable' || code === 'timeout' || code === 'status' || code === 'cut';
}

const longest = 64;

/**
 * The names under which a server's tools are offered: `mcp_server_tool`, of a-z, 0-9 and `_` only, at most 64
 * characters long, each unique. They depend on the names of the server and its tools alone, so that a plan finds its
 * tools again.
 */
function mcpToolNames(server: string, tools: readonly string[], taken: ReadonlySet<string>): string[] {
  const given = new Set(taken);
  return tools.map((tool) => {
    const plain = `${mcpPrefix(server)}${plainWord(tool)}`;
    const name = plain.length > longest || given.has(plain) ? marked(plain, `${server}/${tool}`) : plain;
    given.add(name);
    return name;
  });
}

function marked(name: string, of: string): string {
  const mark = contentHash({ of }).slice(0, 6);
  return `${name.slice(0, longest - mark.length - 1)}_${mark}`;
}

/** The prefix of the names of a server's tools. */
function mcpPrefix(server: string): string {
  return `mcp_${plainWord(server).slice(0, 24)}_`;
}

/** A name of a-z, 0-9 and `_` for a text; a text without these letters still gets a unique name. */
function plainWord(text: string): string {
  const plain = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return plain === '' ? contentHash({ text }).slice(0, 6) : plain;
}
