import ICAL from 'ical.js';
import { addDays, isCalendarDate } from '../../domain/time/calendar-date.ts';
import { contentHash } from '../../domain/text/content-hash.ts';
import type { IcsComponent, IcsLine, IcsEvent, IcsTime, IcsFault } from './ics-components.ts';
import type { IcsZones } from './ics-zones.ts';
import { readRepeat, writeRepeat } from '../repeat/rrule.ts';
import { wallTime } from '../times.ts';
import { withoutLongCount } from '../repeat/repeat-times.ts';

interface Surroundings {
  zones: IcsZones;
  /** The zone of times without one. */
  zone: string;
  /** The zone of the calendar, in which single times in UTC are shown. */
  shownIn: string;
  cancelled: boolean;
}

const day = 86_400_000;
const hour = 3_600_000;
const mostMinutes = 40_320;

class BadLine extends Error {
  readonly line: IcsLine;

  constructor(line: IcsLine) {
    super('A line of a calendar file cannot be read.');
    this.line = line;
  }
}

/** Reads one event of a calendar file; the fault names the line. */
export function readEvent(
  component: IcsComponent,
  around: Surroundings,
): { ok: true; event: IcsEvent } | { ok: false; fault: IcsFault } {
  try {
    return { ok: true, event: eventOf(component, around) };
  } catch (error) {
    if (!(error instanceof BadLine)) throw error;
    const { number, text } = error.line;
    return { ok: false, fault: { code: 'bad_value', line: number, text: text.slice(0, 60) } };
  }
}

function eventOf({ lines, parts }: IcsComponent, around: Surroundings): IcsEvent {
  const all = (name: string) => lines.filter((line) => line.name === name);
  const text = (name: string) => all(name).slice(0, 1).map(textOf).join('').trim();
  const [startLine] = all('DTSTART');
  const repeating = all('RRULE').length > 0;
  const times = (line: IcsLine) => timesOf(line, around, repeating);
  const start = startLine && times(startLine)[0];
  if (!start) throw new BadLine(startLine ?? lines[0] ?? { number: 1, name: '', text: '' });
  const rule = repetition(all('RRULE'), start);
  return {
    uid: text('UID') || `${contentHash(lines.map((line) => line.text))}@file`,
    title: text('SUMMARY').replace(/\s+/g, ' '),
    place: text('LOCATION').replace(/\s+/g, ' '),
    notes: text('DESCRIPTION').replace(/\r\n?/g, '\n'),
    start,
    end: endOf(start, all('DTEND')[0], all('DURATION')[0], times),
    ...rule,
    more: all('RDATE').flatMap(times),
    except: all('EXDATE')
      .flatMap(times)
      .map((time) => ofKind(time, start)),
    replaces:
      all('RECURRENCE-ID')
        .flatMap(times)
        .map((time) => time.value)[0] ?? null,
    reminder: reminderOf(parts, start),
    cancelled: around.cancelled || text('STATUS').toUpperCase() === 'CANCELLED',
  };
}

/** The values of a line, and their zone where the line names one. */
function valuesOf(line: IcsLine): { values: unknown[]; raw: string[]; zone: string | undefined } {
  try {
    const property = ICAL.Property.fromString(line.text);
    const raw = (property.toJSON() as unknown[]).slice(3).map(String);
    return { values: property.getValues() as unknown[], raw, zone: property.getFirstParameter('tzid') };
  } catch {
    throw new BadLine(line);
  }
}

const textOf = (line: IcsLine) => valuesOf(line).values.map(String).join(', ');

function timesOf(line: IcsLine, { zones, zone, shownIn }: Surroundings, repeating: boolean): IcsTime[] {
  const { values, raw, zone: name } = valuesOf(line);
  return values.map((value, at): IcsTime => {
    const time = value instanceof ICAL.Period ? value.start : value;
    const written = raw[at] ?? '';
    if (!(time instanceof ICAL.Time) || !isCalendarDate(written.slice(0, 10))) throw new BadLine(line);
    const wall = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second);
    if (time.isDate) return { value: wallTime.write(wall).slice(0, 10), all_day: true, zone };
    if (written.slice(0, 20).endsWith('Z'))
      return { value: new Date(wall).toISOString(), all_day: false, zone: repeating ? 'UTC' : shownIn };
    const own = name ? zones.of(name, wall) : { zone, instant: (clock: number) => wallTime.instant(clock, zone) };
    return { value: new Date(own.instant(wall)).toISOString(), all_day: false, zone: own.zone };
  });
}

