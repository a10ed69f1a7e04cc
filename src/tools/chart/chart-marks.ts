import { area as areaShape, line as lineShape } from 'd3-shape';
import { chartColor, chartStyle as look, svgElement } from './chart-look.ts';
import type { ChartInput } from './chart-data.ts';

/** A value of a series, drawn from `base` (zero, or the top of the series below it) to `value`. */
export interface ChartMark {
  x: number;
  base: number;
  value: number;
}

interface Scene {
  type: Exclude<ChartInput['type'], 'pie'>;
  /** By series; null is a missing value, which leaves a gap. */
  marks: readonly (readonly (ChartMark | null)[])[];
  y: (value: number) => number;
  /** For bars: the width reserved for one label, in pixels. */
  band: number;
  stacked: boolean;
  tip: (series: number, at: number) => string;
}

const isThere = (mark: ChartMark | null): mark is ChartMark => mark !== null;

/** Draws the marks of all series; each shows its value on hover. */
export function chartMarks(scene: Scene): string {
  return scene.marks.map((marks, series) => drawn(scene, marks, series)).join('');
}

function drawn(scene: Scene, marks: readonly (ChartMark | null)[], series: number): string {
  const { type, y } = scene;
  const color = chartColor(series);
  if (type === 'bar') return bars(scene, marks, series);
  const line = lineShape<ChartMark | null>()
    .defined(isThere)
    .x((mark) => mark?.x ?? 0)
    .y((mark) => y(mark?.value ?? 0))
    .digits(1);
  const dots = dotsOf(scene, marks, series);
  if (type === 'point') return dots;
  const stroke = svgElement('path', {
    d: line([...marks]) ?? '',
    fill: 'none',
    stroke: color,
    'stroke-width': 2.5,
    'stroke-linejoin': 'round',
    'stroke-linecap': 'round',
  });
  if (type === 'line') return stroke + dots;
  const areaPathOf = areaShape<ChartMark | null>()
    .defined(isThere)
    .x((mark) => mark?.x ?? 0)
    .y0((mark) => y(mark?.base ?? 0))
    .y1((mark) => y(mark?.value ?? 0))
    .digits(1);
  const fill = svgElement('path', {
    d: areaPathOf([...marks]) ?? '',
    fill: color,
    'fill-opacity': scene.stacked ? 0.75 : 0.3,
  });
  return fill + stroke + dots;
}

/** The number of points above which only the line is drawn, because the points would overlap. */
const mostDots = 60;

function dotsOf({ type, y, tip }: Scene, marks: readonly (ChartMark | null)[], series: number): string {
  if (type !== 'point' && marks.length > mostDots) return '';
  return marks
    .map((mark, at) =>
      mark
        ? svgElement(
            'circle',
            {
              cx: mark.x,
              cy: y(mark.value),
              r: type === 'point' ? 4 : 3.2,
              fill: chartColor(series),
              stroke: look.ground,
              'stroke-width': 1,
            },
            svgElement('title', {}, svgElement.text(tip(series, at))),
          )
        : '',
    )
    .join('');
}

function bars(
  { marks: all, y, band, stacked, tip }: Scene,
  marks: readonly (ChartMark | null)[],
  series: number,
): string {
  const slots = stacked ? 1 : all.length;
  const whole = Math.min(band * 0.76, 90 * slots);
  const width = whole / slots;
  const offset = stacked ? 0 : series * width;
  return marks
    .map((mark, at) => {
      if (!mark) return '';
      const [from, to] = [y(mark.base), y(mark.value)];
      return svgElement(
        'rect',
        {
          x: mark.x - whole / 2 + offset,
          y: Math.min(from, to),
          width: Math.max(0.5, width - (slots > 1 ? 1 : 0)),
          height: Math.max(0.5, Math.abs(from - to)),
          fill: chartColor(series),
        },
        svgElement('title', {}, svgElement.text(tip(series, at))),
      );
    })
    .join('');
}
