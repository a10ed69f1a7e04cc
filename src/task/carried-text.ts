import { percentDecoded } from '../values/percent-decoded.ts';
import { wordTerms } from '../values/search-terms.ts';

/** The texts with which an address is compared that a task is about to open. */
export interface Readings {
  /** What the person wrote. */
  said: string;
  /** Texts that name addresses which hold nothing of the person's: pages and search results read, addresses approved. */
  open: readonly string[];
  /** What was read of the person's own things. */
  own: readonly string[];
}

/** How many characters an address may hold that are known from nowhere, as in `/search?q=` and `?page=2`. */
const mostUnknown = 12;

/**
 * What an address carries out, beyond what the person wrote and one address that was read: `own`, a word of the person's
 * own things; `unknown`, more than a few characters that may be such a word in disguise. Undefined if it carries out
 * neither, or if nothing of the person's own was read.
 */
export function carriedBy(address: string, { said, open, own }: Readings): 'own' | 'unknown' | undefined {
  const { origin } = new URL(address);
  if (own.length === 0) return undefined;
  const pieces = piecesOf(address);
  const bases = [said, ...open].flatMap((text) => addressesOf(text, origin)).map(piecesOf);
  const rests = bases.map((base) => withoutEnds(pieces, base));
  const rest = rests.reduce((least, each) => (lengthOf(each) < lengthOf(least) ? each : least), pieces);
  const terms = new Set(wordTerms(said));
  const isSaid = (word: string) => wordTerms(word).every((term) => terms.has(term));
  const unsaid = rest.map(({ text, isName }) => ({
    isName,
    left: text.replace(word, (each) => (isSaid(each) ? '' : each)),
  }));
  const values = unsaid.flatMap(({ isName, left }) => (isName ? [] : (left.match(word) ?? [])));
  if (standsIn(values, own)) return 'own';
  const count = unsaid.reduce((sum, { left }, at) => sum + Math.max(0, left.length - gapsIn(rest[at]?.text ?? '')), 0);
  return count > mostUnknown ? 'unknown' : undefined;
}

const word = /[\p{L}\p{N}]+/gu;
/** The number of places where one word of a text ends and another begins. */
const gapsIn = (text: string) => Math.max(0, (text.match(word)?.length ?? 0) - 1);

/** True if the address stands in what the person wrote, with or without its protocol. */
export function isNamed(address: string, said: string): boolean {
  const plain = (text: string) =>
    folded(percentDecoded(text))
      .replace(/^https?:\/\/(?:www\.)?/, '')
      .replace(/\/$/, '');
  const given = said.split(/[\s"'<>“”‘’「」，。；（）()]+/u).map((text) => plain(text.replace(/[.,;:!?]+$/, '')));
  return given.includes(plain(address));
}

interface Piece {
  text: string;
  /** True for the name of a query's field. */
  isName: boolean;
}

/** The parts of an address's path and the names and values of its query, decoded, in their order. */
function piecesOf(address: string): Piece[] {
  const { pathname, searchParams } = new URL(address);
  const path = pathname.split('/').map((part) => ({ text: folded(percentDecoded(part)), isName: false }));
  const query = [...searchParams].flatMap(([name, value]) => [
    { text: folded(name), isName: true },
    { text: folded(value), isName: false },
  ]);
  return [...path, ...query].filter(({ text }) => text !== '');
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase();
const lengthOf = (pieces: readonly Piece[]) => pieces.reduce((sum, { text }) => sum + text.length, 0);

/** The addresses of a site that stand in a text. */
function addressesOf(text: string, origin: string): string[] {
  const found = text.match(/https?:\/\/[^\s"'<>\\{}\]，。；（）()]+/g) ?? [];
  return found.filter((each) => URL.canParse(each) && new URL(each).origin === origin);
}

/** The pieces without those at the beginning and at the end that another address has there, too. */
function withoutEnds(pieces: readonly Piece[], base: readonly Piece[]): Piece[] {
  const isSame = (a: Piece | undefined, b: Piece | undefined) => a?.text === b?.text;
  const shared = Math.min(pieces.length, base.length);
  let from = 0;
  while (from < shared && isSame(pieces[from], base[from])) from += 1;
  let end = 0;
  while (end < shared - from && isSame(pieces.at(-1 - end), base.at(-1 - end))) end += 1;
  return pieces.slice(from, pieces.length - end);
}

/** True if one of the words stands in the texts; one with a digit also as a part of a longer number. */
function standsIn(words: readonly string[], texts: readonly string[]): boolean {
  const text = folded(texts.join('\n'));
  const terms = new Set(wordTerms(text));
  const solid = text.replace(/[^\p{L}\p{N}]+/gu, '');
  return words.some((each) => {
    if (/\p{N}/u.test(each)) return each.length > 3 && solid.includes(each);
    return each.length > (/^\p{Script=Han}/u.test(each) ? 1 : 2) && wordTerms(each).every((term) => terms.has(term));
  });
}
