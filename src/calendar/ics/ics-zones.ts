import ICAL from 'ical.js';
import { isTimeZone } from '../../values/zoned-time.ts';
import type { IcsComponent } from './ics-components.ts';
import { wallTime } from '../times.ts';
import { windowsZones } from './windows-zones.ts';
import { zoneOfDisplayName } from './shown-zones.ts';

/** A zone of a file: the IANA zone used for it, and the conversion of its local times to instants. */
export interface IcsZone {
  zone: string;
  instant(wall: number): number;
}

const month = 30 * 86_400_000;

/** The time zones of a calendar file by the file's names; names that cannot be resolved are collected in `unknown`. */
export class IcsZones {
  readonly unknown = new Set<string>();
  /** Names of zones that are not known, but contain an offset, which is used. */
  readonly byOffset = new Set<string>();
  readonly #personZone: string;
  readonly #described = new Map<string, ICAL.Timezone>();
  readonly #lines = new Map<string, string>();
  readonly #found = new Map<string, IcsZone>();

  constructor(calendars: readonly IcsComponent[], personZone: string) {
    this.#personZone = personZone;
    for (const part of calendars.flatMap(({ parts }) => parts)) if (part.name === 'VTIMEZONE') this.#describe(part);
  }

  of(name: string, wall: number): IcsZone {
    const icsZone = this.#found.get(name) ?? this.#look(name, wall);
    this.#found.set(name, icsZone);
    return icsZone;
  }

  #look(name: string, wall: number): IcsZone {
    const plain = name.replace(/^"|"$/g, '').trim();
    const own = zoneNamed(plain) ?? zoneNamed(this.#lines.get(name) ?? '');
    if (own !== null) return byClocks(own);
    const described = this.#described.get(name);
    if (!described) return this.#byName(plain);
    const instant = (clockTime: number) => clockTime - described.utcOffset(icalTime(clockTime)) * 1000;
    const months = Array.from({ length: 24 }, (_, at) => wall + at * month);
    const fits = (zone: string) =>
      months.every((monthTime) => wallTime.instant(monthTime, zone) === instant(monthTime));
    const zone = [this.#personZone, ...Intl.supportedValuesOf('timeZone')].find(fits);
    if (zone !== undefined) return byClocks(zone);
    this.unknown.add(plain);
    return { zone: this.#personZone, instant };
  }

  /**
   * Returns a zone without a description in the file, such as `(UTC-05:00) Eastern Time (US & Canada)`: by its words
   * and its offset.
   */
  #byName(name: string): IcsZone {
    const displayZone = zoneOfDisplayName(name);
    if (displayZone === null) this.unknown.add(name);
    else if (displayZone.zone === null) this.byOffset.add(name);
    if (displayZone === null) return byClocks(this.#personZone);
    if (displayZone.zone !== null) return byClocks(displayZone.zone);
    const { offset } = displayZone;
    const whole = `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset) / 3_600_000}`;
    if (isTimeZone(whole)) return byClocks(whole);
    return { zone: this.#personZone, instant: (clock) => clock - offset };
  }

  #describe({ lines, parts }: IcsComponent): void {
    const nameOf = (propertyName: string) => {
      const text = lines.find(({ name }) => name === propertyName)?.text ?? '';
      return text.slice(text.indexOf(':') + 1).trim();
    };
    const name = nameOf('TZID');
    this.#lines.set(name, nameOf('X-LIC-LOCATION'));
    const within = parts.flatMap((part) => [
      `BEGIN:${part.name}`,
      ...part.lines.map(({ text }) => text),
      `END:${part.name}`,
    ]);
    try {
      const text = ['BEGIN:VTIMEZONE', ...lines.map((line) => line.text), ...within, 'END:VTIMEZONE'].join('\r\n');
      const zone = new ICAL.Timezone(ICAL.Component.fromString(text));
      zone.utcOffset(icalTime(Date.UTC(2026, 0, 1)));
      this.#described.set(name, zone);
    } catch {
      // A description that cannot be read counts as missing.
    }
  }
}

/**
 * Returns the zone with an IANA name, also at the end of a longer one such as
 * `/freeassociation.sourceforge.net/Europe/Berlin`, or with a Windows name; null for any other.
 */
function zoneNamed(name: string): string | null {
  const parts = name.split('/').filter(Boolean);
  const candidates = [name, windowsZones[name] ?? '', parts.slice(-3).join('/'), parts.slice(-2).join('/')];
  const zoneName = candidates.find((candidate) => /[A-Za-z]/.test(candidate) && isTimeZone(candidate));
  return zoneName === undefined ? null : (proper(zoneName) ?? zoneName);
}

/** Returns the canonical spelling of a zone's name, such as `Europe/Berlin` for `europe/berlin`. */
function proper(zone: string): string | undefined {
  return Intl.supportedValuesOf('timeZone').find((zoneName) => zoneName.toLowerCase() === zone.toLowerCase());
}

const byClocks = (zone: string): IcsZone => ({ zone, instant: (wall) => wallTime.instant(wall, zone) });

const icalTime = (wall: number) => ICAL.Time.fromDateTimeString(wallTime.write(wall));
