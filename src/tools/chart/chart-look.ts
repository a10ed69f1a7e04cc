/** Sizes and colours of charts. The ground is drawn, so that a chart reads well on a light page and on a dark one. */
export const chartLook = {
  width: 800,
  height: 460,
  font: 13,
  titleFont: 18,
  ground: '#ffffff',
  ink: '#26251f',
  soft: '#5f5c52',
  line: '#e4e1d8',
  /** Told apart also by people who see fewer colours, as far as twelve can be. */
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

/** The colour of a series by its place. */
export const chartColor = (at: number): string => chartLook.colors[at % chartLook.colors.length] ?? chartLook.ink;

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;

/** About how wide a text is drawn, in pixels: signs of East Asia fill a square, others little more than half of one. */
export function textWidth(text: string, size: number): number {
  return Array.from(text).reduce((sum, sign) => sum + (wide.test(sign) ? 1 : 0.56), 0) * size;
}

type Attributes = Readonly<Record<string, string | number>>;

/** What XML 1.0 cannot hold, however it is written: most control signs, and halves of characters. */
const impossible = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** One element as text; attributes are escaped, children are elements already or went through `svgElement.text`. */
export function svgElement(name: string, attributes: Attributes, ...children: string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${plain(value)}"`);
  const start = `<${name}${written.join('')}`;
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
