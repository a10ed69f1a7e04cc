import { addDays } from '../../values/calendar-date.ts';
import type { CalendarEntry } from '../../records/calendar-entry.ts';
import { icsUid } from './ics-components.ts';
import { parseRrule, formatRrule } from '../rrule.ts';
import { wallTime } from '../times.ts';
import { buildVtimezone } from './zone-component.ts';

const mostBytes = 75;
const encoder = new TextEncoder();

/** The encoding of text in calendar files (RFC 5545). */
const icsText = {
  /** Returns a text value with line ends and special characters escaped and control characters removed. */
  escape(text: string): string {
    return text
      .replace(/\r\n?/g, '\n')
      .replace(/[\\;,]/g, (sign) => `\\${sign}`)
      .replaceAll('\n', '\\n')
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
  },

  /** Returns a line folded into pieces of at most 75 bytes; no character is split. */
  fold(line: string): string {
    const pieces: string[] = [];
    let piece = '';
    let bytes = 0;
    for (const character of line) {
      const size = encoder.encode(character).length;
      if (bytes + size > mostBytes) {
        pieces.push(piece);
        piece = ' ';
        bytes = 1;
      }
      piece += character;
      bytes += size;
    }
    return [...pieces, piece].join('\r\n');
  },
};

type Times = Pick<CalendarEntry, 'all_day' | 'zone'>;

/** The number of years after the last entry for which zone changes are listed, unless a rule covers all later years. */
const yearsAhead = 10;

/**
 * Returns entries as a calendar file (RFC 5545). Times are in the zone of their entry, and each zone is described.
 * Changed occurrences are written with their entry; one whose entry is not given is written as a single event.
 */
export function writeIcs(entries: readonly CalendarEntry[], now: string): string {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const zones = new Set<string>();
  const events = entries.flatMap((entry) => {
    const series = entry.replaces ? byId.get(entry.replaces.entry) : undefined;
    if (!entry.all_day) zones.add(entry.zone);
    return event(entry, series, entries, now);
  });
  const years = entries.flatMap(({ start, end }) => [Number(start.slice(0, 4)), Number(end.slice(0, 4))]);
  const first = years.reduce((least, year) => Math.min(least, year), Infinity);
  const last = years.reduce((most, year) => Math.max(most, year), Number(now.slice(0, 4)));
  const span = { first: first - 1, last: last + yearsAhead };
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Cairn//Calendar//EN', 'CALSCALE:GREGORIAN'],
    ...[...zones].sort().flatMap((zone) => buildVtimezone(zone, span)),
    ...events,
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${icsText.fold(line)}\r\n`).join('');
}

function event(
  entry: CalendarEntry,
  series: CalendarEntry | undefined,
  entries: readonly CalendarEntry[],
  now: string,
): string[] {
  const end = entry.all_day ? addDays(entry.end, 1) : entry.end;
  const text = (name: string, value: string) => (value === '' ? [] : [`${name}:${icsText.escape(value)}`]);
  return [
    'BEGIN:VEVENT',
    `UID:${icsText.escape(icsUid(series ?? entry))}`,
    ...(series && entry.replaces ? [time('RECURRENCE-ID', entry.replaces.start, series)] : []),
    `DTSTAMP:${utc(now)}`,
    `CREATED:${utc(entry.created_at)}`,
    `LAST-MODIFIED:${utc(entry.updated_at)}`,
    ...(entry.source?.sequence ? [`SEQUENCE:${entry.source.sequence}`] : []),
    time('DTSTART', entry.start, entry),
    time('DTEND', end, entry),
    ...repetition(entry, entries),
    ...text('SUMMARY', entry.title),
    ...text('LOCATION', entry.place),
    ...text('DESCRIPTION', entry.notes),
    ...alarm(entry),
    'END:VEVENT',
  ];
}

function repetition(entry: CalendarEntry, entries: readonly CalendarEntry[]): string[] {
  const parsedRule = entry.repeat === null ? null : parseRrule(entry.repeat);
  if (!parsedRule?.ok) return [];
  const changedStarts = entries.flatMap(({ replaces }) => (replaces?.entry === entry.id ? [replaces.start] : []));
  const excludedStarts = entry.except.filter(
    (start) => !changedStarts.some((other) => Date.parse(other) === Date.parse(start)),
  );
  const until = parsedRule.value.until === null ? null : untilOf(parsedRule.value.until, entry);
  return [
    `RRULE:${formatRrule({ ...parsedRule.value, until })}`,
    ...excludedStarts.map((start) => time('EXDATE', start, entry)),
  ];
}

/**
 * Returns UNTIL in the type of DTSTART: a date for all-day entries, otherwise an instant in UTC. A date without a time
 * becomes the instant at which that day ends.
 */
function untilOf(until: string, { all_day, zone }: Times): string {
  const date = until.slice(0, 8);
  if (all_day) return date;
  if (until.endsWith('Z')) return until;
  const clock = until.slice(9, 15) || '235959';
  const text = `${date}T${clock}`.replace(/^(....)(..)(..)T(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6');
  return utc(new Date(wallTime.instant(wallTime.read(text), zone)).toISOString());
}

/** Returns a property with a local time, or with UTC if the local time occurs twice and would be read as the first. */
function time(name: string, value: string, { all_day, zone }: Times): string {
  if (all_day) return `${name};VALUE=DATE:${value.slice(0, 10).replaceAll('-', '')}`;
  const instant = Math.floor(Date.parse(value) / 1000) * 1000;
  const wall = wallTime.at(instant, zone);
  if (wallTime.instant(wall, zone) !== instant) return `${name}:${utc(value)}`;
  return `${name};TZID=${zone}:${wallTime.write(wall).replace(/[-:]/g, '')}`;
}

function alarm({ reminder, title }: CalendarEntry): string[] {
  if (reminder === null) return [];
  const description = icsText.escape(title);
  return [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `TRIGGER:-PT${Math.round(reminder)}M`,
    `DESCRIPTION:${description}`,
    'END:VALARM',
  ];
}

const utc = (instant: string) => `${wallTime.write(Date.parse(instant)).replace(/[-:]/g, '')}Z`;
