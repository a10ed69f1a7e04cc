import type { Result } from '../../values/result.ts';
import { parseRrule, formatRrule } from '../../calendar/rrule.ts';
import { simpleRecurrenceRule, type RecurrenceRule } from '../../calendar/repeat-rule.ts';
import { isCalendarDate, weekdayOf, type CalendarDate, addDays, dateAt } from '../../values/calendar-date.ts';
import { singleEntryFields, type CalendarEntry } from '../../records/calendar-entry.ts';
import { isTimeZone } from '../../values/zoned-time.ts';
import { entryAtFirstOccurrence } from '../../calendar/occurrences-in.ts';
import type { TimeError } from '../../calendar/words/found-time.ts';
import { readReminderRequest } from '../../calendar/words/read-reminder-request.ts';
import { parseRecurringTimeText } from '../../calendar/words/read-repeating-when.ts';
import { endTimeOrDefault } from '../../calendar/words/read-when.ts';
import { dateTimeInputCodec } from './date-time-input-codec.ts';

const hour = 3_600_000;

/** A repetition as the form of an entry edits it. */
export interface RecurrenceDraft {
  /** `kept`: a rule that the form cannot show; it stays unchanged. */
  kind: 'never' | 'daily' | 'weekly' | 'monthly' | 'yearly' | 'kept';
  interval: string;
  /** Weekdays; 1 is Monday. */
  days: readonly number[];
  ends: 'never' | 'date' | 'times';
  until: string;
  times: string;
  /** The stored rule; null if there is none. */
  kept: string | null;
}

type RepeatError = 'interval' | 'days' | 'until' | 'times';

const frequencies = { daily: 'DAILY', weekly: 'WEEKLY', monthly: 'MONTHLY', yearly: 'YEARLY' } as const;
const kinds = { DAILY: 'daily', WEEKLY: 'weekly', MONTHLY: 'monthly', YEARLY: 'yearly' } as const;

/** Converts a stored repetition rule into the fields of the form, and back. */
export const recurrenceDraftConverter = {
  /** The draft of a stored rule, for an entry that starts on `start`. */
  of(repeat: string | null, start: CalendarDate): RecurrenceDraft {
    const days = [isCalendarDate(start) ? weekdayOf(start) : 1];
    const blank = { kind: 'never', interval: '1', days, ends: 'never', until: '', times: '10', kept: repeat } as const;
    const parsedRule = repeat === null ? null : parseRrule(repeat);
    if (!parsedRule) return blank;
    if (!parsedRule.ok || !isPlain(parsedRule.value, start)) return { ...blank, kind: 'kept' };
    const { freq, interval, byDay, count, until } = parsedRule.value;
    const ruleDays = byDay.length > 0 ? byDay.map(({ day }) => day) : days;
    const last = until === null ? '' : `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`;
    const ends = count !== null ? 'times' : until !== null ? 'date' : 'never';
    const times = count === null ? blank.times : String(count);
    return { ...blank, kind: kinds[freq], interval: String(interval), days: ruleDays, ends, until: last, times };
  },

  /** Returns the rule that the form describes, for an entry that starts on `start`, or the invalid field. */
  read(draft: RecurrenceDraft, start: CalendarDate): Result<string | null, RepeatError> {
    if (draft.kind === 'never') return { ok: true, value: null };
    if (draft.kind === 'kept') return { ok: true, value: draft.kept };
    const interval = whole(draft.interval, 1000);
    if (interval === null) return { ok: false, error: 'interval' };
    if (draft.kind === 'weekly' && draft.days.length === 0) return { ok: false, error: 'days' };
    const times = draft.ends === 'times' ? whole(draft.times, 10_000) : null;
    if (draft.ends === 'times' && times === null) return { ok: false, error: 'times' };
    const until = draft.ends === 'date' ? draft.until : null;
    if (until !== null && (!isCalendarDate(until) || until < start)) return { ok: false, error: 'until' };
    const byDay = draft.kind === 'weekly' ? [...draft.days].sort().map((day) => ({ nth: null, day })) : [];
    const rule = { ...simpleRecurrenceRule(frequencies[draft.kind], interval), byDay, count: times };
    return { ok: true, value: formatRrule({ ...rule, until: until?.replaceAll('-', '') ?? null }) };
  },
};

