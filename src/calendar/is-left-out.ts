import type { CalendarEntry } from '../domain/calendar-entry.ts';

/** Whether one time of an entry is among its exceptions. */
export function isLeftOut({ except, repeat }: CalendarEntry, { start, all_day }: CalendarEntry): boolean {
  if (repeat === null || except.length === 0) return false;
  if (except.includes(start) || all_day) return except.includes(start);
  const usual = isUsual(start);
  return except.some((left) => !(usual && isUsual(left)) && Date.parse(left) === Date.parse(start));
}

/** Instants that are written as here need not be read to be compared: lists of exceptions can be long. */
const isUsual = (instant: string) => instant.length === 24 && instant.endsWith('Z');
