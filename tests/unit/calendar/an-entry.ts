import { singleEntryFields, type CalendarEntry } from '../../../src/records/calendar-entry.ts';

/** An entry of an hour in Berlin, but for what is said otherwise. */
export function anEntry(change: Partial<CalendarEntry> = {}): CalendarEntry {
  return {
    id: 'e1',
    title: 'Standup',
    start: '2026-01-05T08:00:00.000Z',
    end: '2026-01-05T09:00:00.000Z',
    all_day: false,
    zone: 'Europe/Berlin',
    place: '',
    notes: '',
    reminder: null,
    ...singleEntryFields(),
    session_id: null,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    deleted_at: null,
    ...change,
  };
}