/** True if the form can show the whole rule. */
function isPlain(rule: RecurrenceRule, start: CalendarDate): boolean {
  const { freq, byDay, byMonth, byMonthDay, byWeekNo, byYearDay, bySetPos, weekStart } = rule;
  if (byWeekNo.length + byYearDay.length + bySetPos.length > 0 || weekStart !== 1) return false;
  if (freq === 'WEEKLY') return byMonth.length + byMonthDay.length === 0;
  const [month, date] = [Number(start.slice(5, 7)), Number(start.slice(8, 10))];
  const onDate = byMonthDay.length === 0 || (byMonthDay.length === 1 && byMonthDay[0] === date);
  const inMonth = byMonth.length === 0 || (freq === 'YEARLY' && byMonth.length === 1 && byMonth[0] === month);
  return byDay.length === 0 && inMonth && (freq === 'DAILY' ? byMonthDay.length === 0 : onDate);
}

function whole(text: string, most: number): number | null {
  const number = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return number >= 1 && number <= most ? number : null;
}

/** A calendar entry as the form edits it, in the entry's time zone. */
export interface CalendarEntryDraft {
  title: string;
  allDay: boolean;
  startDate: string;
  startTime: string;
  endDate: string;
  endTime: string;
  zone: string;
  repeat: RecurrenceDraft;
  /** Minutes before the start; empty for none. */
  reminder: string;
  place: string;
  notes: string;
}

export type CalendarEntryError = 'title' | 'start' | 'end' | 'order' | 'zone' | TimeError | RepeatError;

type Fields = Pick<
  CalendarEntry,
  'title' | 'all_day' | 'start' | 'end' | 'zone' | 'place' | 'notes' | 'repeat' | 'reminder'
>;
type Read = Result<Fields, CalendarEntryError>;

const blankEntry = {
  ...{ id: '', title: '', place: '', notes: '', reminder: null, ...singleEntryFields() },
  ...{ session_id: null, created_at: '', updated_at: '', deleted_at: null },
};

