import { addDays, isCalendarDate, weekdayOf } from '../domain/calendar-date.ts';
import type { CalendarEntry } from '../domain/calendar-entry.ts';
import { isZone } from '../domain/zoned-time.ts';
import { repeatDraft, type RepeatDraft, type RepeatFault } from './repeat-draft.ts';
import type { Slot } from './slot.ts';
import { wallClock } from './wall-clock.ts';

/** A calendar entry as its form holds it, in its own time zone. */
export interface EntryDraft {
  title: string;
  allDay: boolean;
  startDate: string;
  startTime: string;
  endDate: string;
  endTime: string;
  zone: string;
  repeat: RepeatDraft;
  /** Minutes before the start, or empty. */
  reminder: string;
  place: string;
  notes: string;
}

export type EntryFault = 'title' | 'start' | 'end' | 'order' | 'zone' | RepeatFault;

type Fields = Pick<
  CalendarEntry,
  'title' | 'all_day' | 'start' | 'end' | 'zone' | 'place' | 'notes' | 'repeat' | 'reminder'
>;
type Read = { ok: true; fields: Fields } | { ok: false; fault: EntryFault };

export const entryDraft = {
  /** An hour in the morning of a day. */
  on(date: string, zone: string): EntryDraft {
    const when = { allDay: false, startDate: date, startTime: '09:00', endDate: date, endTime: '10:00' };
    const repeat = repeatDraft.of(null, date);
    return { title: '', ...when, zone, repeat, reminder: '', place: '', notes: '' };
  },

  /** An hour, or a day, that begins there. */
  in({ date, time, allDay }: Slot, zone: string): EntryDraft {
    const draft = entryDraft.on(date, zone);
    const timed = time === null ? draft : entryDraft.startingAt(draft, { startDate: date, startTime: time });
    return { ...timed, allDay };
  },

  of(entry: CalendarEntry): EntryDraft {
    const { title, place, notes, zone } = entry;
    const more = { title, place, notes, reminder: entry.reminder === null ? '' : String(entry.reminder) };
    if (entry.all_day) {
      const repeat = repeatDraft.of(entry.repeat, entry.start);
      return { ...entryDraft.on(entry.start, zone), ...more, repeat, allDay: true, endDate: entry.end };
    }
    const start = wallClock.read(entry.start, zone);
    const end = wallClock.read(entry.end, zone);
    const when = { startDate: start.date, startTime: start.time, endDate: end.date, endTime: end.time };
    return { ...more, allDay: false, ...when, zone, repeat: repeatDraft.of(entry.repeat, start.date) };
  },

  /** With another start; the end keeps its distance, and the one day of a weekly repetition follows. */
  startingAt(draft: EntryDraft, start: { startDate: string; startTime: string }): EntryDraft {
    const [from, until, moved] = [
      asUtc(draft.startDate, draft.startTime),
      asUtc(draft.endDate, draft.endTime),
      asUtc(start.startDate, start.startTime),
    ];
    const end = until - from + moved;
    const repeat = { ...draft.repeat, days: daysAfter(draft, start.startDate) };
    if (Number.isNaN(end) || until < from) return { ...draft, ...start, repeat };
    const [endDate = '', endTime = ''] = new Date(end).toISOString().slice(0, 16).split('T');
    return { ...draft, ...start, endDate, endTime, repeat };
  },

  /** What the form says, or what keeps it from being saved. */
  read(draft: EntryDraft): Read {
    const title = draft.title.trim().slice(0, 500);
    if (!title) return { ok: false, fault: 'title' };
    const { startDate, startTime, endDate, endTime, allDay, zone } = draft;
    if (!isZone(zone)) return { ok: false, fault: 'zone' };
    if (!isCalendarDate(startDate) || (!allDay && !startTime)) return { ok: false, fault: 'start' };
    if (!isCalendarDate(endDate) || (!allDay && !endTime)) return { ok: false, fault: 'end' };
    const start = allDay ? startDate : wallClock.write(startDate, startTime, zone);
    const end = allDay ? endDate : wallClock.write(endDate, endTime, zone);
    if (allDay ? end < start : end <= start) return { ok: false, fault: 'order' };
    const repeat = repeatDraft.read(draft.repeat, startDate);
    if (!repeat.ok) return repeat;
    const [place, notes] = [draft.place.trim(), draft.notes.trim()];
    const reminder = draft.reminder === '' ? null : Number(draft.reminder);
    const when = { all_day: allDay, start, end, zone, repeat: repeat.repeat };
    return { ok: true, fields: { title, ...when, place, notes, reminder } };
  },
};

function daysAfter({ startDate, repeat }: EntryDraft, to: string): readonly number[] {
  const [only, ...others] = repeat.days;
  const followed = others.length === 0 && isCalendarDate(startDate) && only === weekdayOf(startDate);
  return followed && isCalendarDate(to) ? [weekdayOf(to)] : repeat.days;
}

function asUtc(date: string, time: string): number {
  return Date.parse(`${addDays(date, 0)}T${time}:00Z`);
}
