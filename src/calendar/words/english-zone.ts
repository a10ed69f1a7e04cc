import { isZone } from '../../values/zoned-time.ts';

/** Matches a time zone after a time of day: “3pm New York time”, “14:00 America/New_York”. */
const zoneAfterTime =
  /(?<=(?:\d|[ap]\.?m\.?|noon|midnight|o['’]?\s?clock)\s+)(?:\(?(?<place>(?:\p{Lu}[\p{L}.]*\s+){1,3})time\b\)?|(?<zone>[A-Z][a-z]+(?:\/[A-Z][A-Za-z_-]+)+))/u;

const regions: Readonly<Record<string, string>> = {
  eastern: 'America/New_York',
  central: 'America/Chicago',
  mountain: 'America/Denver',
  pacific: 'America/Los_Angeles',
};

/**
 * Returns the time zone that an English text names after a time of day, and its position; `zone` is null if it is a
 * place whose zone is not known.
 */
export function englishZone(text: string): { zone: string | null; from: number; until: number } | null {
  const found = zoneAfterTime.exec(text);
  if (!found) return null;
  const { place, zone } = found.groups ?? {};
  if (zone !== undefined && !isZone(zone)) return null;
  const name = (place ?? '').trim().toLowerCase();
  if (name === 'local') return null;
  const city = `/${name.replaceAll(' ', '_')}`;
  const known =
    zone ?? regions[name] ?? Intl.supportedValuesOf('timeZone').find((each) => each.toLowerCase().endsWith(city));
  return { zone: known ?? null, from: found.index, until: found.index + found[0].length };
}
