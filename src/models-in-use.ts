import { contentHash } from './domain/content-hash.ts';
import { isOnDevice, type Profile } from './domain/profile.ts';
import { lockedModel } from './llm/locked-model.ts';
import type { CallPurpose } from './domain/journal.ts';
import type { ProtocolName } from './domain/protocol-name.ts';
import type { Settings } from './domain/settings.ts';
import { demoModel } from './llm/demo-model.ts';
import { endpointModel } from './llm/endpoint-model.ts';
import { pricedModel } from './llm/priced-model.ts';
import type { LanguageModel } from './ports/language-model.ts';
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

interface InUse {
  name: string;
  model: LanguageModel & { close?(): void };
}

const ofThoughts: ReadonlySet<CallPurpose> = new Set<CallPurpose>(['thought', 'evaluation']);

/** The models behind the profiles that the settings name, each made once for as long as nothing about it changes. */
export class ModelsInUse {
  readonly #stores: Stores;
  readonly #secrets: Secrets;
  readonly #shelf: ModelShelf;
  readonly #wayTo: ModelsInUseParts['wayTo'];
  readonly #made = new Map<string, InUse>();
  readonly #protocols = new Map<string, ProtocolName>();
  #settings: Settings | null = null;
  /** A finding that is still being stored: the profile is read after it. */
  #remembering: Promise<void> = Promise.resolve();

  constructor({ stores, secrets, shelf, wayTo }: ModelsInUseParts) {
    this.#stores = stores;
    this.#secrets = secrets;
    this.#shelf = shelf;
    this.#wayTo = wayTo;
  }

  /** The model for a kind of call; null without a profile. */
  async model(purpose: CallPurpose): Promise<LanguageModel | null> {
    await this.#remembering.catch(() => undefined);
    this.#settings = await this.#stores.settings.get();
    this.#release(this.#settings);
    const id = this.#profileOf(purpose);
    if (id === null) return null;
    if (id === 'demo') return this.#once(id, 'demo', () => demoModel());
    const profile = await this.#stores.profiles.get(id);
    return profile ? this.#ofProfile(profile, this.#settings) : null;
  }

  /** As of the last call of `model` with this purpose. */
  protocol(purpose: CallPurpose): ProtocolName {
    return this.#protocols.get(this.#profileOf(purpose) ?? '') ?? 'tools';
  }

  /** What an endpoint was found to need is remembered for its profile (R4.7). */
  fallBack(purpose: CallPurpose, to: ProtocolName): void {
    const id = this.#profileOf(purpose);
    if (id === null) return;
    this.#protocols.set(id, to);
    this.#remembering = this.#remember(id, to);
  }

  #profileOf(purpose: CallPurpose): string | null {
    const { profile = null, thought_profile = null } = this.#settings ?? {};
    return profile !== 'demo' && ofThoughts.has(purpose) ? (thought_profile ?? profile) : profile;
  }

  async #ofProfile(profile: Profile, { patience }: Settings): Promise<LanguageModel> {
    const { id, base_url, model } = profile;
    const limits = { first: patience.first * 1000, idle: patience.idle * 1000 };
    this.#protocols.set(id, profile.protocol ?? (isOnDevice(profile) ? 'json' : 'tools'));
    if (isOnDevice(profile)) return this.#onThisDevice(id, model, limits);
    const key = await this.#secrets.read(id, base_url);
    if (key === null && (await this.#secrets.holds(id, base_url)) === 'passphrase') return lockedModel;
    const name = JSON.stringify([base_url, model, key === null ? null : contentHash({ key }), limits]);
    return this.#once(id, name, () => this.#overEndpoint(profile, key !== null, limits));
  }

  /** The key lies in the network worker of this model; here there is a stand-in for it (R13.1). */
  #overEndpoint(profile: Profile, hasKey: boolean, limits: { first: number; idle: number }): InUse['model'] {
    const { id, base_url } = profile;
    const site = URL.canParse(base_url.trim()) ? new URL(base_url.trim()).origin : '';
    const way = this.#wayTo(site, () => this.#secrets.read(id, base_url));
    const clean = (text: string) => way.clean(text);
    const endpoint = { profile, key: hasKey ? way.keyStandIn : null, fetch: way.fetch, clean, limits };
    return { ...pricedModel(endpointModel(endpoint), profile), close: () => way.close() };
  }

  async #onThisDevice(id: string, file: string, limits: { first: number; idle: number }): Promise<LanguageModel> {
    const { onDeviceModel } = await import('./llm/on-device-model.ts');
    const name = JSON.stringify([file, limits]);
    return this.#once(id, name, () => onDeviceModel({ open: () => this.#shelf.open(file), limits }));
  }

  /** What is no longer in use leaves the memory. */
  #release({ profile, thought_profile }: Settings): void {
    for (const [id, { model }] of this.#made) {
      if (id === profile || id === thought_profile) continue;
      model.close?.();
      this.#made.delete(id);
    }
  }

  #once(id: string, name: string, make: () => InUse['model']): LanguageModel {
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
