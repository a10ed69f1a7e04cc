import { mergeTimeSpans, subtractTimeSpans, type TimeSpan } from '../../task/time-spans.ts';

/** A time span and its position in the chart, from 0 to 1 of the width; a `broken` one is not drawn to scale. */
export interface ChartTimeSpan extends TimeSpan {
  start: number;
  end: number;
  broken: boolean;
}

/** The width of one break as a share of the part drawn to scale; all breaks together take at most `mostBreaks`. */
const breakWidth = 0.08;
const mostBreaks = 0.6;
/** Idle time is compressed only if, drawn to scale, it would be wider than this many breaks. */
const worthBreaking = 2;

/**
 * A time axis that compresses long idle times: `work` is drawn to scale, and every long time without work becomes a
 * break. The order of moments is kept.
 */
export class CompressedTimeAxis {
  readonly stretches: readonly ChartTimeSpan[];

  constructor(whole: TimeSpan, work: readonly TimeSpan[]) {
    const busy = mergeTimeSpans(work);
    const idle = subtractTimeSpans(whole, busy);
    const worked = whole.to - whole.from - sum(idle);
    const broken = idle.filter((span) => lengthOf(span) > worthBreaking * breakWidth * worked && worked > 0);
    const toScale = whole.to - whole.from - sum(broken);
    const width = Math.min(breakWidth, mostBreaks / Math.max(1, broken.length)) * toScale;
    const total = toScale + broken.length * width;
    let start = 0;
    const stretches: ChartTimeSpan[] = [];
    const add = (span: TimeSpan, isBroken: boolean) => {
      const end = start + (total > 0 ? (isBroken ? width : lengthOf(span)) / total : 0);
      stretches.push({ ...span, start, end, broken: isBroken });
      start = end;
    };
    let stretchStart = whole.from;
    for (const span of broken) {
      if (span.from > stretchStart) add({ from: stretchStart, to: span.from }, false);
      add(span, true);
      stretchStart = span.to;
    }
    if (stretchStart < whole.to || stretches.length === 0) add({ from: stretchStart, to: whole.to }, false);
    this.stretches = stretches;
  }

  /** The position of a moment, from 0 to 1; moments outside are at the nearer end. */
  place(time: number): number {
    const stretch = this.stretches.find(({ to }) => time <= to) ?? this.stretches.at(-1);
    if (!stretch) return 0;
    const { from, to, start, end } = stretch;
    const within = to > from ? Math.max(0, Math.min(1, (time - from) / (to - from))) : 1;
    return start + within * (end - start);
  }
}

const lengthOf = ({ from, to }: TimeSpan): number => to - from;

function sum(spans: readonly TimeSpan[]): number {
  return spans.reduce((total, span) => total + lengthOf(span), 0);
}
