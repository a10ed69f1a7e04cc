import { overlappingOccurrences } from '../../calendar/occurrences-in.ts';
import type { CalendarEntry } from '../../records/calendar-entry.ts';
import { contentHash } from '../../values/content-hash.ts';
import { toolSuccess, type ToolResult } from '../../task/tool-result.ts';
import type { LocalToolContext } from '../../ports/toolbox.ts';
import { pastRemark, timeTextForModel } from '../parse-time.ts';
import { parseRrule, formatRrule } from '../../calendar/rrule.ts';

const mostNamed = 5;

const entryOf = { all: 'all times of the repeating calendar entry', one: 'one time of a repeating calendar entry' };

/**
 * Saves the rows that a call changed, its own entry first, and describes the result: what was done, to how much of a
 * repeating entry (`times`; null for an entry that does not repeat, or is new), the time, and which of `others` it
 * overlaps, for a repeating entry within three months. `before`: the entry, or its one time, as it was.
 */
export async function saveCalendarEntry(
  actionWord: string,
  times: keyof typeof entryOf | null,
  [changedEntry, ...more]: [CalendarEntry, ...CalendarEntry[]],
  others: readonly CalendarEntry[],
  { stores, now, tainted }: LocalToolContext,
  before?: CalendarEntry,
): Promise<ToolResult> {
  const entry = { ...changedEntry, ...(tainted && { foreign: true }), updated_at: now };
  const rows = [entry, ...more.map((row) => ({ ...row, updated_at: now }))];
  for (const row of rows) await stores.entries.put(row);
  const repeats = entry.repeat === null ? '' : `, repeats ${shownRepeat(entry.repeat)}`;
  const { reminder } = entry;
  const reminds = reminder === null ? ', no reminder' : `, reminder ${reminder} minutes before`;
  const isSet = actionWord === 'Added' && entry.repeat === null;
  const past = isSet ? pastRemark(entry.all_day ? entry.end : entry.start, entry.zone, now) : '';
  const clashes = entry.deleted_at === null ? overlappingOccurrences(entry, others) : [];
  const like = actionWord === 'Added' ? others.filter((other) => isLike(other, entry)) : [];
  const twin = like[0] ? ` There was a like entry already: ${calendarEntryLineForModel(like[0])}.` : '';
  const warning =
    clashes.length === 0
      ? ''
      : ` It overlaps: ${clashes.slice(0, mostNamed).map(calendarEntryLineForModel).join('; ')}.`;
  return toolSuccess(
    `${actionWord} ${times ? entryOf[times] : 'calendar entry'} “${entry.title}” (id ${entry.id}), ${calendarEntryTimeForModel(entry)}${repeats}${entry.deleted_at === null ? reminds : ''}.${past}${twin}${warning}`,
    {
      output: entry,
      foreign: [...clashes, ...like].some(({ foreign }) => foreign === true),
      written: rows.map((row, at) => ({
        store: 'entries' as const,
        id: row.id,
        change: row.deleted_at === null ? ('put' as const) : ('deleted' as const),
        hash: contentHash(row),
        ...(times && { times: at === 0 ? times : ('along' as const) }),
        ...(before && at === 0 && { row_before: calendarEntryLineForModel(before) }),
      })),
    },
  );
}

/** True if two entries have the same title, start and repetition. */
const isLike = (a: CalendarEntry, b: CalendarEntry): boolean =>
  a.title.trim().toLowerCase() === b.title.trim().toLowerCase() &&
  a.start === b.start &&
  a.all_day === b.all_day &&
  a.repeat === b.repeat &&
  a.deleted_at === null;

/** Returns an entry's time for the model, such as `Sat 2026-01-31 15:00 to 16:00 (Europe/Berlin)`. */
export function calendarEntryTimeForModel({ start, end, all_day, zone }: CalendarEntry): string {
  const from = timeTextForModel(start, zone);
  const until = timeTextForModel(end, zone);
  if (all_day) return start === end ? `${from}, all day` : `${from} to ${until}, all day`;
  const [weekday, date, clock = ''] = until.split(' ');
  const sameDay = from.startsWith(`${weekday ?? ''} ${date ?? ''}`);
  return `${from} to ${sameDay ? clock : until} (${zone})`;
}

/** Returns one line about an entry, for the model. */
export function calendarEntryLineForModel(entry: CalendarEntry): string {
  const more = [
    entry.repeat === null ? '' : `repeats ${shownRepeat(entry.repeat)}`,
    entry.place === '' ? '' : `at ${entry.place}`,
    entry.reminder === null ? '' : `reminder ${entry.reminder} minutes before`,
    entry.notes === '' ? '' : `notes: ${entry.notes.replace(/\s+/g, ' ').slice(0, 80)}`,
  ].filter((part) => part !== '');
  return [`${entry.id} “${entry.title}”`, calendarEntryTimeForModel(entry), ...more].join(', ');
}

const units = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' };
const weekdays = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Returns a repetition for the model, such as `every week on Mon until 2026-12-31`; rare ones as their RRULE. */
function shownRepeat(repeat: string): string {
  const rruleResult = parseRrule(repeat);
  if (!rruleResult.ok) return repeat;
  const { freq, interval, count, until, byDay, byMonthDay, byMonth, ...rest } = rruleResult.value;
  const rare = rest.byWeekNo.length + rest.byYearDay.length + rest.bySetPos.length + byMonth.length > 0;
  if (rare || (byDay.length > 0 && byMonthDay.length > 0)) return formatRrule(rruleResult.value);
  const each = interval === 1 ? `every ${units[freq]}` : `every ${interval} ${units[freq]}s`;
  const days = [
    ...byDay.map(({ nth, day }) => [nth === null ? '' : `${nth}.`, weekdays[day]].filter(Boolean).join(' ')),
    ...byMonthDay.map((day) => (day === -1 ? 'the last day' : `day ${day}`)),
  ];
  return [
    each,
    days.length === 0 ? '' : ` on ${days.join(', ')}`,
    count === null ? '' : `, ${count} times`,
    until === null ? '' : ` until ${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`,
  ].join('');
}
