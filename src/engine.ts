import type { Grant } from './domain/approval.ts';
import type { ProtocolName } from './domain/protocol-name.ts';
import type { Profile } from './domain/profile.ts';
import type { Clock } from './ports/clock.ts';
import type { LanguageModel } from './ports/language-model.ts';
import { BrowserConnectivity } from './browser/connectivity.ts';
import { BrowserNetwork } from './browser/network.ts';
import type { Secrets } from './ports/secrets.ts';
import type { Stores } from './ports/stores.ts';
import { demoModel } from './llm/demo-model.ts';
import { endpointModel } from './llm/endpoint-model.ts';
import { openSession } from './runner/open-session.ts';
import type { SessionRunner } from './runner/session-runner.ts';
import type { CairnDatabase } from './storage/database.ts';
import { openJournal } from './storage/open-journal.ts';
import { allTools } from './tools/all-tools.ts';
import { toolbox } from './tools/registry.ts';

export interface EngineParts {
  stores: Stores;
  database: CairnDatabase;
  clock: Clock;
  secrets: Secrets;
}

/** The part of `main.ts` that is loaded when the first session is taken into work: machines, tools and models. */
export class Engine {
  readonly #parts: EngineParts;
  readonly #runners = new Set<SessionRunner>();
  readonly #tools;
  readonly #connectivity = new BrowserConnectivity();
  #protocol: ProtocolName = 'tools';
  /** A finding that is still being stored: the profile is read after it. */
  #remembering: Promise<void> = Promise.resolve();
  #model: { name: string; model: LanguageModel } | null = null;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#tools = toolbox(allTools({ network: new BrowserNetwork() }));
  }

  /** Claims the session for this tab and brings it to life; `taken` tells that another tab has claimed it since. */
  async open(sessionId: string, { goOn, taken }: { goOn: boolean; taken: () => void }): Promise<SessionRunner> {
    const { stores, clock } = this.#parts;
    let runner = null as SessionRunner | null;
    const journal = openJournal(this.#parts.database, sessionId, (error) => runner?.storageFailed(error));
    const [run, settings] = await Promise.all([journal.claim(), stores.settings.get(), this.#chosen()]);
    const opened = openSession({
      sessionId,
      run,
      journal,
      clock,
      connectivity: this.#connectivity,
      goesOn: goOn,
      taken,
      toolbox: this.#tools,
      model: () => this.#chosen(),
      protocol: () => this.#protocol,
      fallBack: (to) => {
        this.#protocol = to;
        this.#remembering = this.#fallBack(to);
      },
      settings,
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

  /** The model of the profile in use; the same object as long as profile and key stay the same. */
  async #chosen(): Promise<LanguageModel | null> {
    await this.#remembering.catch(() => undefined);
    const { stores, secrets } = this.#parts;
    const { profile: id } = await stores.settings.get();
    if (id === null) return null;
    this.#protocol = 'tools';
    if (id === 'demo') return this.#once('demo', () => demoModel());
    const profile = await stores.profiles.get(id);
    if (!profile) return null;
    this.#protocol = profile.protocol ?? 'tools';
    const key = await secrets.read(profile.id, profile.base_url);
    return this.#once(nameOf(profile, key), () => endpointModel({ profile, key }));
  }

  #once(name: string, make: () => LanguageModel): LanguageModel {
    if (this.#model?.name !== name) this.#model = { name, model: make() };
    return this.#model.model;
  }

  /** What an endpoint was found to need is remembered for its profile (R4.7). */
  async #fallBack(to: ProtocolName): Promise<void> {
    const { stores } = this.#parts;
    const { profile: id } = await stores.settings.get();
    const profile = id === null ? undefined : await stores.profiles.get(id);
    if (profile) await stores.profiles.save({ ...profile, protocol: to });
  }

  /** A lasting permission goes to the settings, and so to every session (R9.12). */
  async #keep({ origin, private_address }: Grant): Promise<void> {
    const { stores } = this.#parts;
    const settings = await stores.settings.get();
    const list = private_address ? 'allowed_private_origins' : 'allowed_origins';
    const changed = { ...settings, [list]: [...new Set([...settings[list], origin])] };
    await stores.settings.save(changed);
    for (const runner of this.#runners) runner.send({ type: 'settings.change', settings: changed });
  }
}

function nameOf({ id, base_url, model }: Profile, key: string | null): string {
  return JSON.stringify([id, base_url, model, key]);
}
