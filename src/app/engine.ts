import type { ModelExamOutcome, ModelExamEstimate, ModelExamProgress } from '../records/exam-progress.ts';
import type { Profile } from '../records/profile.ts';
import type { Grant } from '../values/tool-rule.ts';
import { toolRuleKey } from '../task/gate.ts';
import { failureParams } from '../task/tool-result.ts';
import { rulesInForce } from '../records/rules-in-force.ts';
import { withSeenTools, withToolNames } from '../records/rules-in-force.ts';
import { settingsWithGrant } from '../records/lasting-grants.ts';
import { defaultSettings, type Settings } from '../records/settings.ts';
import { base64Of } from '../values/base64.ts';
import { callCost } from '../model/call-cost.ts';
import { ModelsInUse, type ModelsInUseParts } from '../model/models-in-use.ts';
import type { PlannedCallError, PlannedCall } from '../ports/toolbox.ts';
import type { Clock } from '../ports/clock.ts';
import type { Connectivity } from '../ports/connectivity.ts';
import type { McpConnection } from '../ports/mcp.ts';
import type { PageReadResult } from '../ports/file-reading.ts';
import type { Stores } from '../ports/stores.ts';
import { openSession } from '../engine/open-session.ts';
import type { SessionRunner } from '../engine/session-runner.ts';
import type { CairnDatabase } from '../storage/database.ts';
import { openJournal } from '../storage/journal/session-journal.ts';
import { cachedStores } from '../storage/stores/cached-stores.ts';
import { allTools, type ToolPorts } from '../tools/all-tools.ts';
import { McpTools } from '../tools/mcp/mcp-tools.ts';
import { toolbox } from '../tools/registry.ts';
import type { McpServer } from '../records/mcp-server.ts';

export interface EngineParts extends Omit<ToolPorts, 'settings' | 'languages'>, Omit<ModelsInUseParts, 'stores'> {
  stores: Stores;
  database: CairnDatabase;
  clock: Clock;
  connectivity: Connectivity;
  mcpServer: (server: Pick<McpServer, 'id' | 'url'>, changed: () => void) => McpConnection;
  /** Tells the person that tools of a server are held back until they have read its descriptions. */
  toolsHeld: (server: Pick<McpServer, 'id' | 'name'>, count: number) => Promise<void>;
  /**
   * Resolves to true if everything that is recorded of the session is on the server for the person's other devices and
   * none of them works on the session; also if there are no other devices.
   */
  announced: (sessionId: string) => Promise<boolean>;
}

