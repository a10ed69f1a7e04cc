import { scaleUtc } from 'd3-scale';
import type { CompressedTimeAxis, ChartTimeSpan } from './compressed-time.ts';
import { localTime } from '../../values/zoned-time.ts';
import type { Translator } from '../app/translator.svelte.ts';
import { clockText, durationText } from '../kit/time-text.ts';

/** A mark on the time axis: a time of day, or a break with the duration that it omits. */
export interface AxisMark {
  /** The position of the mark on the axis, from 0 to 1. */
  place: number;
  kind: 'moment' | 'break';
  text: string;
  /** True if there is room for its text. */
  hasLabel: boolean;
}

/** Pixels for a label, with space around it. */
const room = 72;
/** Pixels at either end that are reserved for the end marks. */
const ending = 8;

/**
 * The marks of an axis of `width` pixels: its ends, each break, and round times of day in `zone`, as d3-scale chooses
 * them.
 */
export function axisMarks(time: CompressedTimeAxis, width: number, zone: string, words: Translator): AxisMark[] {
  const labelPositions: number[] = [];
  const tell = (place: number): boolean => {
    const labelPosition = Math.max(room / 2, Math.min(width - room / 2, place * width));
    const free = labelPositions.every((other) => Math.abs(other - labelPosition) >= room);
    if (free) labelPositions.push(labelPosition);
    return free;
  };
  const text = (moment: number, seconds: boolean) => clockText(new Date(moment).toISOString(), zone, words, seconds);
  const whole = [time.stretches[0]?.from, time.stretches.at(-1)?.to];
  const ends = whole.flatMap((moment = NaN, at): AxisMark[] =>
    Number.isFinite(moment) ? [{ place: at, kind: 'moment', text: text(moment, true), hasLabel: tell(at) }] : [],
  );
  const breaks = time.stretches
    .filter(({ broken }) => broken)
    .map((stretch): AxisMark => {
      const place = (stretch.start + stretch.end) / 2;
      const breakDuration = durationText(stretch.to - stretch.from, words);
      return { place, kind: 'break', text: breakDuration, hasLabel: tell(place) };
    });
  const moments = time.stretches
    .filter(({ broken }) => !broken)
    .flatMap((stretch) => {
      const { at, seconds } = roundTimes(stretch, width, zone);
      const inner = at.filter((moment) => Math.abs(time.place(moment) - 0.5) * width < width / 2 - ending);
      return inner.map((moment): AxisMark => {
        const place = time.place(moment);
        return { place, kind: 'moment', text: text(moment, seconds), hasLabel: tell(place) };
      });
    });
  return [...ends, ...breaks, ...moments];
}

function roundTimes(
  { from, to, start, end }: ChartTimeSpan,
  width: number,
  zone: string,
): { at: number[]; seconds: boolean } {
  const count = Math.max(1, Math.floor(((end - start) * width) / (1.5 * room)));
  const { year, month, day, hour, minute, second } = localTime(from, zone);
  const offset = Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(from / 1000) * 1000;
  const tickTimes = scaleUtc([from + offset, to + offset], [0, 1])
    .ticks(count)
    .map((tick) => tick.getTime() - offset);
  const whole = tickTimes.filter((moment) => moment % 1000 === 0);
  return { at: whole, seconds: whole.some((moment) => moment % 60_000 !== 0) };
}
