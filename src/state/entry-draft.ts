import { addDays, isCalendarDate } from '../domain/calendar-date.ts';
import type { CalendarEntry } from '../domain/calendar-entry.ts';
import { wallClock } from './wall-clock.ts';

/** A calendar entry as its form holds it, in the person's own time. */
export interface EntryDraft {
  title: string;
  allDay: boolean;
  startDate: string;
  startTime: string;
  endDate: string;
  endTime: string;
  place: string;
  notes: string;
}

export type EntryFault = 'title' | 'start' | 'end' | 'order';

type Fields = Pick<CalendarEntry, 'title' | 'all_day' | 'start' | 'end' | 'zone' | 'place' | 'notes'>;
type Read = { ok: true; fields: Fields } | { ok: false; fault: EntryFault };

export const entryDraft = {
  /** An hour in the morning of a day. */
  on(date: string): EntryDraft {
    const when = { allDay: false, startDate: date, startTime: '09:00', endDate: date, endTime: '10:00' };
    return { title: '', ...when, place: '', notes: '' };
  },

  of(entry: CalendarEntry, zone: string): EntryDraft {
    const { title, place, notes } = entry;
    if (entry.all_day) {
      const blank = entryDraft.on(entry.start);
      return { ...blank, title, place, notes, allDay: true, endDate: entry.end };
    }
    const start = wallClock.read(entry.start, zone);
    const end = wallClock.read(entry.end, zone);
    const when = { startDate: start.date, startTime: start.time, endDate: end.date, endTime: end.time };
    return { title, allDay: false, ...when, place, notes };
  },

  /** With another start; the end keeps its distance. */
  startingAt(draft: EntryDraft, start: { startDate: string; startTime: string }): EntryDraft {
    const [from, until, moved] = [
      asUtc(draft.startDate, draft.startTime),
      asUtc(draft.endDate, draft.endTime),
      asUtc(start.startDate, start.startTime),
    ];
    const end = until - from + moved;
    if (Number.isNaN(end) || until < from) return { ...draft, ...start };
    const [endDate = '', endTime = ''] = new Date(end).toISOString().slice(0, 16).split('T');
    return { ...draft, ...start, endDate, endTime };
  },

  /** What the form says, or what keeps it from being saved. */
  read(draft: EntryDraft, zone: string): Read {
    const title = draft.title.trim().slice(0, 500);
    if (!title) return { ok: false, fault: 'title' };
    const { startDate, startTime, endDate, endTime, allDay } = draft;
    if (!isCalendarDate(startDate) || (!allDay && !startTime)) return { ok: false, fault: 'start' };
    if (!isCalendarDate(endDate) || (!allDay && !endTime)) return { ok: false, fault: 'end' };
    const start = allDay ? startDate : wallClock.write(startDate, startTime, zone);
    const end = allDay ? endDate : wallClock.write(endDate, endTime, zone);
    if (allDay ? end < start : end <= start) return { ok: false, fault: 'order' };
    const { place, notes } = draft;
    return { ok: true, fields: { title, all_day: allDay, start, end, zone, place: place.trim(), notes: notes.trim() } };
  },
};

function asUtc(date: string, time: string): number {
  return Date.parse(`${addDays(date, 0)}T${time}:00Z`);
}
