import { addDays } from '../../values/calendar-date.ts';
import type { CalendarEntry } from '../../records/calendar-entry.ts';
import { atFirstOccurrence, occurrenceAt } from '../occurrences-in.ts';
import { icsUid } from './ics-components.ts';
import { exceptHash, isChangedHere, isOlder, revisionOf, sourceOf, withOwnChanges } from './entry-source.ts';
import { type IcsEvent, occurrenceStartOf, icsTimeOf } from './ics-times.ts';
import { truncateText } from './property-text.ts';
import { splitRepeatingEvent } from './split-repeating-event.ts';

interface Parts {
  /** The entries of the calendar, also the removed ones that can still be restored. */
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
  /** The number of events of which the calendar has a newer revision. */
  older: number;
  /** The number of events in which a change that the person made was not overwritten. */
  changedHere: number;
}

const mostRows = 1000;
const day = 86_400_000;
/** Matches the UID of an entry that was made from one time of an event, or from its later ones. */
const derivedFrom = /^(.+)\/\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?(?:#\d+)?$/s;

/**
 * Merges the events of a file into the calendar. Events with the same UID are the same entry, so that importing a file
 * twice adds nothing. An older revision than the stored one changes nothing. Otherwise the file takes precedence for
 * its UIDs: changed occurrences that it does not contain are removed. But what the person changed stays, unless the file
 * is a newer revision that changes the same.
 */
export function mergeEvents(events: readonly IcsEvent[], parts: Parts): MergedEvents {
  const wanted = new Map<string, IcsEvent[]>();
  for (const event of events) wanted.set(event.uid, [...(wanted.get(event.uid) ?? []), event]);
  const mainRows = parts.stored.filter(({ replaces }) => replaces === null);
  const known = new Map(mainRows.filter(isHere).map((row) => [icsUid(row), row]));
  const gone = new Map(mainRows.filter(isGone).map((row) => [icsUid(row), row]));
  const occurrences = new Map<string, CalendarEntry[]>();
  for (const row of parts.stored) {
    const series = row.replaces?.entry;
    if (series !== undefined) occurrences.set(series, [...(occurrences.get(series) ?? []), row]);
  }
  const derived = new Map<string, CalendarEntry[]>();
  for (const [uid, row] of known) {
    const of = derivedFrom.exec(uid)?.[1];
    if (of !== undefined && !wanted.has(uid)) derived.set(of, [...(derived.get(of) ?? []), row]);
  }
  const taken = new Set<string>();
  const older = new Set<string>();
  const changedHere = new Set<string>();
  /** The ids of the entries whose times the person changed: their occurrences are not those of the file. */
  const movedHere = new Set<string>();
  const merged = { rows: new Array<CalendarEntry>(), added: 0, updated: 0, removed: 0 };
  for (const [uid, group] of wanted) mergeOne(uid, group);
  return { ...merged, older: older.size, changedHere: changedHere.size };

  function mergeOne(uid: string, group: readonly IcsEvent[]): void {
    const changes = group.filter(({ replaces }) => replaces !== null);
    const mains = separateEvents(group.filter(({ replaces }) => replaces === null));
    const stored = known.get(uid);
    if (mains.length === 0) {
      if (stored) takeWhole(asEvent(stored), currentOf(changes, stored), true);
      else
        for (const event of changes) {
          const own = { ...once(event), uid: `${uid}/${event.replaces?.value ?? ''}` };
          if (!isOutdated(own, known.get(own.uid) ?? gone.get(own.uid))) take(own);
        }
      return;
    }
    const [first] = mains;
    if (!first || isOutdated(first, stored ?? gone.get(uid))) return;
    const own = mains.find(({ start }) => start.value === stored?.start) ?? first;
    const owner = new Map(
      changes.map((change) => [change, mains.length === 1 ? own : (mains.find((main) => has(main, change)) ?? own)]),
    );
    for (const main of mains) {
      const its = changes.filter((change) => owner.get(change) === main);
      takeWhole(main === own ? main : { ...main, uid: freeUid(`${uid}/${main.start.value}`) }, its, false);
    }
    for (const row of derived.get(uid) ?? []) if (!taken.has(icsUid(row))) remove(row, first);
  }

  /** True if the calendar has a newer revision of an event, which is then counted. */
  function isOutdated(event: IcsEvent, row: CalendarEntry | undefined): boolean {
    const isOutdated = row !== undefined && isOlder(event, revisionOf(row));
    if (isOutdated) older.add(event.uid);
    return isOutdated;
  }

  /** Returns those of some changes of a stored entry that are not older than what is stored of their occurrences. */
  function currentOf(changes: readonly IcsEvent[], stored: CalendarEntry): IcsEvent[] {
    const { start, shownIn } = asEvent(stored);
    return changes.filter(
      (change) =>
        !isOutdated(
          change,
          (change.replaces && rowAt(stored, occurrenceStartOf(change.replaces, start, shownIn))) ?? stored,
        ),
    );
  }

  /** Returns the row of a changed occurrence; a removed one only if there is no other. */
  function rowAt({ id }: CalendarEntry, start: string): CalendarEntry | undefined {
    const rows = (occurrences.get(id) ?? []).filter(({ replaces }) => replaces?.start === start);
    return rows.find(isHere) ?? rows.find(isGone) ?? rows[0];
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
    const old = known.get(event.uid);
    const left = [...new Set([...except, ...changed.keys()])].sort();
    const rows = old && !partial ? (occurrences.get(old.id) ?? []) : [];
    const others = rows.filter(({ replaces }) => replaces !== null && !changed.has(replaces.start));
    const staying = old ? others.filter((row) => stays(row, event, old, left)) : [];
    const lapsed = others.filter((row) => isGone(row) && !staying.includes(row));
    const own = old && !partial ? ownExceptions(old, event, left, lapsed) : [];
    const series = take(event, left, [...own, ...staying.map(({ replaces }) => replaces?.start ?? '')]);
    if (!series || movedHere.has(series.id)) return;
    for (const [start, change] of changed) takeOccurrence(series, start, change, old?.source, partial);
    for (const row of others) if (isHere(row) && !staying.includes(row)) remove(row, event);
  }

  /**
   * True if an occurrence that is not in the file stays as it is: since the person changed or removed it, or since its
   * revision is newer than that of the file.
   */
  function stays(row: CalendarEntry, event: IcsEvent, series: CalendarEntry, left: readonly string[]): boolean {
    const start = row.replaces?.start ?? '';
    const isNamed = left.includes(start) && (!isHere(row) || series.source?.parts.except !== exceptHash(left));
    if (isNamed || occurrenceAt(fields(event, series), start) === null) return false;
    const isOwn = isHere(row) ? (row.source ? isChangedHere(row) : series.source !== undefined) : !isGone(row);
    if (!isOwn) return isOutdated(event, row);
    changedHere.add(event.uid);
    return true;
  }

  /** Returns the exceptions of a series that are the person's own; none if the file changes its own exceptions. */
  function ownExceptions(
    series: CalendarEntry,
    event: IcsEvent,
    left: readonly string[],
    lapsed: readonly CalendarEntry[],
  ): string[] {
    if (series.source?.parts.except !== exceptHash(left)) return [];
    const known = new Set([...left, ...lapsed.map(({ replaces }) => replaces?.start ?? '')]);
    const whole = fields(event, series);
    return series.except.filter((start) => !known.has(start) && occurrenceAt(whole, start) !== null);
  }

  function takeOccurrence(
    series: CalendarEntry,
    start: string,
    change: IcsEvent,
    source: CalendarEntry['source'],
    partial: boolean,
  ): void {
    const row = rowAt(series, start);
    if (row && isOutdated(change, row)) return;
    const isOwn = row && !isGone(row) && (!isHere(row) || (!row.source && source !== undefined));
    if (isOwn && !isOlder(row.source ?? source ?? change, change)) {
      changedHere.add(change.uid);
      return;
    }
    const old = row && isHere(row) ? row : undefined;
    const replaces = { entry: series.id, start };
    if (!change.cancelled) save(old, { ...fields(once(change), old), replaces, uid: null }, change);
    else if (old) remove(old, change);
    else if (partial && (!row?.source || isOlder(row.source, change)))
      markGone({ ...fields(once(change), row), title: change.title || series.title, replaces }, change);
  }

  /** Saves an event as a separate entry; returns null if it is cancelled. */
  function take(event: IcsEvent, left: readonly string[] = [], own: readonly string[] = []): CalendarEntry | null {
    const old = known.get(event.uid);
    taken.add(event.uid);
    if (event.cancelled) {
      remove(old, event);
      return null;
    }
    const except = event.repeat === null ? [] : [...new Set([...left, ...own])].sort();
    const row = { ...fields(event, old), uid: event.uid, except };
    const first = row.repeat === null ? row : atFirstOccurrence(row);
    if (!first) return save(old, { ...row, repeat: null, except: [] }, event);
    if (first.start !== row.start) take(singleAt(event, event.start.value));
    return save(old, first, event, event.repeat === null ? [] : left);
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

  /** Saves the row of an event, of which the file itself leaves out `left`; returns it as stored. */
  function save(
    old: CalendarEntry | undefined,
    row: CalendarEntry,
    event: IcsEvent,
    left: readonly string[] = [],
  ): CalendarEntry {
    const mine = old && !event.stored ? withOwnChanges(old, row, event) : row;
    const isMoved = mine.start !== row.start || mine.repeat !== row.repeat;
    if (mine !== row) changedHere.add(event.uid);
    if (isMoved) movedHere.add(row.id);
    const source = event.stored ? old?.source : sourceOf(event, row, left);
    const uid = old && row.uid === `${old.id}@cairn` ? old.uid : row.uid;
    const content = { ...mine, except: isMoved && old ? old.except : row.except, uid };
    const isSame = old !== undefined && textOf(old) === textOf(content);
    const isMade = old !== undefined && !old.source && revisionOf(old) !== null;
    if (isSame && (isMade || JSON.stringify(old.source) === JSON.stringify(source))) return old;
    const saved = { ...content, ...(source && { source }), foreign: true };
    if (isSame) merged.rows.push({ ...saved, updated_at: old.updated_at });
    else {
      merged.rows.push({ ...saved, updated_at: parts.now });
      if (old) merged.updated += 1;
      else merged.added += 1;
    }
    return content;
  }

  function remove(old: CalendarEntry | undefined, event: IcsEvent): void {
    if (!old) return;
    markGone(old, event);
    merged.removed += 1;
  }

  /** Saves a row as removed by a file, with the file's revision: an older one does not bring it back. */
  function markGone(row: CalendarEntry, { sequence, modified }: IcsEvent): void {
    const source = { sequence, modified, parts: row.source?.parts ?? {}, gone: true };
    merged.rows.push({ ...row, source, foreign: true, deleted_at: parts.now, updated_at: parts.now });
  }
}

const isHere = (row: CalendarEntry) => row.deleted_at === null;
const isGone = (row: CalendarEntry) => row.deleted_at !== null && row.source?.gone === true;

/** Returns the content of a row as one text: all but what its file said. */
function textOf(row: CalendarEntry): string {
  const content = Object.entries(row).filter(([name]) => name !== 'source');
  return JSON.stringify(content.sort(([a], [b]) => (a < b ? -1 : 1)));
}

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
    ...{ lossy: false, more: [], replaces: null, onwards: false, cancelled: false, shownIn: entry.zone, stored: true },
    ...{ sequence: entry.source?.sequence ?? 0, modified: entry.source?.modified ?? '' },
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
