import type { Result } from '../../values/result.ts';
import type { CalendarEntry } from '../../records/calendar-entry.ts';

/** One content line of a calendar file, after the lines into which the file format folds it are joined. */
export interface IcsLine {
  number: number;
  /** The property's name, such as `DTSTART`; empty if the line is no property. */
  name: string;
  text: string;
}

export interface IcsComponent {
  name: string;
  begin: IcsLine;
  lines: IcsLine[];
  parts: IcsComponent[];
}

const mostCharacters = 10_000_000;
const mostParts = 20_000;
const mostLeftOut = 100;
const longestExcerpt = 60;

/** A line that was left out; `whole`: its entry was left out, too, and is called `title` (empty if that is unknown). */
export interface SkippedIcsLine {
  line: number;
  text: string;
  whole: boolean;
  title: string;
}

/** The lines of a file that were left out: the first hundred one by one, and their number. */
export class SkippedIcsLines {
  readonly #lines = new Map<number, SkippedIcsLine>();
  #more = 0;

  add({ number, text }: IcsLine, whole = false, title = ''): void {
    const skippedLine = this.#lines.get(number);
    if (skippedLine && whole) Object.assign(skippedLine, { whole, title });
    if (skippedLine) return;
    if (this.#lines.size >= mostLeftOut) this.#more += 1;
    else this.#lines.set(number, { line: number, text: text.slice(0, longestExcerpt), whole, title });
  }

  get list(): SkippedIcsLine[] {
    return [...this.#lines.values()].sort((a, b) => a.line - b.line);
  }

  get count(): number {
    return this.#lines.size + this.#more;
  }
}

/** Components that occur only directly in a calendar: where one begins, the previous one has ended. */
const outermost: ReadonlySet<string> = new Set(['VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY', 'VTIMEZONE']);

/**
 * Returns the calendars of a file with all their components, or an error if the file is too large, has too many
 * components or no calendar. Damage is tolerated and noted in `leftOut`: a line that is not a property is skipped, a
 * component without its END is read nevertheless, and an entry that is cut off by the end of the file is left out.
 */
export function icsComponents(text: string, leftOut: SkippedIcsLines): Result<IcsComponent[], IcsError> {
  if (text.length > mostCharacters) return { ok: false, error: { code: 'too_large', limit: mostCharacters } };
  const calendars: IcsComponent[] = [];
  const open: IcsComponent[] = [];
  let parts = 0;
  for (const line of unfolded(text)) {
    const value = icsValue(line).toUpperCase();
    if (line.name === 'BEGIN') {
      const depth = value === 'VCALENDAR' ? 0 : outermost.has(value) ? 1 : open.length;
      if (open.splice(depth).length > 0) leftOut.add(line);
    }
    const last = open.at(-1);
    if (line.name === '' || (!last && !(line.name === 'BEGIN' && value === 'VCALENDAR'))) leftOut.add(line);
    else if (line.name === 'BEGIN') {
      const component = { name: value, begin: line, lines: [], parts: [] };
      (last?.parts ?? calendars).push(component);
      open.push(component);
      parts += 1;
      if (parts > mostParts) return { ok: false, error: { code: 'too_many', limit: mostParts } };
    } else if (line.name === 'END') {
      const openIndex = open.findLastIndex(({ name }) => name === value);
      if (openIndex !== open.length - 1) leftOut.add(line);
      if (openIndex !== -1) open.splice(openIndex);
    } else last?.lines.push(line);
  }
  if (calendars.length === 0) return { ok: false, error: { code: 'no_calendar' } };
  const [calendar, broken] = open;
  if (broken) calendar?.parts.pop();
  const unended = broken ?? calendar;
  if (unended) leftOut.add(unended.begin, broken !== undefined);
  return { ok: true, value: calendars };
}

/** Returns the value of a property as written: the text after the first colon outside of quotes. */
export function icsValue({ text }: IcsLine): string {
  const head = /^[^":]*(?:"[^"]*"[^":]*)*:/.exec(text)?.[0].length ?? text.indexOf(':') + 1;
  return text.slice(head).trim();
}

/** Returns a parameter of a property, such as its TZID; undefined if it has none. */
export function icsParameter({ text }: IcsLine, name: string): string | undefined {
  const [, quotedValue, plain] = new RegExp(`;${name}=(?:"([^"]*)"|([^;:"]*))`, 'i').exec(text) ?? [];
  return quotedValue ?? plain?.trim();
}

function* unfolded(text: string): Generator<IcsLine> {
  const shouts = !/^\ufeff?\s*begin:/.test(text);
  let number = 0;
  let blank = 0;
  let line: { number: number; pieces: string[] } | null = null;
  for (const piece of text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)) {
    number += 1;
    const isBlank = piece.trim() === '';
    if (line && /^[ \t]/.test(piece)) line.pieces.push(piece.slice(1));
    else if (line && !isBlank && softBreak.test(line.pieces.at(-1) ?? '') && isQuoted(line.pieces[0] ?? ''))
      line.pieces.push(line.pieces.pop()?.slice(0, -1) ?? '', piece);
    else if (line && !isBlank && goesOn(line.pieces[0] ?? '', piece, shouts))
      line.pieces.push('\\n'.repeat(1 + blank), piece);
    else if (!isBlank) {
      if (line) yield lineOf(line);
      line = { number, pieces: [piece] };
    }
    blank = isBlank ? blank + 1 : 0;
  }
  if (line) yield lineOf(line);
}

const softBreak = /=$/;
const isQuoted = (first: string) => /^[A-Za-z-]+;[^:]*QUOTED-PRINTABLE/i.test(first);

/** Returns a line with its property's name. */
function lineOf({ number, pieces }: { number: number; pieces: string[] }): IcsLine {
  const text = pieces.join('').trimStart();
  return { number, name: text.includes(':') ? nameOf(text).toUpperCase() : '', text };
}

const nameOf = (text: string) => /^\s*([A-Za-z0-9-]+)(?=[;:])/.exec(text)?.[1] ?? '';

const prose: ReadonlySet<string> = new Set(['DESCRIPTION', 'LOCATION', 'COMMENT', 'CONTACT', 'X-ALT-DESC']);

/** The properties of RFC 5545, 7986 and 9074, and those of vCalendar that were dropped later. */
const properties: ReadonlySet<string> = new Set(
  `BEGIN END CALSCALE METHOD PRODID VERSION ATTACH CATEGORIES CLASS COMMENT DESCRIPTION GEO LOCATION PERCENT-COMPLETE
  PRIORITY RESOURCES STATUS SUMMARY COMPLETED DTEND DUE DTSTART DURATION FREEBUSY TRANSP TZID TZNAME TZOFFSETFROM
  TZOFFSETTO TZURL ATTENDEE CONTACT ORGANIZER RECURRENCE-ID RELATED-TO URL UID EXDATE EXRULE RDATE RRULE ACTION REPEAT
  TRIGGER CREATED DTSTAMP LAST-MODIFIED SEQUENCE REQUEST-STATUS NAME REFRESH-INTERVAL SOURCE COLOR IMAGE CONFERENCE
  ACKNOWLEDGED PROXIMITY TZUNTIL TZID-ALIAS-OF STYLED-DESCRIPTION STRUCTURED-DATA AALARM DALARM`.split(/\s+/),
);

/** True if a line continues the text of the property before, which was written with raw line breaks. */
function goesOn(before: string, line: string, shouts: boolean): boolean {
  if (!prose.has(nameOf(before).toUpperCase())) return false;
  const name = nameOf(line);
  const isKnownProperty = /^X-/i.test(name) || properties.has(name.toUpperCase());
  return !isKnownProperty || (shouts && name !== name.toUpperCase());
}

/** Why a calendar file cannot be read: a code and its parameters for the interface's message. `line` counts from 1. */
export type IcsError =
  | { code: 'no_calendar' }
  | { code: 'encoding'; line: number }
  | { code: 'too_large'; limit: number }
  | { code: 'too_many'; limit: number };

/** Returns the UID of an entry in calendar files. */
export function icsUid({ uid, id }: Pick<CalendarEntry, 'uid' | 'id'>): string {
  return uid ?? `${id}@cairn`;
}
