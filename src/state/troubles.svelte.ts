import type { StorageCare } from '../ports/storage-care.ts';
import type { StorageTrouble } from '../ports/storage-trouble.ts';
import { Bridge } from './bridge.svelte.ts';

export type Trouble = StorageTrouble;
type DamagedRecord = Extract<StorageTrouble, { code: 'damaged' }>;

/** What is wrong with the storage, as the page tells it (R12.4). */
export class Troubles {
  readonly #list: Bridge<readonly StorageTrouble[]>;
  #seen = $state(0);
  readonly #damaged = $derived.by(() => this.#list.current.filter((trouble) => trouble.code === 'damaged'));
  /** The gravest one that hinders the work. */
  readonly gravest = $derived.by(() => this.#list.current.find(({ code }) => code !== 'damaged') ?? null);
  /** Records that cannot be read; empty once the person has seen them. */
  readonly damaged = $derived<readonly DamagedRecord[]>(this.#damaged.length > this.#seen ? this.#damaged : []);
  readonly any = $derived(this.gravest !== null || this.damaged.length > 0);

  constructor(care: StorageCare) {
    this.#list = new Bridge<readonly StorageTrouble[]>(care.troubles, []);
  }

  readonly dismissDamaged = (): void => {
    this.#seen = this.#damaged.length;
  };
}
