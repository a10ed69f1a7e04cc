import { SvelteMap } from 'svelte/reactivity';
import { defaultSettings, type Settings } from '../domain/settings.ts';
import type { Profile } from '../domain/profile.ts';
import type { Session } from '../domain/session.ts';
import type { AppDependencies } from './app-dependencies.ts';
import type { StorageTrouble } from '../ports/storage-trouble.ts';
import { Bridge } from './bridge.svelte.ts';
import type { Composer } from './composer.svelte.ts';
import type { DueRuns } from './due-runs.svelte.ts';
import { firstOf } from '../commands/first-of.ts';
import { dateOf } from './date-of.ts';
import { freshSession } from './fresh-session.ts';
import { restoreAddress } from './restore-address.ts';
import { sessionAddress } from './session-address.ts';
import type { SessionView } from './session-view.svelte.ts';
import { Toasts } from './toasts.svelte.ts';
import { toldIfRefused } from './told-if-refused.ts';
import { Troubles } from './troubles.svelte.ts';
import { wearSettings } from './wear-settings.ts';
import { Words } from './words.svelte.ts';

export type Pane = 'conversation' | 'plan' | 'todo' | 'schedule' | 'files' | 'history';

const sessionsAtFirst = 50;

/** The page as a whole: which session is open, which pane is in front, and what holds for all of them. */
export class App {
  readonly dependencies: AppDependencies;
  readonly words = new Words();
  readonly toasts = new Toasts();
  readonly troubles: Troubles;
  /** What keeps the storage from being used, and so the page from being more than a message (R12.4). */
  readonly hindrance: StorageTrouble | null;
  readonly #settings: Bridge<Settings>;
  readonly #profiles: Bridge<readonly Profile[]>;
  /** The session that was asked for last. */
  #wanted: string | null = null;
  readonly #views = new SvelteMap<string, SessionView>();
  #listed = $state(sessionsAtFirst);
  readonly #sessions = $derived.by(
    () => new Bridge<readonly Session[]>(this.dependencies.stores.sessions.list(this.#listed), []),
  );

  session = $state.raw<SessionView | null>(null);
  composer = $state.raw<Composer | null>(null);
  /** What starts at its time; null until it is loaded. */
  dueRuns = $state.raw<DueRuns | null>(null);
  pane = $state<Pane>('conversation');
  settingsOpen = $state(false);
  sessionsOpen = $state(false);
  templatesOpen = $state(false);
  binOpen = $state(false);
  memoryOpen = $state(false);
  /** The passphrase of encrypted keys is being asked for. */
  unlocking = $state(false);
  /** Set when a file for an import is to be chosen; whoever shows the choice takes it back. */
  importAsked = $state(false);

  /** Reads what is stored before anything is shown. Where that is impossible, the page that comes of it says why. */
  static async open(dependencies: AppDependencies): Promise<App> {
    const hindrance = await dependencies.storage.open();
    if (hindrance) return App.#hindered(dependencies, hindrance);
    try {
      return await App.#ready(dependencies);
    } catch (error) {
      return App.#hindered(dependencies, { code: 'unavailable', detail: String(error) });
    }
  }

  /** Begins anew by itself as soon as the storage can be used. */
  static #hindered(dependencies: AppDependencies, trouble: StorageTrouble): App {
    void dependencies.storage.opened.then(() => location.reload());
    return new App(dependencies, defaultSettings, trouble);
  }

