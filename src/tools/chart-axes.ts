import { chartLook as look } from './chart-look.ts';
import { fittedText } from './fitted-text.ts';
import { svgElement } from './svg-element.ts';
import { textWidth } from './text-width.ts';

/** Where the marks of a chart go. */
export interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Tick {
  at: number;
  label: string;
}

const tickFont = 12;
const longestLabel = 150;
const leaning = 35;

/** The room that axes with these labels leave for the marks, and whether the lower labels must lean to fit. */
export function chartArea(
  top: number,
  across: readonly string[],
  upward: readonly string[],
  named: boolean,
): { area: Area; leans: boolean } {
  const widest = (labels: readonly string[]) => Math.max(0, ...labels.map((label) => textWidth(label, tickFont)));
  const left = 24 + Math.min(120, widest(upward) + 10);
  const right = look.width - 24;
  const share = (right - left) / Math.max(1, across.length);
  const leans = widest(across) + 8 > share;
  const depth = leans ? Math.sin((leaning * Math.PI) / 180) * Math.min(widest(across), longestLabel) + 14 : 12;
  return { area: { left, right, top: top + 16, bottom: look.height - 20 - depth - (named ? 18 : 0) }, leans };
}

/** Lines of the grid with their numbers, and the labels along the bottom; of labels that would touch, some are left out. */
export function chartAxes(
  area: Area,
  {
    across,
    upward,
    leans,
    zero,
    name,
  }: { across: readonly Tick[]; upward: readonly Tick[]; leans: boolean; zero: number; name: string },
): string {
  const label = { fill: look.soft, 'font-size': tickFont };
  const grid = upward.map(
    ({ at, label: written }) =>
      svgElement('line', { x1: area.left, x2: area.right, y1: at, y2: at, stroke: look.line }) +
      svgElement('text', { x: area.left - 8, y: at + 4, 'text-anchor': 'end', ...label }, svgElement.text(written)),
  );
  const base = svgElement('line', { x1: area.left, x2: area.right, y1: zero, y2: zero, stroke: look.soft });
  const room = leans ? 18 : 0;
  const every = Math.max(1, Math.ceil((across.length * room) / (area.right - area.left)));
  const labels = across
    .filter((_, at) => at % every === 0)
    .map(({ at, label: written }) => {
      const shown = svgElement.text(fittedText(written, tickFont, longestLabel));
      const y = area.bottom + (leans ? 14 : 18);
      return leans
        ? svgElement(
            'text',
            {
              x: at,
              y,
              'text-anchor': 'end',
              transform: `rotate(-${leaning} ${at.toFixed(1)} ${y.toFixed(1)})`,
              ...label,
            },
            shown,
          )
        : svgElement('text', { x: at, y, 'text-anchor': 'middle', ...label }, shown);
    });
  const named = svgElement(
    'text',
    { x: (area.left + area.right) / 2, y: look.height - 12, 'text-anchor': 'middle', ...label },
    svgElement.text(fittedText(name, tickFont, area.right - area.left)),
  );
  return [...grid, base, ...labels, name === '' ? '' : named].join('');
}