/** The end of an event. Without one, an all-day event lasts its day, and any other is taken as an hour. */
function endOf(
  start: IcsTime,
  end: IcsLine | undefined,
  duration: IcsLine | undefined,
  times: (line: IcsLine) => IcsTime[],
): string {
  if (end) {
    const [time] = times(end);
    if (!time) throw new BadLine(end);
    if (start.all_day) {
      const last = addDays(time.value.slice(0, 10), time.all_day ? -1 : 0);
      return last < start.value ? start.value : last;
    }
    const until = time.all_day ? wallTime.instant(wallTime.read(time.value), start.zone) : Date.parse(time.value);
    return until > Date.parse(start.value) ? new Date(until).toISOString() : later(start, hour);
  }
  if (!duration) return start.all_day ? start.value : later(start, hour);
  const length = durationOf(duration);
  if (start.all_day) return addDays(start.value, Math.max(0, Math.ceil(length / day) - 1));
  return later(start, length > 0 ? length : hour);
}

const later = ({ value }: IcsTime, by: number) => new Date(Date.parse(value) + by).toISOString();

function durationOf(line: IcsLine): number {
  const [value] = valuesOf(line).values;
  if (!(value instanceof ICAL.Duration)) throw new BadLine(line);
  return value.toSeconds() * 1000;
}

/** A time of the start's kind: a date among instants becomes that day at the time of the start. */
function ofKind(time: IcsTime, start: IcsTime): string {
  if (start.all_day) return time.value.slice(0, 10);
  if (!time.all_day) return time.value;
  const clock = wallTime.at(Date.parse(start.value), start.zone) % day;
  return new Date(wallTime.instant(wallTime.read(time.value) + clock, start.zone)).toISOString();
}

/** The repetition as an RRULE. UNTIL becomes the last day that it includes, in the event's local time. */
function repetition(lines: readonly IcsLine[], start: IcsTime): { repeat: string | null; lossy: boolean } {
  const [line] = lines;
  if (!line) return { repeat: null, lossy: false };
  const read = readRepeat(line.text.slice(line.text.indexOf(':') + 1));
  if (!read.ok || lines.length > 1) return { repeat: null, lossy: true };
  const { until } = read.rule;
  if (until === null) {
    const first = wallTime.of(start.value, start);
    return { repeat: writeRepeat(withoutLongCount(read.rule, Math.floor(first / day))), lossy: false };
  }
  const date = `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`;
  let last = date;
  if (!start.all_day && until.length > 8) {
    const clock = `${until.slice(9, 11)}:${until.slice(11, 13)}:${until.slice(13, 15)}`;
    const wall = wallTime.read(`${date}T${clock}`);
    const shown = until.endsWith('Z') ? wallTime.at(wall, start.zone) : wall;
    const begins = wallTime.at(Date.parse(start.value), start.zone) % day;
    last = addDays(wallTime.write(shown).slice(0, 10), shown % day < begins ? -1 : 0);
  }
  return { repeat: writeRepeat({ ...read.rule, until: last.replaceAll('-', '') }), lossy: false };
}

/** Minutes before the start, of the first reminder that precedes the start; null without one. */
function reminderOf(parts: readonly IcsComponent[], start: IcsTime): number | null {
  for (const { name, lines } of parts) {
    const trigger = name === 'VALARM' ? lines.find((line) => line.name === 'TRIGGER') : undefined;
    if (!trigger) continue;
    const [value] = valuesOf(trigger).values;
    const before =
      value instanceof ICAL.Duration
        ? -value.toSeconds() / 60
        : value instanceof ICAL.Time
          ? (Date.parse(start.value) - value.toUnixTime() * 1000) / 60_000
          : NaN;
    if (before >= 0 && before <= mostMinutes) return Math.round(before);
  }
  return null;
}
