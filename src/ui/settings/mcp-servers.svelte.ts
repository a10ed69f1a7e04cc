import { makeNameUnique } from '../../values/unique-name.ts';
import { apiKeyFromPastedText } from './connection-form-checks.ts';
import { SvelteMap } from 'svelte/reactivity';
import { hasHiddenSecretKey, addressWithoutSecretKeys } from '../../values/address-keys.ts';
import { isRecord, parseJson } from '../../values/json.ts';
import { rulesInForce } from '../../records/rules-in-force.ts';
import { mcpAddressKeyId, mcpKeyId, type McpServer } from '../../records/mcp-server.ts';
import { remainingMcpToolCount } from '../../records/offered-mcp-tools.ts';
import type { ApiKeyStoragePlace } from '../../records/settings.ts';
import { toolFingerprintsByName, type SkippedMcpTool } from '../../ports/mcp.ts';
import type { App } from '../app/app.svelte.ts';
import { withoutOverlappingCalls } from '../kit/double-press.ts';
import { hostOf } from './address-checks.ts';
import { parseMcpAddress, mcpErrorText } from './parse-mcp-address.ts';

/** The result of requesting a server's tools. */
export type McpToolListResult =
  | { kind: 'asking' }
  | {
      kind: 'tools';
      tools: readonly ShownTool[];
      marks: Record<string, string>;
      /** Tools of the server's list that cannot be offered. */
      left: readonly SkippedMcpTool[];
      /** True if the person has seen no list of this server before. */
      isFirst: boolean;
    }
  | { kind: 'fault'; text: string };

interface ShownTool {
  name: string;
  /** The server's name of the tool for people, if it gives one. */
  title: string | undefined;
  description: string;
  /** The other fields of the server's description of the tool, as JSON. */
  rest: string;
  /** True if the tool is new or changed since the person saw the list; it is not offered until they accept it. */
  changed: boolean;
}

/** The remote MCP servers of the settings, and the form that adds or changes one. */
export class McpServers {
  readonly #app: App;
  readonly #over = new AbortController();
  readonly findings = new SvelteMap<string, McpToolListResult>();

  /** The last removed server, while that can be undone. */
  removed = $state.raw<{ name: string; bringBack: () => Promise<void> } | null>(null);
  /** The server that the form changes; null if it adds one. */
  changing = $state.raw<McpServer | null>(null);
  url = $state('');
  name = $state('');
  key = $state('');
  place = $state<ApiKeyStoragePlace>('session');
  /** True if a key is stored for the server that the form changes. */
  hasKey = $state(false);
  error = $state.raw<{ field: 'url' | 'key'; text: string } | null>(null);

  constructor(app: App) {
    this.#app = app;
  }

  get all(): readonly McpServer[] {
    return this.#app.settings.mcp_servers;
  }

  readonly edit = async (server: McpServer | null): Promise<void> => {
    const { secrets } = this.#app.dependencies;
    const place = server && (await secrets.keyPlaceOf(mcpKeyId(server), server.url));
    this.hasKey = place !== null;
    if (server) {
      /** A key that stands in the address is on the device. */
      const isInAddress = addressWithoutSecretKeys(server.url).address !== server.url;
      const inAddress = isInAddress ? 'device' : await secrets.keyPlaceOf(mcpAddressKeyId(server), server.url);
      this.place = place ?? inAddress ?? this.place;
    }
    this.changing = server;
    this.url = server?.url ?? '';
    this.name = server?.name ?? '';
    this.key = '';
    this.error = null;
  };

  /**
   * Stores the server of the form and requests its tools. With another address, it counts as another server, without
   * the permissions of the former. One that does not answer as an MCP server stays in the form, so that its address can
   * be corrected. Does nothing while it is being stored.
   */
  readonly save = async (): Promise<void> => {
    const storedServer = await this.#store();
    if (!storedServer) return;
    await this.test(storedServer);
    const isUntouched = this.changing === null && this.url === '' && this.name === '' && this.key === '';
    const server = this.all.find(({ id }) => id === storedServer.id);
    if (server && isUntouched && this.findings.get(server.id)?.kind === 'fault') await this.edit(server);
  };

