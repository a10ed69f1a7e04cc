import { unsavedName } from './first-adapters.ts';
import { requestPersistence } from '../browser/files/storage-quota.ts';
import { AppUpdates } from '../browser/pwa/app-updates.ts';
import { followClickedNotifications } from '../browser/pwa/notifier.ts';
import { launchedFiles } from '../browser/pwa/launched-files.ts';
import { lockManager } from '../browser/lock-manager.ts';
import { storedEntries } from '../browser/web-storage.ts';
import { WebLockBusyFlag } from '../browser/pwa/busy-flag.ts';
import { retentionRisk } from '../browser/pwa/retention-risk.ts';
import { ShareInbox } from '../browser/pwa/share-inbox.ts';
import { newSessionFragment, shareReceivedFragment } from '../values/app-address.ts';
import type { Notifier } from '../ports/notifier.ts';
import type { SessionRunner } from '../engine/session-runner.ts';
import type { App } from '../ui/app/app.svelte.ts';
import type { Installation } from '../ui/app/installation.svelte.ts';
import { SessionNotifier } from '../ui/background/session-notifier.ts';
import { ActivityTracker } from '../engine/activity-tracker.ts';
import { completeKeySignIn } from '../ui/settings/key-sign-in.ts';
import { receiveLink, receiveShared, receiveSignIn } from '../ui/background/receive-shared.ts';
import { sessionRoute } from '../ui/app/page-address.ts';
import { UpdateOffer } from '../ui/background/update-offer.ts';

interface PwaParts {
  app: App;
  installation: Installation;
  notifier: Notifier;
  /** Lasts as long as the tab. */
  tab: Storage;
  /** Storage that lasts until the browser's data is cleared. */
  device: Storage;
  wait: (ms: number) => Promise<void>;
}

const draftsName = 'cairn.drafts';
/** The number of sessions whose unsent messages outlast a tab, and the characters of the longest. */
const mostDrafts = 20;
const longestDraft = 50_000;
const toldName = 'cairn.told_keeping';

/**
 * The features of an installed app: service worker, updates, shares, signals; loaded with the first session or after
 * the first paint.
 */
export class Pwa {
  readonly #parts: PwaParts;
  readonly #sign = new WebLockBusyFlag(lockManager, 'cairn-at-work');
  readonly #work = new ActivityTracker(this.#sign);
  readonly #signals: SessionNotifier;
  /** The messages that this tab has stored for the time after it, by session. */
  #left = new Map<string, string>();

