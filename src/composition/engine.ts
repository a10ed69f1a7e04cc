import type { ExamEnd, ExamEstimate, ExamProgress } from '../domain/exam/exam-progress.ts';
import type { Profile } from '../domain/model/profile.ts';
import type { Grant } from '../domain/task/approval.ts';
import { withGrant, defaultSettings, type Settings } from '../domain/settings/settings.ts';
import { mcpKeyId } from '../domain/settings/mcp-server.ts';
import { isWorking } from '../domain/task/run.ts';
import { remoteMcp } from '../mcp/remote-mcp.ts';
import { modelPrice } from '../llm/model-price.ts';
import { ModelsInUse } from '../llm/models-in-use.ts';
import type { Clock } from '../ports/clock.ts';
import { BrowserConnectivity } from '../browser/connectivity.ts';
import { BrowserModelFileStore } from '../browser/model-files/model-file-store.ts';
import { modelSites } from '../browser/model-files/model-address.ts';
import { BrowserNetwork } from '../browser/network/network.ts';
import { BrowserPdfText } from '../browser/files/pdf-text.ts';
import { trustedWorker } from '../browser/trusted-worker.ts';
import { WorkerSandbox } from '../browser/worker-sandbox.ts';
import computeWorker from '../workers/compute-worker.ts?worker&url';
import type { Secrets } from '../ports/secrets.ts';
import type { Stores } from '../ports/stores.ts';
import { openSession } from '../runner/open-session.ts';
import type { SessionRunner } from '../runner/session-runner.ts';
import type { CairnDatabase } from '../storage/database.ts';
import { openJournal } from '../storage/journal/session-journal.ts';
import { allTools } from '../tools/all-tools.ts';
import { McpTools } from '../tools/mcp/mcp-tools.ts';
import { toolbox } from '../tools/registry.ts';
import type { Egress } from '../browser/network/egress.ts';

export interface EngineParts {
  stores: Stores;
  database: CairnDatabase;
  clock: Clock;
  secrets: Secrets;
  egress: Egress;
}

/** Machines, tools and models; loaded when the first session is taken into work. */
export class Engine {
  readonly #parts: EngineParts;
  readonly #runners = new Set<SessionRunner>();
  readonly #mcp: McpTools;
  readonly #tools;
  readonly #connectivity = new BrowserConnectivity();
  readonly #models: ModelsInUse;
  #settings: Settings = defaultSettings;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    const { egress } = parts;
    const fetchTo = (site: string) => egress.to([site]).fetch;
    this.#mcp = new McpTools({
      mcp: remoteMcp(fetchTo),
      key: (server) => parts.secrets.read(mcpKeyId(server), server.url),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    });
    this.#models = new ModelsInUse({
      ...parts,
      shelf: new BrowserModelFileStore(navigator.storage, (url) => egress.to(modelSites(url)).fetch),
      fetchTo: (site, key) => egress.keyed([site], key),
    });
    this.#tools = toolbox(
      allTools({
        network: new BrowserNetwork(fetchTo),
        settings: () => this.#settings,
        secrets: parts.secrets,
        pdf: new BrowserPdfText(),
        sandbox: new WorkerSandbox(() => trustedWorker(computeWorker)),
      }),
      this.#mcp,
    );
    parts.stores.settings.watch().subscribe((settings) => {
      this.#settings = settings;
      this.#mcp.follow(settings.mcp_servers);
    });
  }

  /** Claims the session for this tab and brings it to life; `taken` tells that another tab has claimed it since. */
  async open(sessionId: string, { goOn, taken }: { goOn: boolean; taken: () => void }): Promise<SessionRunner> {
    const { stores, clock } = this.#parts;
    let runner = null as SessionRunner | null;
    const journal = openJournal(this.#parts.database, sessionId, (error) => runner?.storageFailed(error));
    const [run, settings] = await Promise.all([journal.claim(), stores.settings.get()]);
    this.#settings = settings;
    this.#mcp.follow(settings.mcp_servers);
    this.#mcp.refresh();
    const opened = openSession({
      sessionId,
      run,
      journal,
      clock,
      connectivity: this.#connectivity,
      goesOn: goOn,
      taken,
      toolbox: this.#tools,
      modelFor: (purpose) => this.#models.modelFor(purpose),
      settings,
      settingsChanges: stores.settings.watch(),
      grant: (grant) => void this.#keep(grant),
    });
    runner = opened;
    this.#runners.add(opened);
    const close = () => {
      this.#runners.delete(opened);
      opened.close();
    };
    return { ...opened, close };
  }

  /** Something could not be stored: what is at work stands still until the person has seen to it (R12.4). */
  storageFailed(error: unknown): void {
    for (const runner of this.#runners) runner.storageFailed(error);
  }

  async examEstimate(profile: Profile): Promise<ExamEstimate> {
    const { estimate } = await import('../exam/estimate.ts');
    return estimate(profile, (usage) => modelPrice(profile.base_url, profile.model, usage));
  }

  async holdExam(
    profile: Profile,
    { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: ExamProgress) => void },
  ): Promise<ExamEnd> {
    const [{ holdExam }, { model, protocol, close }] = await Promise.all([
      import('../exam/hold-exam.ts'),
      this.#models.apart(profile),
    ]);
    const { max_plan_steps } = defaultSettings.limits;
    return holdExam({
      name: profile.model,
      model,
      settings: { protocol, thoroughness: 'careful', max_plan_steps },
      clock: this.#parts.clock,
      connectivity: this.#connectivity,
      signal,
      onProgress,
    }).finally(close);
  }

  toolNames(): readonly string[] {
    return this.#tools.offered().map(({ name }) => name);
  }

  /** Whether a plan is at work here. */
  get isBusy(): boolean {
    return [...this.#runners].some((runner) => {
      const { run } = runner.current();
      return run !== null && isWorking(run.phase);
    });
  }

  /** A lasting permission goes to the settings, and so to every session (R9.12). */
  async #keep(grant: Grant): Promise<void> {
    const changed = await this.#parts.stores.settings.change((settings) => withGrant(settings, grant));
    for (const runner of this.#runners) runner.send({ type: 'settings.change', settings: changed });
  }
}
