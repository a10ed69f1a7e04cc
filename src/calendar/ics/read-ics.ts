import type { CalendarEntry } from '../../domain/agenda/calendar-entry.ts';
import { isZone } from '../../domain/time/zoned-time.ts';
import { icsComponents, type IcsComponent, type IcsEvent, type IcsFault } from './ics-components.ts';
import { IcsZones } from './ics-zones.ts';
import { mergeEvents } from './merge-events.ts';
import { readEvent } from './read-event.ts';

/**
 * The result of reading a calendar file: the entries to be saved, and the changes they make. Nothing has been saved
 * yet.
 */
export type IcsReading =
  | {
      ok: true;
      rows: CalendarEntry[];
      added: number;
      updated: number;
      removed: number;
      /** The number of events whose repetition is not supported: they were imported as single events. */
      simplified: number;
      /** Unknown time zone names: their times were read in the person's zone. */
      unknownZones: string[];
      /** The detected encoding, where the file does not declare one. */
      encoding?: string;
    }
  | { ok: false; fault: IcsFault };

const mostEvents = 5000;

/**
 * Reads a calendar file (RFC 5545), completely or not at all. Times without a zone are in `zone`; `untitled` replaces a
 * missing title. ical.js parses the values: it is small and supports their many forms.
 */
export function readIcs(
  text: string,
  parts: {
    zone: string;
    stored: readonly CalendarEntry[];
    now: string;
    newId: (prefix: string) => string;
    untitled: string;
  },
): IcsReading {
  const found = icsComponents(text);
  if (!found.ok) return found;
  const zones = new IcsZones(found.calendars, parts.zone);
  const events: IcsEvent[] = [];
  for (const calendar of found.calendars) {
    const own = calendar.parts.filter(({ name }) => name === 'VEVENT');
    if (events.length + own.length > mostEvents) return { ok: false, fault: { code: 'too_many', limit: mostEvents } };
    const shownIn = zoneOf(calendar) ?? parts.zone;
    const cancelled = valueOf(calendar, 'METHOD').toUpperCase() === 'CANCEL';
    for (const component of own) {
      const read = readEvent(component, { zones, zone: parts.zone, shownIn, cancelled });
      if (!read.ok) return read;
      events.push(read.event);
    }
  }
  const simplified = events.filter(({ lossy }) => lossy).length;
  return { ok: true, ...mergeEvents(events, parts), simplified, unknownZones: [...zones.unknown] };
}

/** The zone in which a calendar says it is shown, or null. */
function zoneOf(calendar: IcsComponent): string | null {
  const zone = valueOf(calendar, 'X-WR-TIMEZONE');
  return zone !== '' && isZone(zone) ? zone : null;
}

function valueOf({ lines }: IcsComponent, name: string): string {
  const text = lines.find((line) => line.name === name)?.text ?? '';
  return text.slice(text.indexOf(':') + 1).trim();
}
