import type { StorageHealth, StorageFault } from '../../ports/storage-health.ts';
import { Bridge } from './bridge.svelte.ts';
import { settingsAddress } from './page-address.ts';

export type Trouble = StorageFault;
type DamagedRecord = Extract<StorageFault, { code: 'damaged' }>;

/** What is wrong with the storage, as the page tells it (R12.4). */
export class Troubles {
  readonly #list: Bridge<readonly StorageFault[]>;
  #seen = $state(0);
  readonly #damaged = $derived.by(() => this.#list.current.filter((trouble) => trouble.code === 'damaged'));
  /** The gravest one that hinders the work. */
  readonly gravest = $derived.by(() => this.#list.current.find(({ code }) => code !== 'damaged') ?? null);
  /** Records that cannot be read; empty once the person has seen them. */
  readonly damaged = $derived<readonly DamagedRecord[]>(this.#damaged.length > this.#seen ? this.#damaged : []);
  readonly any = $derived(this.gravest !== null || this.damaged.length > 0);

  constructor(care: StorageHealth) {
    this.#list = new Bridge<readonly StorageFault[]>(care.troubles, []);
  }

  readonly dismissDamaged = (): void => {
    this.#seen = this.#damaged.length;
  };
}

/**
 * Begins with nothing stored, at the place where a backup can be read in if that is wanted: the page is loaded anew.
 * Otherwise says why what is stored could not be deleted.
 */
export async function beginAfresh(
  storage: StorageHealth,
  { erase, restore }: { erase: boolean; restore: boolean },
): Promise<'held' | 'refused' | null> {
  const end = erase ? await storage.erase() : 'done';
  if (end !== 'done') return end;
  storage.beginAnew();
  history.replaceState(null, '', restore ? settingsAddress.write('data') : '#/');
  location.reload();
  return null;
}
