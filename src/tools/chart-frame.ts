import { chartColor } from './chart-color.ts';
import { chartLook as look } from './chart-look.ts';
import { fittedText } from './fitted-text.ts';
import { svgElement } from './svg-element.ts';
import { textWidth } from './text-width.ts';

const text = (x: number, y: number, content: string, more: Record<string, string | number> = {}) =>
  svgElement('text', { x, y, fill: look.ink, ...more }, svgElement.text(content));

/** The whole picture around what is drawn from `top` on: ground, title, legend, and words for those who do not see it. */
export function chartFrame(
  { title, description, legend }: { title: string; description: string; legend: readonly string[] },
  draw: (top: number) => string,
): string {
  const shownTitle = fittedText(title, look.titleFont, look.width - 48);
  const titleEnd = title === '' ? 16 : 44;
  const keys = legendKeys(legend, titleEnd + 18);
  const top = legend.length > 0 ? keys.end : titleEnd;
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
    svgElement('desc', {}, svgElement.text(description)),
    svgElement('rect', { width: look.width, height: look.height, fill: look.ground }),
    title === '' ? '' : text(24, 32, shownTitle, { 'font-size': look.titleFont, 'font-weight': 600 }),
    keys.drawn,
    draw(top),
  )}\n`;
}

/** Colour and name of each series, in as many lines as they need. */
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
