import { truncateText } from '../../values/truncate-text.ts';
import { addDays } from '../../values/calendar-date.ts';
import { contentHash } from '../../values/content-hash.ts';
import { icsParameter, icsValue, type IcsComponent, type IcsLine, type SkippedIcsLines } from './ics-components.ts';
import { dateOfIcsTime, type IcsEvent, type IcsTime, parseIcsTimes, type IcsTimeContext } from './ics-times.ts';
import { icsPropertyText } from './property-text.ts';
import { parseRrule, formatRrule } from '../rrule.ts';
import { wallTime } from '../times.ts';
import { replaceLongCountByUntil } from '../repeat-times.ts';

interface Surroundings extends IcsTimeContext {
  cancelled: boolean;
  leftOut: SkippedIcsLines;
}

const day = 86_400_000;
const hour = 3_600_000;
const mostMinutes = 40_320;

/**
 * Returns an event of a calendar file; null if its start cannot be read. Any other unreadable line is left out and
 * added to `leftOut`.
 */
export function parseIcsEvent(component: IcsComponent, around: Surroundings): IcsEvent | null {
  const { lines, parts } = component;
  const all = (name: string) => lines.filter((line) => line.name === name);
  const text = (name: string) => all(name).slice(0, 1).map(icsPropertyText).join('').trim();
  const times = (line: IcsLine) => {
    const parsedTimes = parseIcsTimes(line, around);
    if (!parsedTimes.all) around.leftOut.add(line);
    return parsedTimes.times;
  };
  const [startLine] = all('DTSTART');
  const [first] = startLine ? parseIcsTimes(startLine, around).times : [];
  if (!first) {
    around.leftOut.add(startLine ?? component.begin, true, truncateText(text('SUMMARY').replace(/\s+/g, ' '), 500));
    return null;
  }
  const repeats = all('RRULE').length > 0;
  const start = !repeats && !first.all_day && first.zone === 'UTC' ? { ...first, zone: around.shownIn } : first;
  const end = endOf(start, all('DTEND')[0], all('DURATION')[0], times, around);
  const [replacesLine] = all('RECURRENCE-ID');
  return {
    uid: text('UID') || `${contentHash(lines.map((line) => line.text))}@file`,
    title: text('SUMMARY').replace(/\s+/g, ' '),
    place: text('LOCATION').replace(/\s+/g, ' '),
    notes: text('DESCRIPTION').replace(/\r\n?/g, '\n'),
    start,
    end,
    ...repetition(all('RRULE'), start, around.shownIn),
    more: all('RDATE').flatMap(times),
    except: all('EXDATE').flatMap(times),
    replaces: (replacesLine && times(replacesLine)[0]) ?? null,
    onwards: replacesLine !== undefined && icsParameter(replacesLine, 'RANGE')?.toUpperCase() === 'THISANDFUTURE',
    sequence: /^\d{1,9}$/.test(text('SEQUENCE')) ? Number(text('SEQUENCE')) : null,
    reminder: reminderOf(parts, start, end, around),
    cancelled: around.cancelled || text('STATUS').toUpperCase() === 'CANCELLED',
    shownIn: around.shownIn,
  };
}

/**
 * Returns the end of an event. Without one, an all-day event lasts its day, and any other an hour; so does one whose
 * end is before its start, whose line is then added to `leftOut`.
 */
function endOf(
  start: IcsTime,
  end: IcsLine | undefined,
  duration: IcsLine | undefined,
  times: (line: IcsLine) => IcsTime[],
  { shownIn, leftOut }: Surroundings,
): string {
  const time = end && times(end)[0];
  if (time) {
    if (instantAt(time.value, time) < instantAt(start.value, start)) leftOut.add(end);
    if (start.all_day) {
      const isMidnight = time.wall % day === 0;
      const last = addDays(dateOfIcsTime(time, shownIn), isMidnight ? -1 : 0);
      return last < start.value ? start.value : last;
    }
    const until = time.all_day ? wallTime.instant(time.wall, start.zone) : Date.parse(time.value);
    return until > Date.parse(start.value) ? new Date(until).toISOString() : later(start, hour);
  }
  const length = duration && lengthOf(icsValue(duration));
  if (duration && (length === null || (length ?? 0) < 0)) leftOut.add(duration);
  if (typeof length !== 'number') return start.all_day ? start.value : later(start, hour);
  if (start.all_day) return addDays(start.value, Math.max(0, Math.ceil(length / day) - 1));
  return later(start, length > 0 ? length : hour);
}

