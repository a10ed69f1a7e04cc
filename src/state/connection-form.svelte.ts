import type { ModelError } from '../domain/model-reply.ts';
import type { Profile } from '../domain/profile.ts';
import type { KeyPlace } from '../domain/settings.ts';
import type { MessageKey } from '../text/messages.ts';
import type { AppDependencies, ProviderChoice } from './app-dependencies.ts';
import { connectionId } from './connection-id.ts';
import { checkConnection, type ConnectionProblem } from './check-connection.ts';
import { hostOf } from './host-of.ts';
import type { Words } from './words.svelte.ts';

export type ConnectionState =
  | { kind: 'idle' }
  | { kind: 'testing' }
  | { kind: 'problem'; problem: ConnectionProblem }
  | { kind: 'works'; tools: boolean; models: readonly string[] }
  | { kind: 'fails'; error: ModelError; models: readonly string[] }
  | { kind: 'saved' };

/** The form of a model connection, on the welcome page and in the settings. The key leaves it only for the vault. */
export class ConnectionForm {
  readonly #dependencies: AppDependencies;
  readonly #words: Words;
  #test: AbortController | null = null;

  provider = $state('');
  baseUrl = $state('');
  model = $state('');
  key = $state('');
  place = $state<KeyPlace>('session');
  state = $state.raw<ConnectionState>({ kind: 'idle' });
  /** Whether a key for the present address is in the vault. */
  hasKey = $state(false);

  readonly choice = $derived<ProviderChoice | undefined>(this.choices.find((choice) => choice.id === this.provider));
  /** Models to offer: those that the endpoint listed, else those that come with the provider. */
  readonly models = $derived(
    (this.state.kind === 'works' || this.state.kind === 'fails') && this.state.models.length > 0
      ? this.state.models
      : (this.choice?.models ?? []),
  );
  readonly host = $derived(hostOf(this.baseUrl));

  constructor(dependencies: AppDependencies, words: Words, present: Profile | null) {
    this.#dependencies = dependencies;
    this.#words = words;
    const first = dependencies.providers[0];
    this.provider = present?.provider ?? first?.id ?? '';
    this.baseUrl = present?.base_url ?? first?.baseUrl ?? '';
    this.model = present?.model ?? first?.models[0] ?? '';
    this.place = present?.key_place ?? 'session';
    void this.#lookForKey();
  }

  get choices(): readonly ProviderChoice[] {
    return this.#dependencies.providers;
  }

  readonly choose = (id: string): void => {
    this.provider = id;
    this.baseUrl = this.choice?.baseUrl ?? '';
    this.model = this.choice?.models[0] ?? '';
    this.key = '';
    this.state = { kind: 'idle' };
    void this.#lookForKey();
  };

  /** A change of the address takes the key away from it: keys are bound to their address. */
  readonly addressChanged = (): void => {
    this.state = { kind: 'idle' };
    void this.#lookForKey();
  };

  readonly test = async (): Promise<void> => {
    const profile = this.#checked();
    if (!profile) return;
    this.#test?.abort();
    const test = new AbortController();
    this.#test = test;
    void this.#words.complete();
    this.state = { kind: 'testing' };
    const key = this.key.trim() || (await this.#dependencies.secrets.read(profile.id, profile.base_url));
    const found = await this.#dependencies.testConnection(profile, key, { signal: test.signal });
    if (test.signal.aborted) return;
    this.state = found.ok
      ? { kind: 'works', tools: found.tools, models: found.models }
      : { kind: 'fails', error: found.error, models: found.models ?? [] };
  };

  /** Stores the connection; null when something is missing, which `state` then says. */
  readonly save = async (): Promise<Profile | null> => {
    const profile = this.#checked();
    if (!profile) return null;
    const { secrets, stores } = this.#dependencies;
    const key = this.key.trim() || (await secrets.read(profile.id, profile.base_url));
    if (key) await secrets.write(profile.id, profile.base_url, key, profile.key_place);
    await stores.profiles.save(await this.#withFinding(profile));
    this.key = '';
    this.hasKey = key !== null;
    this.state = { kind: 'saved' };
    return profile;
  };

  readonly forget = async (): Promise<void> => {
    await this.#dependencies.secrets.remove(connectionId);
    this.hasKey = false;
  };

  close(): void {
    this.#test?.abort();
  }

  /** What the form says about its last deed, in the reader's language; empty while there is nothing to say. */
  report(): string {
    const { t, say } = this.#words;
    const provider = this.choice?.name ?? this.host;
    const params = { provider, model: this.model };
    switch (this.state.kind) {
      case 'idle':
        return '';
      case 'testing':
        return t('connection.testing');
      case 'problem':
        return say(`connection.${this.state.problem}` satisfies MessageKey, params);
      case 'works':
        return t(this.state.tools ? 'test.ok' : 'test.ok_without_tools', params);
      case 'fails': {
        const { code, detail } = this.state.error;
        const sentence = say(`error.${code}` satisfies MessageKey, { ...params, detail });
        const advice = code === 'unreachable' && this.choice ? ` ${say(this.choice.cors, params)}` : '';
        return sentence + advice;
      }
      case 'saved':
        return t('connection.saved');
    }
  }

  #checked(): Profile | null {
    this.#test?.abort();
    const profile: Profile = {
      id: connectionId,
      provider: this.provider,
      base_url: this.baseUrl.trim().replace(/\/+$/, ''),
      model: this.model.trim(),
      key_place: this.place,
    };
    const hasKey = this.hasKey || this.key.trim() !== '';
    const problem = checkConnection(profile, { hasKey, needsKey: this.choice?.needsKey ?? false });
    if (problem) this.state = { kind: 'problem', problem };
    return problem ? null : profile;
  }

  /** What was found out about an endpoint and its model stays true while both stay the same (R4.7). */
  async #withFinding(profile: Profile): Promise<Profile> {
    const before = await this.#dependencies.stores.profiles.get(profile.id);
    const same = before?.base_url === profile.base_url && before.model === profile.model;
    return same && before.protocol ? { ...profile, protocol: before.protocol } : profile;
  }

  async #lookForKey(): Promise<void> {
    const address = this.baseUrl.trim().replace(/\/+$/, '');
    const key = await this.#dependencies.secrets.read(connectionId, address);
    this.hasKey = key !== null;
  }
}