  constructor(parts: PwaParts) {
    const { app, notifier } = parts;
    this.#parts = parts;
    this.#signals = new SessionNotifier({
      stores: app.dependencies.stores,
      notifier,
      words: app.words,
      isWanted: () => app.settings.notify,
      isHidden: () => document.visibilityState === 'hidden',
      address: (session) => sessionRoute.write({ session, pane: 'conversation', thing: null }),
    });
    this.#restoreDrafts();
    window.addEventListener('pagehide', () => this.#keepDrafts());
    document.addEventListener('visibilitychange', () => this.#leaveDrafts(document.visibilityState === 'hidden'));
  }

  /**
   * Tracks a session until `over` is aborted, and asks the browser to keep what is stored. If the session has no message
   * that is being written, it gets the one that a closed tab left for it, or those of sessions that are stored no more.
   */
  follow(sessionId: string, runner: SessionRunner, over: AbortSignal): void {
    void this.#takeDraftOfClosedTab(sessionId)
      .then(() => this.#takeLostDrafts(sessionId))
      .catch(() => undefined);
    void requestPersistence(navigator.storage);
    this.#work.follow(sessionId, runner, over);
    this.#signals.follow(sessionId, runner, over);
  }

  /**
   * Handles what the page was opened for; `address` is the fragment that it was opened with, `answer` the answer to a
   * sign-in.
   */
  async receive(address: string, answer: string): Promise<void> {
    const { app } = this.#parts;
    if (app.blocker) return;
    launchedFiles((files) => void receiveShared(app, { text: '', files, left: 0 }));
    window.addEventListener('hashchange', () => void receiveLink(app, location.hash));
    receiveSignIn(app, address, this.#parts.tab);
    /**
     * A person who comes back from the sign-in page without an answer may find this same page again, since the browser
     * restores it from the back/forward cache.
     */
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) void completeKeySignIn(app, '').catch(() => undefined);
    });
    void completeKeySignIn(app, answer).catch(() => undefined);
    await receiveLink(app, address);
    if (address === newSessionFragment) await app.newSession();
    if (address !== shareReceivedFragment) return;
    const shared = await new ShareInbox(caches, new URL('./', location.href).href).take();
    if (shared) await receiveShared(app, shared);
  }

  /** Shows, once on this device, why stored data may not last. */
  async noteKeeping(): Promise<void> {
    const { device, installation, wait } = this.#parts;
    if (device.getItem(toldName) !== null) return;
    const why = await retentionRisk(globalThis, wait);
    const told = () => {
      installation.keeping = null;
      device.setItem(toldName, String(why));
    };
    if (why) installation.keeping = { why, told };
  }

  /** Makes the app available offline and checks for newer versions. Rejects if that is not possible. */
  async register(): Promise<void> {
    if (!('serviceWorker' in navigator)) throw new Error('This browser has no service worker.');
    const { app, installation } = this.#parts;
    const updates = new AppUpdates(navigator.serviceWorker);
    const offer = new UpdateOffer({
      updates,
      sign: this.#sign,
      work: this.#work,
      installation,
      isOutdated: () => app.faults.gravest?.code === 'outdated',
      reload: () => location.reload(),
    });
    offer.start();
    document.addEventListener('visibilitychange', () => void offer.look());
    window.addEventListener('focus', () => void offer.look());
    followClickedNotifications(navigator.serviceWorker);
    void navigator.serviceWorker.ready.then(() => (installation.kept = true));
    await updates.register('./service-worker.js');
  }

  /**
   * Stores what is typed so that it survives a reload: messages that are being written, those that were sent and are
   * still being handled, and what forms hold.
   */
  #keepDrafts(): void {
    const { app, tab } = this.#parts;
    const typed = [...new Set([...app.sending.keys(), ...app.drafts.keys()])]
      .map((id) => [id, [...(app.sending.get(id) ?? []), app.drafts.get(id)].filter(Boolean).join('\n')] as const)
      .filter(([, text]) => text);
    store(tab, draftsName, typed);
    store(tab, unsavedName, [...app.unsaved]);
  }

  /**
   * Stores the messages that are being written for the time after this tab, or with `isLeft` false removes them again:
   * while the tab is shown, a crash may not bring back what was sent meanwhile. What another tab has stored stays.
   */
  #leaveDrafts(isLeft: boolean): void {
    const { app, device } = this.#parts;
    const others = storedEntries<string>(device, draftsName).filter(([id, text]) => this.#left.get(id) !== text);
    const typed = isLeft ? [...app.drafts].filter(([, text]) => text.trim() && text.length <= longestDraft) : [];
    this.#left = new Map(typed);
    try {
      store(device, draftsName, [...others.filter(([id]) => !this.#left.has(id)), ...typed].slice(-mostDrafts));
    } catch {
      // The storage is full or disabled: the tab's own copy has to do.
    }
  }

  #restoreDrafts(): void {
    const { app, tab } = this.#parts;
    for (const [session, draft] of storedEntries<string>(tab, draftsName))
      if (!app.drafts.get(session)) app.drafts.set(session, draft);
  }

  /**
   * Moves a message that a closed tab left for a session into its field, unless it has been sent since; drops those of
   * sessions that are stored no more.
   */
  async #takeDraftOfClosedTab(sessionId: string): Promise<void> {
    const { app, device } = this.#parts;
    const { sessions } = app.dependencies.stores;
    const left = storedEntries<string>(device, draftsName);
    if (left.length === 0) return;
    const kept = await Promise.all(
      left.map(async ([id]) => id !== sessionId && (await sessions.get(id)) !== undefined),
    );
    const run = await sessions.run(sessionId);
    const sent = [run?.plan.goal, ...(run?.events ?? []).map((each) => each.kind === 'guidance' && each.text)];
    const text = left.find(([id]) => id === sessionId)?.[1];
    const over = new Set(left.flatMap(([id], at) => (kept[at] ? [] : [id])));
    const present = storedEntries<string>(device, draftsName);
    store(
      device,
      draftsName,
      present.filter(([id]) => !over.has(id)),
    );
    if (text !== undefined && !sent.includes(text.trim()) && !app.drafts.get(sessionId))
      app.drafts.set(sessionId, text);
  }

  async #takeLostDrafts(sessionId: string): Promise<void> {
    const { drafts, dependencies } = this.#parts.app;
    const lost: string[] = [];
    for (const [id, draft] of [...drafts])
      if (id !== sessionId && draft && !(await dependencies.stores.sessions.get(id))) lost.push(id);
    const texts = lost.flatMap((id) => drafts.get(id) ?? []);
    if (texts.length === 0 || drafts.get(sessionId)) return;
    drafts.set(sessionId, texts.join('\n\n'));
    for (const id of lost) drafts.delete(id);
  }
}

const store = (storage: Storage, name: string, texts: readonly unknown[]): void =>
  texts.length > 0 ? storage.setItem(name, JSON.stringify(texts)) : storage.removeItem(name);
