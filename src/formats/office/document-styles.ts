import { readXml } from './xml-events.ts';
import type { ZipParts } from './zip-parts.ts';

/** What a style says of a paragraph, from the styles that it is based on as well. */
export interface ParagraphStyle {
  name: string;
  /** The level of a heading, from 1; null if it is none. */
  heading: number | null;
  list: ParagraphListPosition | null;
  /** Whether its text is hidden; null if it does not say so. */
  isHidden: boolean | null;
}

/** The list that a paragraph is in, and its level from 0. */
export interface ParagraphListPosition {
  list: string;
  level: number;
}

interface OwnStyle {
  name: string;
  base: string;
  outline: number | null;
  list: string;
  level: number;
  isHidden: boolean | null;
}

/** Returns a function that finds the style of a paragraph by its id. */
export function createParagraphStyleLookup(parts: ZipParts, name: string): (id: string) => ParagraphStyle {
  const styles = new Map<string, OwnStyle>();
  let style: OwnStyle | null = null;
  readXml(parts.text(name), {
    open: (element, attribute) => {
      if (element === 'style') {
        style = { name: '', base: '', outline: null, list: '', level: 0, isHidden: null };
        styles.set(attribute('styleId'), style);
        if (attribute('type') === 'paragraph' && /^(?:1|true|on)$/.test(attribute('default'))) styles.set('', style);
      }
      if (style === null) return;
      if (element === 'name') style.name = attribute('val');
      else if (element === 'basedOn') style.base = attribute('val');
      else if (element === 'outlineLvl') style.outline = Number(attribute('val'));
      else if (element === 'numId') style.list = attribute('val');
      else if (element === 'ilvl') style.level = Number(attribute('val'));
      else if (element === 'vanish') style.isHidden = !/^(?:0|false|off)$/.test(attribute('val'));
    },
    close: (element) => {
      if (element === 'style') style = null;
    },
  });
  const wholeStyles = new Map<string, ParagraphStyle>();
  return (id) => {
    const paragraphStyle = wholeStyles.get(id) ?? wholeStyle(id, styles);
    wholeStyles.set(id, paragraphStyle);
    return paragraphStyle;
  };
}

const longestChain = 20;

function wholeStyle(id: string, styles: ReadonlyMap<string, OwnStyle>): ParagraphStyle {
  const chain: OwnStyle[] = [];
  for (
    let ancestorStyle = styles.get(id);
    ancestorStyle && chain.length < longestChain;
    ancestorStyle = ancestorStyle.base === '' ? undefined : styles.get(ancestorStyle.base)
  )
    chain.push(ancestorStyle);
  const name = chain[0]?.name ?? '';
  const outline = chain.find((each) => each.outline !== null)?.outline ?? null;
  const headingFromName = chain.flatMap((each) => /^heading (\d)$/i.exec(each.name)?.[1] ?? []).map(Number)[0];
  const heading = /^title$/i.test(name) ? 1 : (headingLevel(outline) ?? headingFromName ?? null);
  const listStyle = chain.find((each) => each.list !== '');
  const deeper = Number(/^list (?:bullet|number) (\d)$/i.exec(name)?.[1] ?? 1) - 1;
  const isHidden = chain.find((each) => each.isHidden !== null)?.isHidden ?? null;
  return {
    name,
    heading,
    list: listStyle ? { list: listStyle.list, level: listStyle.level || deeper } : null,
    isHidden,
  };
}

/** Returns the level of a heading by its level in the outline, which is 9 for other text. */
export const headingLevel = (outline: number | null): number | null =>
  outline !== null && outline >= 0 && outline < 9 ? outline + 1 : null;

interface Level {
  start: number;
  format: string;
  /** The text before an item, with `%1` for the number of the first level. */
  text: string;
}

interface List {
  /** The list that it shares its numbers with. */
  base: string;
  /** The levels whose numbers it begins anew. */
  starts: Map<number, number>;
}

