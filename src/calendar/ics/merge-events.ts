import { addDays } from '../../domain/time/calendar-date.ts';
import type { CalendarEntry } from '../../domain/agenda/calendar-entry.ts';
import { atFirstOccurrence } from '../occurrences-in.ts';
import { type IcsEvent, type IcsTime, icsUid } from './ics-components.ts';

interface Parts {
  stored: readonly CalendarEntry[];
  now: string;
  newId: (prefix: string) => string;
  untitled: string;
}

/** The entries to be saved, and the number of changes that they make to the calendar. */
export interface MergedEvents {
  rows: CalendarEntry[];
  added: number;
  updated: number;
  removed: number;
}

const mostRows = 1000;

/**
 * Merges the events of a file into the calendar. Events with the same UID are the same entry, so that importing a file
 * twice adds nothing. For its UIDs, the file takes precedence: changed occurrences that it does not contain are
 * removed.
 */
export function mergeEvents(events: readonly IcsEvent[], parts: Parts): MergedEvents {
  const wanted = new Map<string, IcsEvent[]>();
  for (const event of events) wanted.set(event.uid, [...(wanted.get(event.uid) ?? []), event]);
  const known = new Map(parts.stored.filter(({ replaces }) => replaces === null).map((row) => [icsUid(row), row]));
  const merged: MergedEvents = { rows: [], added: 0, updated: 0, removed: 0 };
  for (const [uid, group] of wanted) mergeOne(uid, group);
  return merged;

  function mergeOne(uid: string, group: readonly IcsEvent[]): void {
    const main = group.findLast(({ replaces }) => replaces === null);
    if (!main) {
      for (const event of group) take({ ...event, uid: `${uid}/${event.replaces ?? ''}` });
      return;
    }
    const changed = main.repeat === null ? [] : lastOfEach(group.filter(({ replaces }) => replaces !== null));
    const left = [...main.except, ...changed.flatMap(({ replaces }) => (replaces === null ? [] : [replaces]))];
    const series = take({ ...main, except: [...new Set(left)].sort() });
    if (!series) return;
    const before = parts.stored.filter(({ replaces }) => replaces?.entry === series.id);
    const kept = new Set<CalendarEntry>();
    for (const event of changed) {
      const start = event.replaces ?? '';
      const old = before.find(({ replaces }) => replaces?.start === start);
      if (old) kept.add(old);
      if (event.cancelled) remove(old);
      else save(old, { ...fields(event, old), replaces: { entry: series.id, start }, uid: null });
    }
    for (const old of before) if (!kept.has(old)) remove(old);
    for (const time of main.more.slice(0, mostRows)) if (!main.except.includes(time.value)) take(singleAt(main, time));
  }

  /** Saves an event as an entry of its own; null where it is cancelled. */
  function take(event: IcsEvent): CalendarEntry | null {
    const old = known.get(event.uid);
    if (event.cancelled) {
      remove(old);
      return null;
    }
    const row = { ...fields(event, old), replaces: null, uid: event.uid };
    const first = row.repeat === null ? row : atFirstOccurrence(row);
    if (!first) return save(old, { ...row, repeat: null, except: [] });
    if (first.start !== row.start) take(singleAt(event, event.start));
    return save(old, first);
  }

  function fields(event: IcsEvent, old: CalendarEntry | undefined): CalendarEntry {
    const { start, end, repeat, except, place, notes, reminder } = event;
    return {
      id: old?.id ?? parts.newId('entry'),
      title: cut(event.title, 500) || parts.untitled,
      start: start.value,
      end,
      all_day: start.all_day,
      zone: start.all_day && old ? old.zone : start.zone,
      place: cut(place, 500),
      notes: cut(notes, 20_000),
      reminder,
      repeat,
      except: repeat === null ? [] : [...except],
      replaces: null,
      uid: null,
      ...(old?.foreign === true && { foreign: true }),
      session_id: old?.session_id ?? null,
      created_at: old?.created_at ?? parts.now,
      updated_at: old?.updated_at ?? parts.now,
      deleted_at: null,
    };
  }

  function save(old: CalendarEntry | undefined, row: CalendarEntry): CalendarEntry {
    const kept = old && row.uid === `${old.id}@cairn` ? { ...row, uid: old.uid } : row;
    if (old && JSON.stringify(sorted(old)) === JSON.stringify(sorted(kept))) return old;
    merged.rows.push({ ...kept, foreign: true, updated_at: parts.now });
    if (old) merged.updated += 1;
    else merged.added += 1;
    return kept;
  }

  function remove(old: CalendarEntry | undefined): void {
    if (!old) return;
    merged.rows.push({ ...old, deleted_at: parts.now, updated_at: parts.now });
    merged.removed += 1;
  }
}

const sorted = (row: CalendarEntry) => Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));

/** The first `most` code units of a text, without half of a surrogate pair at the end. */
const cut = (text: string, most: number) => text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

function lastOfEach(changed: readonly IcsEvent[]): IcsEvent[] {
  return [...new Map(changed.map((event) => [event.replaces, event])).values()];
}

/** The event as a single one at another time. */
function singleAt(event: IcsEvent, time: IcsTime): IcsEvent {
  const length = Date.parse(event.end) - Date.parse(event.start.value);
  const end = time.all_day
    ? addDays(time.value, event.start.all_day ? length / 86_400_000 : 0)
    : new Date(Date.parse(time.value) + (event.start.all_day ? 3_600_000 : length)).toISOString();
  const once = { repeat: null, lossy: false, more: [], except: [], replaces: null };
  return { ...event, ...once, uid: `${event.uid}/${time.value}`, start: time, end };
}
