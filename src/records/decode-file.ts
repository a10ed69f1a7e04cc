/**
 * The text of a file and its encoding, or the first line with bytes that no encoding can decode; null if the file is of
 * a kind that is no text, such as a picture.
 */
export type DecodedFile =
  | { ok: true; text: string; encoding: string; guessed: boolean }
  | { ok: false; line: number | null };

/** The encodings that a person can choose for a file, the most common first. */
export const encodings = [
  ...['utf-8', 'windows-1252', 'windows-1250', 'windows-1251', 'koi8-r', 'ibm866', 'iso-8859-2', 'windows-1253'],
  ...['windows-1254', 'windows-1255', 'windows-1256', 'gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr', 'utf-16le'],
] as const;
/** A character encoding that a person can choose for a file. */
export type TextEncoding = (typeof encodings)[number];

/**
 * Decodes a file without replacing any byte: in the chosen encoding, otherwise by its byte order mark, otherwise as
 * UTF-8, otherwise as UTF-16 without a mark, otherwise in the legacy encoding whose result looks most like natural
 * text, which is a guess.
 */
export function decodeFile(bytes: Uint8Array, chosenEncoding?: TextEncoding): DecodedFile {
  if (chosenEncoding !== undefined) return whole(bytes, chosenEncoding);
  if (otherKinds.test(String.fromCharCode(...bytes.subarray(0, 16)))) return { ok: false, line: null };
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return whole(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return whole(bytes, 'utf-16be');
  const wide = wideOf(bytes);
  const own = wide === null ? (decoded(bytes, 'utf-8') ?? unbroken(bytes)) : null;
  if (own !== null) return { ok: true, text: own, encoding: 'UTF-8', guessed: false };
  if (wide !== null) {
    const wideFile = whole(bytes, wide);
    return wideFile.ok ? { ...wideFile, guessed: true } : wideFile;
  }
  const best = guessOf(bytes);
  if (best === null) return { ok: false, line: lineAt(bytes, firstFault(bytes)) };
  return { ok: true, ...best, guessed: true };
}

/** The first bytes of pictures, PDFs, archives (among them office documents), sounds, films and databases. */
const otherKinds =
  /^(?:\x89PNG|\xff\xd8\xff|GIF8[79]a|RIFF....(?:WEBP|WAVE|AVI )|....ftyp|II\*\0|MM\0\*|\0\0\x01\0|%PDF-|PK\x03\x04|\x1f\x8b|7z\xbc\xaf|Rar!\x1a|\xd0\xcf\x11\xe0|ID3[\x02-\x04]|OggS|SQLite format 3\0)/s;

const guesses = [
  ...['gb18030', 'big5', 'shift_jis', 'windows-1252', 'windows-1251', 'windows-1250', 'iso-8859-2', 'koi8-r'],
  ...['windows-1253', 'windows-1254', 'euc-kr'],
];

/** The least likeness to a language at which a guessed encoding is accepted. */
const least = 0.2;

/** The text in the encoding whose result looks most like natural text; null if none does. */
function guessOf(bytes: Uint8Array): { text: string; encoding: string } | null {
  const candidateTexts = guesses.flatMap((encoding) => {
    const text = decoded(bytes, encoding);
    return text === null ? [] : [{ encoding, text, score: likeness(text, encoding) }];
  });
  const best = candidateTexts.reduce<(typeof candidateTexts)[number] | null>(
    (a, b) => (a && a.score >= b.score ? a : b),
    null,
  );
  return best && best.score >= least ? { text: best.text, encoding: best.encoding.toUpperCase() } : null;
}

/**
 * A UTF-8 calendar whose lines were folded within a character, with each such fold moved behind the character; null for
 * anything else.
 */
function unbroken(bytes: Uint8Array): string | null {
  if (!/^\s*BEGIN:V/i.test(new TextDecoder('latin1').decode(bytes.subarray(0, 40)).replace('ï»¿', ''))) return null;
  const mended = bytes.slice();
  const isRest = (byte: number | undefined) => byte !== undefined && byte >= 0x80 && byte < 0xc0;
  for (let at = 1; at < bytes.length; at += 1) {
    const fold = bytes[at] === 13 && bytes[at + 1] === 10 ? 3 : bytes[at] === 10 ? 2 : 0;
    const space = bytes[at + fold - 1];
    if (fold === 0 || (bytes[at - 1] ?? 0) < 0x80 || (space !== 32 && space !== 9)) continue;
    let rest = 0;
    while (isRest(bytes[at + fold + rest])) rest += 1;
    mended.copyWithin(at + rest, at, at + fold);
    mended.set(bytes.subarray(at + fold, at + fold + rest), at);
  }
  return decoded(mended, 'utf-8');
}

function whole(bytes: Uint8Array, encoding: string): DecodedFile {
  const text = decoded(bytes, encoding);
  return text === null
    ? { ok: false, line: lineAt(bytes, bytes.length) }
    : { ok: true, text, encoding: encoding.toUpperCase(), guessed: false };
}

/** The decoded text, or null if a byte is invalid in the encoding. */
function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (encoding !== 'utf-8' && !encoding.startsWith('utf-16') && text.includes('\0')) return null;
    return encoding === 'windows-1252' ? western(text) : text;
  } catch {
    return null;
  }
}

