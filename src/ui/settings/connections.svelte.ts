import { type Profile, isOnDevice } from '../../records/profile.ts';
import type { ModelError } from '../../task/model-reply.ts';
import type { App } from '../app/app.svelte.ts';
import { isSameModel } from '../conversation/error-text.ts';
import { ConnectionForm } from './connection-form.svelte.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';
import { providerName } from './provider-name.ts';
import type { ProviderChoice } from '../app/app-dependencies.ts';
import { connectionsInUse } from '../session/key-missing.ts';
import { nextActionAfterError } from '../session/status-line.ts';
import { hostOf } from './address-checks.ts';
import type { Translator } from '../app/translator.svelte.ts';

/** A form that was left with unsaved text in it, and its fields as they are stored. */
interface Draft {
  /** The id of the form's connection; an empty text for a new connection. */
  id: string;
  form: ConnectionForm;
  stored: string;
}

/**
 * The forms with unsaved changes, in the order in which they were left. Each is shown again when its connection is
 * opened; the last one is shown when the settings are opened next.
 */
const drafts = new WeakMap<App, readonly Draft[]>();

/** All that a person can change in a form, but for its passphrase, which is forgotten when the form is left. */
const entered = ({ name, provider, baseUrl, model, key, place, call }: ConnectionForm): string =>
  JSON.stringify([name, provider, baseUrl, model, key, place, call]);

/** The model connections of the settings: all of them, the one in use, and the form of one. */
export class Connections {
  readonly #app: App;
  form = $state.raw() as ConnectionForm;

  /** The fields of the form as they are stored. */
  #stored = '';

  constructor(app: App) {
    this.#app = app;
    const last = this.#drafts.at(-1);
    const inUse = connectionsInUse(app);
    const error = this.#unresolvedError();
    const faulty =
      inUse.find((profile) => error && isSameModel(profile, error.asked)) ??
      inUse.find(({ key_refused }) => key_refused);
    this.#show(
      last ? (this.all.find(({ id }) => id === last.id) ?? null) : (faulty ?? app.profile ?? this.all[0] ?? null),
    );
  }

  /** The error for which the open session stands still until a connection is changed; null if there is none. */
  #unresolvedError(): ModelError | null {
    const run = this.#app.session?.run;
    const error = run?.phase === 'paused' && run.pause?.code === 'endpoint' ? run.pause.error : null;
    return error && nextActionAfterError(error) === 'connect' ? error : null;
  }

  get #drafts(): readonly Draft[] {
    return drafts.get(this.#app) ?? [];
  }

  /** Marks the form's present values as the stored ones, so that it has no unsaved changes. */
  readonly settle = (): void => {
    this.#stored = entered(this.form);
  };

  get all(): readonly Profile[] {
    return this.#app.profiles;
  }

  /** True if the form is for a connection that is not stored yet. */
  readonly isNew = $derived(!this.all.some(({ id }) => id === this.form.id));

  title(profile: Profile): string {
    return connectionTitle(profile, this.#app);
  }

  /** Shows the form of a connection; what is unsaved in the present one stays. */
  readonly edit = (profile: Profile): void => this.#change(profile);

  readonly add = (): void => this.#change(null);

  readonly use = (id: string): Promise<boolean> =>
    this.#app.changeSettings({ profile: id, ...this.#changed(this.all.find((each) => each.id === id)) });

  readonly useForThoughts = (id: string | null): Promise<boolean> =>
    this.#app.changeSettings({ thought_profile: id, ...this.#changed() });

  /**
   * Returns the settings change which records that another connection is in use from now on; empty if the connection's
   * key was refused.
   */
  #changed(profile?: Profile): { connected_at?: string } {
    return profile?.key_refused ? {} : { connected_at: this.#app.dependencies.clock.now() };
  }

  /**
   * Deletes a connection and its key for good. If that connection was in use, none is in use until the person chooses
   * another one, so that no work goes to another provider unasked. Returns true if it was in use and there is another
   * one to choose; null, with a toast and nothing changed, if it could not be deleted.
   */
  readonly remove = async ({ id }: Profile): Promise<boolean | null> => {
    const { stores, secrets } = this.#app.dependencies;
    const { profile, thought_profile } = this.#app.settings;
    const next = this.all.find((other) => other.id !== id) ?? null;
    if (!(await saveOrToast(this.#app, () => stores.profiles.remove(id)))) return null;
    await saveOrToast(this.#app, () => secrets.remove(id));
    await this.#app.changeSettings({
      profile: profile === id ? null : profile,
      thought_profile: thought_profile === id ? null : thought_profile,
    });
    this.settle();
    this.#change(next);
    return profile === id && next !== null;
  };

  /** Ends a test that is under way, and keeps the form if it has unsaved text in it. */
  close(): void {
    const { form } = this;
    form.close();
    form.passphrase = '';
    const id = this.isNew ? '' : form.id;
    const others = this.#drafts.filter((draft) => draft.id !== id);
    const isUnsaved = entered(form) !== this.#stored;
    drafts.set(this.#app, isUnsaved ? [...others, { id, form, stored: this.#stored }] : others);
  }

  #change(profile: Profile | null): void {
    this.close();
    this.#show(profile);
  }

  #show(profile: Profile | null): void {
    const draft = this.#drafts.find(({ id }) => id === (profile?.id ?? ''));
    this.form = draft?.form ?? this.#formFor(profile);
    this.#stored = draft?.stored ?? entered(this.form);
  }

  #formFor(profile: Profile | null): ConnectionForm {
    const form = new ConnectionForm(this.#app.dependencies, this.#app.words, profile?.id);
    if (!profile) return form;
    const { api, effort, background, key_refused } = profile;
    form.name = profile.name ?? '';
    form.call = { api, effort, background };
    form.provider = profile.provider;
    form.baseUrl = profile.base_url;
    form.model = profile.model;
    form.place = profile.key_place;
    if (key_refused) form.refuseKey();
    void form.addressChanged();
    return form;
  }
}

/** Returns the title of a connection in a list; a number tells it from those before it with the same title. */
export function connectionTitle(
  profile: Profile,
  { profiles, dependencies: { providers }, words }: Pick<App, 'dependencies' | 'profiles' | 'words'>,
): string {
  const title = titleOf(profile, providers, words);
  const same = profiles.filter((each) => titleOf(each, providers, words) === title);
  const sameTitleIndex = same.findIndex(({ id }) => id === profile.id);
  return sameTitleIndex > 0 ? `${title} (${sameTitleIndex + 1})` : title;
}

function titleOf(profile: Profile, choices: readonly ProviderChoice[], { t, language }: Translator): string {
  const { name, provider, base_url, model } = profile;
  if (name) return name;
  if (isOnDevice(profile)) return `${t('connection.on_device')} · ${model}`;
  const choice = choices.find(({ id }) => id === provider);
  return [providerName(choice, language) || hostOf(base_url), model].filter(Boolean).join(' · ');
}
