import { dateAt, isCalendarDate } from '../../values/calendar-date.ts';
import { wallTime } from '../times.ts';
import { icsParameter, type IcsLine } from './ics-components.ts';
import type { IcsZones } from './ics-zones.ts';

/** A time in a calendar file: a date, or an instant (ISO 8601 in UTC) with a zone. */
export interface IcsTime {
  value: string;
  all_day: boolean;
  zone: string;
  /** The time as written, as a number of `wallTime`. */
  wall: number;
  /** True if the time is neither in UTC nor in a named zone, and so means the same clock time in every zone. */
  floating: boolean;
}

/** A parsed event of a calendar file. */
export interface IcsEvent {
  uid: string;
  title: string;
  place: string;
  notes: string;
  start: IcsTime;
  /** For all-day events the last day, inclusive. */
  end: string;
  /** An RRULE; null if it does not repeat, or its rule is not supported (`lossy`). */
  repeat: string | null;
  lossy: boolean;
  /** Additional times (RDATE). */
  more: readonly IcsTime[];
  except: readonly IcsTime[];
  /** The start of the occurrence that this event replaces; null for the event itself. */
  replaces: IcsTime | null;
  /** True if this replacement also applies to all later occurrences. */
  onwards: boolean;
  /** The revision number of the event (SEQUENCE); null if the file does not say. */
  sequence: number | null;
  reminder: number | null;
  cancelled: boolean;
  /** The zone of its calendar. */
  shownIn: string;
  /** True if it is not from the file, but an entry of the calendar to which the file has a change. */
  stored?: true;
}

/** The zones that are needed to read the times in a calendar file. */
export interface IcsTimeContext {
  zones: IcsZones;
  /** The zone of times without one. */
  zone: string;
  /** The zone of the calendar, in which single times in UTC are shown. */
  shownIn: string;
}

const day = 86_400_000;
/** Matches the colon before the first date; zone names with colons of their own are often not quoted. */
const beginsTimes = /:\s?\d{4}-?\d\d-?\d\d/;
const timePart = (wall: number) => ((wall % day) + day) % day;

/**
 * Returns the times of a calendar property, in order; `all` is true if each of its values could be read as a time. A
 * value without a time of day is read as a date; with `VALUE=DATE`, every value is, and its time of day is ignored.
 */
export function parseIcsTimes(
  line: IcsLine,
  { zones, zone, shownIn }: IcsTimeContext,
): { times: IcsTime[]; all: boolean } {
  const timesIndex = line.text.search(beginsTimes);
  if (timesIndex === -1) return { times: [], all: false };
  const head = line.text.slice(0, timesIndex);
  const [, quotedZone, plain] = /;TZID=(?:"([^"]*)"|(.*?))(?:;[A-Z-]+=|$)/i.exec(head) ?? [];
  const name = quotedZone ?? plain;
  const dateOnly = icsParameter({ ...line, text: head }, 'VALUE')?.toUpperCase() === 'DATE';
  const values = line.text.slice(timesIndex + 1).split(',');
  const times = values.flatMap((value): IcsTime[] => {
    const [, y, m, d, hour, minute, second = '00', offset = ''] =
      /^(\d{4})-?(\d\d)-?(\d\d)(?:T([01]\d|2[0-3]):?([0-5]\d)(?::?([0-5]\d|60))?(Z|[+-]\d\d:?\d\d)?)?(?:\/|$)/i.exec(
        value.trim(),
      ) ?? [];
    const date = `${y}-${m}-${d}`;
    if (!isCalendarDate(date)) return [];
    if (hour === undefined || dateOnly)
      return [{ value: date, all_day: true, zone, wall: wallTime.read(date), floating: true }];
    const wall = wallTime.read(`${date}T${hour}:${minute ?? ''}:${second === '60' ? '59' : second}`);
    const timed = (instant: number, own: string, floating: boolean): IcsTime[] => [
      { value: new Date(instant).toISOString(), all_day: false, zone: own, wall, floating },
    ];
    if (offset !== '') return timed(wall - offsetOf(offset), offset.toUpperCase() === 'Z' ? 'UTC' : shownIn, false);
    if (!name) return timed(wallTime.instant(wall, zone), zone, true);
    const own = zones.of(name, wall);
    return timed(own.instant(wall), own.zone, false);
  });
  return { times, all: times.length === values.length };
}

function offsetOf(offset: string): number {
  if (offset.toUpperCase() === 'Z') return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return (offset.startsWith('-') ? -minutes : minutes) * 60_000;
}

/**
 * Returns the date of a time from a calendar file. A UTC time other than midnight is converted to the zone `shownIn`;
 * any other time keeps the date that the file states.
 */
export function dateOfIcsTime({ value, all_day, zone, wall }: IcsTime, shownIn: string): string {
  const isElsewhere = !all_day && zone === 'UTC' && timePart(wall) !== 0;
  return isElsewhere ? dateAt(Date.parse(value), shownIn) : wallTime.write(wall).slice(0, 10);
}

/**
 * Returns the start of the occurrence to which a time in a calendar file (RECURRENCE-ID, EXDATE, RDATE) refers. The
 * series begins at `start`; the result is a date or an instant, as the series uses. A time without a zone is read in
 * the zone of the series. A date, or midnight in a series that starts at another hour, refers to the occurrence on that
 * day.
 */
export function occurrenceStartOf(time: IcsTime, start: IcsTime, shownIn: string): string {
  if (start.all_day) return dateOfIcsTime(time, shownIn);
  const first = wallTime.at(Date.parse(start.value), start.zone);
  const instantOfWall = (wall: number) => new Date(wallTime.instant(wall, start.zone)).toISOString();
  const onDay = (wall: number) => instantOfWall(wall - timePart(wall) + timePart(first));
  if (time.all_day) return onDay(time.wall);
  if (time.floating || (time.zone === start.zone && !start.floating)) {
    const by = time.wall - start.wall;
    return timePart(by) !== 0 && timePart(time.wall) === 0 ? onDay(time.wall) : instantOfWall(first + by);
  }
  const here = wallTime.at(Date.parse(time.value), start.zone);
  if (timePart(here) === timePart(first)) return time.value;
  if (timePart(time.wall) === timePart(start.wall)) return instantOfWall(first + time.wall - start.wall);
  if (timePart(here) === 0) return onDay(here);
  return timePart(time.wall) === 0 ? onDay(time.wall) : time.value;
}

/** Returns the start of a stored entry, or of one of its occurrences, in the form that an `.ics` file has. */
export function icsTimeFromStart(value: string, { all_day, zone }: { all_day: boolean; zone: string }): IcsTime {
  return { value, all_day, zone, wall: wallTime.of(value, { all_day, zone }), floating: all_day };
}
