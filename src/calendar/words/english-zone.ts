import { isTimeZone } from '../../values/zoned-time.ts';

/**
 * The zones of the places that are read before “time”. Any other words there, such as “Tea time”, belong to the title.
 */
const zones: Readonly<Record<string, string>> = {
  Eastern: 'America/New_York',
  Central: 'America/Chicago',
  Mountain: 'America/Denver',
  Pacific: 'America/Los_Angeles',
  'New York': 'America/New_York',
  Chicago: 'America/Chicago',
  Denver: 'America/Denver',
  'Los Angeles': 'America/Los_Angeles',
  'San Francisco': 'America/Los_Angeles',
  Toronto: 'America/Toronto',
  London: 'Europe/London',
  UK: 'Europe/London',
  Paris: 'Europe/Paris',
  Berlin: 'Europe/Berlin',
  Moscow: 'Europe/Moscow',
  Dubai: 'Asia/Dubai',
  India: 'Asia/Kolkata',
  Singapore: 'Asia/Singapore',
  'Hong Kong': 'Asia/Hong_Kong',
  Beijing: 'Asia/Shanghai',
  Shanghai: 'Asia/Shanghai',
  China: 'Asia/Shanghai',
  Japan: 'Asia/Tokyo',
  Tokyo: 'Asia/Tokyo',
  Seoul: 'Asia/Seoul',
  Sydney: 'Australia/Sydney',
  Melbourne: 'Australia/Melbourne',
};
const place = Object.keys(zones).join('|');

/**
 * Matches a time zone after a time of day: “3pm New York time”, “14:00 America/New_York”, but not “10am Mountain time
 * trial”.
 */
const zoneAfterTime = new RegExp(
  "(?<=(?:\\d[:.]\\d\\d|\\d\\s*[ap]\\.?m\\.?|\\bat\\s+\\d{1,2}|\\b(?:noon|midnight)|o['’]?\\s?clock)\\s+)" +
    `(?:\\(?(?<place>${place})\\s+time\\b\\)?(?!\\s+(?:trial|out\\b))|(?<zone>[A-Z][a-z]+(?:/[A-Z][A-Za-z_-]+)+))`,
  'u',
);

/** Returns the time zone that an English text names after a time of day, and its position; null if it names none. */
export function englishZone(text: string): { zone: string; from: number; until: number } | null {
  const zoneMatch = zoneAfterTime.exec(text);
  const zone = zoneMatch?.groups?.zone ?? zones[zoneMatch?.groups?.place ?? ''];
  if (!zoneMatch || zone === undefined || !isTimeZone(zone)) return null;
  return { zone, from: zoneMatch.index, until: zoneMatch.index + zoneMatch[0].length };
}
