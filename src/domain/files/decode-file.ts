/**
 * The text of a file and the encoding it was decoded with; or the first line with bytes that no encoding can decode.
 */
export type DecodedFile = { ok: true; text: string; encoding: string; guessed: boolean } | { ok: false; line: number };

/**
 * The text of a file, with no byte replaced: decoded by its byte order mark, else as UTF-8, else as UTF-16 without a
 * mark, else in the legacy encoding whose result looks most like natural text, which is a guess.
 */
export function decodeFile(bytes: Uint8Array): DecodedFile {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return whole(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return whole(bytes, 'utf-16be');
  const wide = wideOf(bytes);
  const own = wide === null ? decoded(bytes, 'utf-8') : null;
  if (own !== null) return { ok: true, text: own, encoding: 'UTF-8', guessed: false };
  const guesses = wide === null ? ['gb18030', 'shift_jis', 'windows-1252'] : [wide];
  const read = guesses.flatMap((encoding) => {
    const text = decoded(bytes, encoding);
    return text === null ? [] : [{ encoding, text, score: likeness(text, encoding) }];
  });
  const best = read.reduce<(typeof read)[number] | null>((a, b) => (a && a.score >= b.score ? a : b), null);
  if (!best || best.score < -1) return { ok: false, line: lineAt(bytes, firstFault(bytes)) };
  return { ok: true, text: best.text, encoding: best.encoding.toUpperCase(), guessed: true };
}

function whole(bytes: Uint8Array, encoding: string): DecodedFile {
  const text = decoded(bytes, encoding);
  return text === null
    ? { ok: false, line: lineAt(bytes, bytes.length) }
    : { ok: true, text, encoding: encoding.toUpperCase(), guessed: false };
}

/** The decoded text, or null where a byte has no meaning in the encoding. */
function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return encoding === 'windows-1252' ? western(text) : text;
  } catch {
    return null;
  }
}

const signs = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Windows-1252 punctuation in place of C1 control characters, which not every decoder maps; null where a byte is
 * undefined.
 */
function western(text: string): string | null {
  const read = text.replace(/[\u0080-\u009f]/g, (sign) => signs.charAt(sign.charCodeAt(0) - 0x80));
  return /[\u0080-\u009f\0]/.test(read) ? null : read;
}

/** The UTF-16 byte order of mostly western text, which has a zero in every second byte; null where neither fits. */
function wideOf(bytes: Uint8Array): string | null {
  const head = bytes.subarray(0, 2000);
  if (head.length < 4 || !head.includes(0)) return null;
  const even = head.filter((byte, at) => at % 2 === 0 && byte === 0).length;
  const odd = head.filter((byte, at) => at % 2 === 1 && byte === 0).length;
  if (Math.max(even, odd) < head.length / 8) return null;
  return odd > 4 * even ? 'utf-16le' : even > 4 * odd ? 'utf-16be' : null;
}

const common = /[的一是不在有了人我他这中大来上个国和到说们为子年会要买你去做完成打包写发电话明天]/gu;

/** How much a text looks like the language of its encoding: between -2 and 2. */
function likeness(text: string, encoding: string): number {
  const letters = text.match(/[^\u0000-\u007f]/gu)?.slice(0, 5000) ?? [];
  if (letters.length === 0) return 0;
  const share = (pattern: RegExp) => letters.filter((letter) => pattern.test(letter)).length / letters.length;
  const strange = share(/[\u0080-\u009f\ue000-\uf8ff]/u);
  if (encoding === 'shift_jis')
    return (
      share(/[\u3040-\u30ff]/u) * 2 + share(/[\u4e00-\u9fff、。]/u) * 0.3 - 2 * strange - 2 * share(/[\uff61-\uff9f]/u)
    );
  if (encoding === 'gb18030') {
    const usual = (letters.join('').match(common)?.length ?? 0) / letters.length;
    return (
      usual * 3 +
      share(/[\u4e00-\u9fff\u3000-\u303f\uff00-\uff65]/u) * 0.6 -
      2 * strange -
      (1 - share(/[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef\u2010-\u2030]/u))
    );
  }
  const usual = share(/[À-ÿŒœŠšŸŽž€‚„…–—‘’“”•°§«»¡¿]/u);
  const runs = (text.match(/[À-ÿ]{2,}/gu) ?? []).join('').length / letters.length;
  return usual - 2 * strange - 1.5 * runs;
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

/**
 * Text from bytes, decoded by the byte order mark, else the charset the server named, else the one the page declares in
 * its first 2,000 bytes, else UTF-8.
 */
export function decodeText(body: Uint8Array, charset: string | null): string {
  const marked = markOf(body);
  if (marked) return new TextDecoder(marked).decode(body);
  const head = new TextDecoder('latin1').decode(body.subarray(0, 2000));
  const said =
    /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ?? /^<\?xml[^>]+encoding=["']([\w-]+)/.exec(head)?.[1];
  return (decoderOf(charset) ?? decoderOf(said ?? null) ?? new TextDecoder()).decode(body);
}

function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

function decoderOf(charset: string | null): TextDecoder | null {
  if (!charset) return null;
  try {
    return new TextDecoder(charset.trim());
  } catch {
    return null;
  }
}
