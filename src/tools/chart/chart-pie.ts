import type { Result } from '../../values/result.ts';
import { arc, pie } from 'd3-shape';
import { chartColor, chartStyle as look, type ChartSize, svgElement } from './chart-look.ts';
import type { ChartData, ChartError } from './chart-data.ts';

export interface PieSlice {
  name: string;
  value: number;
}

const mostSlices = 12;

/** Returns the slices of a pie in the order of the rows, or why a pie cannot show them. */
export function pieSlices({ labels, series }: ChartData): Result<PieSlice[], ChartError> {
  const refuse = (text: string, failure: ChartError['cause']['failure'], name: string) => ({
    ok: false as const,
    error: { text, cause: { failure, name } },
  });
  const [first, second] = series;
  if (!first || second)
    return refuse('a pie shows one column of numbers: name it in “y”', 'chart_series', String(series.length));
  const slices = labels.flatMap((name, at) => {
    const value = first.values[at] ?? null;
    return value === null || value === 0 ? [] : [{ name, value }];
  });
  const below = slices.find(({ value }) => value < 0);
  if (below) return refuse('a pie cannot show values below zero; take a bar chart', 'chart_negative', below.name);
  if (slices.length === 0) return refuse('all values are zero', 'chart_numbers', first.name);
  if (slices.length > mostSlices)
    return refuse(
      `a pie of ${slices.length} slices cannot be read; sum up the small ones, ${mostSlices} at most, or take a bar chart`,
      'chart_series',
      String(slices.length),
    );
  return { ok: true, value: slices };
}

/** Draws the pie below `top`, with each slice's share written on it if it fits. */
export function chartPie(
  { width, height }: ChartSize,
  slices: readonly PieSlice[],
  mark: ChartData['mark'],
  top: number,
): string {
  const radius = (height - top - 32) / 2;
  const [x, y] = [width / 2, top + 12 + radius];
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  const shape = arc<{ startAngle: number; endAngle: number }>().innerRadius(0).outerRadius(radius).digits(1);
  const place = arc<{ startAngle: number; endAngle: number }>()
    .innerRadius(radius * 0.62)
    .outerRadius(radius * 0.82);
  const sliceDrawings = pie<PieSlice>()
    .value(({ value }) => value)
    .sort(null)([...slices])
    .map((slice, at) => {
      const share = formatWithDecimalMark(shareText(slice.data.value / total), mark);
      const [labelX, labelY] = place.centroid(slice);
      const path = svgElement(
        'path',
        { d: shape(slice) ?? '', fill: chartColor(at), stroke: look.ground, 'stroke-width': 1.5 },
        svgElement(
          'title',
          {},
          svgElement.text(`${slice.data.name}: ${formatWithDecimalMark(slice.data.value, mark)} (${share})`),
        ),
      );
      const isWide = slice.endAngle - slice.startAngle > 0.28;
      const label = { x: labelX, y: labelY + 4, 'text-anchor': 'middle', fill: look.ground, 'font-weight': 600 };
      return path + (isWide ? svgElement('text', label, share) : '');
    });
  return svgElement('g', { transform: `translate(${x} ${y.toFixed(1)})` }, ...sliceDrawings);
}

/** A number as text, with this decimal mark. */
export const formatWithDecimalMark = (value: number | string, mark: ChartData['mark']): string =>
  mark === ',' ? String(value).replace('.', ',') : String(value);

const shareText = (share: number) => `${Number((share * 100).toFixed(share < 0.1 ? 1 : 0))}%`;
