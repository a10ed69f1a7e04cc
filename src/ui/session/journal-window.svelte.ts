import { untrack } from 'svelte';
import type { JournalEntry } from '../../task/journal.ts';
import type { Observable } from '../../ports/observable.ts';
import type { Stores } from '../../ports/stores.ts';
import { throttledOptions, ObservableState } from '../app/observable-state.svelte.ts';

type Sessions = Pick<Stores['sessions'], 'journal' | 'journalFrom' | 'journalBefore'>;

/**
 * The loaded part of a session's journal: its last entries, live, and earlier ones on request. Earlier ones are read
 * once, since entries never change.
 */
export class JournalWindow {
  readonly #sessions: Sessions;
  readonly #sessionId: string;
  readonly #atFirst: number;
  readonly #committed: () => Observable<readonly JournalEntry[]> | null;
  readonly #late: () => number;
  /** The first `seq` of the entries that are kept up to date; null while only the last entries are loaded. */
  #from = $state<number | null>(null);
  #earlier = $state.raw<readonly JournalEntry[]>([]);
  #exhausted = $state(false);
  #reading: Promise<void> | null = null;
  /** The last value of the live part, so that the list is not empty while it is read from another `seq`. */
  #before: readonly JournalEntry[] | null = null;
  readonly #live = $derived.by(() => {
    const { journal, journalFrom } = this.#sessions;
    const storedEntries =
      this.#from === null ? journal(this.#sessionId, this.#atFirst) : journalFrom(this.#sessionId, this.#from);
    const committed = this.#committed();
    const lines = committed
      ? grown(storedEntries, committed, this.#from === null ? this.#atFirst : Infinity)
      : storedEntries;
    return new ObservableState<readonly JournalEntry[] | null>(lines, this.#before, { calm: this.#late });
  });
  readonly #entries = $derived.by(() => {
    const last = this.#live.current;
    this.#before = last;
    return last && this.#earlier.length > 0 ? [...this.#earlier, ...last] : last;
  });
  readonly #hasEarlier = $derived(!this.#exhausted && (this.#entries?.[0]?.seq ?? 1) > 1);

  /**
   * `committed` emits the entries that this tab stores while it works on the session; during that time no other entries
   * are added. `late` is the delay, in milliseconds, with which new entries may be shown.
   */
  constructor(
    sessions: Sessions,
    sessionId: string,
    atFirst: number,
    committed: () => Observable<readonly JournalEntry[]> | null = () => null,
    late = throttledOptions.calm,
  ) {
    this.#committed = committed;
    this.#late = late;
    this.#sessions = sessions;
    this.#sessionId = sessionId;
    this.#atFirst = atFirst;
  }

  /** The loaded entries, oldest first; null until they are read. */
  get entries(): readonly JournalEntry[] | null {
    return this.#entries;
  }

  get unreadable(): boolean {
    return this.#live.fault !== null;
  }

  get hasEarlier(): boolean {
    return this.#hasEarlier;
  }

  /** While `held`, loaded entries stay when more are recorded; else only the last ones stay. */
  hold(held: boolean): void {
    const first = untrack(() => this.#entries?.[0]);
    if (held && this.#from === null && first) this.#follow(first.seq);
    if (!held && this.#from !== null) {
      this.#before = untrack(() => this.#entries)?.slice(-this.#atFirst) ?? null;
      this.#from = null;
      this.#earlier = [];
      this.#exhausted = false;
    }
  }

  /** Loads up to `count` earlier entries. Returns false if they could not be read. */
  async showEarlier(count = this.#atFirst): Promise<boolean> {
    this.#reading ??= this.#read(count).finally(() => (this.#reading = null));
    return this.#reading.then(
      () => true,
      () => false,
    );
  }

  async #read(count: number): Promise<void> {
    const first = this.#entries?.[0];
    if (!first || !this.#hasEarlier) return;
    const earlierEntries = await this.#sessions.journalBefore(this.#sessionId, first.seq, count);
    if (this.#from === null) this.#follow(first.seq);
    this.#earlier = [...earlierEntries, ...this.#earlier];
    this.#exhausted = earlierEntries.length === 0;
  }

  #follow(from: number): void {
    this.#before = untrack(() => this.#entries)?.filter(({ seq }) => seq >= from) ?? null;
    this.#from = from;
  }
}

/**
 * Emits the last entries, at least `most` of them if there are so many and at most half as many again: first the stored
 * ones, then those committed since. Stored entries are read only once. The oldest entries are dropped many at a time,
 * since each time the positions of all rows change.
 */
function grown(
  storedEntries: Observable<readonly JournalEntry[]>,
  committed: Observable<readonly JournalEntry[]>,
  most: number,
): Observable<readonly JournalEntry[]> {
  return {
    subscribe(next, onError) {
      let emittedEntries: readonly JournalEntry[] | null = null;
      let early: readonly JournalEntry[] = [];
      const add = (entries: readonly JournalEntry[]) => {
        const last = emittedEntries?.at(-1)?.seq ?? 0;
        const later = entries.filter(({ seq }) => seq > last);
        const all = [...(emittedEntries ?? []), ...later];
        emittedEntries = all.length > 1.5 * most ? all.slice(-most) : all;
        next(emittedEntries);
      };
      const endCommitted = committed.subscribe((entries) => {
        if (emittedEntries) add(entries);
        else early = [...early, ...entries];
      });
      const endStored = storedEntries.subscribe((entries) => {
        if (emittedEntries) return;
        queueMicrotask(() => endStored());
        emittedEntries = entries;
        add(early);
      }, onError);
      return () => {
        endStored();
        endCommitted();
      };
    },
  };
}
