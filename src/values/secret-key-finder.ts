import { base64Of, bytesOfBase64Url } from './base64.ts';

/** The length below which keys are ignored, since they may be plain words. */
const shortest = 8;
const mark = '[key]';

/** A text to search for; `base64`: characters of both base64 alphabets are equal. */
interface Word {
  text: string;
  base64: boolean;
}

/**
 * The result of a search from a position: the end of the match, no match, or a match that the end of the text cuts off.
 */
type Found = number | 'nothing' | 'open';

/**
 * Finds keys in text, in every usual encoding and mixtures of them: plain, escaped (also repeatedly) as in JSON,
 * Markdown, URLs and HTML, in hexadecimal, and within base64 of either alphabet.
 */
export class SecretKeyFinder {
  readonly #words: readonly Word[];
  readonly #first: RegExp;

  constructor(keys: readonly (string | null)[]) {
    const long = keys.filter((key) => key !== null && key.length >= shortest);
    this.#words = [...new Set(long)].flatMap((key) => (key === null ? [] : wordsOf(key)));
    const firsts = this.#words.map(({ text }) => escaped(text.charAt(0)));
    this.#first = new RegExp(`[${[...new Set(firsts)].join('')}+/_\\\\%&-]`, 'g');
  }

  get isEmpty(): boolean {
    return this.#words.length === 0;
  }

  /** The text with each key replaced by a mark. */
  clean(text: string): string {
    return this.#cleaned(text, true).text;
  }

  /**
   * Cleans the beginning of a longer text as `clean` does; an end that may be the beginning of a key is returned as
   * `held`, to be prepended to what follows.
   */
  cleanBeginning(text: string): { text: string; held: string } {
    return this.#cleaned(text, false);
  }

