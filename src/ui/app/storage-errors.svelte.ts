import type { StorageHealth, StorageError } from '../../ports/storage-health.ts';
import { ObservableState } from './observable-state.svelte.ts';
import { settingsRoute } from './page-address.ts';

export type ShownStorageError = StorageError;
type DamagedRecord = Extract<StorageError, { code: 'damaged' }>;

/** The storage errors that the page shows. */
export class StorageErrors {
  readonly #list: ObservableState<readonly StorageError[]>;
  #seen = $state(0);
  readonly #damaged = $derived.by(() => this.#list.current.filter((error) => error.code === 'damaged'));
  /** The gravest error that prevents work. */
  readonly gravest = $derived.by(() => this.#list.current.find(({ code }) => code !== 'damaged') ?? null);
  /** Records that cannot be read; empty once the person has dismissed them. */
  readonly damaged = $derived<readonly DamagedRecord[]>(this.#damaged.length > this.#seen ? this.#damaged : []);
  readonly any = $derived(this.gravest !== null || this.damaged.length > 0);

  constructor(care: StorageHealth) {
    this.#list = new ObservableState<readonly StorageError[]>(care.faults, []);
  }

  readonly dismissDamaged = (): void => {
    this.#seen = this.#damaged.length;
  };
}

/**
 * Reloads the page and allows it to start with a new, empty database, after stored data was lost or is to be erased.
 * With `erase`, deletes all stored data first; if that fails, returns the reason and does not reload. With `restore`,
 * the page opens at the setting that restores a backup.
 */
export async function reloadWithoutData(
  storage: StorageHealth,
  { erase, restore }: { erase: boolean; restore: boolean },
): Promise<'held' | 'refused' | null> {
  const end = erase ? await storage.erase() : 'done';
  if (end !== 'done') return end;
  storage.allowNewDatabase();
  history.replaceState(null, '', restore ? settingsRoute.write('data') : '#/');
  location.reload();
  return null;
}
