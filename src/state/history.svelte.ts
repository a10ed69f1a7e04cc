import type { JournalEntry } from '../domain/journal.ts';
import type { App } from './app.svelte.ts';
import { Bridge } from './bridge.svelte.ts';
import { historyKind, type HistoryKind } from './history-kind.ts';
import { historyLines } from './history-lines.ts';
import { tokensUsed, type TokensUsed } from './tokens-used.ts';

const atFirst = 300;
const further = 1000;

export type HistoryFilter = 'all' | Exclude<HistoryKind, 'talk'>;

/** The record of one session as its pane shows it: the last entries at first, and earlier ones when asked for. */
export class History {
  readonly #app: Pick<App, 'dependencies' | 'words' | 'toasts'>;
  readonly #sessionId: string;
  #limit = $state(atFirst);
  #counted = $state.raw<{ upTo: number; used: TokensUsed } | null>(null);
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
  /** Whether what is not in sight has yet to be counted. */
  readonly isUncounted = $derived(
    this.hasEarlier && (this.#entries?.[0]?.seq ?? 0) > (this.#counted ? this.#counted.upTo + 1 : -1),
  );
  /** Of the whole session; null until the part that is not in sight has been counted. */
  readonly used = $derived.by(() => {
    if (!this.#entries) return null;
    if (!this.hasEarlier) return tokensUsed(this.#entries);
    const counted = this.#counted;
    return (
      counted &&
      tokensUsed(
        this.#entries.filter(({ seq }) => seq > counted.upTo),
        counted.used,
      )
    );
  });

  constructor(app: Pick<App, 'dependencies' | 'words' | 'toasts'>, sessionId: string) {
    this.#app = app;
    this.#sessionId = sessionId;
  }

  get unreadable(): boolean {
    return this.#bridge.fault !== null;
  }

  readonly showEarlier = (): void => {
    this.#before = this.#entries;
    this.#limit += further;
  };

  /** Counts the whole record once, for `used`; wanted whenever `isUncounted` holds. */
  readonly count = async (): Promise<void> => {
    const whole = await this.#whole();
    if (whole) this.#counted = { upTo: whole.at(-1)?.seq ?? 0, used: tokensUsed(whole) };
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
