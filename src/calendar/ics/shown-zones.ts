import { utcOffsetAt } from '../../values/zoned-time.ts';
import { windowsZones } from './windows-zones.ts';

/** The names that Windows shows for zones in which no city has the name of an IANA zone. */
const places: Readonly<Record<string, string>> = {
  arizona: 'America/Phoenix',
  hawaii: 'Pacific/Honolulu',
  alaska: 'America/Anchorage',
  'baja california': 'America/Tijuana',
  chihuahua: 'America/Chihuahua',
  guadalajara: 'America/Mexico_City',
  'central america': 'America/Guatemala',
  saskatchewan: 'America/Regina',
  'indiana (east)': 'America/Indiana/Indianapolis',
  newfoundland: 'America/St_Johns',
  brasilia: 'America/Sao_Paulo',
  georgetown: 'America/La_Paz',
  'west central africa': 'Africa/Lagos',
  pretoria: 'Africa/Johannesburg',
  'st. petersburg': 'Europe/Moscow',
  'abu dhabi': 'Asia/Dubai',
  muscat: 'Asia/Dubai',
  islamabad: 'Asia/Karachi',
  chennai: 'Asia/Kolkata',
  mumbai: 'Asia/Kolkata',
  'new delhi': 'Asia/Kolkata',
  'sri jayawardenepura': 'Asia/Colombo',
  astana: 'Asia/Almaty',
  hanoi: 'Asia/Bangkok',
  beijing: 'Asia/Shanghai',
  perth: 'Australia/Perth',
  osaka: 'Asia/Tokyo',
  sapporo: 'Asia/Tokyo',
  canberra: 'Australia/Sydney',
  'solomon is.': 'Pacific/Guadalcanal',
  wellington: 'Pacific/Auckland',
};

/**
 * Returns the IANA zone that Windows, Exchange and Outlook mean by a display name such as `(UTC-05:00) Eastern Time (US
 * & Canada)`: one of the cities and zones in it that has the offset in the name. `zone` is null if only the offset is
 * known; returns null if not even that.
 */
export function zoneOfDisplayName(name: string): { zone: string | null; offset: number } | null {
  const [, sign, hours = '0', minutes = '00', rest = ''] =
    /^\s*\(?(?:UTC|GMT)\s*([+\-−])?\s*(\d{1,2})?:?(\d\d)?\)?\s*(.*)$/is.exec(name) ?? [];
  if (rest === '' && sign === undefined) return null;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === undefined || sign === '+' ? 1 : -1);
  if (/^(?:\(?)?coordinated universal time/i.test(rest)) return { zone: 'UTC', offset };
  const zone = candidates(rest).find((candidateZone) => standardOffset(candidateZone) === offset);
  return { zone: zone ?? null, offset };
}

/** Returns the zones that words such as `Amsterdam, Berlin, Bern` or `Eastern Time (US & Canada)` may mean. */
function candidates(words: string): string[] {
  const own = words.split(/[,/;]| - /).map((word) => word.trim().toLowerCase());
  const cities = Intl.supportedValuesOf('timeZone').filter((zone) =>
    own.includes(
      zone
        .slice(zone.lastIndexOf('/') + 1)
        .replaceAll('_', ' ')
        .toLowerCase(),
    ),
  );
  const [region = ''] = /^[^(]*/.exec(words.toLowerCase()) ?? [];
  const regionZones = Object.entries(windowsZones).flatMap(([windows, zone]) =>
    windows.toLowerCase().replace('standard ', '') === region.trim() ? [zone] : [],
  );
  return [...own.flatMap((word) => places[word] ?? []), ...regionZones, ...cities];
}

/** Returns the offset of a zone outside of summer time, in milliseconds. */
function standardOffset(zone: string): number {
  return Math.min(utcOffsetAt(Date.UTC(2026, 0, 15), zone), utcOffsetAt(Date.UTC(2026, 6, 15), zone));
}
