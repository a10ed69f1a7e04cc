import { chartLook as look, svgElement, textWidth, chartColor } from './chart-look.ts';

/** The rectangle in which a chart's marks are drawn. */
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

/** The area that axes with these labels leave for the marks, and whether the lower labels must be slanted to fit. */
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

/**
 * Draws the grid lines with their numbers, and the labels along the bottom; labels that would overlap are thinned out.
 */
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

const text = (x: number, y: number, content: string, more: Record<string, string | number> = {}) =>
  svgElement('text', { x, y, fill: look.ink, ...more }, svgElement.text(content));

/**
 * Draws the frame around the content that starts at `top`: background, title, legend, and a text alternative for screen
 * readers.
 */
export function chartFrame(
  { title, description, note, legend }: { title: string; description: string; note: string; legend: readonly string[] },
  draw: (top: number) => string,
): string {
  const shownTitle = fittedText(title, look.titleFont, look.width - 48);
  const titleEnd = title === '' ? 16 : 44;
  const noteEnd = titleEnd + (note === '' ? 0 : 22);
  const keys = legendKeys(legend, noteEnd + 18);
  const top = legend.length > 0 ? keys.end : noteEnd;
  return `${svgElement(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: look.width,
      height: look.height,
      viewBox: `0 0 ${look.width} ${look.height}`,
      role: 'img',
      'font-family': 'system-ui, "Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", sans-serif',
      'font-size': look.font,
    },
    svgElement('title', {}, svgElement.text(title || description)),
    svgElement('desc', {}, svgElement.text(note === '' ? description : `${description} ${note}`)),
    svgElement('rect', { width: look.width, height: look.height, fill: look.ground }),
    title === '' ? '' : text(24, 32, shownTitle, { 'font-size': look.titleFont, 'font-weight': 600 }),
    note === '' ? '' : text(24, noteEnd - 6, note, { fill: look.soft }),
    keys.drawn,
    draw(top),
  )}\n`;
}

/** Draws colour and name of each series, on as many lines as they need. */
function legendKeys(names: readonly string[], first: number): { drawn: string; end: number } {
  let x = 24;
  let y = first;
  const drawn = names.map((name, at) => {
    const shown = fittedText(name, look.font, 240);
    const width = textWidth(shown, look.font) + 40;
    if (x > 24 && x + width > look.width - 24) {
      x = 24;
      y += 22;
    }
    const key = svgElement('rect', { x, y: y - 10, width: 12, height: 12, rx: 2, fill: chartColor(at) });
    const label = text(x + 18, y, shown);
    x += width;
    return key + label;
  });
  return { drawn: drawn.join(''), end: y + 14 };
}

/** Returns the text shortened to `width` pixels, with an ellipsis at the end if it is cut. */
function fittedText(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text;
  const signs = Array.from(text);
  while (signs.length > 1 && textWidth(`${signs.join('')}…`, size) > width) signs.pop();
  return `${signs.join('').trimEnd()}…`;
}
