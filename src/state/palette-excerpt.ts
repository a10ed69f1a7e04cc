import { withoutMarks } from '../domain/without-marks.ts';

/** A part of a text; `hit`: it is what was sought. */
export interface Marked {
  text: string;
  hit: boolean;
}

const before = 32;
const whole = 160;

/** The words around the first place where one of the terms stands, with the terms marked; the beginning where none does. */
export function paletteExcerpt(text: string, terms: readonly string[]): Marked[] {
  const plain = withoutMarks(text.normalize('NFKC'));
  const long = terms.filter((term) => term.length > 1);
  const sought = (long.length > 0 ? long : terms).toSorted((a, b) => b.length - a.length).map(escaped);
  if (sought.length === 0) return [{ text: cut(plain, 0), hit: false }].filter((part) => part.text !== '');
  const pattern = new RegExp(`(${sought.join('|')})`, 'giu');
  const first = plain.search(pattern);
  const shown = cut(plain, first > before ? first - before : 0);
  return shown
    .split(pattern)
    .map((part, at) => ({ text: part, hit: at % 2 === 1 }))
    .filter((part) => part.text !== '');
}

const escaped = (term: string) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function cut(text: string, from: number): string {
  const part = text.slice(from, from + whole);
  return `${from > 0 ? '…' : ''}${part}${from + whole < text.length ? '…' : ''}`;
}