const signs = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Windows-1252 punctuation in place of C1 control characters, which not every decoder maps; null if a byte is
 * undefined.
 */
function western(text: string): string | null {
  const westernText = text.replace(/[\u0080-\u009f]/g, (sign) => signs.charAt(sign.charCodeAt(0) - 0x80));
  return /[\u0080-\u009f]/.test(westernText) ? null : westernText;
}

/** The UTF-16 byte order of mostly western text, which has a zero in every second byte; null if neither order fits. */
function wideOf(bytes: Uint8Array): string | null {
  const head = bytes.subarray(0, 2000);
  if (head.length < 4 || !head.includes(0)) return null;
  const even = head.filter((byte, at) => at % 2 === 0 && byte === 0).length;
  const odd = head.filter((byte, at) => at % 2 === 1 && byte === 0).length;
  if (Math.max(even, odd) < head.length / 8) return null;
  return odd > 4 * even ? 'utf-16le' : even > 4 * odd ? 'utf-16be' : null;
}

/** Frequent characters of Simplified and of Traditional Chinese, with those of lists of what is to be done. */
const common =
  /[的一是不在有了人我他这中大来上个国和到说们为子年会要买你去做完成打包写发电话明天下订开时间月日号周后点位房租扫]/gu;
const commonTraditional =
  /[的一是不在有了人我他這中大來上個國和到說們為子年會要買你去做完成打包寫發電話明天下訂開時間月日號週後點位房租掃]/gu;

const commonHangul = /[이다는을에의가고하지기사리시어자은로대나도를정서한일인부해전주수아]/gu;

/** The non-ASCII letters of the languages written in single-byte encodings. */
const languages: Readonly<Record<string, readonly string[]>> = {
  'windows-1252': [
    ...['äöüß', 'àâæçéèêëîïôœùûüÿ', 'áéíóúüñºª', 'ãõáéíóúâêôçàü', 'àèéìíîòóù', 'åäöæøéü', 'áðéíóúýþæö', 'éëïöüèêáó'],
    'àçéèíïóòúü',
  ],
  'windows-1250': ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'čćđšž', 'ăâîşţ'],
  'iso-8859-2': ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'čćđšž', 'ăâîşţ'],
  'windows-1254': ['çğıiöşüâîû\u0307'],
  'windows-1253': ['αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋ'],
  'windows-1251': [
    'абвгдежзийклмнопрстуфхцчшщъыьэюяё',
    'абвгдежзийклмнопрстуфхцчшщьюяєіїґў',
    'абвгдежзиклмнопрстуфхцчшђјљњћџ',
  ],
  'koi8-r': ['абвгдежзийклмнопрстуфхцчшщъыьэюяё'],
};

/** Rates how much a text looks like the language of its encoding: between -5 and 4. */
function likeness(text: string, encoding: string): number {
  const letters = text.match(/[^\u0000-\u007f]/gu)?.slice(0, 5000) ?? [];
  if (letters.length === 0) return 0;
  const share = (pattern: RegExp) => letters.filter((letter) => pattern.test(letter)).length / letters.length;
  const strange = share(/[\u0080-\u009f\ue000-\uf8ff]/u);
  const alphabets = languages[encoding];
  if (alphabets) return asSpoken(text.slice(0, 200_000), letters, alphabets, encoding) - 2 * strange;
  if (encoding === 'shift_jis')
    return (
      share(/[\u3040-\u30ff]/u) * 2 + share(/[\u4e00-\u9fff、。]/u) * 0.3 - 2 * strange - 2 * share(/[\uff61-\uff9f]/u)
    );
  const within =
    (text.match(/(?<=[A-Za-z])[^\u0000-\u007f](?=[A-Za-z])/gu)?.slice(0, 5000).length ?? 0) / letters.length;
  if (encoding === 'euc-kr') {
    const usual = (letters.join('').match(commonHangul)?.length ?? 0) / letters.length;
    return usual * 3 + share(/[\uac00-\ud7a3]/u) * 0.5 - 2 * strange - share(/[\u4e00-\u9fff]/u) - 2 * within;
  }
  const frequent = encoding === 'big5' ? commonTraditional : common;
  const usual = (letters.join('').match(frequent)?.length ?? 0) / letters.length;
  return (
    usual * 3 +
    share(/[\u4e00-\u9fff\u3000-\u303f\uff00-\uff65]/u) * 0.6 -
    2 * strange -
    2 * within -
    (1 - share(/[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef\u2010-\u2030]/u))
  );
}

