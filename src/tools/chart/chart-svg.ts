import { scaleLinear, scaleUtc } from 'd3-scale';
import { type ChartArea, chartArea, chartAxes, type Tick, chartFrame } from './chart-axes.ts';
import type { ChartData } from './chart-data.ts';
import { chartStyle as look, type ChartSize, textWidth } from './chart-look.ts';
import { chartMarks, type ChartMark } from './chart-marks.ts';
import { chartPie, type PieSlice, formatWithDecimalMark } from './chart-pie.ts';

interface Words {
  title: string;
  description: string;
  /** What the chart leaves out, in a sentence below the title; may be empty. */
  note: string;
}

/**
 * The language of a chart's figures: that of its words; the signs of German, but no words of it, if the given numbers
 * have a decimal comma.
 */
const languageOf = (words: string, mark: ChartData['mark']) =>
  /\p{Script=Han}/u.test(words) ? 'zh' : mark === ',' ? 'de' : 'en';

type Language = ReturnType<typeof languageOf>;

/** The most marks of a small chart. */
const few = 8;

/** Returns the size of a chart: the small one if it has few marks, and its title and note are not cut in it. */
function chartSize(marks: number, { title, note }: Words): ChartSize {
  const room = look.small.width - 48;
  const fits = textWidth(title, look.titleFont) <= room && textWidth(note, look.font) <= room;
  return fits && marks <= few ? look.small : look.size;
}

/** Returns a pie as SVG. */
export function pieSvg(slices: readonly PieSlice[], mark: ChartData['mark'], words: Words): string {
  const size = chartSize(slices.length, words);
  return chartFrame(size, { ...words, legend: slices.map(({ name }) => name) }, (top) =>
    chartPie(size, slices, mark, top),
  );
}

/**
 * Returns rows on two axes as SVG. Scales and shapes come from D3, which is small, well maintained and needs no DOM, so
 * that a chart is plain text.
 */
export function chartSvg(
  data: ChartData,
  type: 'line' | 'bar' | 'area' | 'point',
  stacked: boolean,
  words: Words,
): string {
  const language = languageOf(words.title + data.x + data.labels.join(''), data.mark);
  const names = data.series.map(({ name }) => name);
  const legend = names.length === 1 && words.title.includes(names[0] ?? '') ? [] : names;
  const spans = stackedSpans(data, stacked);
  const y = scaleLinear().domain(domainOf(spans, type)).nice(6);
  const values = y.ticks(6);
  const bare = chartFigures(values, language);
  const figure = (value: number) => `${bare(value)}${data.unit}`;

  const areaOf = (size: ChartSize, top: number) => {
    const { ticks } = acrossOf(data, { left: 80, right: size.width - 24, top: 0, bottom: 0 }, language);
    const labels = ticks.map(({ label }) => label);
    return chartArea(size, top, labels, values.map(figure), data.x !== '');
  };
  const preferredSize = chartSize(data.scale === 'order' ? data.labels.length * data.series.length : Infinity, words);
  const size = areaOf(preferredSize, 0).leans ? look.size : preferredSize;

  return chartFrame(size, { ...words, legend }, (top) => {
    const { area, leans } = areaOf(size, top);
    const across = acrossOf(data, area, language);
    y.range([area.bottom, area.top]);
    const upward = values.map((value) => ({ at: y(value), label: figure(value) }));
    const [low = 0, high = 0] = y.domain();
    const axes = chartAxes(area, size, {
      across: across.ticks,
      upward,
      leans,
      zero: y(Math.min(Math.max(0, low), high)),
      name: data.x,
    });
    const marks = spans.map((series) =>
      series.map((span, at): ChartMark | null => span && { x: across.place(at), base: span[0], value: span[1] }),
    );
    const zero = Math.min(Math.max(0, low), high);
    const grounded = stacked ? marks : marks.map((series) => series.map((mark) => mark && { ...mark, base: zero }));
    const tip = (series: number, labelIndex: number) =>
      `${data.series[series]?.name ?? ''}, ${data.labels[labelIndex] ?? ''}: ${formatWithDecimalMark(data.series[series]?.values[labelIndex] ?? '', data.mark)}${data.unit}`;
    return axes + chartMarks({ type, marks: grounded, y: (value) => y(value), band: across.band, stacked, tip });
  });
}

type Span = readonly [from: number, to: number] | null;

/** Returns the range of each value: from zero, or stacked on the series below it; negative values stack downwards. */
function stackedSpans({ series }: ChartData, stacked: boolean): Span[][] {
  const above: number[] = [];
  const below: number[] = [];
  return series.map(({ values }) =>
    values.map((value, at) => {
      if (value === null) return null;
      if (!stacked) return [0, value];
      const pile = value < 0 ? below : above;
      const from = pile[at] ?? 0;
      pile[at] = from + value;
      return [from, from + value];
    }),
  );
}

