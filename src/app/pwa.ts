import { requestPersistence } from '../browser/files/storage-quota.ts';
import { AppUpdates } from '../browser/pwa/app-updates.ts';
import { followClickedNotifications } from '../browser/pwa/notifier.ts';
import { watchLaunchedFiles } from '../browser/pwa/launched-files.ts';
import { lockManager } from '../browser/lock-manager.ts';
import { WebLockBusyFlag } from '../browser/pwa/busy-flag.ts';
import { retentionRisk } from '../browser/pwa/retention-risk.ts';
import { ShareInbox } from '../browser/pwa/share-inbox.ts';
import { newSessionFragment, shareReceivedFragment } from '../values/app-address.ts';
import { Drafts } from './drafts.ts';
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
  readonly #drafts: Drafts;

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
    this.#drafts = new Drafts(parts);
  }

  /**
   * Tracks a session until `over` is aborted, and asks the browser to keep what is stored. If the session has no
   * message that is being written, it gets the one that a closed tab left for it, or those of sessions that are stored
   * no more.
   */
  follow(sessionId: string, runner: SessionRunner, over: AbortSignal): void {
    void this.#drafts.take(sessionId);
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
    watchLaunchedFiles((files) => void receiveShared(app, { text: '', files, left: 0 }));
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
    const markAsTold = () => {
      installation.keeping = null;
      device.setItem(toldName, String(why));
    };
    if (why) installation.keeping = { why, told: markAsTold };
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
    document.addEventListener('visibilitychange', () => void offer.check());
    window.addEventListener('focus', () => void offer.check());
    followClickedNotifications(navigator.serviceWorker);
    void navigator.serviceWorker.ready.then(() => (installation.kept = true));
    await updates.register('./service-worker.js');
  }
}
