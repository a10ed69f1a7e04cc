/** A JSON or Python value within a text. */
export interface Literal {
  /** The index after the value. */
  end: number;
  /** The value as JSON; numbers keep their digits. */
  json: string;
  /** The content of a string. */
  text?: string;
  /** The values of a list. */
  items?: Literal[];
  /** The values of an object. */
  fields?: Map<string, Literal>;
}

const maxDepth = 64;
const blank = /\s*/y;
const numeral = /[-+]?(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][-+]?\d+)?(?![\w.])/y;
const strictNumeral = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
const word = /(?:true|false|null|True|False|None)\b/y;
const bareKey = /[A-Za-z_$][\w$]*(?=\s*:)/y;
const words: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '\n': '' };

/**
 * Parses the value that begins at `at`: any JSON, and Python's strings, constants, tuples and numbers; a trailing comma
 * in a list is allowed. Null if no complete value begins there.
 */
export function parseLiteralAt(source: string, at: number, depth = 0): Literal | null {
  const sign = source[at] ?? '';
  if (sign === '"' || sign === "'") return stringAt(source, at);
  if (sign === '{' || sign === '[' || sign === '(') return depth < maxDepth ? listAt(source, at, depth) : null;
  const constantText = match(word, source, at);
  if (constantText !== null) return { end: at + constantText.length, json: words[constantText] ?? constantText };
  const digits = match(numeral, source, at);
  const json = digits === null ? null : numberOf(digits);
  return digits === null || json === null ? null : { end: at + digits.length, json };
}

/** The index of the next character that is not white space. */
export function skipWhitespace(source: string, at: number): number {
  return at + (match(blank, source, at)?.length ?? 0);
}

/** Returns the match of a sticky pattern at `at`, or null. */
function match(pattern: RegExp, source: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? null;
}

function numberOf(digits: string): string | null {
  const plain = digits.replaceAll(/[_+]/g, '');
  if (strictNumeral.test(plain)) return plain;
  const value = Number(plain);
  return Number.isFinite(value) ? String(value) : null;
}

function stringAt(source: string, at: number): Literal | null {
  const quote = source[at] ?? '';
  const closer = source.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
  const start = at + closer.length;
  for (let end = start; end < source.length; end += 1) {
    if (source[end] === '\\') end += 1;
    else if (source.startsWith(closer, end)) {
      const text = unescaped(source.slice(start, end));
      return { end: end + closer.length, json: JSON.stringify(text), text };
    }
  }
  return null;
}

function unescaped(text: string): string {
  return text.replaceAll(
    /\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|x([\da-fA-F]{2})|([\s\S]))/g,
    (whole: string, short?: string, long?: string, byte?: string, sign?: string) => {
      const code = short ?? long ?? byte;
      if (code !== undefined) {
        const point = Number.parseInt(code, 16);
        return point > 0x10_ff_ff
          ? whole
          : short === undefined
            ? String.fromCodePoint(point)
            : String.fromCharCode(point);
      }
      const escapedSign = sign ?? '';
      return escapes[escapedSign] ?? ('"\'\\/`'.includes(escapedSign) ? escapedSign : whole);
    },
  );
}

const closers: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };

/** Parses an object, a list or a tuple; a single value in round brackets is that value. */
function listAt(source: string, start: number, depth: number): Literal | null {
  const opener = source[start] ?? '';
  const closer = closers[opener] ?? '';
  const items: Literal[] = [];
  const fields = new Map<string, Literal>();
  let comma = true;
  let commas = 0;
  for (let at = skipWhitespace(source, start + 1); at < source.length; at = skipWhitespace(source, at)) {
    if (source[at] === closer) {
      const end = at + 1;
      if (opener === '{') return { end, json: `{${written(fields)}}`, fields };
      const [only] = items;
      if (opener === '(' && only && commas === 0) return { ...only, end };
      return { end, json: `[${items.map(({ json }) => json).join(',')}]`, items };
    }
    if (source[at] === ',') {
      if (comma) return null;
      comma = true;
      commas += 1;
      at += 1;
      continue;
    }
    if (!comma) return null;
    comma = false;
    let key: string | null = null;
    if (opener === '{') {
      const fieldKey = keyAt(source, at);
      if (fieldKey === null) return null;
      key = fieldKey.key;
      at = fieldKey.end;
    }
    const value = parseLiteralAt(source, at, depth + 1);
    if (value === null) return null;
    if (key === null) items.push(value);
    else fields.set(key, value);
    at = value.end;
  }
  return null;
}

/** Parses the key of an object at `at`, quoted or bare; `end` is the start of its value. */
function keyAt(source: string, at: number): { key: string; end: number } | null {
  const bare = match(bareKey, source, at);
  const literal =
    bare === null ? parseLiteralAt(source, at, maxDepth) : { end: at + bare.length, json: '', text: bare };
  if (literal === null) return null;
  const colon = skipWhitespace(source, literal.end);
  if (source[colon] !== ':') return null;
  return { key: literal.text ?? literal.json, end: skipWhitespace(source, colon + 1) };
}

function written(fields: ReadonlyMap<string, Literal>): string {
  return [...fields].map(([key, { json }]) => `${JSON.stringify(key)}:${json}`).join(',');
}
