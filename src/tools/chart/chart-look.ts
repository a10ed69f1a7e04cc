/**
 * Sizes and colours of charts. The background is drawn, so that a chart is readable wherever its file is opened; a dark
 * page turns its colours round (`ui/files/preview-of.ts`).
 */
export const chartStyle = {
  size: { width: 800, height: 460 },
  /** Of a chart with few marks: a phone shows it whole. */
  small: { width: 440, height: 340 },
  font: 13,
  titleFont: 18,
  ground: '#ffffff',
  ink: '#26251f',
  soft: '#5f5c52',
  line: '#e4e1d8',
  /** Twelve colours, as distinguishable as possible for people with colour blindness. */
  colors: [
    '#3d6b4f',
    '#c2703d',
    '#3f6fa8',
    '#b0982f',
    '#8a5a94',
    '#2f8c8c',
    '#b8504f',
    '#76808a',
    '#6d8f2f',
    '#d08aa6',
    '#544f9c',
    '#8c6a4a',
  ],
} as const;

export type ChartSize = Readonly<Record<'width' | 'height', number>>;

/** The colour of a series by its index. */
export const chartColor = (seriesIndex: number): string =>
  chartStyle.colors[seriesIndex % chartStyle.colors.length] ?? chartStyle.ink;

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;

/**
 * Returns the approximate width of a text in pixels: East Asian characters fill a square, others little more than half
 * of one.
 */
export function textWidth(text: string, size: number): number {
  return Array.from(text).reduce((sum, sign) => sum + (wide.test(sign) ? 1 : 0.56), 0) * size;
}

type Attributes = Readonly<Record<string, string | number>>;

/** Characters that XML 1.0 cannot hold, even escaped: most control characters, and lone surrogates. */
const impossible = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Returns one element as text; attributes are escaped, children must be elements or results of `svgElement.text`. */
export function svgElement(name: string, attributes: Attributes, ...children: string[]): string {
  const attributeTexts = Object.entries(attributes).map(([key, value]) => ` ${key}="${plain(value)}"`);
  const start = `<${name}${attributeTexts.join('')}`;
  return children.length === 0 ? `${start}/>` : `${start}>${children.join('')}</${name}>`;
}

svgElement.text = (text: string): string =>
  text
    .replace(impossible, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const plain = (value: string | number) =>
  typeof value === 'number' ? String(Number(value.toFixed(2))) : svgElement.text(value);