/** The smallest share of letters that a text must have in common with a language. */
const mostlyKnown = 0.6;
/** Characters that occur in texts of any language. */
const besides = /[\u00a0€‚„…–—‘’“”•°§«»©®™·№¡¿]/u;

/**
 * Rates how much a text looks like one of the languages: by the share of its letters which that language has, minus
 * what occurs in no language: symbols within words, capitals after small letters, words of two scripts.
 */
function asSpoken(text: string, letters: readonly string[], alphabets: readonly string[], encoding: string): number {
  const letterShares = alphabets.map((alphabet) => {
    const own = new Set(alphabet);
    return letters.filter((letter) => own.has(letter.toLowerCase()) || besides.test(letter)).length / letters.length;
  });
  if (Math.max(...letterShares) < mostlyKnown) return -1;
  const count = (pattern: RegExp) => (text.match(pattern)?.length ?? 0) / letters.length;
  const wrong =
    count(/(?<=\p{L})[^\p{L}\u0000-\u007f’·](?=\p{L})/gu) +
    count(/(?<=\p{Ll})[^\u0000-\u007f](?<=\p{Lu})/gu) +
    count(/(?<=[A-Za-z])[\u0370-\u04ff]|[\u0370-\u04ff](?=[A-Za-z])/gu);
  const runs = encoding === 'windows-1252' ? (text.match(/[À-ÿ]{3,}/gu) ?? []).join('').length / letters.length : 0;
  return 1.4 * Math.max(...letterShares) - 2 * wrong - 1.5 * runs - (encoding === 'windows-1252' ? 0 : 0.05);
}

function firstFault(bytes: Uint8Array): number {
  let [low, high] = [0, bytes.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, middle), { stream: true });
      low = middle;
    } catch {
      high = middle - 1;
    }
  }
  return low;
}

function lineAt(bytes: Uint8Array, at: number): number {
  return 1 + bytes.subarray(0, at).filter((byte) => byte === 10).length;
}

/** A text from outside, its encoding, and whether that was guessed; `lost` is the number of replaced characters. */
export interface DecodedExternalText {
  text: string;
  encoding: string;
  guessed: boolean;
  lost: number;
}

/**
 * Decodes bytes by the byte order mark, otherwise the charset named by the server, otherwise the one declared in the
 * page's first 2,000 bytes, otherwise UTF-8. If the bytes do not fit, the encoding is guessed; a text that is mostly
 * valid UTF-8 is kept, without its damaged characters.
 */
export function decodeExternalText(body: Uint8Array, charset: string | null): DecodedExternalText {
  const head = new TextDecoder('latin1').decode(body.subarray(0, 2000));
  const declaredCharset =
    /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ?? /^<\?xml[^>]+encoding=["']([\w-]+)/.exec(head)?.[1];
  const byteOrderMarkEncoding = markOf(body);
  const encoding = byteOrderMarkEncoding ?? labelOf(charset) ?? labelOf(declaredCharset ?? null) ?? 'utf-8';
  const text = new TextDecoder(encoding).decode(body);
  const lostCharacterCount = lostIn(text) - (encoding === 'utf-8' ? writtenSigns(body) : lostIn(text));
  if (lostCharacterCount <= 0) return { text, encoding: encoding.toUpperCase(), guessed: false, lost: 0 };
  const intactCharacterCount = text.match(/[^\u0000-\u007f\ufffd]/gu)?.length ?? 0;
  const guess = byteOrderMarkEncoding === null && intactCharacterCount < 4 * lostCharacterCount ? guessOf(body) : null;
  return guess
    ? { ...guess, guessed: true, lost: 0 }
    : { text, encoding: encoding.toUpperCase(), guessed: false, lost: lostCharacterCount };
}

/**
 * Decodes a file's or response's bytes to text; `charset` is the declared encoding, if any. See `decodeExternalText`
 * for how the encoding is found.
 */
export const decodeText = (body: Uint8Array, charset: string | null): string => decodeExternalText(body, charset).text;

const lostIn = (text: string) => text.match(/\ufffd/g)?.length ?? 0;

/** The number of replacement characters that the UTF-8 bytes themselves contain. */
function writtenSigns(body: Uint8Array): number {
  let count = 0;
  for (let at = body.indexOf(0xef); at !== -1; at = body.indexOf(0xef, at + 1))
    if (body[at + 1] === 0xbf && body[at + 2] === 0xbd) count += 1;
  return count;
}

function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** The standard name of an encoding; null if there is none of that name. */
function labelOf(charset: string | null): string | null {
  if (!charset) return null;
  try {
    return new TextDecoder(charset.trim()).encoding;
  } catch {
    return null;
  }
}