  /** Returns the stored server, to be tested; null if it is not stored, which `error` then explains. */
  readonly #store = withoutOverlappingCalls(async (): Promise<McpServer | null> => {
    const { words, dependencies } = this.#app;
    const before = this.changing;
    const address = parseMcpAddress(this.url);
    if (!address.ok) {
      const { error } = address;
      const text = words.t(error === 'barred_port' ? 'address.barred_port' : `mcp.problem.${error}`);
      this.error = { field: 'url', text };
      return null;
    }
    const { address: value, keys } = addressWithoutSecretKeys(address.value);
    const isSame = before !== null && addressWithoutSecretKeys(before.url).address === value;
    if (!isSame && hasHiddenSecretKey(address.value)) {
      this.error = { field: 'url', text: words.t('mcp.problem.hidden') };
      return null;
    }
    const others = this.all.filter(({ id }) => id !== before?.id);
    const storedKeys = isSame ? await this.#keptKeys(before) : null;
    const addressKeys = { ...storedKeys?.addressKeys, ...keys };
    const knownServer = await this.#sameServer(others, value, addressKeys);
    if (knownServer) {
      this.error = { field: 'url', text: words.t('mcp.problem.known', { name: knownServer.name }) };
      return null;
    }
    const { secrets, clock } = dependencies;
    const isMoved = before?.url !== value || Object.keys(keys).length > 0;
    if (isSame && isMoved && (await this.#isLocked(before))) {
      this.error = { field: 'key', text: words.t('mcp.problem.locked') };
      return null;
    }
    const id = isSame ? before.id : clock.newId('mcp');
    const keysToWrite = [
      [mcpKeyId({ id }), apiKeyFromPastedText(this.key) || (before?.url === value ? '' : (storedKeys?.key ?? ''))],
      [mcpAddressKeyId({ id }), Object.keys(keys).length > 0 ? JSON.stringify(addressKeys) : ''],
    ] as const;
    for (const [name, key] of keysToWrite)
      if (key !== '' && !(await secrets.write(name, value, key, this.place))) {
        this.error = { field: 'key', text: words.t('mcp.problem.key') };
        return null;
      }
    if (before && before.id !== id) for (const idOf of [mcpKeyId, mcpAddressKeyId]) await secrets.remove(idOf(before));
    /** Tool names begin with the server's, so no two servers have the same. */
    const name = makeNameUnique(
      (this.name.trim() || hostOf(value)).slice(0, 60),
      others.map((other) => other.name),
    );
    const chosenTools = isSame ? before.chosen : undefined;
    const server: McpServer = {
      id,
      name,
      url: value,
      enabled: before?.enabled ?? true,
      ...(chosenTools && { chosen: chosenTools }),
    };
    const seenTools = isSame ? before.seen : undefined;
    /** No tool is offered before its list has been shown. */
    const savedServer = { ...server, seen: seenTools ?? {} };
    await this.#keep(
      before ? this.all.map((each) => (each.id === before.id ? savedServer : each)) : [...this.all, savedServer],
    );
    await this.edit(null);
    return { ...server, seen: seenTools };
  });

  /** Returns the server that has this address and the same keys in it; two accounts of one service have other keys. */
  async #sameServer(servers: readonly McpServer[], url: string, keys: object): Promise<McpServer | null> {
    for (const server of servers) {
      const { address, keys: shown } = addressWithoutSecretKeys(server.url);
      if (address !== url) continue;
      const there = { ...(await this.#keptKeys(server)).addressKeys, ...shown };
      const isUnknown = hasHiddenSecretKey(url) && Object.keys(there).length === 0;
      if (!isUnknown && JSON.stringify(there) === JSON.stringify(keys)) return server;
    }
    return null;
  }

  async #isLocked(server: McpServer): Promise<boolean> {
    const { secrets } = this.#app.dependencies;
    for (const id of [mcpKeyId(server), mcpAddressKeyId(server)])
      if ((await secrets.keyPlaceOf(id, server.url)) && (await secrets.read(id, server.url)) === null) return true;
    return false;
  }

  /** Returns the keys of a server as they are stored now. */
  async #keptKeys(server: McpServer): Promise<{ key: string | null; addressKeys: Record<string, unknown> }> {
    const { secrets } = this.#app.dependencies;
    const addressKeys = parseJson((await secrets.read(mcpAddressKeyId(server), server.url)) ?? '{}');
    return {
      key: await secrets.read(mcpKeyId(server), server.url),
      addressKeys: isRecord(addressKeys) ? addressKeys : {},
    };
  }

  /** True if the typed address holds a key, which is kept apart from it. */
  get hasAddressKey(): boolean {
    const address = parseMcpAddress(this.url);
    return address.ok && Object.keys(addressWithoutSecretKeys(address.value).keys).length > 0;
  }

  /** Turns a server on or off. If nobody has seen its tools, as after a restore, lists them before any is offered. */
  readonly use = async (server: McpServer, enabled: boolean): Promise<void> => {
    const isNew = enabled && !server.seen;
    const serverChange = { enabled, ...(isNew && { seen: {} }) };
    await this.#keep(this.all.map((each) => (each.id === server.id ? { ...each, ...serverChange } : each)));
    if (isNew) await this.test({ ...server, enabled });
  };

  /** Removes a server with its key; `bringBack` undoes it. */
  readonly remove = async (server: McpServer): Promise<void> => {
    const { secrets } = this.#app.dependencies;
    const { url } = server;
    const serverIndex = this.all.findIndex((each) => each.id === server.id);
    const removedKeys = await Promise.all(
      [mcpKeyId(server), mcpAddressKeyId(server)].map(async (id) => ({
        id,
        key: await secrets.read(id, url),
        place: await secrets.keyPlaceOf(id, url),
      })),
    );
    await this.#keep(this.all.filter((each) => each.id !== server.id));
    for (const { id } of removedKeys) await secrets.remove(id);
    this.findings.delete(server.id);
    if (this.changing?.id === server.id) await this.edit(null);
    const bringBack = async () => {
      this.removed = null;
      for (const { id, key, place } of removedKeys)
        if (key !== null && place !== null) await secrets.write(id, url, key, place);
      await this.#keep([...this.all.slice(0, serverIndex), server, ...this.all.slice(serverIndex)]);
    };
    this.removed = { name: server.name, bringBack };
  };

  /** Lists the tools of the server for which the settings were opened. */
  readonly listAsked = async (): Promise<void> => {
    const server = this.all.find(({ id }) => id === this.#app.serverToList);
    this.#app.serverToList = null;
    if (server) await this.test(server);
  };

  readonly test = async (server: McpServer): Promise<void> => {
    const { dependencies, words } = this.#app;
    this.findings.set(server.id, { kind: 'asking' });
    const { secrets } = dependencies;
    const key = () => secrets.read(mcpKeyId(server), server.url);
    const addressKeys = () => secrets.read(mcpAddressKeyId(server), server.url);
    const mcp = await dependencies.mcp();
    const connection = mcp.connect({ url: server.url, key, addressKeys }, () => undefined);
    const toolList = await connection.tools({ signal: this.#over.signal });
    connection.close();
    if (!this.all.some(({ id }) => id === server.id)) return;
    if (!toolList.ok) {
      this.findings.set(server.id, {
        kind: 'fault',
        text: mcpErrorText(toolList.error, server.url, location.origin, words),
      });
      return;
    }
    const tools = toolList.tools.map(({ name, title, description, mark, ...rest }) => ({
      name,
      title,
      description,
      rest: JSON.stringify(rest, null, 1),
      changed: server.seen !== undefined && server.seen[name] !== mark,
    }));
    const marks = toolFingerprintsByName(toolList.tools);
    const isFirst = Object.keys(server.seen ?? {}).length === 0;
    this.findings.set(server.id, { kind: 'tools', tools, marks, left: toolList.left, isFirst });
    if (!server.seen) await this.#keepSeen(server, marks);
  };

  /** Accepts the tools of a server as they are shown; they may then be offered. */
  readonly accept = async (server: McpServer): Promise<void> => {
    const finding = this.findings.get(server.id);
    if (finding?.kind !== 'tools') return;
    await this.#keepSeen(server, finding.marks);
    const tools = finding.tools.map((tool) => ({ ...tool, changed: false }));
    this.findings.set(server.id, { ...finding, tools });
  };

  /**
   * Returns the names of the tools that are offered, and for how many there is room; null if all are and the person has
   * not chosen.
   */
  offeredOf(server: McpServer, tools: readonly ShownTool[]): { names: readonly string[]; room: number } | null {
    const room = remainingMcpToolCount(this.all, server.id);
    if (!server.chosen && tools.length <= room) return null;
    const toolNames = tools.map(({ name }) => name).filter((name) => server.chosen?.includes(name) ?? true);
    return { names: toolNames.slice(0, room), room };
  }

  /** Offers only these tools of a server. */
  readonly choose = (server: McpServer, names: Iterable<string>): Promise<void> =>
    this.#keep(this.all.map((each) => (each.id === server.id ? { ...each, chosen: [...names] } : each)));

  close(): void {
    this.#over.abort();
  }

  #keepSeen({ id }: McpServer, seen: Record<string, string>): Promise<void> {
    return this.#keep(this.all.map((each) => (each.id === id ? { ...each, seen } : each)));
  }

  /** Stores the servers; drops the rules for tools of removed ones. */
  async #keep(servers: readonly McpServer[]): Promise<void> {
    const mcp_servers = $state.snapshot(servers) as McpServer[];
    const { tool_rules } = $state.snapshot(this.#app.settings);
    await this.#app.changeSettings({ mcp_servers, tool_rules: rulesInForce({ tool_rules, mcp_servers }) });
  }
}
