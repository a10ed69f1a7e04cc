import { entryAtFirstOccurrence, occurrencesIn, type Occurrence } from '../../calendar/occurrences-in.ts';
import { applySeriesChange } from '../../calendar/changed-series.ts';
import { separateOccurrence } from '../../calendar/separate-occurrence.ts';
import { currentValue } from '../../ports/observable.ts';
import { addDays, addMonths, dateAt, startOfDay, type CalendarDate } from '../../values/calendar-date.ts';
import { singleEntryFields, type CalendarEntry } from '../../records/calendar-entry.ts';
import type { ScheduledRun } from '../../records/scheduled-run.ts';
import type { CalendarView } from '../../records/settings.ts';
import { scheduledStarts } from '../../calendar/scheduled-starts.ts';
import { agenda, type AgendaDay, type AgendaItem, entryCountsByDay } from './agenda.ts';
import type { App } from '../app/app.svelte.ts';
import { ObservableState } from '../app/observable-state.svelte.ts';
import { CalendarFiles } from './calendar-files.ts';
import { dateOf } from '../app/moments.ts';
import {
  calendarEntryDraft,
  type CalendarEntryDraft,
  type CalendarEntryError,
  type RecurrenceEditScope,
} from './entry-draft.ts';
import { moveCalendarEntry, type EntryMovement } from './move-calendar-entry.ts';
import { ReactiveClock } from '../app/reactive-clock.svelte.ts';
import { calendarViewDays } from './calendar-view-days.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';

const daysBack = 31;
const daysAhead = 92;

