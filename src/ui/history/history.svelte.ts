import { withoutReasoning } from '../../task/redact-session.ts';
import { mergeTimeSpans } from '../../task/time-spans.ts';
import { stepBars, workSpans } from './step-bars.ts';
import type { UsageTotals } from '../../task/usage.ts';
import type { App } from '../app/app.svelte.ts';
import { ObservableState } from '../app/observable-state.svelte.ts';
import { historyLines, recordedTasks } from './history-lines.ts';
import { ReactiveClock } from '../app/reactive-clock.svelte.ts';
import { JournalWindow } from '../session/journal-window.svelte.ts';
import type { JournalEntryBody } from '../../task/journal.ts';

const atFirst = 300;
const further = 1000;

export type HistoryFilter = 'all' | Exclude<HistoryKind, 'talk'>;

/** The history of one session: the last entries of its journal at first, earlier ones on request. */
export class SessionHistoryView {
  readonly #app: Pick<App, 'dependencies' | 'words' | 'toasts'>;
  readonly #sessionId: string;
  readonly #record: JournalWindow;
  readonly #seconds: ReactiveClock;
  view = $state<'timeline' | 'bars'>('timeline');
  filter = $state<HistoryFilter>('all');
  /** The step to which the timeline is filtered, as in `HistoryLine.place`; null for all. */
  step = $state<string | null>(null);
  /** The search text, as typed. */
  query = $state('');
  readonly #entries = $derived.by(() => this.#record.entries);
  readonly #lines = $derived(this.#entries && historyLines(this.#entries));
  /** The filtered lines; null until the journal is read. */
  readonly lines = $derived(
    this.#lines?.filter(
      ({ body, rowKey: place }) =>
        (this.filter === 'all' || historyKind(body.type) === this.filter) &&
        (this.step === null || place === this.step),
    ) ?? null,
  );
  readonly tasks = $derived(recordedTasks(this.#lines ?? []));
  /** True if the timeline is filtered, so that entries that are not loaded may belong to it. */
  readonly isNarrowed = $derived(this.filter !== 'all' || this.step !== null || this.query.trim() !== '');
  #readsAll = $state(false);
  /** True while a filtered timeline is not known yet, since earlier entries are being read for it. */
  readonly isSearching = $derived.by(() => this.isNarrowed && this.#readsAll && this.hasEarlier);
  readonly isEmpty = $derived(this.#entries?.length === 0);
  readonly hasEarlier = $derived.by(() => this.#record.hasEarlier);
  readonly #settled = $derived(stepBars(this.#entries ?? [], 0));
  readonly #goesOn = $derived(
    this.#settled.at(-1)?.rows.some(({ bars }) => bars.some(({ status }) => status === 'running')) ?? false,
  );
  /** The working times of the loaded steps, by task; those of running steps grow each second. */
  readonly bars = $derived.by(() =>
    this.#goesOn ? stepBars(this.#entries ?? [], this.#seconds.current) : this.#settled,
  );
  /** Milliseconds in which at least one loaded step was at work. */
  readonly worked = $derived(
    mergeTimeSpans(this.bars.flatMap(({ rows }) => workSpans(rows))).reduce((sum, { from, to }) => sum + to - from, 0),
  );
  readonly #used: ObservableState<UsageTotals | null>;
  /** The usage of calls that the session has from a copy; null if there are none, or until it is read. */
  copied = $state.raw<UsageTotals | null>(null);

  constructor(app: Pick<App, 'dependencies' | 'words' | 'toasts'>, sessionId: string) {
    const { clock, stores } = app.dependencies;
    this.#app = app;
    this.#sessionId = sessionId;
    this.#record = new JournalWindow(stores.sessions, sessionId, atFirst);
    this.#seconds = new ReactiveClock(clock, 1000);
    this.#used = new ObservableState<UsageTotals | null>(stores.sessions.used(sessionId), null);
    stores.sessions.get(sessionId).then(
      (session) => (this.copied = session?.copied?.calls ? session.copied : null),
      () => undefined,
    );
  }

  /** The usage of all model calls of the session; null until it is read. */
  get used(): UsageTotals | null {
    return this.#used.current;
  }

  get unreadable(): boolean {
    return this.#record.unreadable;
  }

  /** Keeps the loaded entries, however many new ones are recorded. */
  readonly hold = (): void => this.#record.hold(true);

  readonly showEarlier = async (): Promise<void> => {
    if (!(await this.#record.showEarlier(further))) this.#refuse();
  };

  /** Loads the whole journal in portions, while `isStillWanted` returns true. */
  readonly showAll = async (isStillWanted: () => boolean): Promise<void> => {
    this.#readsAll = true;
    while (this.hasEarlier && isStillWanted())
      if (!(await this.#record.showEarlier(further))) {
        this.#refuse();
        break;
      }
    this.#readsAll = false;
  };

  /** Filters the timeline to one step. */
  readonly showStep = (place: string): void => {
    this.step = place;
    this.query = '';
    this.filter = 'all';
    this.view = 'timeline';
  };

  readonly showEverything = (): void => {
    this.step = null;
    this.query = '';
    this.filter = 'all';
  };

  /** Downloads the whole journal as JSON. */
  readonly exportJson = async (): Promise<void> => {
    const { dependencies } = this.#app;
    const whole = await dependencies.stores.sessions.wholeJournal(this.#sessionId).catch(() => null);
    if (!whole) {
      this.#refuse();
      return;
    }
    const exported_at = dependencies.clock.now();
    const entries = whole.map(withoutReasoning);
    const content = { format: 'cairn.history', version: 1, session_id: this.#sessionId, exported_at, entries };
    dependencies.saveFile(
      `cairn-history-${exported_at.slice(0, 10)}.json`,
      'application/json',
      JSON.stringify(content, null, 2),
    );
  };

  #refuse(): void {
    this.#app.toasts.refuse(this.#app.words.t('panes.not_read'));
  }
}

type HistoryKind = 'talk' | 'steps' | 'model' | 'tools' | 'edits';

const kinds: Readonly<Record<JournalEntryBody['type'], HistoryKind>> = {
  message: 'talk',
  notice: 'talk',
  state: 'steps',
  plan_generated: 'steps',
  planning_retry: 'steps',
  plan_step_start: 'steps',
  plan_step_end: 'steps',
  decision: 'model',
  reply_pending: 'model',
  model_reply: 'model',
  model_error: 'model',
  tool_call: 'tools',
  tool_result: 'tools',
  approval: 'tools',
  replanned: 'steps',
  default: 'steps',
  recovery: 'steps',
  edit: 'edits',
  final_verify: 'steps',
  pause: 'steps',
  resume: 'steps',
  task_end: 'steps',
};

/** The filter category of an entry. */
function historyKind(type: JournalEntryBody['type']): HistoryKind {
  return kinds[type];
}
