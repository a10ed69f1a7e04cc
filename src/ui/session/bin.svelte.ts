import type { Session } from '../../task/session.ts';
import type { BinKind, BinItem } from '../../ports/stores.ts';
import type { App } from '../app/app.svelte.ts';
import { ObservableState } from '../app/observable-state.svelte.ts';
import { isoInstant } from '../app/moments.ts';
import type { Pane } from '../app/page-address.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';

const day = 86_400_000;
const daysKept = 30;

/** A row of the bin: a session, or a thing that was removed on its own. */
export type RecycleBinRow = { id: string; title: string; deleted_at: string } & (
  | { kind: 'sessions' }
  | { kind: BinKind; thing: BinItem }
);
export type RecycleBinRowKind = RecycleBinRow['kind'];

/** The pane that shows each kind of thing; notes have a dialog instead. */
const panes: Partial<Record<BinKind, Pane>> = { todos: 'todo', entries: 'schedule', files: 'files' };

/** Removed sessions, to-dos, calendar entries, notes and files, which can be restored for a while. */
export class RecycleBin {
  readonly #app: App;
  readonly #removed: ObservableState<readonly Session[] | null>;
  readonly #things: ObservableState<readonly BinItem[] | null>;

  constructor(app: App) {
    this.#app = app;
    const { bin, sessions } = app.dependencies.stores;
    this.#removed = new ObservableState<readonly Session[] | null>(sessions.removed(), null);
    this.#things = new ObservableState<readonly BinItem[] | null>(bin.things(), null);
  }

  /** The rows, the latest removed first; null until they are read. */
  get rows(): readonly RecycleBinRow[] | null {
    const [sessions, things] = [this.#removed.current, this.#things.current];
    if (!sessions || !things) return null;
    const rows: RecycleBinRow[] = [
      ...sessions.map(({ id, title, deleted_at }) => ({
        ...{ kind: 'sessions' as const, id, title },
        deleted_at: deleted_at ?? '',
      })),
      ...things.map((thing) => ({ ...thing, thing })),
    ];
    return rows.sort((a, b) => b.deleted_at.localeCompare(a.deleted_at));
  }

  daysLeft({ deleted_at }: RecycleBinRow): number {
    const until = Date.parse(deleted_at) + daysKept * day;
    return Math.max(0, Math.ceil((until - this.#app.now().getTime()) / day));
  }

  /** Restores a thing and offers to show it; restores a session and opens it. */
  readonly bringBack = async (row: RecycleBinRow): Promise<void> => {
    const { dependencies, toasts, words } = this.#app;
    const { stores, clock } = dependencies;
    for (const { id, action } of toasts.list) if (action?.restores === row.id) toasts.dismiss(id);
    if (row.kind === 'sessions') {
      if (await saveOrToast(this.#app, () => stores.sessions.remove(row.id, null))) await this.#app.openSession(row.id);
      return;
    }
    const { thing } = row;
    await saveOrToast(this.#app, async () => {
      if (!(await stores.bin.restore(thing, clock.now()))) toasts.refuse(words.t('bin.not_there'));
      else toasts.tell(words.t('bin.is_back', { title: row.title }), this.#showing(thing));
    });
  };

  /** Restores these rows without opening a session, and says how many are back. */
  readonly bringBackAll = async (rows: readonly RecycleBinRow[]): Promise<void> => {
    const { dependencies, toasts, words } = this.#app;
    const { stores, clock } = dependencies;
    for (const toast of toasts.list) if (rows.some(({ id }) => id === toast.action?.restores)) toasts.dismiss(toast.id);
    await saveOrToast(this.#app, async () => {
      let n = 0;
      for (const row of rows)
        if (row.kind !== 'sessions') n += Number(await stores.bin.restore(row.thing, clock.now()));
        else {
          await stores.sessions.remove(row.id, null);
          n += 1;
        }
      toasts.tell(words.t('bin.are_back', { n }));
    });
  };

  /** Deletes for good; what was restored meanwhile in another tab stays, and a toast says so. */
  readonly destroy = async (row: RecycleBinRow): Promise<void> => {
    const { dependencies, toasts, words } = this.#app;
    const { bin } = dependencies.stores;
    await saveOrToast(this.#app, async () => {
      const isGone = await (row.kind === 'sessions' ? bin.destroy(row.id) : bin.destroyThing(row.thing));
      if (!isGone) toasts.refuse(words.t(row.kind === 'sessions' ? 'bin.not_removed' : 'bin.not_there'));
    });
  };

  /** Deletes everything in the bin for good. */
  readonly empty = async (): Promise<void> => {
    await saveOrToast(this.#app, () => this.#emptyBefore(this.#app.now().getTime() + 1));
  };

  /** Deletes what was removed too long ago. Callers need not await it. */
  readonly expire = async (): Promise<void> => {
    await this.#emptyBefore(this.#app.now().getTime() - daysKept * day).catch(() => undefined);
  };

  /** Returns the action that shows a restored thing; undefined if there is none. */
  #showing({ kind, id, session_id }: BinItem): { label: string; run: () => void } | undefined {
    const pane = panes[kind];
    const session = kind === 'files' ? session_id : (this.#app.session?.id ?? null);
    if (!pane || session === null) return undefined;
    return {
      label: this.#app.words.t('bin.show'),
      run: () => {
        this.#app.closeDialog('bin');
        void this.#app.go({ session, pane, thing: id });
      },
    };
  }

  #emptyBefore(ms: number): Promise<void> {
    return this.#app.dependencies.stores.bin.empty(isoInstant(ms));
  }
}
