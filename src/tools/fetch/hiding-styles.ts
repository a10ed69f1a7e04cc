import type { CssPrecedence } from './style-rules.ts';

/** The CSS properties that can hide something. */
export const hidingProperties = [
  ...['display', 'visibility', 'content-visibility', 'opacity', 'filter', 'font-size', 'text-indent', 'color', 'zoom'],
  ...['position', 'left', 'right', 'top', 'bottom', 'margin-left', 'margin-top', 'transform', 'translate', 'scale'],
  ...['clip', 'clip-path', 'width', 'height', 'max-width', 'max-height', 'overflow-x', 'overflow-y'],
  ...['background-color', 'background-image', 'background-clip', '-webkit-background-clip', 'text-shadow'],
  ...['-webkit-text-fill-color', 'transition-property', 'transition-duration', 'animation-name', 'will-change'],
] as const;
/** A CSS property that can hide something. */
export type HidingProperty = (typeof hidingProperties)[number];

/** The winning declaration so far; `block`: its rule or element. */
interface Declared {
  value: string;
  weight: CssPrecedence;
  block: unknown;
}
/** The declarations that apply to one element, by property; only properties that can hide the element or its text. */
export type HidingDeclarations = Partial<Record<HidingProperty, Declared>>;

const shorthands: Partial<Record<HidingProperty, string>> = {
  'overflow-x': 'overflow',
  'overflow-y': 'overflow',
  'background-color': 'background',
};

/** Returns the value of a CSS property, or else of its shorthand, trimmed and in lower case. */
export const styleValue = (style: CSSStyleDeclaration, name: HidingProperty) =>
  (style.getPropertyValue(name) || style.getPropertyValue(shorthands[name] ?? name)).trim().toLowerCase();

/** True if a block of CSS declarations may hide an element, by itself or together with other blocks. */
export function mayHideElement(style: CSSStyleDeclaration): boolean {
  const value = (name: HidingProperty) => styleValue(style, name);
  return (
    value('display') === 'none' ||
    value('content-visibility') === 'hidden' ||
    /^(?:hidden|collapse)$/.test(value('visibility')) ||
    isSeeThrough(value('opacity')) ||
    /opacity\(0/.test(value('filter')) ||
    isFontSizeInvisible(value('font-size')) ||
    value('zoom') === '0' ||
    [...sides, 'transform' as const, 'translate' as const, 'scale' as const].some((name) => value(name) !== '') ||
    value('clip') !== '' ||
    value('clip-path') !== '' ||
    extents.some((name) => isNarrow(value(name))) ||
    (value('color') !== '' && value('background-color') !== '') ||
    isClear(value('color')) ||
    isClear(value('-webkit-text-fill-color'))
  );
}

const sides = ['left', 'right', 'top', 'bottom', 'margin-left', 'margin-top', 'text-indent'] as const;
const extents = ['width', 'height', 'max-width', 'max-height'] as const;

type Value = (name: HidingProperty) => string;

export const isSeeThrough = (opacity: string) =>
  opacity !== '' && Number.parseFloat(opacity) <= (opacity.endsWith('%') ? 5 : 0.05);

export const isFontSizeInvisible = (size: string) => /^[\d.]/.test(size) && pixels(size, 16) <= 1;

const isNarrow = (extent: string) => /^[\d.]/.test(extent) && !extent.endsWith('%') && pixels(extent, 16) <= 1;

/** Returns a length in pixels, roughly; `whole`: 100 % in pixels. */
function pixels(length: string, whole: number): number {
  const [, number = 'NaN', unit = ''] = /^([+-]?[\d.]+(?:e[+-]?\d+)?)\s*([a-z%]*)/.exec(length) ?? [];
  const size: Record<string, number> = {
    '%': whole / 100,
    vw: 12.8,
    vh: 8,
    vmin: 8,
    vmax: 12.8,
    em: 16,
    rem: 16,
    ch: 8,
    ex: 8,
  };
  const inches: Record<string, number> = { in: 96, cm: 37.8, mm: 3.78, pt: 1.33, pc: 16 };
  return Number(number) * (size[unit] ?? inches[unit] ?? 1);
}

const far = 900;

/** True if the element is moved out of the visible page, or scaled to nothing. */
export function isMovedOffscreen(value: Value): boolean {
  const isFar = (name: HidingProperty) => pixels(value(name), 1280) <= -far;
  if (isFar('text-indent') || isFar('margin-left') || isFar('margin-top')) return true;
  const isPlaced = /^(?:absolute|fixed|relative|sticky)$/.test(value('position'));
  if (isPlaced && (['left', 'right', 'top', 'bottom'] as const).some(isFar)) return true;
  if (isPlaced && (['left', 'right'] as const).some((name) => pixels(value(name), 1280) >= 5000)) return true;
  const transformText = `${value('transform')} translate(${value('translate').replace(/\s+/g, ',')})`;
  for (const [, lengths = ''] of transformText.matchAll(/translate(?:x|y|3d)?\(([^)]*)\)/g))
    if (lengths.split(',').some((length) => Math.abs(pixels(length.trim(), 0)) >= far || /-\d{3,}%/.test(length)))
      return true;
  const sizes = `${value('transform')} scale(${value('scale').replace(/\s+/g, ',')})`;
  for (const [, factors = ''] of sizes.matchAll(/scale(?:x|y|3d)?\(([^)]*)\)/g))
    if (factors.split(',').some((factor) => factor.trim() !== '' && Math.abs(Number.parseFloat(factor)) <= 0.01))
      return true;
  return false;
}

