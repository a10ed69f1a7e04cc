import type { CalendarEntry } from '../../records/calendar-entry.ts';
import { isTimeZone } from '../../values/zoned-time.ts';
import {
  icsComponents,
  icsValue,
  type IcsComponent,
  type IcsError,
  type SkippedIcsLine,
  SkippedIcsLines,
} from './ics-components.ts';
import type { IcsEvent } from './ics-times.ts';
import { IcsZones } from './ics-zones.ts';
import { mergeEvents } from './merge-events.ts';
import { parseIcsEvent } from './read-event.ts';
import { type IcsTask, readVtodo } from './read-vtodo.ts';

/**
 * The result of reading a calendar file: the entries to save, and the changes that they make. Nothing has been saved
 * yet.
 */
export type IcsReading =
  | {
      ok: true;
      rows: CalendarEntry[];
      added: number;
      updated: number;
      removed: number;
      /** The number of events in the file. */
      events: number;
      /** The tasks of the file, which do not belong in a calendar. */
      tasks: IcsTask[];
      /** The number of events that are an older revision than what is stored: they were left out. */
      older: number;
      /** The number of entries in which a change that the person made was not overwritten. */
      changedHere: number;
      /** The titles of the events whose repetition is not supported: they were imported as single events. */
      simplified: string[];
      /** Unknown time zone names: their times were read in the person's zone. */
      unknownZones: string[];
      /** Zones of which only the offset in their name is known: their times were read with it, without summer time. */
      offsetZones: string[];
      /** The lines that could not be read: the first hundred, and their number. */
      leftOut: { lines: SkippedIcsLine[]; count: number };
      /** The detected encoding, if the file does not declare one. */
      encoding?: string;
    }
  | { ok: false; error: IcsError };

const mostEvents = 5000;

/**
 * Returns the entries and tasks of a calendar file (RFC 5545), or the error for which the whole file could not be read.
 * A line that cannot be read is skipped and reported; if it is the start of an event, the whole event is skipped. Times
 * without a zone are in `zone`; `untitled` replaces a missing title.
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
  const leftOut = new SkippedIcsLines();
  const parsedComponents = icsComponents(text, leftOut);
  if (!parsedComponents.ok) return parsedComponents;
  const zones = new IcsZones(parsedComponents.value, parts.zone);
  const events: IcsEvent[] = [];
  const tasks: IcsTask[] = [];
  let count = 0;
  for (const calendar of parsedComponents.value) {
    const shownIn = zoneOf(calendar) ?? parts.zone;
    const cancelled = valueOf(calendar, 'METHOD').toUpperCase() === 'CANCEL';
    const around = { zones, zone: parts.zone, shownIn, cancelled, leftOut };
    for (const component of calendar.parts) {
      if (component.name !== 'VEVENT' && component.name !== 'VTODO') continue;
      count += 1;
      if (count > mostEvents) return { ok: false, error: { code: 'too_many', limit: mostEvents } };
      const event = component.name === 'VEVENT' ? parseIcsEvent(component, around) : null;
      const task = component.name === 'VTODO' ? readVtodo(component, around, parts.untitled) : null;
      if (event) events.push(event);
      if (task) tasks.push(task);
    }
  }
  return {
    ok: true,
    ...mergeEvents(events, parts),
    events: events.length,
    tasks,
    simplified: events.flatMap(({ lossy, replaces, title }) =>
      lossy && replaces === null ? [title || parts.untitled] : [],
    ),
    unknownZones: [...zones.unknown],
    offsetZones: [...zones.byOffset],
    leftOut: { lines: leftOut.list, count: leftOut.count },
  };
}

/** Returns the zone in which a calendar says it is shown, or null. */
function zoneOf(calendar: IcsComponent): string | null {
  const zone = valueOf(calendar, 'X-WR-TIMEZONE');
  return zone !== '' && isTimeZone(zone) ? zone : null;
}

function valueOf({ lines }: IcsComponent, name: string): string {
  const line = lines.find((other) => other.name === name);
  return line ? icsValue(line) : '';
}
