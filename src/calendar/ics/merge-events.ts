import { addDays } from '../../values/calendar-date.ts';
import type { CalendarEntry } from '../../records/calendar-entry.ts';
import { atFirstOccurrence, occurrenceAt } from '../occurrences-in.ts';
import { icsUid } from './ics-components.ts';
import { type IcsEvent, occurrenceStartOf, icsTimeOf } from './ics-times.ts';
import { truncateText } from './property-text.ts';
import { splitRepeatingEvent } from './split-repeating-event.ts';

interface Parts {
  stored: readonly CalendarEntry[];
  now: string;
  newId: (prefix: string) => string;
  untitled: string;
}

/** The entries to save, and the number of changes that they make to the calendar. */
export interface MergedEvents {
  rows: CalendarEntry[];
  added: number;
  updated: number;
  removed: number;
}

const mostRows = 1000;
const day = 86_400_000;
/** Matches the UID of an entry that was made from one time of an event, or from its later ones. */
const derivedFrom = /^(.+)\/\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?(?:#\d+)?$/s;

/**
 * Merges the events of a file into the calendar. Events with the same UID are the same entry, so that importing a file
 * twice adds nothing. For its UIDs, the file takes precedence: changed occurrences that it does not contain are
 * removed.
 */
export function mergeEvents(events: readonly IcsEvent[], parts: Parts): MergedEvents {
  const wanted = new Map<string, IcsEvent[]>();
  for (const event of events) wanted.set(event.uid, [...(wanted.get(event.uid) ?? []), event]);
  const known = new Map(parts.stored.filter(({ replaces }) => replaces === null).map((row) => [icsUid(row), row]));
  const derived = new Map<string, CalendarEntry[]>();
  for (const [uid, row] of known) {
    const of = derivedFrom.exec(uid)?.[1];
    if (of !== undefined && !wanted.has(uid)) derived.set(of, [...(derived.get(of) ?? []), row]);
  }
  const taken = new Set<string>();
  const merged: MergedEvents = { rows: [], added: 0, updated: 0, removed: 0 };
  for (const [uid, group] of wanted) mergeOne(uid, group);
  return merged;

  function mergeOne(uid: string, group: readonly IcsEvent[]): void {
    const changes = group.filter(({ replaces }) => replaces !== null);
    const mains = separateEvents(group.filter(({ replaces }) => replaces === null));
    const stored = known.get(uid);
    if (mains.length === 0) {
      if (stored) takeWhole(asEvent(stored), changes, true);
      else for (const event of changes) take({ ...once(event), uid: `${uid}/${event.replaces?.value ?? ''}` });
      return;
    }
    const own = mains.find(({ start }) => start.value === stored?.start) ?? mains[0];
    const owner = new Map(
      changes.map((change) => [change, mains.length === 1 ? own : (mains.find((main) => has(main, change)) ?? own)]),
    );
    for (const main of mains) {
      const its = changes.filter((change) => owner.get(change) === main);
      takeWhole(main === own ? main : { ...main, uid: freeUid(`${uid}/${main.start.value}`) }, its, false);
    }
    for (const row of derived.get(uid) ?? []) if (!taken.has(icsUid(row))) remove(row);
  }

  /** True if an event has the occurrence that a change replaces. */
  function has(main: IcsEvent, { replaces }: IcsEvent): boolean {
    const start = replaces ? occurrenceStartOf(replaces, main.start, main.shownIn) : '';
    return occurrenceAt(fields(main, undefined), start) !== null;
  }

  function freeUid(uid: string): string {
    let free = uid;
    for (let nth = 2; taken.has(free); nth += 1) free = `${uid}#${nth}`;
    return free;
  }

  /** Saves an event with its changed occurrences; `partial` if the file may contain only some of these. */
  function takeWhole(main: IcsEvent, changes: readonly IcsEvent[], partial: boolean): void {
    const startOf = ({ replaces }: IcsEvent) => (replaces ? occurrenceStartOf(replaces, main.start, main.shownIn) : '');
    const changed = new Map(changes.map((event) => [startOf(event), event]));
    const more = main.more.map((time) => occurrenceStartOf(time, main.start, main.shownIn));
    const except = main.except.map((time) => occurrenceStartOf(time, main.start, main.shownIn));
    if (main.repeat === null || main.cancelled) {
      const itself = changed.get(main.start.value);
      take(itself ? { ...once(itself), uid: main.uid } : { ...main, except: [] });
      changed.delete(main.start.value);
    } else {
      for (const { event, own, left } of splitRepeatingEvent(main, changed, except))
        takeSeries({ ...event, except: [] }, own, left, partial);
      except.push(...changed.keys());
      changed.clear();
    }
    for (const [start, event] of changed) if (!main.cancelled) take({ ...once(event), uid: `${main.uid}/${start}` });
    for (const start of more.slice(0, mostRows))
      if (!except.includes(start) && !changed.has(start)) take(singleAt(main, start));
  }

  function takeSeries(
    event: IcsEvent,
    changed: ReadonlyMap<string, IcsEvent>,
    except: readonly string[],
    partial: boolean,
  ): void {
    const series = take(event, [...new Set([...except, ...changed.keys()])].sort());
    if (!series) return;
    const before = parts.stored.filter(({ replaces }) => replaces?.entry === series.id);
    const kept = new Set<CalendarEntry>();
    for (const [start, change] of changed) {
      const old = before.find(({ replaces }) => replaces?.start === start);
      if (old) kept.add(old);
      if (change.cancelled) remove(old);
      else save(old, { ...fields(once(change), old), replaces: { entry: series.id, start }, uid: null });
    }
    if (!partial) for (const old of before) if (!kept.has(old)) remove(old);
  }

  /** Saves an event as a separate entry; returns null if it is cancelled. */
  function take(event: IcsEvent, except: readonly string[] = []): CalendarEntry | null {
    const old = known.get(event.uid);
    taken.add(event.uid);
    if (event.cancelled) {
      remove(old);
      return null;
    }
    const row = { ...fields(event, old), uid: event.uid, except: event.repeat === null ? [] : [...except] };
    const first = row.repeat === null ? row : atFirstOccurrence(row);
    if (!first) return save(old, { ...row, repeat: null, except: [] });
    if (first.start !== row.start) take(singleAt(event, event.start.value));
    return save(old, first);
  }

  function fields(event: IcsEvent, old: CalendarEntry | undefined): CalendarEntry {
    const { start, end, repeat, place, notes, reminder } = event;
    return {
      id: old?.id ?? parts.newId('entry'),
      title: truncateText(event.title, 500) || parts.untitled,
      start: start.value,
      end,
      all_day: start.all_day,
      zone: start.all_day && old ? old.zone : start.zone,
      place: truncateText(place, 500),
      notes: truncateText(notes, 20_000),
      reminder,
      repeat,
      except: [],
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

/** Returns an event as one that takes place once. */
const once = (event: IcsEvent): IcsEvent => ({
  ...event,
  ...{ repeat: null, lossy: false, more: [], except: [], replaces: null },
});

/**
 * Returns the event as a single event that begins at `start` and has the same length; `start` is a date or a time, like
 * the event's own start.
 */
function singleAt(event: IcsEvent, start: string): IcsEvent {
  const { all_day } = event.start;
  const length = Date.parse(event.end) - Date.parse(event.start.value);
  const end = all_day ? addDays(start, length / day) : new Date(Date.parse(start) + length).toISOString();
  return { ...once(event), uid: `${event.uid}/${start}`, start: icsTimeOf(start, event.start), end };
}

/** Returns a stored entry as an event of a file. */
function asEvent(entry: CalendarEntry): IcsEvent {
  const { title, place, notes, end, repeat, reminder } = entry;
  return {
    ...{ uid: icsUid(entry), title, place, notes, end, repeat, reminder },
    ...{ lossy: false, more: [], replaces: null, onwards: false, sequence: 0, cancelled: false, shownIn: entry.zone },
    start: icsTimeOf(entry.start, entry),
    except: entry.except.map((start) => icsTimeOf(start, entry)),
  };
}

/**
 * Returns the events of one UID that are not revisions of one another: those with the highest SEQUENCE; of several with
 * the same start and title only the last.
 */
function separateEvents(events: readonly IcsEvent[]): IcsEvent[] {
  const latest = events.reduce((most, { sequence }) => Math.max(most, sequence), 0);
  const current = events.filter(({ sequence }) => sequence === latest);
  return [...new Map(current.map((event) => [`${event.start.value} ${event.title}`, event])).values()];
}
