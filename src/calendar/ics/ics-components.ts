import type { CalendarEntry } from '../../domain/agenda/calendar-entry.ts';

/** An unfolded line. */
export interface IcsLine {
  number: number;
  /** The property's name, such as `DTSTART`. */
  name: string;
  text: string;
}

export interface IcsComponent {
  name: string;
  lines: IcsLine[];
  parts: IcsComponent[];
}

const mostCharacters = 10_000_000;
const mostParts = 20_000;
const shown = 60;

/** The calendars of a file with all their components. Checks the outer syntax only; the fault names the line. */
export function icsComponents(text: string): { ok: true; calendars: IcsComponent[] } | { ok: false; fault: IcsFault } {
  if (text.length > mostCharacters) return { ok: false, fault: { code: 'too_large', limit: mostCharacters } };
  const calendars: IcsComponent[] = [];
  const open: { component: IcsComponent; line: IcsLine }[] = [];
  let parts = 0;
  const fault = (code: 'bad_line' | 'unpaired', { number, text }: IcsLine) =>
    ({ ok: false, fault: { code, line: number, text: text.slice(0, shown) } }) as const;
  for (const line of unfolded(text)) {
    const value = line.text
      .slice(line.text.indexOf(':') + 1)
      .trim()
      .toUpperCase();
    if (open.length === 0 && !(line.name === 'BEGIN' && value === 'VCALENDAR')) {
      if (calendars.length === 0) return { ok: false, fault: { code: 'no_calendar' } };
      return fault('unpaired', line);
    }
    if (!/^[A-Z0-9-]+$/.test(line.name)) return fault('bad_line', line);
    const last = open.at(-1);
    if (line.name === 'BEGIN') {
      const component = { name: value, lines: [], parts: [] };
      (last?.component.parts ?? calendars).push(component);
      open.push({ component, line });
      parts += 1;
      if (parts > mostParts) return { ok: false, fault: { code: 'too_many', limit: mostParts } };
    } else if (line.name === 'END') {
      if (last?.component.name !== value) return fault('unpaired', line);
      open.pop();
    } else last?.component.lines.push(line);
  }
  const left = open.at(-1);
  if (left) return fault('unpaired', left.line);
  return calendars.length > 0 ? { ok: true, calendars } : { ok: false, fault: { code: 'no_calendar' } };
}

function* unfolded(text: string): Generator<IcsLine> {
  let number = 0;
  let line: { number: number; pieces: string[] } | null = null;
  for (const piece of text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)) {
    number += 1;
    if (line && /^[ \t]/.test(piece)) line.pieces.push(piece.slice(1));
    else if (piece.trim() !== '') {
      if (line) yield lineOf(line);
      line = { number, pieces: [piece] };
    }
  }
  if (line) yield lineOf(line);
}

/** A line's name and value; the name is empty where there is none. */
function lineOf({ number, pieces }: { number: number; pieces: string[] }): IcsLine {
  const text = pieces.join('');
  const name = /^\s*([A-Za-z0-9-]+)(?=[;:])/.exec(text)?.[1] ?? '';
  return { number, name: text.includes(':') ? name.toUpperCase() : '', text: text.trimStart() };
}

/** Why a calendar file cannot be read: a code and its parameters for the interface's message. `line` counts from 1. */
export type IcsFault =
  | { code: 'no_calendar' }
  | { code: 'encoding'; line: number }
  | { code: 'bad_line'; line: number; text: string }
  /** A BEGIN without its END, or the other way round. */
  | { code: 'unpaired'; line: number; text: string }
  | { code: 'bad_value'; line: number; text: string }
  | { code: 'too_large'; limit: number }
  | { code: 'too_many'; limit: number };

/** A time in a calendar file: a date, or an instant (ISO 8601 in UTC) with a zone. */
export interface IcsTime {
  value: string;
  all_day: boolean;
  zone: string;
}

/** A parsed event of a calendar file. */
export interface IcsEvent {
  uid: string;
  title: string;
  place: string;
  notes: string;
  start: IcsTime;
  /** For all-day events the last day, inclusive. */
  end: string;
  /** An RRULE; null also where it is not supported (`lossy`). */
  repeat: string | null;
  lossy: boolean;
  /** Additional times (RDATE). */
  more: readonly IcsTime[];
  except: readonly string[];
  /** The start of the occurrence that this event replaces; null for the event itself. */
  replaces: string | null;
  reminder: number | null;
  cancelled: boolean;
}

/** The UID of an entry in calendar files. */
export function icsUid({ uid, id }: Pick<CalendarEntry, 'uid' | 'id'>): string {
  return uid ?? `${id}@cairn`;
}