const later = ({ value }: IcsTime, by: number) => new Date(Date.parse(value) + by).toISOString();

/** Returns a length such as `-P1DT2H` in milliseconds; null if it is none. */
function lengthOf(text: string): number | null {
  const [, sign, ...parts] =
    /^([+-]?)P(?=.)(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/i.exec(text) ??
    [];
  if (sign === undefined) return null;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part: string | undefined) =>
    Number(part ?? 0),
  );
  const length = (weeks * 7 + days) * day + hours * hour + minutes * 60_000 + seconds * 1000;
  return sign === '-' ? -length : length;
}

/** Returns the repetition as an RRULE. UNTIL becomes the last day that it includes, in the event's local time. */
function repetition(
  lines: readonly IcsLine[],
  start: IcsTime,
  shownIn: string,
): { repeat: string | null; lossy: boolean } {
  const [line] = lines;
  if (!line) return { repeat: null, lossy: false };
  const parsedRule = parseRrule(icsValue(line));
  if (!parsedRule.ok || lines.length > 1) return { repeat: null, lossy: true };
  const { until } = parsedRule.value;
  if (until === null) {
    const first = wallTime.of(start.value, start);
    return { repeat: formatRrule(replaceLongCountByUntil(parsedRule.value, Math.floor(first / day))), lossy: false };
  }
  const date = `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`;
  let last = date;
  if (until.length > 8) {
    const clock = `${until.slice(9, 11)}:${until.slice(11, 13)}:${until.slice(13, 15)}`;
    const wall = wallTime.read(`${date}T${clock}`);
    if (start.all_day) {
      const utc = until.endsWith('Z') ? 'UTC' : '';
      const time = { value: new Date(wall).toISOString(), all_day: false, zone: utc, wall, floating: utc === '' };
      return {
        repeat: formatRrule({ ...parsedRule.value, until: dateOfIcsTime(time, shownIn).replaceAll('-', '') }),
        lossy: false,
      };
    }
    const untilWallTime = until.endsWith('Z') ? wallTime.at(wall, start.zone) : wall;
    const begins = wallTime.at(Date.parse(start.value), start.zone) % day;
    last = addDays(wallTime.write(untilWallTime).slice(0, 10), untilWallTime % day < begins ? -1 : 0);
  }
  return { repeat: formatRrule({ ...parsedRule.value, until: last.replaceAll('-', '') }), lossy: false };
}

/** Returns the minutes before the start of the first reminder that precedes it; null if there is none. */
function reminderOf(parts: readonly IcsComponent[], start: IcsTime, end: string, around: Surroundings): number | null {
  const begins = instantAt(start.value, start);
  for (const { name, lines } of parts) {
    const trigger = name === 'VALARM' ? lines.find((line) => line.name === 'TRIGGER') : undefined;
    if (!trigger) continue;
    const length = lengthOf(icsValue(trigger));
    const [time] = length === null ? parseIcsTimes(trigger, around).times : [];
    if (length === null && !time) {
      around.leftOut.add(trigger);
      continue;
    }
    const from = icsParameter(trigger, 'RELATED')?.toUpperCase() === 'END' ? instantAt(end, start) : begins;
    const alarmTime = time ? instantAt(time.value, time) : from + (length ?? 0);
    const before = (begins - alarmTime) / 60_000;
    if (before >= 0 && before <= mostMinutes) return Math.round(before);
  }
  return null;
}

const instantAt = (value: string, { all_day, zone }: Pick<IcsTime, 'all_day' | 'zone'>) =>
  all_day ? wallTime.instant(wallTime.read(value), zone) : Date.parse(value);