/** Gives the items of a document's lists their marks, in the order in which they stand. */
export class ListMarkerGenerator {
  readonly #bases = new Map<string, Map<number, Level>>();
  readonly #lists = new Map<string, List>();
  readonly #counts = new Map<string, number[]>();
  readonly #begun = new Set<string>();

  constructor(parts: ZipParts, name: string) {
    let base: Map<number, Level> | null = null;
    let list: List | null = null;
    let level: Level | null = null;
    let overridden = 0;
    readXml(parts.text(name), {
      open: (element, attribute) => {
        const value = attribute('val');
        if (element === 'abstractNum') this.#bases.set(attribute('abstractNumId'), (base = new Map<number, Level>()));
        else if (element === 'num')
          this.#lists.set(attribute('numId'), (list = { base: '', starts: new Map<number, number>() }));
        else if (element === 'abstractNumId' && list) list.base = value;
        else if (element === 'lvlOverride') overridden = Number(attribute('ilvl'));
        else if (element === 'startOverride') list?.starts.set(overridden, Number(value));
        else if (element === 'lvl' && base) {
          level = { start: 1, format: 'decimal', text: '' };
          base.set(Number(attribute('ilvl')), level);
        } else if (level && element === 'start') level.start = Number(value);
        else if (level && element === 'numFmt') level.format = value;
        else if (level && element === 'lvlText') level.text = value;
      },
      close: (element) => {
        if (element === 'abstractNum') base = null;
        else if (element === 'num') list = null;
        else if (element === 'lvl') level = null;
      },
    });
  }

  /** Returns the mark of the next item of a list, such as `-`, `1.` or `（一）`; empty if it has none. */
  next({ list: id, level }: ParagraphListPosition): string {
    const list = this.#lists.get(id);
    const levels = list && this.#bases.get(list.base);
    const own = levels?.get(level);
    if (!list || !levels || !own) return id === '0' || id === '' ? '' : '-';
    const before = this.#counts.get(list.base) ?? [];
    const counts = before.slice(0, level + 1);
    const fresh = list.starts.get(level);
    const first = fresh !== undefined && !this.#begun.has(`${id}/${level}`) ? fresh : undefined;
    this.#begun.add(`${id}/${level}`);
    counts[level] = first ?? (counts[level] ?? own.start - 1) + 1;
    this.#counts.set(list.base, counts);
    if (own.format === 'bullet') return '-';
    if (own.format === 'none') return '';
    return own.text.replace(/%(\d)/g, (_, digit: string) => {
      const levelIndex = Number(digit) - 1;
      const of = levels.get(levelIndex);
      return shownNumber(counts[levelIndex] ?? of?.start ?? 1, of?.format ?? 'decimal');
    });
  }
}

const roman: readonly (readonly [number, string])[] = [
  ...([
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
  ] as const),
  ...([
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as const),
];
const chineseDigits = Array.from('零一二三四五六七八九');

function shownNumber(number: number, format: string): string {
  if (!Number.isInteger(number) || number < 1 || number > 3999) return String(number);
  switch (format) {
    case 'lowerLetter':
    case 'upperLetter': {
      const letter = String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.ceil(number / 26));
      return format === 'lowerLetter' ? letter : letter.toUpperCase();
    }
    case 'lowerRoman':
    case 'upperRoman': {
      let [remainder, text] = [number, ''];
      for (const [value, letters] of roman) for (; remainder >= value; remainder -= value) text += letters;
      return format === 'lowerRoman' ? text : text.toUpperCase();
    }
    case 'chineseCounting':
    case 'chineseCountingThousand':
    case 'japaneseCounting':
    case 'taiwaneseCountingThousand': {
      if (number > 99) return String(number);
      const [tens, ones] = [Math.floor(number / 10), number % 10];
      const ten = tens === 0 ? '' : `${tens === 1 ? '' : (chineseDigits[tens] ?? '')}十`;
      return ten + (ones === 0 ? '' : (chineseDigits[ones] ?? ''));
    }
    default:
      return String(number);
  }
}
