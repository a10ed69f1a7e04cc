import { contentHash } from './domain/content-hash.ts';
import { isOnDevice, type Profile } from './domain/profile.ts';
import { profileFor } from './domain/profile-for.ts';
import { lockedModel } from './llm/locked-model.ts';
import type { CallPurpose } from './domain/journal.ts';
import type { ProtocolName } from './domain/protocol-name.ts';
import type { Settings } from './domain/settings.ts';
import { demoModel } from './llm/demo-model.ts';
import { endpointModel } from './llm/endpoint-model.ts';
import { pricedModel } from './llm/priced-model.ts';
import type { LanguageModel, ModelForPurpose } from './ports/language-model.ts';
import type { ModelShelf } from './ports/model-shelf.ts';
import type { Secrets } from './ports/secrets.ts';
import type { Stores } from './ports/stores.ts';
import type { Way } from './ports/way.ts';

interface ModelsInUseParts {
  stores: Stores;
  secrets: Secrets;
  shelf: ModelShelf;
  /** A way to one site with a key at its end. */
  wayTo: (site: string, key: () => Promise<string | null>) => Way;
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
  readonly #shelf: ModelShelf;
  readonly #wayTo: ModelsInUseParts['wayTo'];
  readonly #made = new Map<string, InUse>();
  /** A finding that is still being stored: the profile is read after it. */
  #remembering: Promise<void> = Promise.resolve();

  constructor({ stores, secrets, shelf, wayTo }: ModelsInUseParts) {
    this.#stores = stores;
    this.#secrets = secrets;
    this.#shelf = shelf;
    this.#wayTo = wayTo;
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
    const way = this.#wayTo(site, () => this.#secrets.read(id, base_url));
    const clean = (text: string) => way.clean(text);
    const endpoint = { profile, key: hasKey ? way.keyStandIn : null, fetch: way.fetch, clean, limits };
    return { ...pricedModel(endpointModel(endpoint), profile), close: () => way.close() };
  }

  async #onThisDevice(file: string, limits: { first: number; idle: number }): Promise<Making> {
    const { onDeviceModel } = await import('./llm/on-device-model.ts');
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
