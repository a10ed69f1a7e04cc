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
  readonly #made = new Map<string, InUse>();
  readonly #protocols = new Map<string, ProtocolName>();
  #settings: Settings | null = null;
  /** A finding that is still being stored: the profile is read after it. */
  #remembering: Promise<void> = Promise.resolve();

  constructor({ stores, secrets, shelf }: { stores: Stores; secrets: Secrets; shelf: ModelShelf }) {
    this.#stores = stores;
    this.#secrets = secrets;
    this.#shelf = shelf;
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
    const name = JSON.stringify([base_url, model, key, limits]);
    return this.#once(id, name, () => pricedModel(endpointModel({ profile, key, limits }), profile));
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