  static async #ready(dependencies: AppDependencies): Promise<App> {
    const app = new App(dependencies, await dependencies.stores.settings.get(), null);
    app.settingsOpen = location.hash === restoreAddress;
    const wanted = sessionAddress.read(location.hash);
    if (wanted !== null) await app.#openIfKnown(wanted);
    else if (app.settings.profile !== null) await app.#openNewest();
    window.addEventListener('hashchange', () => {
      const id = sessionAddress.read(location.hash);
      if (id !== null && id !== app.session?.id) void app.#openIfKnown(id);
    });
    return app;
  }

  private constructor(dependencies: AppDependencies, settings: Settings, hindrance: StorageTrouble | null) {
    this.dependencies = dependencies;
    this.hindrance = hindrance;
    this.troubles = new Troubles(dependencies.storage);
    this.#settings = new Bridge(dependencies.stores.settings.watch(), settings);
    this.#profiles = new Bridge<readonly Profile[]>(dependencies.stores.profiles.list(), []);
    wearSettings(settings, this.words);
  }

  get settings(): Settings {
    return this.#settings.current;
  }

  get sessions(): readonly Session[] {
    return this.#sessions.current;
  }

  /** The connection in use; null without one and for the demo. */
  get profile(): Profile | null {
    return this.#profiles.current.find((profile) => profile.id === this.settings.profile) ?? null;
  }

  get profiles(): readonly Profile[] {
    return this.#profiles.current;
  }

  get isDemo(): boolean {
    return this.settings.profile === 'demo';
  }

  /** Whether the list may go on beyond what is shown. */
  get hasMoreSessions(): boolean {
    return this.sessions.length >= this.#listed;
  }

  readonly showMoreSessions = (): void => {
    this.#listed += 200;
  };

  hasModel(): boolean {
    return this.settings.profile !== null;
  }

  readonly askImport = (): void => {
    this.importAsked = true;
  };

  readonly openTemplates = (): void => {
    this.templatesOpen = true;
  };

  readonly exportPlan = async (session: SessionView): Promise<void> => {
    const { savePlan } = await import('./save-plan.ts');
    savePlan(session.run, this);
  };

  /** The connection was saved: it is used from now on, and the work can begin. */
  readonly connected = async (id: string): Promise<void> => {
    await this.changeSettings({ profile: id });
    if (!this.session) await this.newSession();
  };

  now(): Date {
    return dateOf(this.dependencies.clock.now());
  }

  readonly show = (pane: Pane): void => {
    this.pane = pane;
    this.sessionsOpen = false;
  };

  /** What a session needs is loaded with the first one: the welcome page does without. */
  readonly openSession = async (id: string): Promise<void> => {
    this.sessionsOpen = false;
    this.#wanted = id;
    const [view, { Composer }] = await Promise.all([this.view(id), import('./composer.svelte.ts')]);
    if (this.#wanted !== id || this.session?.id === id) return;
    const left = this.session;
    if (left)
      void left.release().then((gone) => {
        if (gone && this.session !== left) this.#views.delete(left.id);
      });
    this.#views.set(id, view);
    this.session = view;
    this.composer = new Composer(this, view);
    history.replaceState(null, '', sessionAddress.write(id));
    void this.words.complete();
    view.wake();
  };

  /** A session as it would be shown, whether or not it is. */
  async view(id: string): Promise<SessionView> {
    const { SessionView } = await import('./session-view.svelte.ts');
    const view = this.#views.get(id) ?? new SessionView(id, this.dependencies, this.words, this.toasts);
    this.#views.set(id, view);
    return view;
  }

  /** The page leaves, and may come back as it was. */
  suspend(): void {
    for (const view of this.#views.values()) view.suspend();
  }

  wake(): void {
    for (const view of this.#views.values()) view.wake();
  }

  readonly newSession = async (title = ''): Promise<SessionView | null> => {
    const session = freshSession(this.dependencies.clock, title);
    if (!(await toldIfRefused(this, () => this.dependencies.stores.sessions.create(session)))) return null;
    await this.openSession(session.id);
    this.show('conversation');
    return this.session;
  };

  readonly renameSession = async (id: string, title: string): Promise<void> => {
    const { sessions } = this.dependencies.stores;
    if (title.trim()) await toldIfRefused(this, () => sessions.rename(id, title.trim().slice(0, 120)));
  };

  /** Removes a session from the list and offers the way back. */
  readonly removeSession = async (session: Session): Promise<void> => {
    const { clock, stores } = this.dependencies;
    const view = this.#views.get(session.id);
    if (view?.status.tone === 'working') await view.pause();
    if (!(await toldIfRefused(this, () => stores.sessions.remove(session.id, clock.now())))) return;
    if (this.session?.id === session.id) await this.#openNewest();
    await view?.leave();
    this.#views.delete(session.id);
    this.toasts.tell(this.words.t('shell.session_removed'), {
      label: this.words.t('shell.undo'),
      run: () => void toldIfRefused(this, () => stores.sessions.remove(session.id, null)),
    });
  };

  readonly changeSettings = async (change: Partial<Settings>): Promise<void> => {
    const settings = { ...$state.snapshot(this.settings), ...change };
    wearSettings(settings, this.words);
    if (!(await toldIfRefused(this, () => this.dependencies.stores.settings.save(settings)))) return;
    this.#settings.foresee(settings);
    for (const view of this.#views.values()) view.changeSettings(settings);
  };

  readonly startDemo = async (): Promise<void> => {
    await this.changeSettings({ profile: 'demo' });
    await this.newSession();
    await this.composer?.send(this.dependencies.demoGoal[this.words.language]);
  };

  /** Follows the address where it names a session that exists; otherwise nothing changes. */
  async #openIfKnown(id: string): Promise<void> {
    const known = await this.dependencies.stores.sessions.get(id);
    if (known?.deleted_at === null) await this.openSession(id);
    else if (!this.session && this.settings.profile !== null) await this.#openNewest();
  }

  async #openNewest(): Promise<void> {
    const [newest] = await firstOf(this.dependencies.stores.sessions.list(1));
    if (newest) await this.openSession(newest.id);
    else await this.newSession();
  }
}