export const calendarEntryDraft = {
  /** A draft of one hour in the morning of a day. */
  on(date: string, zone: string): CalendarEntryDraft {
    const when = { allDay: false, startDate: date, startTime: '09:00', endDate: date, endTime: '10:00' };
    const repeat = recurrenceDraftConverter.of(null, date);
    return { title: '', ...when, zone, repeat, reminder: '', place: '', notes: '' };
  },

  /**
   * A draft of one hour, or of one day, that begins at the slot; without a time, in the morning, or with the next full
   * hour if the morning has passed.
   */
  in({ date, time, allDay }: NewCalendarEntryStart, zone: string, now: string): CalendarEntryDraft {
    const draft = calendarEntryDraft.on(date, zone);
    const next = dateTimeInputCodec.read(new Date(Math.ceil((Date.parse(now) + 1) / hour) * hour).toISOString(), zone);
    const isLater = date < next.date || (date === next.date && draft.startTime < next.time);
    const isToday = date === dateAt(Date.parse(now), zone);
    const start = time !== null ? { date, time } : isToday && isLater ? next : null;
    const timed = start
      ? calendarEntryDraft.startingAt(draft, { startDate: start.date, startTime: start.time })
      : draft;
    return { ...timed, ...(allDay && { startDate: date, endDate: date }), allDay };
  },

  /**
   * Returns the draft with the time that its title names and without those words, as `/schedule` reads them; null if
   * the title names no time, or nothing else; the error if that time cannot be used. A time of day alone is on the day
   * of `slot`. A last clause that asks for a reminder sets it, unless the draft has one.
   */
  saidIn(draft: CalendarEntryDraft, slot: NewCalendarEntryStart, now: string): CalendarEntryDraft | TimeError | null {
    const { title, zone } = draft;
    const today = dateAt(Date.parse(now), zone);
    const reminderRequest = readReminderRequest(title);
    const when = parseRecurringTimeText(
      reminderRequest?.rest ?? title,
      now,
      zone,
      slot.date > today ? slot.date : undefined,
    );
    if (typeof when === 'string') return when;
    if (!when || when.rest === '') return null;
    const entry = entryAtFirstOccurrence({
      ...blankEntry,
      ...when,
      end: endTimeOrDefault(when),
      zone,
      title: when.rest,
    });
    if (!entry) return null;
    const { place, notes } = draft;
    const atStart = reminderRequest && !when.all_day ? 0 : '';
    const reminder = draft.reminder === '' ? String(reminderRequest?.minutes ?? atStart) : draft.reminder;
    return { ...calendarEntryDraft.of(entry), place, notes, reminder };
  },

  of(entry: CalendarEntry): CalendarEntryDraft {
    const { title, place, notes, zone } = entry;
    const more = { title, place, notes, reminder: entry.reminder === null ? '' : String(entry.reminder) };
    if (entry.all_day) {
      const repeat = recurrenceDraftConverter.of(entry.repeat, entry.start);
      return { ...calendarEntryDraft.on(entry.start, zone), ...more, repeat, allDay: true, endDate: entry.end };
    }
    const start = dateTimeInputCodec.read(entry.start, zone);
    const end = dateTimeInputCodec.read(entry.end, zone);
    const when = { startDate: start.date, startTime: start.time, endDate: end.date, endTime: end.time };
    return { ...more, allDay: false, ...when, zone, repeat: recurrenceDraftConverter.of(entry.repeat, start.date) };
  },

  /** Returns the draft with another start; its duration stays, and the weekday of a weekly repetition follows. */
  startingAt(draft: CalendarEntryDraft, start: { startDate: string; startTime: string }): CalendarEntryDraft {
    const [from, until, newStart] = [
      asUtc(draft.startDate, draft.startTime),
      asUtc(draft.endDate, draft.endTime),
      asUtc(start.startDate, start.startTime),
    ];
    const end = until - from + newStart;
    const repeat = { ...draft.repeat, days: daysAfter(draft, start.startDate) };
    if (Number.isNaN(end) || until < from) return { ...draft, ...start, repeat };
    const [endDate = '', endTime = ''] = new Date(end).toISOString().slice(0, 16).split('T');
    return { ...draft, ...start, endDate, endTime, repeat };
  },

  /** Returns the entry that the form describes, or the field that prevents saving. */
  read(draft: CalendarEntryDraft): Read {
    const title = draft.title.trim().slice(0, 500);
    if (!title) return { ok: false, error: 'title' };
    const { startDate, startTime, endDate, endTime, allDay, zone } = draft;
    if (!isTimeZone(zone)) return { ok: false, error: 'zone' };
    if (!isCalendarDate(startDate) || (!allDay && !startTime)) return { ok: false, error: 'start' };
    if (!isCalendarDate(endDate) || (!allDay && !endTime)) return { ok: false, error: 'end' };
    const start = allDay ? startDate : dateTimeInputCodec.write(startDate, startTime, zone);
    const end = allDay ? endDate : dateTimeInputCodec.write(endDate, endTime, zone);
    if (allDay ? end < start : end <= start) return { ok: false, error: 'order' };
    const repeat = recurrenceDraftConverter.read(draft.repeat, startDate);
    if (!repeat.ok) return repeat;
    const [place, notes] = [draft.place.trim(), draft.notes.trim()];
    const reminder = draft.reminder === '' ? null : Number(draft.reminder);
    const when = { all_day: allDay, start, end, zone, repeat: repeat.value };
    return { ok: true, value: { title, ...when, place, notes, reminder } };
  },
};

function daysAfter({ startDate, repeat }: CalendarEntryDraft, to: string): readonly number[] {
  const [only, ...others] = repeat.days;
  const followed = others.length === 0 && isCalendarDate(startDate) && only === weekdayOf(startDate);
  return followed && isCalendarDate(to) ? [weekdayOf(to)] : repeat.days;
}

function asUtc(date: string, time: string): number {
  return Date.parse(`${addDays(date, 0)}T${time}:00Z`);
}

/** The start of a new entry in the calendar. */
export interface NewCalendarEntryStart {
  date: CalendarDate;
  /** Local time, such as `09:30`; null for the default time, or for an all-day entry. */
  time: string | null;
  allDay: boolean;
}

/** The occurrences that a change of a repeating entry applies to: one, or all. */
export type RecurrenceEditScope = 'one' | 'all';
