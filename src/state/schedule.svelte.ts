import { dateAt } from '../domain/calendar-date.ts';
import type { CalendarEntry } from '../domain/calendar-entry.ts';
import { agenda } from './agenda.ts';
import type { App } from './app.svelte.ts';
import { Bridge } from './bridge.svelte.ts';
import { busyDays } from './busy-days.ts';
import { entryDraft, type EntryDraft, type EntryFault } from './entry-draft.ts';
import { Present } from './present.svelte.ts';
import { toldIfRefused } from './told-if-refused.ts';

/** The calendar as its pane shows and changes it, in the person's time zone. */
export class Schedule {
  readonly zone: string;
  readonly #app: Pick<App, 'dependencies' | 'words' | 'toasts'>;
  readonly #entries: Bridge<readonly CalendarEntry[] | null>;
  readonly present: Present;
  readonly today = $derived.by(() => dateAt(this.present.current, this.zone));
  /** Null while the entries are being read. */
  readonly agenda = $derived.by(() => this.#entries.current && agenda(this.#entries.current, this.today, this.zone));
  /** How many entries there are on each day. */
  readonly counts = $derived.by(() => busyDays(this.agenda ? [...this.agenda.earlier, ...this.agenda.ahead] : []));

  constructor(app: Pick<App, 'dependencies' | 'words' | 'toasts'>) {
    this.#app = app;
    this.zone = app.dependencies.clock.zone();
    this.present = new Present(app.dependencies.clock);
    this.#entries = new Bridge<readonly CalendarEntry[] | null>(app.dependencies.stores.entries.list(), null);
  }

  get unreadable(): boolean {
    return this.#entries.fault !== null;
  }

  /** Saves a new entry, or an old one as its form now has it; null when it is saved, else what is wrong with the form. */
  readonly save = async (old: CalendarEntry | null, draft: EntryDraft): Promise<EntryFault | 'storage' | null> => {
    const read = entryDraft.read(draft, this.zone);
    if (!read.ok) return read.fault;
    const { clock, stores } = this.#app.dependencies;
    const at = clock.now();
    const sameTimes = old && old.all_day === read.fields.all_day && sameTime(old, read.fields);
    const fields = sameTimes ? { ...read.fields, start: old.start, end: old.end, zone: old.zone } : read.fields;
    const kept = await toldIfRefused(this.#app, async () => {
      const stored = old && (await stores.entries.get(old.id));
      const entry: CalendarEntry = {
        reminder: null,
        session_id: null,
        created_at: at,
        ...stored,
        id: old?.id ?? clock.newId('entry'),
        ...fields,
        updated_at: at,
        deleted_at: null,
      };
      await stores.entries.save(entry);
    });
    return kept ? null : 'storage';
  };

  /** Takes an entry off the calendar and offers the way back. */
  readonly remove = async (entry: CalendarEntry): Promise<void> => {
    const { dependencies, toasts, words } = this.#app;
    if (!(await this.#mark(entry.id, dependencies.clock.now()))) return;
    toasts.tell(words.t('schedule.deleted', { title: entry.title }), {
      label: words.t('shell.undo'),
      run: () => void this.#mark(entry.id, null),
    });
  };

  #mark(id: string, deleted_at: string | null): Promise<boolean> {
    const { clock, stores } = this.#app.dependencies;
    return toldIfRefused(this.#app, async () => {
      const stored = await stores.entries.get(id);
      if (stored) await stores.entries.save({ ...stored, deleted_at, updated_at: clock.now() });
    });
  }
}

/** To the minute, which is as far as a form goes. */
function sameTime(a: Pick<CalendarEntry, 'start' | 'end'>, b: Pick<CalendarEntry, 'start' | 'end'>): boolean {
  const minute = (text: string) => Math.floor(Date.parse(text) / 60_000);
  return minute(a.start) === minute(b.start) && minute(a.end) === minute(b.end);
}
