import { isOnDevice, type Profile, profileIdFor } from '../records/profile.ts';
import { lockedKeyModel, endpointModel } from './endpoint/endpoint-model.ts';
import type { CallPurpose } from '../task/journal.ts';
import type { ProtocolName } from '../task/protocol-name.ts';
import type { Settings } from '../records/settings.ts';
import { demoModel } from './demo/demo-model.ts';
import { modelWithReplyCosts } from './call-cost.ts';
import type { LanguageModel, ModelForPurpose } from '../ports/language-model.ts';
import type { KeyFingerprints } from '../ports/secrets.ts';
import type { Stores } from '../ports/stores.ts';
import type { OriginLimitedFetch } from '../ports/network.ts';

/** A model that holds memory or a worker until it is closed. */
export type ClosableModel = LanguageModel & { close?(): void };

export interface ModelsInUseParts {
  /** `forget` drops the cached rows, so that they are read again. */
  stores: Pick<Stores, 'settings' | 'profiles'> & { forget(): void };
  keys: KeyFingerprints;
  /** Returns the value without any of the person's keys: a text for one model may contain another's key. */
  withoutApiKeys<T>(value: T): Promise<T>;
  /** Returns the factor of the demo's pauses: 1 for a person to follow, 0 for none. */
  demoPace(): Promise<number>;
  /** Returns the code of the page's language. */
  pageLanguage(): Promise<string>;
  /** Returns a model that runs in the page, by its file. */
  onDevice: (file: string, limits: ModelCallTimeLimits) => ClosableModel;
  /** Returns a fetch limited to the connection's endpoint, whose worker holds the connection's key. */
  fetchTo: (connection: Pick<Profile, 'id' | 'base_url'>) => OriginLimitedFetch;
}

/** Time limits in milliseconds: until the first words, and between payloads after that. */
export interface ModelCallTimeLimits {
  first: number;
  idle: number;
}

interface InUse {
  name: string;
  model: ClosableModel;
}

/** How to create a model; equal names mean equal models. */
interface ModelFactory {
  name: string;
  make: () => ClosableModel;
}

/** The models behind the profiles that the settings name, each created once and kept until its profile changes. */
export class ModelsInUse {
  readonly #parts: ModelsInUseParts;
  readonly #stores: ModelsInUseParts['stores'];
  readonly #made = new Map<string, InUse>();
  /** Resolves once the last finding is stored; the profile is read only after that. */
  #remembering: Promise<void> = Promise.resolve();

  constructor(parts: ModelsInUseParts) {
    this.#parts = parts;
    this.#stores = parts.stores;
  }

