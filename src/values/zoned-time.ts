/** A local time as shown on a clock; month and day count from 1. */
export interface LocalTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const day = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const cachedFormat = formats.get(zone);
  if (cachedFormat) return cachedFormat;
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}

/** True if the text is a time zone known to the browser, such as `Europe/Berlin`. */
export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** The local time in `zone` at an instant (milliseconds since 1970). */
export function localTime(instant: number, zone: string): LocalTime {
  const parts: Record<string, number> = {};
  for (const part of formatOf(zone).formatToParts(instant)) parts[part.type] = Number(part.value);
  const { year = 0, month = 0, day: date = 0, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day: date, hour, minute, second };
}

/** A local time read as UTC, in milliseconds, for calculations. */
function asUtc(local: LocalTime): number {
  return Date.UTC(local.year, local.month - 1, local.day, local.hour, local.minute, local.second);
}

const minute = 60_000;
/** The instant from which all UTC offsets are whole minutes and change at whole minutes. */
const wholeMinutes = Date.UTC(1973, 0, 1);
const mostOffsets = 100_000;
const offsets = new Map<string, number>();

/**
 * The UTC offset of `zone` at an instant, in milliseconds; cached, since calendars ask for the same ones repeatedly.
 */
export function utcOffsetAt(instant: number, zone: string): number {
  const whole = Math.floor(instant / 1000) * 1000;
  if (!(whole >= wholeMinutes)) return asUtc(localTime(whole, zone)) - whole;
  const key = `${Math.floor(whole / minute)} ${zone}`;
  const cachedOffset = offsets.get(key);
  if (cachedOffset !== undefined) return cachedOffset;
  const offset = asUtc(localTime(whole, zone)) - whole;
  if (offsets.size >= mostOffsets) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/**
 * The instant of the local time `local` in `zone`, in milliseconds since 1970. If the time occurs twice (clocks set
 * back), the earlier one; a time that does not occur (clocks set forward) is shifted forward by the length of the gap.
 */
export function instantFromLocalTime(local: LocalTime, zone: string): number {
  const wall = asUtc(local);
  const before = utcOffsetAt(wall - day, zone);
  const after = utcOffsetAt(wall + day, zone);
  const first = wall - before;
  const second = wall - after;
  if (utcOffsetAt(first, zone) === before) return first;
  return utcOffsetAt(second, zone) === after ? second : first;
}

/**
 * The instant of a local time with an offset such as `Z`, `+02:00` or `-0530`; without an offset it is a time in
 * `zone`.
 */
export function instantFromTimeWithOffset(local: LocalTime, offset: string | undefined, zone: string): number {
  if (offset === undefined) return instantFromLocalTime(local, zone);
  const utc = instantFromLocalTime(local, 'UTC');
  if (offset.toUpperCase() === 'Z') return utc;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return utc - (offset.startsWith('-') ? -minutes : minutes) * 60_000;
}
