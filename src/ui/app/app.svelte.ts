import { SvelteMap } from 'svelte/reactivity';
import type { GuessedText } from '../files/guessed-text.ts';
import { defaultSettings, type Settings } from '../../records/settings.ts';
import type { Profile } from '../../records/profile.ts';
import type { Session } from '../../task/session.ts';
import type { AppDependencies } from './app-dependencies.ts';
import type { StorageError } from '../../ports/storage-health.ts';
import { arrive } from './arrive.ts';
import { throttled, ObservableState } from './observable-state.svelte.ts';
import type { AttachedImage } from '../../records/shown-image.ts';
import type { Composer } from '../conversation/composer.svelte.ts';
import type { ScheduledRuns } from '../background/scheduled-runs.svelte.ts';
import { firstOf } from '../../ports/observable.ts';
import { dateOf } from './moments.ts';
import { freshSession } from '../../engine/fresh-session.ts';
import { noteAddress, type Pane, type PagePlace } from './page-address.ts';
import { Overlays } from './overlays.svelte.ts';
import { SessionMaker } from '../session/session-maker.ts';
import type { SessionView } from '../session/session-view.svelte.ts';
import { Toasts, saveOrToast } from './toasts.svelte.ts';
import { StorageErrors } from './storage-errors.svelte.ts';
import { applySettings, applyTheme, applySettingsOrToast } from './apply-settings.ts';
import { Translator } from './translator.svelte.ts';

/** The state of the whole page: the open session, the pane in front, the settings and the connections. */
export class App extends Overlays {
  readonly dependencies: AppDependencies;
  readonly words = new Translator();
  readonly toasts = new Toasts();
  readonly faults: StorageErrors;
  /** Why the storage cannot be used; the page then shows only that. Null where it can. */
  readonly blocker: StorageError | null;
  readonly #maker = new SessionMaker(() => this.dependencies.parts);
  readonly #settings: ObservableState<Settings>;
  readonly #profiles: ObservableState<readonly Profile[]>;
  /** Resolves when messages are loaded: English ones where those of the person's language cannot be loaded. */
  readonly worded: Promise<void>;
  /** The id of the session that was asked for last. */
  #wanted: string | null = null;
  readonly #views = new SvelteMap<string, SessionView>();
  #listed = $state(50);
  readonly #sessions = $derived.by(
    () => new ObservableState<readonly Session[]>(this.dependencies.stores.sessions.list(this.#listed), [], throttled),
  );

  session = $state.raw<SessionView | null>(null);
  composer = $state.raw<Composer | null>(null);
  /** Unsent text of the message field, by session id. */
  readonly drafts = new SvelteMap<string, string>();
  /** Images that are sent with it. */
  readonly attached = new SvelteMap<string, readonly AttachedImage[]>();
  /** Runs that start at a set time; null until they are loaded. */
  scheduledRuns = $state.raw<ScheduledRuns | null>(null);
  pane = $state<Pane>('conversation');
  /** True until what the address names is loaded. */
  arriving = $state(true);
  /** True after the first paint. */
  painted = $state(false);
  /** What to scroll to: a step, a file, a message; a new object each time, so that it can be asked for twice. */
  /** Added texts whose encoding was guessed, by the id of their file. */
  readonly guessed: Partial<Record<string, GuessedText>> = {};
  sought = $state.raw<{ thing: string } | null>(null);

  /** Reads settings and sessions before anything is shown. Where that fails, the page that it returns says why. */
  static async open(dependencies: AppDependencies): Promise<App> {
    const blocker = await dependencies.storage.open();
    if (blocker) return App.#hindered(dependencies, blocker);
    try {
      return await App.#ready(dependencies);
    } catch (error) {
      return App.#hindered(dependencies, { code: 'unavailable', detail: String(error) });
    }
  }

  /** A page that only names the storage fault; it reloads as soon as the storage can be used. */
  static #hindered(dependencies: AppDependencies, error: StorageError): App {
    void dependencies.storage.opened.then(() => location.reload());
    return new App(dependencies, defaultSettings, error);
  }

  static async #ready(dependencies: AppDependencies): Promise<App> {
    const app = new App(dependencies, await dependencies.stores.settings.get(), null);
    await arrive(app, () => app.#openNewest());
    return app;
  }

  private constructor(dependencies: AppDependencies, settings: Settings, blocker: StorageError | null) {
    super();
    this.dependencies = dependencies;
    this.blocker = blocker;
    this.faults = new StorageErrors(dependencies.storage);
    this.#settings = new ObservableState(dependencies.stores.settings.watch(), settings);
    this.#profiles = new ObservableState<readonly Profile[]>(dependencies.stores.profiles.list(), []);
    this.worded = applySettings(settings, this.words).catch(() => this.words.setLanguage('en'));
  }

  get settings(): Settings {
    return this.#settings.current;
  }

  get sessions(): readonly Session[] {
    return this.#sessions.current;
  }

  /** The connection in use; null where there is none, and for the demo. */
  get profile(): Profile | null {
    return this.#profiles.current.find((profile) => profile.id === this.settings.profile) ?? null;
  }

  get profiles(): readonly Profile[] {
    return this.#profiles.current;
  }

  get isDemo(): boolean {
    return this.settings.profile === 'demo';
  }

