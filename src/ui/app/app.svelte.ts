import { SvelteMap } from 'svelte/reactivity';
import { defaultSettings, type Settings } from '../../records/settings.ts';
import type { Profile } from '../../records/profile.ts';
import type { Session } from '../../task/session.ts';
import type { AppDependencies } from './app-dependencies.ts';
import type { StorageError } from '../../ports/storage-health.ts';
import { followPageAddress } from './follow-page-address.ts';
import { ObservableState } from './observable-state.svelte.ts';
import { sessionListThrottle } from './session-list-throttle.ts';
import type { AttachedImage } from '../../records/shown-image.ts';
import type { Composer } from '../conversation/composer.svelte.ts';
import type { ScheduledRunStarter } from '../background/scheduled-run-starter.svelte.ts';
import { currentValue } from '../../ports/observable.ts';
import { dateOf } from './moments.ts';
import { createEmptySession } from '../../engine/create-empty-session.ts';
import { updatePageAddress, type Pane, type PageLocation } from './page-address.ts';
import { Overlays } from './overlays.svelte.ts';
import { SessionViewLoader } from '../session/session-view-loader.ts';
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
  /** Why the storage cannot be used, which is then all that the page shows; null if it can be used. */
  readonly blocker: StorageError | null;
  readonly #maker = new SessionViewLoader(() => this.dependencies.parts);
  readonly #settings: ObservableState<Settings>;
  /** The changes of settings that are applied and not stored yet, the oldest first. */
  #unsaved = $state.raw<readonly Partial<Settings>[]>([]);
  readonly #profiles: ObservableState<readonly Profile[]>;
  /** Resolves when messages are loaded: English ones if those of the person's language cannot be loaded. */
  readonly worded: Promise<void>;
  /** The id of the session that was requested last. */
  #wanted: string | null = null;
  readonly #views = new SvelteMap<string, SessionView>();
  #listed = $state(50);
  /** The last list, so that it is not empty while another one is read; null until the first is read. */
  #lastList: readonly Session[] | null = null;
  readonly #sessions = $derived.by(() => {
    const live = this.dependencies.stores.sessions.list(this.#listed + 2, this.session?.id);
    return new ObservableState<readonly Session[] | null>(live, this.#lastList, sessionListThrottle);
  });

  /** The sessions after those that the list shows, as far as they are read: at most two, and the open one. */
  readonly #unlisted = $derived(this.#sessions.current?.slice(this.#listed) ?? []);
  /** When the newest session that the list leaves out was last changed; undefined if it leaves none out. */
  readonly unlistedSince = $derived(this.#unlisted[0]?.updated_at);
  /** The sessions that wait for the person and are older than the list; empty until they are read. */
  olderWaiting = $state.raw<readonly Session[]>([]);

  session = $state.raw<SessionView | null>(null);
  composer = $state.raw<Composer | null>(null);
  /** Unsent text of the message field, by session id. */
  readonly drafts = new SvelteMap<string, string>();
  /** What forms hold and have not saved, by the name of the form. */
  readonly unsaved: SvelteMap<string, unknown>;
  /** Texts that were sent and are still being handled, by session id, the oldest first. */
  readonly sending = new SvelteMap<string, readonly string[]>();
  /** Unsent images of the message field, by session id. */
  readonly attached = new SvelteMap<string, readonly AttachedImage[]>();
  /** Runs that start at a set time; null until they are loaded. */
  scheduledRuns = $state.raw<ScheduledRunStarter | null>(null);
  /** The ids of the listed sessions that are stored as at work while no tab works on them. */
  interrupted = $state.raw<readonly string[]>([]);
  /** The sessions in the bin; empty until they are read. */
  deleted = $state.raw<readonly Session[]>([]);
  /** The ids of the sessions that this tab deletes. */
  deletedHere: readonly string[] = [];
  pane = $state<Pane>('conversation');
  /** True until the session or setting that the address names is loaded. */
  arriving = $state(true);
  /** True after the first paint. */
  painted = $state(false);
  /**
   * The item to scroll to: a step, a file or a message. Each request is a new object, so that an item can be requested
   * twice.
   */
  sought = $state.raw<{ thing: string } | null>(null);

  /** Reads settings and sessions before anything is shown. If that fails, the returned page shows the reason. */
  static async open(dependencies: AppDependencies): Promise<App> {
    const blocker = await dependencies.storage.open();
    if (blocker) return App.#hindered(dependencies, blocker);
    try {
      return await App.#ready(dependencies);
    } catch (error) {
      return App.#hindered(dependencies, { code: 'unavailable', detail: String(error) });
    }
  }

  /** Returns a page that only shows the storage error; it reloads as soon as the storage can be used. */
  static #hindered(dependencies: AppDependencies, error: StorageError): App {
    void dependencies.storage.opened.then(() => location.reload());
    return new App(dependencies, defaultSettings, error);
  }

  static async #ready(dependencies: AppDependencies): Promise<App> {
    const app = new App(dependencies, await dependencies.stores.settings.get(), null);
    await followPageAddress(app, () => app.#openNewest());
    return app;
  }

  private constructor(dependencies: AppDependencies, settings: Settings, blocker: StorageError | null) {
    super();
    this.dependencies = dependencies;
    this.unsaved = new SvelteMap(dependencies.unsaved);
    this.blocker = blocker;
    this.faults = new StorageErrors(dependencies.storage);
    this.#settings = new ObservableState(dependencies.stores.settings.watch(), settings);
    this.#profiles = new ObservableState<readonly Profile[]>(dependencies.stores.profiles.list(), []);
    this.worded = applySettings(settings, this.words).catch(() => this.words.setLanguage('en'));
  }

  /** The stored settings, overlaid with the changes that are still being stored. */
  get settings(): Settings {
    return this.#unsaved.reduce<Settings>((settings, change) => ({ ...settings, ...change }), this.#settings.current);
  }

  /** The newest sessions, newest first, and after them older ones: the open one, and those that wait for the person. */
  readonly sessions: readonly Session[] = $derived.by(() => {
    const newest = (this.#lastList = this.#sessions.current)?.slice(0, this.#listed) ?? [];
    const older = [...this.#unlisted.filter(({ id }) => id === this.session?.id), ...this.olderWaiting];
    return older.reduce((all, each) => (all.some(({ id }) => id === each.id) ? all : [...all, each]), newest);
  });

  /** Returns the title of a session, also of one in the bin; undefined if it has none. */
  titleOf(id: string): string | undefined {
    return [...this.sessions, ...this.deleted].find((session) => session.id === id)?.title;
  }

  /** True once it is known that there is no session. */
  get hasNoSessions(): boolean {
    return this.#sessions.current?.length === 0;
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

  /** True if there are more sessions than the list shows. */
  get hasMoreSessions(): boolean {
    return this.#unlisted.some(({ id }) => id !== this.session?.id);
  }

  readonly showMoreSessions = (): void => {
    this.#listed += 200;
  };

  hasModel(): boolean {
    return this.settings.profile !== null;
  }

  /**
   * Selects a connection that was just saved; `isKeyRefused` is true if its key is known to be wrong. Opens a new
   * session if none is open, or if the demo was in use. Resolves to false, with a toast, if the choice could not be
   * stored.
   */
  readonly connected = async (id: string, isKeyRefused = false): Promise<boolean> => {
    const { isDemo } = this;
    const connectedAt = this.dependencies.clock.now();
    if (!(await this.changeSettings({ profile: id, ...(!isKeyRefused && { connected_at: connectedAt }) })))
      return false;
    if (!this.session || isDemo) await this.newSession();
    return true;
  };

  now(): Date {
    return dateOf(this.dependencies.clock.now());
  }

  readonly show = (pane: Pane, thing: string | null = null): void => {
    this.pane = pane;
    this.sought = thing === null ? null : { thing };
    this.sessionsOpen = false;
    if (this.session) updatePageAddress({ session: this.session.id, pane, thing });
  };

  /** Shows a session, pane and item without starting anything. If the session does not exist, only shows a toast. */
  readonly go = async ({ session, pane, thing }: PageLocation): Promise<void> => {
    const storedSession = session === this.session?.id ? null : await this.dependencies.stores.sessions.get(session);
    if (storedSession === null || storedSession?.deleted_at === null) return this.openSession(session, pane, thing);
    const refusalKey = storedSession ? 'palette.in_bin' : 'palette.no_session';
    if (this.session) updatePageAddress({ session: this.session.id, pane: this.pane, thing: null });
    else await this.#openNewest();
    void this.words.loadAll().then(() => this.toasts.refuse(this.words.t(refusalKey)));
  };

  /**
   * Opens a session. After the code has been loaded once, the session is shown before the browser handles another
   * event, such as a key press.
   */
  readonly openSession = async (id: string, pane = this.pane, thing: string | null = null): Promise<void> => {
    this.#wanted = id;
    const make = await this.#maker.made();
    const view = await this.view(id);
    if (this.#wanted !== id) return;
    const previousView = this.session;
    if (previousView?.id !== id) {
      const isShown = () => this.session === previousView;
      void previousView
        ?.release(isShown)
        .then((wasReleased) => wasReleased && !isShown() && this.#views.delete(previousView.id));
      this.#views.set(id, view);
      this.toasts.pass();
      this.session = view;
      this.composer = make.composer(this, view);
      void this.words.loadAll();
      view.wake();
    }
    this.show(pane, thing);
  };

  /** Returns the view of a session, and creates it if needed; the session need not be shown. */
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

  /** Shows a new session at once, so that text typed next belongs to it; actions in it wait until it is stored. */
  readonly newSession = async (title = '', kind?: string): Promise<SessionView | null> => {
    const session = createEmptySession(this.dependencies.clock, title, kind);
    const before = this.session;
    const isStored = this.dependencies.stores.sessions.create(session).then(
      () => true,
      () => false,
    );
    await this.openSession(session.id, 'conversation');
    if (await isStored) return this.session;
    this.#views.delete(session.id);
    if (before) await this.openSession(before.id);
    else this.session = this.composer = null;
    this.toasts.refuse(this.words.t('panes.not_saved'));
    return null;
  };

  readonly removeSessions = async (sessions: readonly Session[]): Promise<void> => {
    await (await import('../session/remove-session.ts')).removeSessions(sessions, this.#views, this);
  };

  /** Drops the view of a removed session; if it was shown, opens the newest of the others. */
  async forget(id: string): Promise<void> {
    if (this.session?.id === id) await this.#openNewest(true);
    await this.#views.get(id)?.leave();
    this.#views.delete(id);
  }

  /**
   * Applies a change at once, so that the next one builds on it, and stores it; a new language applies once it is
   * loaded. Resolves to false, with a toast and the settings as before, if that is impossible.
   */
  readonly changeSettings = async (change: Partial<Settings>): Promise<boolean> => {
    this.#unsaved = [...this.#unsaved, change];
    applyTheme(this.settings.theme);
    const isApplied = change.language === undefined || (await applySettingsOrToast(this, this.settings));
    const store = async () => {
      const { settings } = this.dependencies.stores;
      this.#settings.setOptimistic(await settings.change((storedSettings) => ({ ...storedSettings, ...change })));
    };
    const isSaved = isApplied && (await saveOrToast(this, store));
    this.#unsaved = this.#unsaved.filter((other) => other !== change);
    if (isSaved) for (const view of this.#views.values()) view.changeSettings($state.snapshot(this.settings));
    else await applySettings(this.settings, this.words).catch(() => undefined);
    return isSaved;
  };

  /**
   * Opens the newest session; if there is none, a new one if `orNew`, by default only if there is a connection to a
   * model or to other devices.
   */
  async #openNewest(orNew = this.hasModel()): Promise<void> {
    const { stores, connected } = this.dependencies;
    const [newest] = await currentValue(stores.sessions.list(1));
    if (newest) await this.openSession(newest.id);
    else if (orNew || (await currentValue(connected))) await this.newSession();
  }
}
