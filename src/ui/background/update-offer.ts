import type { AppUpdateControl, SharedBusyFlag } from '../../ports/pwa.ts';
import type { Installation } from '../app/installation.svelte.ts';
import type { ActivityTracker } from '../../engine/activity-tracker.ts';

interface UpdateParts {
  updates: AppUpdateControl;
  sign: SharedBusyFlag;
  work: ActivityTracker;
  installation: Installation;
  /** True if the stored data already belongs to a newer version, so that this one cannot be used. */
  isOutdated: () => boolean;
  reload: () => void;
}

/**
 * Offers a newer version, but never while a run is at work in any tab: then only once the last run ends or pauses; an
 * offer that is visible when a run begins says that it waits.
 * After the update every tab reloads, one at work as soon as it is idle.
 */
export class UpdateOffer {
  readonly #parts: UpdateParts;
  #waiting = false;
  #looking = false;

  constructor(parts: UpdateParts) {
    this.#parts = parts;
  }

  start(): void {
    const { updates, work, reload } = this.#parts;
    updates.waiting.subscribe((waiting) => {
      this.#waiting = waiting;
      void this.check();
    });
    updates.replaced.subscribe(() => {
      void work.whenIdle().then(reload);
    });
    work.atWork.subscribe((atWork) => {
      if (atWork) this.#withdraw();
    });
  }

  /** Checks again whether the update can be offered: another tab may have begun to work. */
  readonly check = async (): Promise<void> => {
    const { sign, installation, isOutdated, updates } = this.#parts;
    if (!this.#waits()) installation.update = null;
    else if (isOutdated()) updates.apply();
    if (!this.#waits() || this.#looking) return;
    this.#looking = true;
    if (await sign.isSet()) this.#hold();
    await sign.whenClear();
    this.#looking = false;
    if (this.#waits()) installation.update = this.#accept;
  };

  #waits(): boolean {
    return this.#waiting;
  }

  /** Replaces a visible offer by the reason why it has to wait. */
  #hold(): void {
    const { installation } = this.#parts;
    if (installation.update) installation.update = 'busy';
  }

  #withdraw(): void {
    this.#hold();
    void this.check();
  }

  readonly #accept = async (): Promise<void> => {
    const { sign, updates } = this.#parts;
    if (await sign.isSet()) this.#withdraw();
    else updates.apply();
  };
}