/** State machines, tools and models, over ports that work both in a page and in a worker. */
export class Engine {
  readonly #parts: EngineParts;
  readonly #runners = new Set<SessionRunner>();
  readonly #mcp: McpTools;
  readonly #tools;
  readonly #models: ModelsInUse;
  readonly #read;
  #settings: Settings = defaultSettings;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#mcp = new McpTools({
      connect: parts.mcpServer,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      held: ({ id, name }, count) => void parts.toolsHeld({ id, name }, count).catch(() => undefined),
      seen: (server, marks) => void parts.stores.settings.change((settings) => withSeenTools(settings, server, marks)),
      named: (server, names) => void parts.stores.settings.change((settings) => withToolNames(settings, server, names)),
    });
    this.#read = cachedStores(parts.database, parts.stores);
    this.#models = new ModelsInUse({ ...parts, stores: this.#read });
    const languages = () => parts.clock.languages();
    this.#tools = toolbox(allTools({ ...parts, settings: () => this.#settings, languages }), this.#mcp);
    parts.stores.settings.watch().subscribe((settings) => {
      this.#settings = settings;
      this.#mcp.follow(settings.mcp_servers);
    });
  }

  /** Claims the session for this tab and starts its runner; `taken` is called when another tab has claimed it since. */
  async open(sessionId: string, { goOn, taken }: { goOn: boolean; taken: () => void }): Promise<SessionRunner> {
    const { stores, clock, connectivity, announced } = this.#parts;
    this.readAgain();
    let runner = null as SessionRunner | null;
    const journal = openJournal(this.#parts.database, sessionId, (error) => runner?.storageFailed(error));
    const [run, settings] = await Promise.all([journal.claim(), withFrameSecret(stores)]);
    this.#settings = settings;
    this.#mcp.follow(settings.mcp_servers);
    this.#mcp.refresh();
    const sessionRunner = openSession({
      sessionId,
      run,
      journal,
      clock,
      connectivity,
      goesOn: goOn,
      onTakenOver: taken,
      announced: () => announced(sessionId),
      toolbox: this.#tools,
      modelFor: (purpose) => this.#models.modelFor(purpose),
      settings,
      settingsChanges: stores.settings.watch(),
      grant: (grant) => void this.#keep(grant),
    });
    runner = sessionRunner;
    this.#runners.add(sessionRunner);
    const close = () => {
      this.#runners.delete(sessionRunner);
      return sessionRunner.close();
    };
    return { ...sessionRunner, close };
  }

  /** Clears the cached settings and profiles: another thread may have changed them without an event so far. */
  readAgain(): void {
    this.#read.forget();
  }

  /** Handles a failed write: running plans are paused until the person has resolved it. */
  storageFailed(error: unknown): void {
    for (const runner of this.#runners) runner.storageFailed(error);
  }

  async examEstimate(profile: Profile): Promise<ModelExamEstimate> {
    const { estimateExam: estimate } = await import('../exam/estimate-exam.ts');
    return estimate(profile, (usage) => callCost(profile.base_url, profile.model, usage));
  }

  async holdExam(
    profile: Profile,
    { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: ModelExamProgress) => void },
  ): Promise<ModelExamOutcome> {
    this.readAgain();
    const [{ runModelExam }, { model, protocol, close }] = await Promise.all([
      import('../exam/run-exam.ts'),
      this.#models.createDetached(profile),
    ]);
    const { clock, connectivity } = this.#parts;
    const { max_plan_steps } = defaultSettings.limits;
    return runModelExam({
      name: profile.model,
      model,
      settings: { protocol, thoroughness: 'careful', max_plan_steps },
      clock,
      connectivity,
      signal,
      onProgress,
    }).finally(close);
  }

  async readPage(address: string): Promise<PageReadResult> {
    const { clock } = this.#parts;
    const call = this.#tools.check('fetch', { url: address });
    if (!call.ok || call.place === 'local')
      return { ok: false, failure: { failure: call.ok ? 'failed' : 'invalid_input' } };
    const { result, file } = await call.run({
      ...{ signal: new AbortController().signal, site: call.access.origin, sessionId: '' },
      ...{ now: clock.now(), zone: clock.zone(), files: async () => [] },
    });
    if (result.source && file) return { ok: true, text: file.content };
    return { ok: false, failure: result.failure ? failureParams(result) : { failure: 'unsupported' } };
  }

  /** The available tools, each with the key of its rule and the JSON Schema of its input. */
  ruledTools(): readonly { name: string; key: string; schema: object }[] {
    return this.#tools.offered().map(({ name, server, schema }) => ({ name, key: toolRuleKey(name, server), schema }));
  }

  /** Returns what is wrong with planned calls, as `CallCheck`. */
  async callErrors(calls: readonly PlannedCall[]): Promise<PlannedCallError[]> {
    this.#mcp.follow((await this.#parts.stores.settings.get()).mcp_servers);
    return this.#tools.callErrors(calls);
  }

  /** Stores a permanent permission in the settings, so that it applies to every session. */
  async #keep(grant: Grant): Promise<void> {
    const changedSettings = await this.#parts.stores.settings.change((settings) => {
      const all = settingsWithGrant(settings, grant);
      return { ...all, tool_rules: rulesInForce(all) };
    });
    for (const runner of this.#runners) void runner.send({ type: 'settings.change', settings: changedSettings });
  }
}

/** The settings, with a secret for the marks around foreign text; created if there is none. */
async function withFrameSecret({ settings }: Pick<Stores, 'settings'>): Promise<Settings> {
  const storedSettings = await settings.get();
  if (storedSettings.frame_secret !== undefined) return storedSettings;
  const frame_secret = base64Of(crypto.getRandomValues(new Uint8Array(16)));
  return settings.change((now) => ({ frame_secret, ...now }));
}
