import { truncateText } from '../../values/truncate-text.ts';
import { addDays } from '../../values/calendar-date.ts';
import type { CalendarEntry } from '../../records/calendar-entry.ts';
import { shiftOccurrenceStarts } from '../changed-series.ts';
import { entryAtFirstOccurrence, occurrenceAt } from '../occurrences-in.ts';
import { icsUid } from './ics-components.ts';
import {
  isChangedByPerson,
  isOlderRevision,
  baseRevision,
  buildIcsImportRecord,
  withPersonChanges,
} from './entry-source.ts';
import { type IcsEvent, occurrenceStartOf, icsTimeFromStart } from './ics-times.ts';
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
 * twice adds nothing. An event with a lower SEQUENCE than the stored one changes nothing. Otherwise the file takes
 * precedence for its UIDs: changed occurrences that it does not contain are removed. But what the person changed stays,
 * unless the file changes the same with a higher SEQUENCE, or cancels it.
 */
export function mergeEvents(events: readonly IcsEvent[], parts: Parts): MergedEvents {
  const eventsByUid = new Map<string, IcsEvent[]>();
  for (const event of events) eventsByUid.set(event.uid, [...(eventsByUid.get(event.uid) ?? []), event]);
  const mainRows = parts.stored.filter(({ replaces }) => replaces === null);
  const rowsByUid = new Map(mainRows.filter(isHere).map((row) => [icsUid(row), row]));
  const removedRows = new Map(mainRows.filter(isGone).map((row) => [icsUid(row), row]));
  const occurrences = new Map<string, CalendarEntry[]>();
  for (const row of parts.stored) {
    const series = row.replaces?.entry;
    if (series !== undefined) occurrences.set(series, [...(occurrences.get(series) ?? []), row]);
  }
  const derived = new Map<string, CalendarEntry[]>();
  for (const [uid, row] of rowsByUid) {
    const of = derivedFrom.exec(uid)?.[1];
    if (of !== undefined && !eventsByUid.has(uid)) derived.set(of, [...(derived.get(of) ?? []), row]);
  }
  const byId = new Map(parts.stored.map((row) => [row.id, row]));
  const mergedUids = new Set<string>();
  const older = new Set<string>();
  const changedHere = new Set<string>();
  const mergeResult = { rows: new Array<CalendarEntry>(), added: 0, updated: 0, removed: 0 };
  for (const [uid, group] of eventsByUid) mergeOne(uid, group);
  return { ...mergeResult, older: older.size, changedHere: changedHere.size };

  function mergeOne(uid: string, group: readonly IcsEvent[]): void {
    const changes = group.filter(({ replaces }) => replaces !== null);
    const mains = separateEvents(group.filter(({ replaces }) => replaces === null));
    const storedRow = rowsByUid.get(uid);
    if (mains.length === 0) {
      if (storedRow) takeChanges(storedRow, changes);
      else
        for (const event of changes) {
          const own = { ...once(event), uid: `${uid}/${event.replaces?.value ?? ''}` };
          if (!isOutdated(own, rowsByUid.get(own.uid) ?? removedRows.get(own.uid))) take(own);
        }
      return;
    }
    const [first] = mains;
    if (!first) return;
    const own = mains.find(({ start }) => start.value === storedRow?.start) ?? first;
    const owner = new Map(
      changes.map((change) => [change, mains.length === 1 ? own : (mains.find((main) => has(main, change)) ?? own)]),
    );
    let isWhole = true;
    for (const main of mains) {
      const mainEvent = main === own ? main : { ...main, uid: freeUid(`${uid}/${main.start.value}`) };
      const its = changes.filter((change) => owner.get(change) === main);
      if (!isOutdated(mainEvent, rowsByUid.get(mainEvent.uid) ?? removedRows.get(mainEvent.uid)))
        takeWhole(mainEvent, its);
      else isWhole = false;
      mergedUids.add(mainEvent.uid);
    }
    if (isWhole) for (const row of derived.get(uid) ?? []) if (!mergedUids.has(icsUid(row))) remove(row, first);
  }

  /** Saves those changed occurrences of a stored entry of which the calendar has no newer revision. */
  function takeChanges(storedSeries: CalendarEntry, changes: readonly IcsEvent[]): void {
    const first = storedSeries.source?.first ?? storedSeries;
    const move = movedFrom(first, storedSeries);
    const newerChanges = changes.flatMap((change): [string, IcsEvent][] => {
      if (!change.replaces) return [];
      const start = move(occurrenceStartOf(change.replaces, icsTimeFromStart(first.start, first), storedSeries.zone));
      return isOutdated(change, rowAt(storedSeries, start) ?? storedSeries) ? [] : [[start, change]];
    });
    takeWith(asEvent(storedSeries), new Map(newerChanges));
  }

  /** True if the calendar has a newer revision of an event, which is then counted. */
  function isOutdated(event: IcsEvent, row: CalendarEntry | undefined): boolean {
    const isOutdated = row?.source !== undefined && isOlderRevision(event, row.source);
    if (isOutdated) older.add(event.uid);
    return isOutdated;
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
    for (let nth = 2; mergedUids.has(free); nth += 1) free = `${uid}#${nth}`;
    return free;
  }

  /** Saves an event of a file with all of its changed occurrences. */
  function takeWhole(main: IcsEvent, changes: readonly IcsEvent[]): void {
    const startOf = ({ replaces }: IcsEvent) => (replaces ? occurrenceStartOf(replaces, main.start, main.shownIn) : '');
    takeWith(main, new Map(changes.map((event) => [startOf(event), event])));
  }

  /** Saves an event with changed occurrences, by their starts. */
  function takeWith(main: IcsEvent, changesByStart: Map<string, IcsEvent>): void {
    const more = main.more.map((time) => occurrenceStartOf(time, main.start, main.shownIn));
    const except = main.except.map((time) => occurrenceStartOf(time, main.start, main.shownIn));
    if (main.repeat === null || main.cancelled) {
      const itself = changesByStart.get(main.start.value);
      take(itself ? { ...once(itself), uid: main.uid } : { ...main, except: [] });
      changesByStart.delete(main.start.value);
    } else {
      for (const { event, own, left } of splitRepeatingEvent(main, changesByStart, except))
        takeSeries({ ...event, except: [] }, own, left);
      except.push(...changesByStart.keys());
      changesByStart.clear();
    }
    for (const [start, event] of changesByStart)
      if (!main.cancelled) take({ ...once(event), uid: `${main.uid}/${start}` });
    for (const start of more.slice(0, mostRows))
      if (!except.includes(start) && !changesByStart.has(start)) take(singleAt(main, start));
  }

  /**
   * Saves a series without the starts in `excludedStarts`; a whole file also removes the changed occurrences that it
   * lacks.
   */
  function takeSeries(
    event: IcsEvent,
    changes: ReadonlyMap<string, IcsEvent>,
    excludedStarts: readonly string[],
  ): void {
    const old = rowsByUid.get(event.uid);
    mergedUids.add(event.uid);
    const row = { ...fields(event, old), uid: event.uid };
    const first = entryAtFirstOccurrence(row) ?? { ...row, repeat: null };
    if (first.start !== row.start) take(singleAt(event, event.start.value));
    const mine = ownVersion(old, first, event);
    const move = movedFrom(first, mine);
    const changesByMovedStart = new Map([...changes].map(([start, change]) => [move(start), change]));
    const removedStarts = new Set(excludedStarts.map(move));
    const rows = old && !event.stored ? (occurrences.get(old.id) ?? []) : [];
    const others = rows.filter(({ replaces }) => replaces && !changesByMovedStart.has(replaces.start));
    const has = (start: string) => !removedStarts.has(start) && occurrenceAt(mine, start) !== null;
    const staying = others.filter((row) => isOwn(row) && has(row.replaces?.start ?? ''));
    const lapsed = others.filter((row) => !staying.includes(row));
    const own = old && !event.stored ? ownExceptions(old, lapsed).filter(has) : [];
    own.push(...staying.map(({ replaces }) => replaces?.start ?? ''));
    if (own.length > 0) changedHere.add(event.uid);
    const series = save(old, first, event, {
      except: [...new Set([...removedStarts, ...changesByMovedStart.keys(), ...own])].sort(),
      left: [...new Set([...excludedStarts, ...changes.keys()])].sort(),
    });
    for (const row of lapsed) if (isHere(row)) remove(row, event);
    const isSingle = mine.repeat === null && first.repeat !== null;
    if (!isSingle)
      for (const [start, change] of changesByMovedStart) takeOccurrence(series, start, change, event.stored === true);
  }

  /** True if the person changed, added or removed a changed occurrence. */
  function isOwn(row: CalendarEntry): boolean {
    return isHere(row) ? isChangedByPerson(row) || baseRevision(row, byId) !== null : !isGone(row);
  }

  /** Saves a changed occurrence; `partial` if the file has only changes of the series. */
  function takeOccurrence(series: CalendarEntry, start: string, change: IcsEvent, partial: boolean): void {
    const row = rowAt(series, start);
    if (row && !isHere(row) && isOwn(row) && !isOlderRevision(row.source ?? baseRevision(row, byId), change)) {
      changedHere.add(change.uid);
      return;
    }
    const old = row && isHere(row) ? row : undefined;
    const replaces = { entry: series.id, start };
    if (!change.cancelled) save(old, { ...fields(once(change), old), replaces }, change);
    else if (old) remove(old, change);
    else if (partial && (!row?.source || isOlderRevision(row.source, change)))
      markGone({ ...fields(once(change), row), title: change.title || series.title, replaces }, change);
  }

  /** Saves an event as a separate entry that does not repeat, or removes it if it is cancelled. */
  function take(event: IcsEvent): void {
    const old = rowsByUid.get(event.uid);
    mergedUids.add(event.uid);
    if (event.cancelled) remove(old, event);
    else save(old, { ...fields(event, old), repeat: null, uid: event.uid }, event);
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

  /** Returns the row of a file with what the person changed in the stored entry. */
  function ownVersion(old: CalendarEntry | undefined, row: CalendarEntry, event: IcsEvent): CalendarEntry {
    return old && !event.stored ? withPersonChanges(old, row, event, baseRevision(old, byId)) : row;
  }

  /**
   * Saves the row of an event, for a series with its exceptions and those that the file names; returns it as stored.
   */
  function save(
    old: CalendarEntry | undefined,
    row: CalendarEntry,
    event: IcsEvent,
    series: { except: readonly string[]; left: readonly string[] } = { except: [], left: [] },
  ): CalendarEntry {
    const mine = ownVersion(old, row, event);
    if (mine !== row) changedHere.add(event.uid);
    const source = event.stored ? old?.source : buildIcsImportRecord(event, row, series.left);
    const uid = old && row.uid === `${old.id}@cairn` ? old.uid : row.uid;
    const content = { ...mine, except: mine.repeat === null ? [] : [...series.except], uid };
    const isSame = old !== undefined && textOf(old) === textOf(content);
    const isKnown =
      old !== undefined && (baseRevision(old, byId) !== null || JSON.stringify(old.source) === JSON.stringify(source));
    if (isSame && isKnown) return old;
    const savedEntry = { ...content, ...(source && { source }), foreign: true };
    if (isSame) mergeResult.rows.push({ ...savedEntry, updated_at: old.updated_at });
    else {
      mergeResult.rows.push({ ...savedEntry, updated_at: parts.now });
      if (old) mergeResult.updated += 1;
      else mergeResult.added += 1;
    }
    return content;
  }

  function remove(old: CalendarEntry | undefined, event: IcsEvent): void {
    if (!old) return;
    markGone(old, event);
    mergeResult.removed += 1;
  }

  /** Saves a row as removed by a file, with the file's revision: an older one does not bring it back. */
  function markGone(row: CalendarEntry, { sequence }: IcsEvent): void {
    const source = { sequence, parts: row.source?.parts ?? {}, removed: parts.now };
    mergeResult.rows.push({ ...row, source, foreign: true, deleted_at: parts.now, updated_at: parts.now });
  }
}

const isHere = (row: CalendarEntry) => row.deleted_at === null;
const isGone = (row: CalendarEntry) => row.deleted_at !== null && row.source?.removed === row.deleted_at;

type Times = Pick<CalendarEntry, 'start' | 'all_day' | 'zone'>;

/** Returns a function that shifts the start of an occurrence as its series was moved from `before` to `after`. */
function movedFrom(before: Times, after: Times): (start: string) => string {
  const isMoved = before.start !== after.start || before.all_day !== after.all_day || before.zone !== after.zone;
  return (start) => (isMoved ? (shiftOccurrenceStarts([start], before, after)[0] ?? start) : start);
}

/** Returns the exceptions of a stored series that neither its last file named nor a changed occurrence in `lapsed`. */
function ownExceptions(series: CalendarEntry, lapsed: readonly CalendarEntry[]): string[] {
  const { first = series, except = [] } = series.source ?? {};
  const fileExceptions = new Set(except.map(movedFrom(first, series)));
  for (const { replaces } of lapsed) if (replaces) fileExceptions.add(replaces.start);
  return series.except.filter((start) => !fileExceptions.has(start));
}

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
  return { ...once(event), uid: `${event.uid}/${start}`, start: icsTimeFromStart(start, event.start), end };
}

/** Returns a stored entry as an event of a file. */
function asEvent(entry: CalendarEntry): IcsEvent {
  const { title, place, notes, end, repeat, reminder } = entry;
  return {
    ...{ uid: icsUid(entry), title, place, notes, end, repeat, reminder },
    ...{ lossy: false, more: [], replaces: null, onwards: false, cancelled: false, shownIn: entry.zone, stored: true },
    ...{ sequence: entry.source?.sequence ?? null },
    start: icsTimeFromStart(entry.start, entry),
    except: entry.except.map((start) => icsTimeFromStart(start, entry)),
  };
}

/**
 * Returns the events of one UID that are not revisions of one another: those with the highest SEQUENCE; of several with
 * the same start and title only the last.
 */
function separateEvents(events: readonly IcsEvent[]): IcsEvent[] {
  const latest = events.reduce((most, { sequence }) => Math.max(most, sequence ?? 0), 0);
  const current = events.filter(({ sequence }) => (sequence ?? 0) === latest);
  return [...new Map(current.map((event) => [`${event.start.value} ${event.title}`, event])).values()];
}
