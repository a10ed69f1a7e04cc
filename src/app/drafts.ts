import { storedEntries } from '../browser/web-storage.ts';
import type { App } from '../ui/app/app.svelte.ts';
import { unsavedFormsStorageKey } from './first-adapters.ts';

interface DraftSources {
  app: App;
  /** Lasts as long as the tab. */
  tab: Storage;
  /** Storage that lasts until the browser's data is cleared. */
  device: Storage;
}

const draftsName = 'cairn.drafts';
/** The number of sessions whose unsent messages outlast a tab, and the characters of the longest. */
const mostDrafts = 20;
const longestDraft = 50_000;

/** Keeps the messages that are being written, and what forms hold: across a reload all, after the tab the messages. */
export class Drafts {
  readonly #sources: DraftSources;
  /** The messages that this tab has stored for the time after it, by session. */
  #left = new Map<string, string>();

  constructor(sources: DraftSources) {
    this.#sources = sources;
    this.#restore();
    window.addEventListener('pagehide', () => this.#keep());
    document.addEventListener('visibilitychange', () => this.#leave(document.visibilityState === 'hidden'));
  }

  /**
   * If a session has no message that is being written, gives it the one that a closed tab left for it, or those of
   * sessions that are stored no more. Resolves in any case.
   */
  async take(sessionId: string): Promise<void> {
    try {
      await this.#takeFromClosedTab(sessionId);
      await this.#takeFromLostSessions(sessionId);
    } catch {
      // What was typed stays where it is, for the next session that is opened.
    }
  }

  /**
   * Stores what is typed so that it survives a reload: messages that are being written, those that were sent and are
   * still being handled, and what forms hold.
   */
  #keep(): void {
    const { app, tab } = this.#sources;
    store(tab, draftsName, this.#typed());
    store(tab, unsavedFormsStorageKey, [...app.unsaved]);
  }

  /**
   * Returns what is typed, by session: the messages that are still being handled, and the one that is being written.
   */
  #typed(): (readonly [session: string, text: string])[] {
    const { sending, drafts } = this.#sources.app;
    return [...new Set([...sending.keys(), ...drafts.keys()])]
      .map((id) => [id, [...(sending.get(id) ?? []), drafts.get(id)].filter(Boolean).join('\n')] as const)
      .filter(([, text]) => text.trim());
  }

  /**
   * Stores the messages that are being written or handled for the time after this tab, or with `isLeft` false removes
   * them again: while the tab is shown, a crash may not bring back what was sent meanwhile. What another tab has stored
   * stays.
   */
  #leave(isLeft: boolean): void {
    const { device } = this.#sources;
    const others = storedEntries<string>(device, draftsName).filter(([id, text]) => this.#left.get(id) !== text);
    const typedDrafts = isLeft ? this.#typed().filter(([, text]) => text.length <= longestDraft) : [];
    this.#left = new Map(typedDrafts);
    try {
      store(device, draftsName, [...others.filter(([id]) => !this.#left.has(id)), ...typedDrafts].slice(-mostDrafts));
    } catch {
      // The storage is full or disabled: the tab's own copy has to do.
    }
  }

  #restore(): void {
    const { app, tab } = this.#sources;
    for (const [session, draft] of storedEntries<string>(tab, draftsName))
      if (!app.drafts.get(session)) app.drafts.set(session, draft);
  }

  /**
   * Moves a message that a closed tab left for a session into its field, unless it has been sent since; drops those of
   * sessions that are stored no more.
   */
  async #takeFromClosedTab(sessionId: string): Promise<void> {
    const { app, device } = this.#sources;
    const { sessions } = app.dependencies.stores;
    const storedDrafts = storedEntries<string>(device, draftsName);
    if (storedDrafts.length === 0) return;
    const hasStoredSession = await Promise.all(
      storedDrafts.map(async ([id]) => id !== sessionId && (await sessions.get(id)) !== undefined),
    );
    const run = await sessions.run(sessionId);
    const sentTexts = [run?.plan.goal, ...(run?.events ?? []).map((each) => each.kind === 'guidance' && each.text)];
    const text = storedDrafts.find(([id]) => id === sessionId)?.[1];
    const over = new Set(storedDrafts.flatMap(([id], at) => (hasStoredSession[at] ? [] : [id])));
    const present = storedEntries<string>(device, draftsName);
    store(
      device,
      draftsName,
      present.filter(([id]) => !over.has(id)),
    );
    if (text !== undefined && !sentTexts.includes(text.trim()) && !app.drafts.get(sessionId))
      app.drafts.set(sessionId, text);
  }

  /** Gives the messages for sessions that are stored no more to a session whose field is empty. */
  async #takeFromLostSessions(sessionId: string): Promise<void> {
    const { drafts, dependencies } = this.#sources.app;
    const lostSessionIds: string[] = [];
    for (const [id, draft] of [...drafts])
      if (id !== sessionId && draft && !(await dependencies.stores.sessions.get(id))) lostSessionIds.push(id);
    const texts = lostSessionIds.flatMap((id) => drafts.get(id) ?? []);
    if (texts.length === 0 || drafts.get(sessionId)) return;
    drafts.set(sessionId, texts.join('\n\n'));
    for (const id of lostSessionIds) drafts.delete(id);
  }
}

const store = (storage: Storage, name: string, texts: readonly unknown[]): void =>
  texts.length > 0 ? storage.setItem(name, JSON.stringify(texts)) : storage.removeItem(name);
