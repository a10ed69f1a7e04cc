import { chartStyle as look, type ChartSize, svgElement, textWidth, chartColor } from './chart-look.ts';

/** The rectangle in which a chart's marks are drawn. */
export interface ChartArea {
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
  size: ChartSize,
  top: number,
  across: readonly string[],
  upward: readonly string[],
  hasAxisName: boolean,
): { area: ChartArea; leans: boolean } {
  const widest = (labels: readonly string[]) => Math.max(0, ...labels.map((label) => textWidth(label, tickFont)));
  const first = 24 + Math.min(120, widest(upward) + 10);
  const right = size.width - 24;
  const share = (right - first) / Math.max(1, across.length);
  const leans = widest(across) + 8 > share;
  /** The smallest left edge of the area at which no slanted label reaches over the edge of the picture. */
  const begins = across.map((label, at) => {
    const part = (at + 0.5) / across.length;
    const reach = Math.cos((leaning * Math.PI) / 180) * Math.min(textWidth(label, tickFont), longestLabel);
    return (8 + reach - right * part) / (1 - part);
  });
  const left = leans ? Math.max(first, ...begins) : first;
  const depth = leans ? Math.sin((leaning * Math.PI) / 180) * Math.min(widest(across), longestLabel) + 14 : 12;
  return { area: { left, right, top: top + 16, bottom: size.height - 20 - depth - (hasAxisName ? 18 : 0) }, leans };
}

/**
 * Draws the grid lines with their numbers, and the labels along the bottom; labels that would overlap are thinned out.
 */
export function chartAxes(
  area: ChartArea,
  { height }: ChartSize,
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
  const shownTicks = across.filter((_, at) => at % every === 0);
  const shownLabels = fittedTexts(
    shownTicks.map(({ label: written }) => written),
    tickFont,
    longestLabel,
  );
  const labels = shownTicks.map(({ at }, nth) => {
    const labelText = svgElement.text(shownLabels[nth] ?? '');
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
          labelText,
        )
      : svgElement('text', { x: at, y, 'text-anchor': 'middle', ...label }, labelText);
  });
  const axisName = svgElement(
    'text',
    { x: (area.left + area.right) / 2, y: height - 12, 'text-anchor': 'middle', ...label },
    svgElement.text(fittedText(name, tickFont, area.right - area.left)),
  );
  return [...grid, base, ...labels, name === '' ? '' : axisName].join('');
}

const text = (x: number, y: number, content: string, more: Record<string, string | number> = {}) =>
  svgElement('text', { x, y, fill: look.ink, ...more }, svgElement.text(content));

/**
 * Draws the frame around the content that starts at `top`: background, title, legend, and a text alternative for screen
 * readers.
 */
export function chartFrame(
  { width, height }: ChartSize,
  { title, description, note, legend }: { title: string; description: string; note: string; legend: readonly string[] },
  draw: (top: number) => string,
): string {
  const shownTitle = fittedText(title, look.titleFont, width - 48);
  const titleEnd = title === '' ? 16 : 44;
  const noteEnd = titleEnd + (note === '' ? 0 : 22);
  const keys = legendKeys(legend, noteEnd + 18, width);
  const top = legend.length > 0 ? keys.end : noteEnd;
  return `${svgElement(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'font-family': 'system-ui, "Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", sans-serif',
      'font-size': look.font,
    },
    svgElement('title', {}, svgElement.text(title || description)),
    svgElement('desc', {}, svgElement.text(note === '' ? description : `${description} ${note}`)),
    svgElement('rect', { width, height, fill: look.ground }),
    title === '' ? '' : text(24, 32, shownTitle, { 'font-size': look.titleFont, 'font-weight': 600 }),
    note === '' ? '' : text(24, noteEnd - 6, note, { fill: look.soft }),
    keys.drawn,
    draw(top),
  )}\n`;
}

/** Draws colour and name of each series, on as many lines as they need. */
function legendKeys(names: readonly string[], first: number, across: number): { drawn: string; end: number } {
  let x = 24;
  let y = first;
  const legendParts = fittedTexts(names, look.font, 240).map((seriesName, at) => {
    const width = textWidth(seriesName, look.font) + 40;
    if (x > 24 && x + width > across - 24) {
      x = 24;
      y += 22;
    }
    const key = svgElement('rect', { x, y: y - 10, width: 12, height: 12, rx: 2, fill: chartColor(at) });
    const label = text(x + 18, y, seriesName);
    x += width;
    return key + label;
  });
  return { drawn: legendParts.join(''), end: y + 14 };
}

/**
 * Returns the texts shortened to `width` pixels each: at their ends, or, if texts that differ would be the same then,
 * in their middle or at the beginning that they share.
 */
function fittedTexts(texts: readonly string[], size: number, width: number): string[] {
  const [first = '', ...others] = [...new Set(texts)];
  const differs = Array.from(first.slice(0, 200)).findIndex((_, at, signs) => {
    const beginning = signs.slice(0, at + 1).join('');
    return others.some((text) => !text.startsWith(beginning));
  });
  const shared = Array.from(first).slice(0, Math.max(0, differs)).join('').replace(/\S*$/, '');
  const ways = [
    (text: string) => fittedText(text, size, width),
    (text: string) => fittedText(text, size, width, 0.5),
    (text: string) => fittedText(shared === '' ? text : `…${text.slice(shared.length)}`, size, width),
  ].map((shortenText) => texts.map(shortenText));
  return ways.find((shortTexts) => new Set(shortTexts).size > others.length) ?? ways[1] ?? [...texts];
}

/** Returns the text shortened to `width` pixels, with an ellipsis after the given part of what is left if it is cut. */
function fittedText(text: string, size: number, width: number, part = 1): string {
  if (textWidth(text, size) <= width) return text;
  const signs = Array.from(text);
  const shortenTo = (keptCount: number) => {
    const head = Math.ceil(keptCount * part);
    const tail =
      keptCount > head
        ? signs
            .slice(head - keptCount)
            .join('')
            .trimStart()
        : '';
    return `${signs.slice(0, head).join('').trimEnd()}…${tail}`;
  };
  let fittingCount = Math.min(signs.length - 1, Math.floor(width / (size * 0.5)));
  while (fittingCount > 1 && textWidth(shortenTo(fittingCount), size) > width) fittingCount -= 1;
  return shortenTo(fittingCount);
}
