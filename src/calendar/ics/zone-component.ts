import { wallTime } from '../times.ts';

/** A clock change, with the recurrence rules that match its date. */
interface Onset {
  change: ZoneChange;
  year: number;
  rules: readonly string[];
}

const day = 86_400_000;
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/**
 * Returns the VTIMEZONE of a zone, correct for a span of years. Changes that follow one rule until the end of the span
 * are written as that rule, so that they continue; all others are listed one by one.
 */
export function buildVtimezone(zone: string, years: { first: number; last: number }): string[] {
  const span = { from: Date.UTC(years.first, 0, 1), until: Date.UTC(years.last + 1, 0, 1) };
  const onsets = zoneChanges(zone, span).map(onsetOf);
  const atFirst = wallTime.at(span.from, zone) - span.from;
  const begin = observance({ at: 0, before: atFirst, after: atFirst }, 'STANDARD', '19700101T000000');
  const ruled = new Set<Onset>();
  const lines = [...begin];
  for (const last of onsets.filter(({ year }) => year === years.last)) {
    const onsetRule = ruleUntil(last, onsets);
    if (!onsetRule) continue;
    for (const onset of onsetRule.onsets) ruled.add(onset);
    const first = onsetRule.onsets[0] ?? last;
    lines.push(...observance(first.change, kindOf(first, onsets), local(first), `RRULE:${onsetRule.rule}`));
  }
  for (const onset of onsets)
    if (!ruled.has(onset)) lines.push(...observance(onset.change, kindOf(onset, onsets), local(onset)));
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...lines, 'END:VTIMEZONE'];
}

function onsetOf(change: ZoneChange): Onset {
  const wall = new Date(change.at + change.before);
  const [year, month, date] = [wall.getUTCFullYear(), wall.getUTCMonth() + 1, wall.getUTCDate()];
  const name = weekdays[wall.getUTCDay()] ?? '';
  const inMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const nth = `FREQ=YEARLY;BYMONTH=${month};BYDAY=${Math.ceil(date / 7)}${name}`;
  return { change, year, rules: date + 7 > inMonth ? [`FREQ=YEARLY;BYMONTH=${month};BYDAY=-1${name}`, nth] : [nth] };
}

/**
 * Returns the longest run of years, up to the last one, in which the clocks were changed by the same rule; null if
 * there is none.
 */
function ruleUntil(last: Onset, onsets: readonly Onset[]): { rule: string; onsets: Onset[] } | null {
  const rows = last.rules.map((rule) => {
    const row = [last];
    for (let year = last.year - 1; ; year -= 1) {
      const before = onsets.find((onset) => onset.year === year && onset.rules.includes(rule) && sameWay(onset, last));
      if (!before) return { rule, onsets: row };
      row.unshift(before);
    }
  });
  const best = rows.sort((a, b) => b.onsets.length - a.onsets.length)[0];
  return best && best.onsets.length >= 3 ? best : null;
}

function sameWay(a: Onset, b: Onset): boolean {
  const clock = ({ change }: Onset) => (change.at + change.before) % day;
  return a.change.before === b.change.before && a.change.after === b.change.after && clock(a) === clock(b);
}

/** Returns the component of a change: `DAYLIGHT` for a change forward that another one reverses. */
function kindOf({ change }: Onset, onsets: readonly Onset[]): 'STANDARD' | 'DAYLIGHT' {
  const goesBack = onsets.some((other) => other.change.before === change.after && other.change.after === change.before);
  return change.after > change.before && goesBack ? 'DAYLIGHT' : 'STANDARD';
}

function observance(change: ZoneChange, kind: 'STANDARD' | 'DAYLIGHT', start: string, ...more: string[]): string[] {
  const offsets = [`TZOFFSETFROM:${offset(change.before)}`, `TZOFFSETTO:${offset(change.after)}`];
  return [`BEGIN:${kind}`, `DTSTART:${start}`, ...offsets, ...more, `END:${kind}`];
}

const local = ({ change }: Onset) => wallTime.write(change.at + change.before).replace(/[-:]/g, '');

function offset(ms: number): string {
  const seconds = Math.abs(ms) / 1000;
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = '', minutes = '', rest = ''] = parts.map((part) => String(part).padStart(2, '0'));
  return `${ms < 0 ? '-' : '+'}${hours}${minutes}${rest === '00' ? '' : rest}`;
}

/** A clock change: its instant, and the offsets from UTC before and after, in milliseconds. */
interface ZoneChange {
  at: number;
  before: number;
  after: number;
}

const step = 14 * 86_400_000;

/** Returns the clock changes of a zone within a span of time. */
function zoneChanges(zone: string, span: { from: number; until: number }): ZoneChange[] {
  const aheadAt = (instant: number) => wallTime.at(instant, zone) - instant;
  const changes: ZoneChange[] = [];
  for (let at = Math.floor(span.from / 1000) * 1000; at < span.until; at += step) {
    const [before, after] = [aheadAt(at), aheadAt(at + step)];
    if (before !== after) changes.push({ at: momentBetween(at, at + step), before, after });
  }
  return changes;

  function momentBetween(low: number, high: number): number {
    const before = aheadAt(low);
    let [from, until] = [low, high];
    while (until - from > 1000) {
      const middle = Math.floor((from + until) / 2000) * 1000;
      if (aheadAt(middle) === before) from = middle;
      else until = middle;
    }
    return until;
  }
}