/** Returns the range of the value axis: bars and areas include zero; lines and points include it only if it is near. */
function domainOf(spans: readonly Span[][], type: string): [number, number] {
  const ends = spans.flat().flatMap((span) => (span ? [span[0], span[1]] : []));
  const tops = spans.flat().flatMap((span) => (span ? [span[1]] : []));
  const grounded = type === 'bar' || type === 'area';
  const [low, high] = [Math.min(...(grounded ? ends : tops)), Math.max(...(grounded ? ends : tops))];
  if (low === high) return low === 0 ? [0, 1] : low > 0 ? [0, low] : [low, 0];
  if (!grounded && low > 0 && low < high * 0.6) return [0, high];
  if (!grounded && high < 0 && high > low * 0.6) return [low, 0];
  return [low, high];
}

interface Across {
  ticks: Tick[];
  place: (at: number) => number;
  band: number;
}

function acrossOf(
  { scale, labels, positions: places }: ChartData,
  { left, right }: ChartArea,
  language: Language,
): Across {
  const band = (right - left) / Math.max(1, labels.length);
  if (scale === 'order') {
    const place = (labelIndex: number) => left + band * (labelIndex + 0.5);
    return { ticks: labels.map((label, at) => ({ at: place(at), label })), place, band };
  }
  const inner: [number, number] = [left + 16, right - 16];
  const [first, last] = [Math.min(...places), Math.max(...places)];
  if (scale === 'time') {
    const time = scaleUtc().domain([first, last]).range(inner);
    const moments = time.ticks(7).map(Number);
    const dayLabel = chartDays(moments);
    const place = (labelIndex: number) => time(places[labelIndex] ?? 0);
    return { ticks: moments.map((moment) => ({ at: time(moment), label: dayLabel(moment) })), place, band };
  }
  const linear = scaleLinear().domain([first, last]).range(inner);
  const isWhole = places.every(Number.isInteger);
  const values = linear.ticks(8).filter((value) => !isWhole || Number.isInteger(value));
  const figureLabel = chartFigures(values, language);
  const place = (labelIndex: number) => linear(places[labelIndex] ?? 0);
  return { ticks: values.map((value) => ({ at: linear(value), label: figureLabel(value) })), place, band };
}

const day = 86_400_000;

/**
 * Returns a formatter for the times of an axis that shows only the parts that differ: years, months, days or the time
 * of day.
 */
function chartDays(ticks: readonly number[]): (value: number) => string {
  const texts = ticks.map(iso);
  const step = Math.min(...ticks.slice(1).map((tick, at) => tick - (ticks[at] ?? 0)));
  const sameYear = new Set(texts.map((text) => text.slice(0, 4))).size === 1;
  if (step < day) {
    const sameDay = new Set(texts.map((text) => text.slice(0, 10))).size === 1;
    return (value) => (sameDay ? iso(value).slice(11, 16) : iso(value).slice(5, 16).replace('T', ' '));
  }
  if (texts.every((text) => text.slice(5, 10) === '01-01')) return (value) => iso(value).slice(0, 4);
  if (texts.every((text) => text.slice(8, 10) === '01')) return (value) => iso(value).slice(0, 7);
  return (value) => iso(value).slice(sameYear ? 5 : 0, 10);
}

const iso = (value: number) => new Date(value).toISOString();

/**
 * Returns one formatter for all numbers of an axis: large ones abbreviated, unless their spacing needs more digits than
 * an abbreviation saves. No number is rounded, so that no two of an axis read alike.
 */
function chartFigures(ticks: readonly number[], language: Language): (value: number) => string {
  const largest = Math.max(...ticks.map(Math.abs), 0);
  const step = Math.abs((ticks[1] ?? 0) - (ticks[0] ?? 0));
  const isYears = ticks.every((tick) => Number.isInteger(tick) && tick >= 1500 && tick <= 2200);
  if (isYears) return String;
  const powers = language === 'zh' ? 4 : 3;
  const unit = 10 ** Math.min(12, powers * Math.floor(Math.log10(Math.max(largest, 1)) / powers));
  const digitsFor = (one: number) =>
    step === 0 ? 2 : Math.min(20, Math.max(0, Math.ceil(-Math.log10(step / one) - 1e-9)));
  const short = language !== 'de' && largest >= 100_000 && digitsFor(unit) <= 3;
  const format = new Intl.NumberFormat(language, {
    maximumFractionDigits: digitsFor(short ? unit : 1),
    ...(short && { notation: 'compact' as const }),
  });
  return (value) => format.format(Object.is(value, -0) ? 0 : value).replace('-', '−');
}
