import { applySeriesChange } from '../../calendar/changed-series.ts';
import { entryTimesAfterMove, entryTimesAfterResize, seriesTimesAfterMove } from '../../calendar/moved-times.ts';
import { separateOccurrence } from '../../calendar/separate-occurrence.ts';
import type { EntryTimes } from '../../calendar/times.ts';
import { currentValue } from '../../ports/observable.ts';
import { dateAt } from '../../values/calendar-date.ts';
import type { CalendarEntry } from '../../records/calendar-entry.ts';
import type { AgendaItem } from './agenda.ts';
import type { App } from '../app/app.svelte.ts';
import { dateOf } from '../app/moments.ts';
import type { RecurrenceEditScope } from './entry-draft.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';
import { dateTimeInputCodec } from './date-time-input-codec.ts';

/** The result of a drag: the milliseconds of local time by which the entry, or only its end, moves. */
export interface EntryMovement {
  what: 'whole' | 'end';
  by: number;
}

type Page = Pick<App, 'dependencies' | 'words' | 'toasts'>;

/**
 * Moves an entry, one of its occurrences, or its end, shows a toast and offers undo. Returns false if nothing changed.
 */
export async function moveCalendarEntry(
  page: Page,
  item: AgendaItem,
  movement: EntryMovement,
  scope: RecurrenceEditScope,
): Promise<boolean> {
  const { clock, stores } = page.dependencies;
  const zone = clock.zone();
  const { entry } = item;
  const times = (movement.what === 'whole' ? entryTimesAfterMove : entryTimesAfterResize)(entry, movement.by, zone);
  if (times.start === entry.start && times.end === entry.end) return false;
  const before = await currentValue(stores.entries.list()).catch(() => null);
  const storedEntry = before?.find(({ id }) => id === item.stored.id);
  const rows =
    storedEntry && changedRows(page, { ...item, stored: storedEntry }, { times, scope, others: before ?? [] });
  if (!rows) {
    page.toasts.refuse(page.words.t(storedEntry ? 'calendar.not_moved' : 'panes.not_read'));
    return false;
  }
  if (!(await saveOrToast(page, () => stores.entries.saveAll(rows)))) return false;
  tell(page, entry, { times, movement, undo: () => takeBack(page, rows, before ?? []) });
  return true;
}

/** Returns the entries to save; null if the repetition would have no occurrence. */
function changedRows(
  { dependencies: { clock } }: Page,
  { entry, stored }: AgendaItem,
  { times, scope, others }: { times: EntryTimes; scope: RecurrenceEditScope; others: readonly CalendarEntry[] },
): CalendarEntry[] | null {
  const now = clock.now();
  if (stored.repeat === null) return [{ ...stored, ...times, updated_at: now }];
  if (scope === 'all')
    return applySeriesChange(
      stored,
      { ...stored, ...seriesTimesAfterMove(stored, entry, times), updated_at: now },
      others,
      now,
    );
  const { series, single } = separateOccurrence(stored, entry, clock.newId('entry'), now);
  return [{ ...single, ...times }, series];
}

function tell(
  { dependencies: { clock }, toasts, words }: Page,
  { title, all_day }: CalendarEntry,
  { times, movement, undo }: { times: EntryTimes; movement: EntryMovement; undo: () => Promise<boolean> },
): void {
  const zone = clock.zone();
  const newTime = movement.what === 'whole' ? times.start : times.end;
  const date = all_day ? newTime : dateAt(Date.parse(newTime), zone);
  const day = words.day(`${date}T12:00:00`, dateOf(clock.now()));
  const when = all_day ? day : words.t('day.with_time', { day, time: dateTimeInputCodec.read(newTime, zone).time });
  const toastText = words.t(movement.what === 'whole' ? 'calendar.moved' : 'calendar.resized', { title, when });
  toasts.tell(toastText, { label: words.t('shell.undo'), run: () => void undo() });
}

/** Undoes a move: restores the changed entries and deletes the new ones. */
function takeBack(page: Page, rows: readonly CalendarEntry[], before: readonly CalendarEntry[]): Promise<boolean> {
  const { clock, stores } = page.dependencies;
  const updatedAt = clock.now();
  const old = new Map(before.map((row) => [row.id, row]));
  const restoredEntries = rows.map((row) => ({
    ...(old.get(row.id) ?? { ...row, deleted_at: updatedAt }),
    updated_at: updatedAt,
  }));
  return saveOrToast(page, () => stores.entries.saveAll(restoredEntries));
}
