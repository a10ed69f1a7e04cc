import { calendarDate, type CalendarDate } from '../../values/calendar-date.ts';
import { instantFromLocalTime, localTime } from '../../values/zoned-time.ts';

/**
 * Converts between instants and the local date and time of a zone, as date and time inputs use them: `2026-01-31`,
 * `09:05`.
 */
export const dateTimeInputCodec = {
  read(instant: string, zone: string): { date: CalendarDate; time: string } {
    const { year, month, day, hour, minute } = localTime(Date.parse(instant), zone);
    return {
      date: calendarDate(year, month, day),
      time: `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`,
    };
  },

  write(date: CalendarDate, time: string, zone: string): string {
    const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return new Date(instantFromLocalTime({ year, month, day, hour, minute, second: 0 }, zone)).toISOString();
  },
};