  /** The value with all its texts and names cleaned; the same object if it contains no key. */
  cleanValue<T>(value: T): T {
    return this.isEmpty ? value : (this.#cleanPart(value) as T);
  }

  /** A line of JSON with all its texts and names cleaned. */
  cleanLine(text: string): string {
    return this.clean(text) === text ? text : `${JSON.stringify(this.cleanValue(JSON.parse(text)))}\n`;
  }

  /** Cleans the bytes of a text in any encoding that extends ASCII. */
  cleanBytes(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    if (this.isEmpty) return bytes;
    const text = binaryStringFromBytes(bytes);
    const clean = this.clean(text);
    return clean === text ? bytes : bytesOfBinaryString(clean);
  }

  #cleanPart(part: unknown): unknown {
    if (typeof part === 'string') return this.#cleanText(part);
    if (Array.isArray(part)) {
      const clean = part.map((each) => this.#cleanPart(each));
      return clean.some((each, at) => each !== part[at]) ? clean : part;
    }
    if (!isPlain(part)) return part;
    const fields = Object.entries(part);
    const clean = fields.map(([name, value]) => [this.clean(name), this.#cleanPart(value)] as const);
    return fields.every(([name, value], at) => clean[at]?.[0] === name && clean[at][1] === value)
      ? part
      : Object.fromEntries(clean);
  }

  /** Cleans a text; one that is entirely base64 stays base64, with its bytes cleaned. */
  #cleanText(text: string): string {
    const clean = this.clean(text);
    const [, head = '', letters = ''] = (clean === text ? null : wholeBase64.exec(text)) ?? [];
    if (letters.length % 4 === 1 || letters === '') return clean;
    const bytes = bytesOfBase64Url(letters);
    const bytesWithoutKeys = this.cleanBytes(bytes);
    return bytesWithoutKeys === bytes ? clean : head + base64Of(bytesWithoutKeys);
  }

  #cleaned(text: string, isWhole: boolean): { text: string; held: string } {
    if (this.isEmpty) return { text, held: '' };
    const outputParts: string[] = [];
    let copiedUntil = 0;
    this.#first.lastIndex = 0;
    for (let place = this.#first.exec(text); place; place = this.#first.exec(text)) {
      const { index } = place;
      const end = this.#endFrom(text, index, isWhole);
      if (end === 'open')
        return { text: [...outputParts, text.slice(copiedUntil, index)].join(''), held: text.slice(index) };
      if (end === 'nothing') {
        if (text[index] === '\\') this.#first.lastIndex = endOfRun(text, index);
        continue;
      }
      outputParts.push(text.slice(copiedUntil, index), mark);
      copiedUntil = this.#first.lastIndex = end;
    }
    return { text: copiedUntil === 0 ? text : [...outputParts, text.slice(copiedUntil)].join(''), held: '' };
  }

  #endFrom(text: string, from: number, isWhole: boolean): Found {
    let longest: Found = 'nothing';
    for (const word of this.#words) {
      const end = endOf(text, from, word, 0, isWhole);
      if (end === 'open') return end;
      if (end !== 'nothing' && (longest === 'nothing' || end > longest)) longest = end;
    }
    return longest;
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const wholeBase64 = /^(data:[^,]*;base64,|)([\w+/-]+)={0,2}$/;

/** Converts bytes to a text of one character per byte. */
export function binaryStringFromBytes(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

/** Returns the bytes of a binary string: one byte for each character, as `atob` returns them. */
export function bytesOfBinaryString(binary: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/**
 * The forms in which a key is searched: itself, its UTF-8 bytes, hexadecimal, and the part common to all base64 texts
 * that contain it.
 */
function wordsOf(key: string): Word[] {
  const bytes = new TextEncoder().encode(key);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const plain = [...new Set([key, binaryStringFromBytes(bytes), hex, hex.toUpperCase()])];
  return [
    ...plain.map((text) => ({ text, base64: false })),
    ...[0, 1, 2].map((before) => ({ text: withinBase64(bytes, before), base64: true })),
  ];
}

/** The base64 characters that depend only on these bytes if `before` other bytes (modulo 3) precede them. */
function withinBase64(bytes: Uint8Array, before: number): string {
  const whole = new Uint8Array(before + bytes.length);
  whole.set(bytes, before);
  return base64Of(whole).slice(Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6));
}

const escaped = (sign: string) => sign.replace(/[\]\\^-]/, '\\$&');

/** Finds the end of the rest of a word, from its character `index` on, in a text. */
function endOf(text: string, from: number, word: Word, index: number, isWhole: boolean): Found {
  let at = from;
  for (let next = index; next < word.text.length; next += 1) {
    if (at >= text.length) return isWhole ? 'nothing' : 'open';
    const sign = word.text.charAt(next);
    const textSign = text.charAt(at);
    const escapeEnd = /[\\%&]/.test(textSign) ? endOfEscape(text, at, word, sign, isWhole) : 'nothing';
    if (isSame(textSign, sign, word)) {
      const other = typeof escapeEnd === 'number' ? endOf(text, escapeEnd, word, next + 1, isWhole) : escapeEnd;
      if (other !== 'nothing') return other;
      at += 1;
    } else if (typeof escapeEnd === 'number') at = escapeEnd;
    else return escapeEnd;
  }
  return at;
}

function isSame(textSign: string, sign: string, { base64 }: Word): boolean {
  if (textSign === sign) return true;
  return base64 && ((sign === '+' && textSign === '-') || (sign === '/' && textSign === '_'));
}

const code = /u\{([\da-f]{1,8})\}|u([\da-f]{4})|x([\da-f]{2})/iy;
const percent = /%(?:25)*([\da-f]{2})/iy;
const entity = /&(?:amp;)*(?:#x([\da-f]+)|#(\d+)|([a-z]+));?/iy;
/** The beginnings of the three kinds of escape sequences above, cut off by the end of the text. */
const codeBegun = /(?:u(?:\{[\da-f]{0,8}|[\da-f]{0,3})|x[\da-f]?)?$/iy;
const percentBegun = /%(?:25)*[\da-f]?$/iy;
const entityBegun = /&(?:amp;)*(?:#x?[\da-f]*|[a-z]{0,10})$/iy;

/** Finds the end of the escape sequence at a position if it stands for the character `sign`. */
function endOfEscape(text: string, at: number, word: Word, sign: string, isWhole: boolean): Found {
  const isBegun = (pattern: RegExp, from: number) => !isWhole && matched(pattern, text, from) !== null;
  switch (text.charAt(at)) {
    case '\\': {
      const run = endOfRun(text, at);
      const codeMatch = matched(code, text, run);
      if (codeMatch && isSame(signOf(codeMatch[1] ?? codeMatch[2] ?? codeMatch[3]), sign, word))
        return run + codeMatch[0].length;
      if (run < text.length && isSame(text.charAt(run), sign, word)) return run + 1;
      if (isBegun(codeBegun, run)) return 'open';
      return sign === '\\' && run > at + 1 ? run : 'nothing';
    }
    case '%': {
      const percentMatch = matched(percent, text, at);
      if (percentMatch && isSame(signOf(percentMatch[1]), sign, word)) return at + percentMatch[0].length;
      return isBegun(percentBegun, at) ? 'open' : 'nothing';
    }
    case '&': {
      if (isBegun(entityBegun, at)) return 'open';
      const entityMatch = matched(entity, text, at);
      const [whole = '', hex, decimal, name] = entityMatch ?? [];
      const entitySign = name === undefined ? signOf(hex, decimal) : (entityCharacters[name] ?? '');
      return entitySign !== '' && isSame(entitySign, sign, word) ? at + whole.length : 'nothing';
    }
    default:
      return 'nothing';
  }
}

function matched(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function endOfRun(text: string, from: number): number {
  let at = from;
  while (text[at] === '\\') at += 1;
  return at;
}

function signOf(hex: string | undefined, decimal?: string): string {
  const value = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return value <= 0x10ffff ? String.fromCodePoint(value) : '';
}

/** The HTML entity names of ASCII characters. */
const entityCharacters: Readonly<Record<string, string>> = {
  ...{ excl: '!', quot: '"', QUOT: '"', num: '#', dollar: '$', percnt: '%', amp: '&', AMP: '&', apos: "'" },
  ...{ lpar: '(', rpar: ')', ast: '*', midast: '*', plus: '+', comma: ',', period: '.', sol: '/', colon: ':' },
  ...{ semi: ';', lt: '<', LT: '<', equals: '=', gt: '>', GT: '>', quest: '?', commat: '@', lsqb: '[', lbrack: '[' },
  ...{ bsol: '\\', rsqb: ']', rbrack: ']', Hat: '^', lowbar: '_', UnderBar: '_', grave: '`', lcub: '{', lbrace: '{' },
  ...{ verbar: '|', vert: '|', VerticalLine: '|', rcub: '}', rbrace: '}', DiacriticalGrave: '`' },
};
