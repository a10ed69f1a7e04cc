import { weekdayOf } from '../domain/calendar-date.ts';
import { clockText } from './given-time.ts';

const weekdays = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** A stored day or instant for the model, such as `Sat 2026-01-31 15:00`. */
export function shownTime(stored: string, zone: string): string {
  const [date = '', clock] = (stored.includes('T') ? clockText(Date.parse(stored), zone) : stored).split('T');
  return [weekdays[weekdayOf(date)], date, clock].filter(Boolean).join(' ');
}