/** The calendar as its pane shows and edits it, in the person's time zone. */
export class Schedule {
  readonly zone: string;
  readonly files: CalendarFiles;
  readonly #app: Pick<App, 'dependencies' | 'words' | 'toasts'>;
  readonly #entries: ObservableState<readonly CalendarEntry[] | null>;
  readonly #runs: ObservableState<readonly ScheduledRun[] | null>;
  readonly present: ReactiveClock;
  readonly today = $derived.by(() => dateAt(this.present.current, this.zone));
  /** The months that were viewed, in addition to the days for which repeating entries are always expanded. */
  #looked = $state.raw<{ first: CalendarDate; last: CalendarDate } | null>(null);
  readonly #reach = $derived.by(() => {
    const [first, last] = [addDays(this.today, -daysBack), addDays(this.today, daysAhead)];
    const looked = this.#looked ?? { first, last };
    return {
      from: startOfDay(looked.first < first ? looked.first : first, this.zone),
      until: startOfDay(looked.last > last ? looked.last : last, this.zone),
    };
  });
  /** The occurrences by day; null until the entries and the scheduled plans are read. */
  readonly agenda = $derived.by(() => {
    const [entries, reach] = [this.#entries.current, this.#reach];
    const runs = this.#runs.current ?? (this.#runs.fault === null ? null : []);
    if (entries === null || runs === null) return null;
    const starts = scheduledStarts(runs, this.present.current, reach.until);
    return agenda([...shownOccurrences(entries, reach), ...starts], this.today, this.zone);
  });
  /** The number of entries on each day. */
  readonly counts = $derived.by(() =>
    entryCountsByDay(this.agenda ? [...this.agenda.earlier, ...this.agenda.ahead] : []),
  );

  constructor(app: Pick<App, 'dependencies' | 'words' | 'toasts'>) {
    this.#app = app;
    this.files = new CalendarFiles(app);
    this.zone = app.dependencies.clock.zone();
    this.present = new ReactiveClock(app.dependencies.clock);
    this.#entries = new ObservableState<readonly CalendarEntry[] | null>(app.dependencies.stores.entries.list(), null);
    this.#runs = new ObservableState<readonly ScheduledRun[] | null>(
      app.dependencies.stores.scheduledRuns.list(),
      null,
    );
  }

  /** The scheduled plan that this item represents; undefined for an entry of the calendar. */
  scheduledRun({ stored }: AgendaItem): ScheduledRun | undefined {
    return this.#runs.current?.find(({ id }) => id === stored.id);
  }

  /** Returns the occurrences on the days that a view shows around a date; null until `agenda` is available. */
  itemsOn(view: CalendarView, date: CalendarDate): AgendaItem[] | null {
    const days = calendarViewDays.of(view, date);
    const all = this.agenda && [...this.agenda.earlier, ...this.agenda.ahead].flatMap(({ items }) => items);
    return all && all.filter(({ first, last }) => first <= days.last && last >= days.first);
  }

  /** Returns the next day of a stored entry, else its last; null if it has none. */
  dayOf(id: string): CalendarDate | null {
    const { earlier = [], ahead = [] } = this.agenda ?? {};
    const days = (list: readonly AgendaDay[]) =>
      list.filter(({ items }) => items.some(({ stored }) => stored.id === id)).map(({ date }) => date);
    return days(ahead)[0] ?? days(earlier).at(-1) ?? null;
  }

  readonly now = (): string => this.#app.dependencies.clock.now();

  get unreadable(): boolean {
    return this.#entries.fault !== null;
  }

  /** Also expands repeating entries in the month of a date. */
  readonly lookAt = (date: CalendarDate): void => {
    const first = addDays(`${date.slice(0, 8)}01`, -7);
    const last = addDays(addMonths(`${date.slice(0, 8)}01`, 1), 14);
    this.#looked = { first, last };
  };

  /** Moves an entry, or its end, in the person's local time, and offers undo. Returns false if nothing changed. */
  readonly move = (item: AgendaItem, movement: EntryMovement, scope: RecurrenceEditScope = 'all'): Promise<boolean> =>
    moveCalendarEntry(this.#app, item, movement, scope);

  /** Asks for permission to show reminders outside of the page; resolves to true if it is granted. */
  readonly askToNotify = async (): Promise<boolean> => (await this.#app.dependencies.notifier()).ask();

  /** Saves an entry from its form; returns null if it is saved, else the invalid field, or `storage`. */
  readonly save = async (
    old: AgendaItem | null,
    draft: CalendarEntryDraft,
    scope: RecurrenceEditScope = 'all',
  ): Promise<CalendarEntryError | 'storage' | null> => {
    const parsedDraft = calendarEntryDraft.read(draft);
    if (!parsedDraft.ok) return parsedDraft.error;
    const { clock, stores } = this.#app.dependencies;
    const savedAt = clock.now();
    const editedEntry = old && (scope === 'one' ? old.entry : old.stored);
    const sameTimes = editedEntry?.all_day === parsedDraft.value.all_day && sameTime(editedEntry, parsedDraft.value);
    const fields = sameTimes
      ? { ...parsedDraft.value, start: editedEntry.start, end: editedEntry.end }
      : parsedDraft.value;
    let rows: CalendarEntry[] | null;
    if (!old) rows = this.#added(fields, savedAt);
    else {
      const storedEntry = (await stores.entries.get(old.stored.id).catch(() => undefined)) ?? old.stored;
      if (scope === 'one' && storedEntry.repeat !== null) {
        const { series, single } = separateOccurrence(storedEntry, old.entry, clock.newId('entry'), savedAt);
        rows = [{ ...single, ...fields, repeat: null }, series];
      } else {
        const others = await currentValue(stores.entries.list()).catch(() => []);
        const after = { ...storedEntry, ...fields, updated_at: savedAt, deleted_at: null };
        rows = applySeriesChange(storedEntry, after, others, savedAt);
      }
    }
    if (!rows) return 'until';
    const entriesToSave = rows;
    return (await saveOrToast(this.#app, () => stores.entries.saveAll(entriesToSave))) ? null : 'storage';
  };

  /** Deletes an entry, or one of its occurrences, and offers undo. */
  readonly remove = async ({ entry, stored }: AgendaItem, scope: RecurrenceEditScope = 'all'): Promise<void> => {
    const { dependencies, toasts, words } = this.#app;
    const one = scope === 'one' && stored.repeat !== null;
    const out = one
      ? (row: CalendarEntry) => ({ ...row, except: [...row.except, entry.start].sort() })
      : (row: CalendarEntry) => ({ ...row, deleted_at: dependencies.clock.now() });
    const back = one
      ? (row: CalendarEntry) => ({ ...row, except: row.except.filter((start) => start !== entry.start) })
      : (row: CalendarEntry) => ({ ...row, deleted_at: null });
    if (!(await this.#change(stored.id, out))) return;
    const { title } = entry;
    const day = words.day(entry.all_day ? `${entry.start}T12:00:00` : entry.start, dateOf(dependencies.clock.now()));
    toasts.tell(one ? words.t('calendar.deleted_one', { title, day }) : words.t('schedule.deleted', { title }), {
      label: words.t('shell.undo'),
      run: () => void this.#change(stored.id, back),
      restores: stored.id,
    });
  };

  #added(
    fields: Extract<ReturnType<typeof calendarEntryDraft.read>, { ok: true }>['value'],
    at: string,
  ): CalendarEntry[] | null {
    const entry = entryAtFirstOccurrence({
      ...singleEntryFields(),
      ...fields,
      ...{ id: this.#app.dependencies.clock.newId('entry'), session_id: null },
      ...{ created_at: at, updated_at: at, deleted_at: null },
    });
    return entry && [entry];
  }

  #change(id: string, change: (row: CalendarEntry) => CalendarEntry): Promise<boolean> {
    const { clock, stores } = this.#app.dependencies;
    return saveOrToast(this.#app, async () => {
      const storedEntry = await stores.entries.get(id);
      if (storedEntry) await stores.entries.save({ ...change(storedEntry), updated_at: clock.now() });
    });
  }
}

/** True if two entries agree to the minute, which is the precision of the form. */
function sameTime(a: Pick<CalendarEntry, 'start' | 'end'>, b: Pick<CalendarEntry, 'start' | 'end'>): boolean {
  const minute = (text: string) => Math.floor(Date.parse(text) / 60_000);
  return minute(a.start) === minute(b.start) && minute(a.end) === minute(b.end);
}

/**
 * Returns all entries that occur once, and the occurrences of repeating ones within `reach` (milliseconds since 1970).
 * An entry that replaces an occurrence of a missing entry is left out.
 */
function shownOccurrences(entries: readonly CalendarEntry[], reach: { from: number; until: number }): Occurrence[] {
  const ids = new Set(entries.map(({ id }) => id));
  const once = entries.filter(({ repeat, replaces }) => repeat === null && (!replaces || ids.has(replaces.entry)));
  const repeating = entries.filter(({ repeat }) => repeat !== null);
  return [...once.map((entry) => ({ entry, stored: entry })), ...occurrencesIn(repeating, reach)];
}
