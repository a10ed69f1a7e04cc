import type { Session } from '../../domain/record/session.ts';
import type { App } from '../app/app.svelte.ts';
import { Bridge } from '../app/bridge.svelte.ts';
import { instantOf } from '../app/moments.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';

const day = 86_400_000;
const daysKept = 30;

/** Removed sessions, which can be restored for a while (R12.6). */
export class Bin {
  readonly #app: App;
  readonly #removed: Bridge<readonly Session[] | null>;

  constructor(app: App) {
    this.#app = app;
    this.#removed = new Bridge<readonly Session[] | null>(app.dependencies.stores.sessions.removed(), null);
  }

  /** The latest removed first; null until they are read. */
  get sessions(): readonly Session[] | null {
    return this.#removed.current;
  }

  daysLeft({ deleted_at }: Session): number {
    const until = Date.parse(deleted_at ?? '') + daysKept * day;
    return Math.max(0, Math.ceil((until - this.#app.now().getTime()) / day));
  }

  /** Restores a session and opens it. */
  readonly bringBack = async ({ id }: Session): Promise<void> => {
    const { stores } = this.#app.dependencies;
    if (await saveOrToast(this.#app, () => stores.sessions.remove(id, null))) await this.#app.openSession(id);
  };

  /** Deletes a session for good; one that was restored meanwhile in another tab stays, and the person is told. */
  readonly destroy = async ({ id }: Session): Promise<void> => {
    const { dependencies, toasts, words } = this.#app;
    await saveOrToast(this.#app, async () => {
      if (!(await dependencies.stores.bin.destroy(id))) toasts.refuse(words.t('bin.not_removed'));
    });
  };

  /** Deletes for good everything removed up to now, to-dos and calendar entries included. */
  readonly empty = async (): Promise<void> => {
    await saveOrToast(this.#app, () => this.#emptyBefore(this.#app.now().getTime() + 1));
  };

  /** Deletes what was removed too long ago. Callers need not await it. */
  readonly expire = async (): Promise<void> => {
    await this.#emptyBefore(this.#app.now().getTime() - daysKept * day).catch(() => undefined);
  };

  #emptyBefore(ms: number): Promise<void> {
    return this.#app.dependencies.stores.bin.empty(instantOf(ms));
  }
}
