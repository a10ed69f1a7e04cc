import { addDays } from '../../values/calendar-date.ts';
import type { CalendarEntry } from '../../records/calendar-entry.ts';
import { shiftOccurrenceStarts, shiftRecurrenceDays } from '../changed-series.ts';
import { candidateOccurrences } from '../candidate-occurrences.ts';
import { parseRrule, formatRrule } from '../rrule.ts';
import { singleEntryFields } from '../../records/calendar-entry.ts';
import { wallTime } from '../times.ts';
import type { IcsEvent } from './ics-times.ts';

/** A part of a series that follows one rule, with its own changed occurrences and exceptions by their start. */
export interface SeriesSegment {
  event: IcsEvent;
  own: ReadonlyMap<string, IcsEvent>;
  left: readonly string[];
}

/**
 * Splits a repeating event into several, one for each change of an occurrence “and all later ones”
 * (RANGE=THISANDFUTURE). Each part repeats by the event's rule, shifted as its first occurrence was shifted. The keys
 * of `changesByStart` and the items of `except` are the original start times of the occurrences.
 */
export function splitRepeatingEvent(
  main: IcsEvent,
  changesByStart: ReadonlyMap<string, IcsEvent>,
  except: readonly string[],
): SeriesSegment[] {
  const cuts = [...changesByStart].filter(([, { onwards }]) => onwards).sort(([a], [b]) => (a < b ? -1 : 1));
  const begins = [{ from: '', event: main }, ...cuts.map(([from, event]) => ({ from, event }))];
  return begins.flatMap(({ from, event }, at): SeriesSegment[] => {
    const until = begins[at + 1]?.from ?? null;
    const repeat = ruleBetween(main, from, until);
    if (repeat === null || (from !== '' && event.cancelled)) return [];
    const isWithin = (start: string) => start >= from && (until === null || start < until);
    const single = [...changesByStart].filter(([start, { onwards }]) => !onwards && isWithin(start));
    if (from === '') return [{ event: { ...main, repeat }, own: new Map(single), left: except.filter(isWithin) }];
    const before = { start: from, all_day: main.start.all_day, zone: main.start.zone };
    const after = { ...event.start, start: event.start.value };
    const shiftedStart = (start: string) => shiftOccurrenceStarts([start], before, after)[0] ?? start;
    const wall = (value: string, time: typeof before) => wallTime.of(value, time);
    return [
      {
        event: {
          ...event,
          uid: from <= main.start.value ? main.uid : `${main.uid}/${from}`,
          repeat: shiftRecurrenceDays(repeat, wall(from, before), wall(event.start.value, after)),
          ...{ lossy: false, more: [], replaces: null },
        },
        own: new Map(single.map(([start, change]) => [shiftedStart(start), change])),
        left: except.filter(isWithin).map(shiftedStart),
      },
    ];
  });
}

/** Returns the event's rule for its occurrences from one start to before another; null if there are none. */
function ruleBetween({ start, end, repeat }: IcsEvent, from: string, until: string | null): string | null {
  const parsedRule = repeat === null ? null : parseRrule(repeat);
  if (!parsedRule?.ok) return from === '' ? repeat : null;
  let { value: rule } = parsedRule;
  if (rule.count !== null && from !== '') {
    const past = countBefore(
      { ...storedSeries, start: start.value, end, all_day: start.all_day, zone: start.zone, repeat },
      from,
    );
    if (past >= rule.count) return null;
    rule = { ...rule, count: rule.count - past };
  }
  if (until === null) return formatRrule(rule);
  if (until <= start.value) return null;
  const last = addDays(wallTime.write(wallTime.of(until, start)).slice(0, 10), -1);
  return formatRrule({ ...rule, count: null, until: last.replaceAll('-', '') });
}

/** Returns the number of occurrences that begin before a start. */
function countBefore(series: CalendarEntry, from: string): number {
  let count = 0;
  for (const { start } of candidateOccurrences(series, { from: -Infinity, until: Infinity }, false)) {
    if (start >= from) break;
    count += 1;
  }
  return count;
}

const storedSeries: CalendarEntry = {
  ...singleEntryFields(),
  ...{ id: '', title: '', start: '', end: '', all_day: false, zone: '', place: '', notes: '', reminder: null },
  ...{ session_id: null, created_at: '', updated_at: '', deleted_at: null },
};