  /** Returns the model for a kind of call together with its protocol, both from the profile's current state. */
  async modelFor(purpose: CallPurpose): Promise<ModelForPurpose> {
    await this.#remembering.catch(() => undefined);
    const settings = await this.#stores.settings.get();
    this.#release(settings);
    const id = profileIdFor(purpose, settings);
    if (id === 'demo')
      return inTools(
        'demo',
        this.#once(id, 'demo', () =>
          demoModel({ pace: () => this.#parts.demoPace(), language: () => this.#parts.pageLanguage() }),
        ),
      );
    const profile = id === null ? undefined : await this.#stores.profiles.get(id);
    if (!profile) return inTools('', null);
    const { name, make } = await this.#ofProfile(profile, settings);
    const model = this.#once(profile.id, name, make);
    return {
      name: JSON.stringify([profile.id, profile.base_url, profile.model]),
      asked: { provider: profile.provider, model: profile.model },
      model,
      protocol: protocolOf(profile),
      sees: profile.sees ?? !isOnDevice(profile),
      blind: () => {
        this.#remember(profile.id, { sees: false });
      },
      room: profile.room ?? null,
      narrow: (room) => {
        this.#remember(profile.id, { room });
      },
      fallBack: (to, because) => {
        if (because === 'form' && profile.protocol_stays) return protocolOf(profile);
        this.#remember(profile.id, { protocol: to });
        return to;
      },
    };
  }

  /** Returns a model of a connection, in use or not, that stays valid until it is closed. */
  async createDetached(profile: Profile): Promise<{ model: LanguageModel; protocol: ProtocolName; close: () => void }> {
    const { name, make } = await this.#ofProfile(profile, await this.#stores.settings.get());
    const protocol = protocolOf(profile);
    const inUse = this.#made.get(profile.id);
    /** An on-device model is large, so it is not loaded twice. */
    if (isOnDevice(profile) && inUse?.name === name) return { model: inUse.model, protocol, close: () => undefined };
    const model = make();
    return { model, protocol, close: () => model.close?.() };
  }

  async #ofProfile(profile: Profile, { patience }: Settings): Promise<ModelFactory> {
    const { id, base_url, model, api, effort, background } = profile;
    const limits = { first: patience.first * 1000, idle: patience.idle * 1000 };
    if (isOnDevice(profile))
      return { name: JSON.stringify([model, limits]), make: () => this.#parts.onDevice(model, limits) };
    const { keys } = this.#parts;
    const key = await keys.mark(id, base_url);
    if (key === null && (await keys.holds(id, base_url)) === 'passphrase')
      return { name: 'locked', make: () => lockedKeyModel };
    const name = JSON.stringify([base_url, model, key, limits, api, effort, background]);
    return { name, make: () => this.#overEndpoint(profile, key, limits) };
  }

  /**
   * Returns a model at an endpoint. The key stays in the network worker of this connection; this thread has only a
   * placeholder for it.
   */
  #overEndpoint(profile: Profile, key: string | null, limits: ModelCallTimeLimits): ClosableModel {
    const siteFetch = this.#parts.fetchTo(profile);
    const endpoint = {
      ...{
        profile,
        key: key === null ? null : siteFetch.keyPlaceholder,
        fetch: siteFetch.fetch,
        cleaner: siteFetch,
        limits,
      },
      onRefused: (refuses: string[]) => this.#remember(profile.id, { refuses }),
    };
    const priced = modelWithReplyCosts(endpointModel(endpoint), profile);
    return {
      ...priced,
      reply: async (request, replyOptions) => {
        const outcome = await this.#parts.withoutApiKeys(await priced.reply(request, replyOptions));
        const isRefused = !outcome.ok && outcome.error.code === 'auth';
        if (key !== null && (outcome.ok || isRefused))
          await this.#judgeKey(profile, key, isRefused).catch(() => undefined);
        return outcome;
      },
      close: () => siteFetch.close(),
    };
  }

  /** Frees the models that are no longer in use. */
  #release({ profile, thought_profile }: Settings): void {
    for (const [id, { model }] of this.#made) {
      if (id === profile || id === thought_profile) continue;
      model.close?.();
      this.#made.delete(id);
    }
  }

  #once(id: string, name: string, make: () => ClosableModel): LanguageModel {
    const before = this.#made.get(id);
    if (before?.name === name) return before.model;
    before?.model.close?.();
    const model = make();
    this.#made.set(id, { name, model });
    return model;
  }

  /** Stores whether the key was refused, unless address or key were changed during the call. */
  async #judgeKey({ id, base_url }: Profile, key: string, isRefused: boolean): Promise<void> {
    const storedProfile = await this.#stores.profiles.get(id);
    if (storedProfile?.base_url !== base_url || (storedProfile.key_refused ?? false) === isRefused) return;
    if ((await this.#parts.keys.mark(id, base_url)) === key)
      this.#remember(id, { key_refused: isRefused || undefined });
  }

  /** Stores a finding, after the findings before it. */
  #remember(id: string, found: Pick<Profile, 'protocol' | 'sees' | 'refuses' | 'room' | 'key_refused'>): void {
    const store = async () => {
      this.#stores.forget();
      const profile = await this.#stores.profiles.get(id);
      if (profile) await this.#stores.profiles.save({ ...profile, ...found });
      this.#stores.forget();
    };
    this.#remembering = this.#remembering.catch(() => undefined).then(store);
  }
}

/** A model without a profile, so there is nowhere to store another protocol. */
const inTools = (name: string, model: LanguageModel | null): ModelForPurpose => ({
  ...{ name, room: null, narrow: () => undefined },
  ...{ model, protocol: 'tools', fallBack: () => 'tools' },
  ...{ sees: false, blind: () => undefined },
});

/** Returns how decisions are encoded for a connection's model: as found out earlier, else the default. */
function protocolOf(profile: Profile): ProtocolName {
  return profile.protocol ?? (isOnDevice(profile) ? 'json' : 'tools');
}
