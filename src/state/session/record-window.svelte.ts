import { untrack } from 'svelte';
import type { JournalEntry } from '../../domain/record/journal.ts';
import type { Stores } from '../../ports/stores.ts';
import { Bridge } from '../app/bridge.svelte.ts';

type Sessions = Pick<Stores['sessions'], 'journal' | 'journalFrom' | 'journalBefore'>;

/**
 * The loaded part of a session's record: its last entries, live, and earlier ones on request. Those are read once,
 * since entries never change.
 */
export class RecordWindow {
  readonly #sessions: Sessions;
  readonly #sessionId: string;
  readonly #atFirst: number;
  /** The `seq` at which the live part begins; null while only the last entries are loaded. */
  #from = $state<number | null>(null);
  #earlier = $state.raw<readonly JournalEntry[]>([]);
  #exhausted = $state(false);
  #reading: Promise<void> | null = null;
  /** The entries shown before more were requested, so that the list is never empty while they load. */
  #before: readonly JournalEntry[] | null = null;
  readonly #live = $derived.by(() => {
    const { journal, journalFrom } = this.#sessions;
    const lines =
      this.#from === null ? journal(this.#sessionId, this.#atFirst) : journalFrom(this.#sessionId, this.#from);
    return new Bridge<readonly JournalEntry[] | null>(lines, this.#before);
  });
  readonly #entries = $derived.by(() => {
    const last = this.#live.current;
    return last && this.#earlier.length > 0 ? [...this.#earlier, ...last] : last;
  });
  readonly #hasEarlier = $derived(!this.#exhausted && (this.#entries?.[0]?.seq ?? 1) > 1);

  constructor(sessions: Sessions, sessionId: string, atFirst: number) {
    this.#sessions = sessions;
    this.#sessionId = sessionId;
    this.#atFirst = atFirst;
  }

  /** Oldest first; null until they are read. */
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

  /** Loads up to `count` earlier entries. False where they could not be read. */
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
    const found = await this.#sessions.journalBefore(this.#sessionId, first.seq, count);
    if (this.#from === null) this.#follow(first.seq);
    this.#earlier = [...found, ...this.#earlier];
    this.#exhausted = found.length === 0;
  }

  #follow(from: number): void {
    this.#before = untrack(() => this.#entries)?.filter(({ seq }) => seq >= from) ?? null;
    this.#from = from;
  }
}