/** True if CSS (`clip` or `clip-path`) cuts off the whole element. */
export function isClippedAway(value: Value): boolean {
  const clip = /^rect\(([^)]*)\)/.exec(value('clip'));
  if (clip && /^(?:absolute|fixed)$/.test(value('position'))) {
    const [top = 0, right = 0, bottom = 0, left = 0] = (clip[1] ?? '')
      .split(/[\s,]+/)
      .map((side) => Number.parseFloat(side));
    if (right - left <= 1 || bottom - top <= 1) return true;
  }
  const path = value('clip-path');
  const inset = /^inset\(([\d.]+)%(?:\s+([\d.]+)%)?/.exec(path);
  if (inset && (Number(inset[1]) >= 50 || Number(inset[2] ?? 0) >= 50)) return true;
  return /^(?:circle|ellipse)\(0|^polygon\((?:\s*0(?:px|%)?\s+0(?:px|%)?\s*,?)+\)/.test(path);
}

const cuts = (overflow: string) => /hidden|clip|scroll|auto/.test(overflow);

/** True if the element has no height or no width and cuts off its content. */
export function hasNoVisibleSize(value: Value): boolean {
  return (
    (cuts(value('overflow-y')) && (isNarrow(value('height')) || isNarrow(value('max-height')))) ||
    (cuts(value('overflow-x')) && (isNarrow(value('width')) || isNarrow(value('max-width'))))
  );
}

/**
 * True if the styles cut the element off to no height but leave its width, as in a section that the reader can unfold,
 * for example an answer in a list of questions.
 */
export const isCollapsed = (value: Value) =>
  cuts(value('overflow-y')) &&
  (isNarrow(value('max-height')) || isNarrow(value('height'))) &&
  !isNarrow(value('width'));

/** True if the text has the same colour as its background, both declared together, or is transparent. */
export function isTextInvisible(cascade: HidingDeclarations): boolean {
  const { color, 'background-color': background, 'background-image': image } = cascade;
  const fill = cascade['-webkit-text-fill-color'] ?? color;
  if (!fill) return false;
  const shows = [cascade['background-clip'], cascade['-webkit-background-clip']].some((each) =>
    each?.value.includes('text'),
  );
  const shadow = cascade['text-shadow']?.value ?? 'none';
  if (shows || (shadow !== 'none' && shadow !== '')) return false;
  if (isClear(fill.value)) return true;
  if (!background || background.block !== fill.block || /url|gradient|image/.test(image?.value ?? '')) return false;
  if (fill.value === background.value) return true;
  const [ink, paper] = [colorOf(fill.value), colorOf(background.value)];
  return ink !== null && paper !== null && ink.every((part, at) => Math.abs(part - (paper[at] ?? 0)) <= 12);
}

const isClear = (color: string) => color === 'transparent' || /^rgba\([^)]*[,/]\s*0(?:\.0+)?%?\)$/.test(color);

let pen: CanvasRenderingContext2D | null | undefined;

/** Returns red, green and blue of a colour in any notation; null if it is none. */
function colorOf(color: string): readonly number[] | null {
  if (pen === undefined) pen = document.createElement('canvas').getContext('2d');
  if (!pen) return null;
  pen.fillStyle = '#123456';
  pen.fillStyle = color;
  const hex = /^#(..)(..)(..)$/.exec(pen.fillStyle);
  if (hex)
    return pen.fillStyle === '#123456' && color !== '#123456'
      ? null
      : hex.slice(1).map((part) => Number.parseInt(part, 16));
  const parts = /^rgba?\(([^)]*)\)/.exec(pen.fillStyle)?.[1]?.split(',').map(Number) ?? [];
  return (parts[3] ?? 1) < 0.9 ? null : parts.slice(0, 3);
}
