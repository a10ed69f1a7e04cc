import type { JournalEntry } from '../domain/journal.ts';
import type { UsageTotals } from '../domain/usage-totals.ts';
import type { App } from './app.svelte.ts';
import { Bridge } from './bridge.svelte.ts';
import { historyKind, type HistoryKind } from './history-kind.ts';
import { historyLines } from './history-lines.ts';

const atFirst = 300;
const further = 1000;

export type HistoryFilter = 'all' | Exclude<HistoryKind, 'talk'>;

/** The record of one session as its pane shows it: the last entries at first, and earlier ones when asked for. */
export class History {
  readonly #app: Pick<App, 'dependencies' | 'words' | 'toasts'>;
  readonly #sessionId: string;
  #limit = $state(atFirst);
  filter = $state<HistoryFilter>('all');
  readonly #bridge = $derived.by(() => {
    const live = this.#app.dependencies.stores.sessions.journal(this.#sessionId, this.#limit);
    return new Bridge<readonly JournalEntry[] | null>(live, this.#before);
  });
  /** What was in sight before more was asked for, so that the list never empties. */
  #before: readonly JournalEntry[] | null = null;
  readonly #entries = $derived(this.#bridge.current);
  readonly #lines = $derived(this.#entries && historyLines(this.#entries));
  /** Null while the record is being read. */
  readonly lines = $derived(
    this.#lines?.filter(({ body }) => this.filter === 'all' || historyKind(body.type) === this.filter) ?? null,
  );
  readonly isEmpty = $derived(this.#entries?.length === 0);
  readonly hasEarlier = $derived((this.#entries?.length ?? 0) >= this.#limit);
  readonly #used: Bridge<UsageTotals | null>;

  constructor(app: Pick<App, 'dependencies' | 'words' | 'toasts'>, sessionId: string) {
    this.#app = app;
    this.#sessionId = sessionId;
    this.#used = new Bridge<UsageTotals | null>(app.dependencies.stores.sessions.used(sessionId), null);
  }

  /** By the model calls of the whole session (R5.5); null while it is being read. */
  get used(): UsageTotals | null {
    return this.#used.current;
  }

  get unreadable(): boolean {
    return this.#bridge.fault !== null;
  }

  readonly showEarlier = (): void => {
    this.#before = this.#entries;
    this.#limit += further;
  };

  /** Hands over the whole record as a file. */
  readonly exportJson = async (): Promise<void> => {
    const whole = await this.#whole();
    if (!whole) {
      this.#app.toasts.refuse(this.#app.words.t('panes.not_read'));
      return;
    }
    const { dependencies } = this.#app;
    const exported_at = dependencies.clock.now();
    const content = { format: 'cairn.history', version: 1, session_id: this.#sessionId, exported_at, entries: whole };
    dependencies.saveFile(
      `cairn-history-${exported_at.slice(0, 10)}.json`,
      'application/json',
      JSON.stringify(content, null, 2),
    );
  };

  #whole(): Promise<JournalEntry[] | null> {
    return this.#app.dependencies.stores.sessions.wholeJournal(this.#sessionId).catch(() => null);
  }
}