  /** Whether there may be more sessions than the list shows. */
  get hasMoreSessions(): boolean {
    return this.sessions.length >= this.#listed;
  }

  readonly showMoreSessions = (): void => {
    this.#listed += 200;
  };

  hasModel(): boolean {
    return this.settings.profile !== null;
  }

  readonly exportPlan = async (session: SessionView): Promise<void> => {
    const { savePlan } = await import('../plan/save-plan.ts');
    savePlan(session.run, this);
  };

  /** Uses a connection that was just saved, and continues the work, that of the demo aside. */
  readonly connected = async (id: string): Promise<void> => {
    const { isDemo } = this;
    await this.changeSettings({ profile: id });
    if (!this.session || isDemo) await this.newSession();
  };

  now(): Date {
    return dateOf(this.dependencies.clock.now());
  }

  readonly show = (pane: Pane, thing: string | null = null): void => {
    this.pane = pane;
    this.sought = thing === null ? null : { thing };
    this.sessionsOpen = false;
    if (this.session) noteAddress({ session: this.session.id, pane, thing });
  };

  /** Shows a place and starts nothing; where its session does not exist, says so and changes nothing else. */
  readonly go = async ({ session, pane, thing }: PagePlace): Promise<void> => {
    const known = session === this.session?.id ? null : await this.dependencies.stores.sessions.get(session);
    if (known === null || known?.deleted_at === null) return this.openSession(session, pane, thing);
    const said = known ? 'palette.in_bin' : 'palette.no_session';
    if (this.session) noteAddress({ session: this.session.id, pane: this.pane, thing: null });
    else await this.#openNewest();
    void this.words.loadAll().then(() => this.toasts.refuse(this.words.t(said)));
  };

  /** Opens a session; after the first, before the browser handles another event, such as a key press. */
  readonly openSession = async (id: string, pane = this.pane, thing: string | null = null): Promise<void> => {
    this.#wanted = id;
    const make = await this.#maker.made();
    const view = await this.view(id);
    if (this.#wanted !== id) return;
    const left = this.session;
    if (left?.id !== id) {
      const isShown = () => this.session === left;
      void left?.release(isShown).then((gone) => gone && !isShown() && this.#views.delete(left.id));
      this.#views.set(id, view);
      this.toasts.pass();
      this.session = view;
      this.composer = make.composer(this, view);
      void this.words.loadAll();
      view.wake();
    }
    this.show(pane, thing);
  };

  /** The view of a session, created where it does not exist yet, whether or not it is shown. */
  async view(id: string): Promise<SessionView> {
    const make = await this.#maker.made();
    const view = this.#views.get(id) ?? make.view(id, this);
    this.#views.set(id, view);
    return view;
  }

  /** Pauses the sessions when the page enters the back/forward cache, from which it may return. */
  suspend(): void {
    for (const view of this.#views.values()) view.suspend();
  }

  wake(): void {
    for (const view of this.#views.values()) view.wake();
  }

  /** Opens a new session at once, so that text typed next belongs to it; actions in it wait until it is stored. */
  readonly newSession = async (title = '', kind?: string): Promise<SessionView | null> => {
    const session = freshSession(this.dependencies.clock, title, kind);
    const before = this.session;
    const kept = saveOrToast(this, () => this.dependencies.stores.sessions.create(session));
    await this.openSession(session.id, 'conversation');
    if (await kept) return this.session;
    this.#views.delete(session.id);
    if (before) await this.openSession(before.id);
    else this.session = this.composer = null;
    return null;
  };

  readonly renameSession = async (id: string, title: string): Promise<void> => {
    const { sessions } = this.dependencies.stores;
    if (title.trim()) await saveOrToast(this, () => sessions.rename(id, title.trim().slice(0, 120)));
  };

  readonly removeSession = async (session: Session): Promise<void> => {
    await (await import('../session/remove-session.ts')).removeSession(session, this.#views.get(session.id), this);
  };

  /** Drops the view of a removed session; if it was shown, opens the newest of the others. */
  async forget(id: string): Promise<void> {
    if (this.session?.id === id) await this.#openNewest(true);
    await this.#views.get(id)?.leave();
    this.#views.delete(id);
  }

  /** Applies a change at once, so that the next builds on it, and stores it; a language once it is loaded. */
  readonly changeSettings = async (change: Partial<Settings>): Promise<void> => {
    const before = $state.snapshot(this.settings);
    const after = { ...before, ...change };
    this.#settings.setOptimistic(after);
    applyTheme(after.theme);
    const isApplied = change.language === undefined || (await applySettingsOrToast(this, after));
    const store = async () => {
      await this.dependencies.stores.settings.change((stored) => ({ ...stored, ...change }));
    };
    const kept = isApplied && (await saveOrToast(this, store));
    if (kept) for (const view of this.#views.values()) view.changeSettings($state.snapshot(this.settings));
    else {
      this.#settings.setOptimistic(before);
      await applySettings(before, this.words).catch(() => undefined);
    }
  };

  /** Opens the newest session or else a new one; by default no new one while there is no connection. */
  async #openNewest(orNew = this.settings.profile !== null): Promise<void> {
    const [newest] = await firstOf(this.dependencies.stores.sessions.list(1));
    if (newest) await this.openSession(newest.id);
    else if (orNew) await this.newSession();
  }
}
