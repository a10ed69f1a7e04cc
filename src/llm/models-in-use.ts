import { contentHash } from '../domain/text/content-hash.ts';
import { isOnDevice, type Profile, profileFor } from '../domain/model/profile.ts';
import { lockedModel, endpointModel } from './endpoint/endpoint-model.ts';
import type { CallPurpose } from '../domain/record/journal.ts';
import type { ProtocolName } from '../domain/model/protocol-name.ts';
import type { Settings } from '../domain/settings/settings.ts';
import { demoModel } from './demo/demo-model.ts';
import { pricedModel } from './model-price.ts';
import type { LanguageModel, ModelForPurpose } from '../ports/language-model.ts';
import type { ModelFileStore } from '../ports/model-file-store.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Stores } from '../ports/stores.ts';
import type { SiteFetch } from '../ports/network.ts';

interface ModelsInUseParts {
  stores: Stores;
  secrets: Secrets;
  shelf: ModelFileStore;
  /** A way to one site with a key at its end. */
  fetchTo: (site: string, key: () => Promise<string | null>) => SiteFetch;
}

type Closable = LanguageModel & { close?(): void };

interface InUse {
  name: string;
  model: Closable;
}

/** A model that has yet to be made; under the same name it would be the same. */
interface Making {
  name: string;
  make: () => Closable;
}

/** The models behind the profiles that the settings name, each made once for as long as nothing about it changes. */
export class ModelsInUse {
  readonly #stores: Stores;
  readonly #secrets: Secrets;
  readonly #shelf: ModelFileStore;
  readonly #fetchTo: ModelsInUseParts['fetchTo'];
  readonly #made = new Map<string, InUse>();
  /** A finding that is still being stored: the profile is read after it. */
  #remembering: Promise<void> = Promise.resolve();

  constructor({ stores, secrets, shelf, fetchTo }: ModelsInUseParts) {
    this.#stores = stores;
    this.#secrets = secrets;
    this.#shelf = shelf;
    this.#fetchTo = fetchTo;
  }

  /** The model for a kind of call with its protocol, both of the profile as it is now. */
  async modelFor(purpose: CallPurpose): Promise<ModelForPurpose> {
    await this.#remembering.catch(() => undefined);
    const settings = await this.#stores.settings.get();
    this.#release(settings);
    const id = profileFor(purpose, settings);
    if (id === 'demo') return inTools(this.#once(id, 'demo', () => demoModel()));
    const profile = id === null ? undefined : await this.#stores.profiles.get(id);
    if (!profile) return inTools(null);
    const { name, make } = await this.#ofProfile(profile, settings);
    const model = this.#once(profile.id, name, make);
    return {
      model,
      protocol: protocolOf(profile),
      fallBack: (to, because) => {
        if (because === 'form' && profile.protocol_stays) return protocolOf(profile);
        this.#remembering = this.#remember(profile.id, to);
        return to;
      },
    };
  }

  /** A model of a connection for as long as it is not closed, whether or not the connection is in use. */
  async apart(profile: Profile): Promise<{ model: LanguageModel; protocol: ProtocolName; close: () => void }> {
    const { name, make } = await this.#ofProfile(profile, await this.#stores.settings.get());
    const protocol = protocolOf(profile);
    const inUse = this.#made.get(profile.id);
    /** A model in the page is large: it is not loaded twice. */
    if (isOnDevice(profile) && inUse?.name === name) return { model: inUse.model, protocol, close: () => undefined };
    const model = make();
    return { model, protocol, close: () => model.close?.() };
  }

  async #ofProfile(profile: Profile, { patience }: Settings): Promise<Making> {
    const { id, base_url, model } = profile;
    const limits = { first: patience.first * 1000, idle: patience.idle * 1000 };
    if (isOnDevice(profile)) return this.#onThisDevice(model, limits);
    const key = await this.#secrets.read(id, base_url);
    if (key === null && (await this.#secrets.holds(id, base_url)) === 'passphrase')
      return { name: 'locked', make: () => lockedModel };
    const name = JSON.stringify([base_url, model, key === null ? null : contentHash({ key }), limits]);
    return { name, make: () => this.#overEndpoint(profile, key !== null, limits) };
  }

  /** The key lies in the network worker of this model; here there is a stand-in for it (R13.1). */
  #overEndpoint(profile: Profile, hasKey: boolean, limits: { first: number; idle: number }): Closable {
    const { id, base_url } = profile;
    const site = URL.canParse(base_url.trim()) ? new URL(base_url.trim()).origin : '';
    const siteFetch = this.#fetchTo(site, () => this.#secrets.read(id, base_url));
    const clean = (text: string) => siteFetch.clean(text);
    const endpoint = { profile, key: hasKey ? siteFetch.keyPlaceholder : null, fetch: siteFetch.fetch, clean, limits };
    return { ...pricedModel(endpointModel(endpoint), profile), close: () => siteFetch.close() };
  }

  async #onThisDevice(file: string, limits: { first: number; idle: number }): Promise<Making> {
    const { onDeviceModel } = await import('./on-device/on-device-model.ts');
    const name = JSON.stringify([file, limits]);
    return { name, make: () => onDeviceModel({ open: () => this.#shelf.open(file), limits }) };
  }

  /** What is no longer in use leaves the memory. */
  #release({ profile, thought_profile }: Settings): void {
    for (const [id, { model }] of this.#made) {
      if (id === profile || id === thought_profile) continue;
      model.close?.();
      this.#made.delete(id);
    }
  }

  #once(id: string, name: string, make: () => Closable): LanguageModel {
    const before = this.#made.get(id);
    if (before?.name === name) return before.model;
    before?.model.close?.();
    const model = make();
    this.#made.set(id, { name, model });
    return model;
  }

  async #remember(id: string, protocol: ProtocolName): Promise<void> {
    const profile = await this.#stores.profiles.get(id);
    if (profile) await this.#stores.profiles.save({ ...profile, protocol });
  }
}

/** What has no profile in which another protocol could be remembered. */
const inTools = (model: LanguageModel | null): ModelForPurpose => ({
  ...{ model, protocol: 'tools', fallBack: () => 'tools' },
});

/** How decisions travel to and from a connection's model: as was found out, else as is usual. */
function protocolOf(profile: Profile): ProtocolName {
  return profile.protocol ?? (isOnDevice(profile) ? 'json' : 'tools');
}
