import type { QuickJSContext } from 'quickjs-emscripten-core';

/** What to do instead of using what browsers and Node have and a sandbox has not, by its name. */
export const adviceForMissing: Readonly<Record<string, string>> = {
  Buffer: 'use TextEncoder, btoa and atob',
  crypto: 'use sha256(text)',
  require: 'no modules can be loaded',
  process: 'the program has the data that it is given',
  fetch: 'read the page with the tool fetch first, and name its file in files',
  setTimeout: 'there are no timers; go on without waiting',
  DOMParser: 'read the text with a regular expression, or tables(text)',
  document: 'there is no page; return the value',
  window: 'there is no page; return the value',
  Intl: 'write the text yourself, as with toFixed and padStart',
};

/** The longest address that is read, in characters: reading one is not interrupted. */
const longestAddress = 100_000;

/**
 * Adds to a sandbox what programs for browsers and Node expect beyond the language, as far as it needs no network:
 * texts as bytes and base64, addresses, copies of values, and `sha256(text)`.
 */
export function addWebHelpers(context: QuickJSContext): void {
  const parts = context.newFunction('parts', (address, base) => {
    const [href, from] = [context.getString(address), context.getString(base)];
    const isShort = Math.max(href.length, from.length) <= longestAddress;
    const url = isShort && URL.canParse(href, from || undefined) ? new URL(href, from || undefined) : null;
    if (!url) return context.newString('');
    const { protocol, username, password, host, hostname, port, pathname, search, hash, origin } = url;
    [url.search, url.hash] = ['', ''];
    const shown = { protocol, username, password, host, hostname, port, pathname, hash, origin };
    return context.newString(JSON.stringify({ shown, search, head: url.href }));
  });
  const begin = context.unwrapResult(context.evalCode(helpers, 'helpers.js'));
  context.unwrapResult(context.callFunction(begin, context.undefined, parts));
}

const helpers = `((parts) => {
  'use strict';
  const { parse } = JSON;
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const bytesOf = (text) => {
    const bytes = [];
    for (const letter of String(text)) {
      const code = letter.codePointAt(0);
      const sign = code >= 0xd800 && code <= 0xdfff ? 0xfffd : code;
      if (sign < 0x80) bytes.push(sign);
      else if (sign < 0x800) bytes.push(0xc0 | (sign >> 6), 0x80 | (sign & 63));
      else if (sign < 0x10000) bytes.push(0xe0 | (sign >> 12), 0x80 | ((sign >> 6) & 63), 0x80 | (sign & 63));
      else bytes.push(0xf0 | (sign >> 18), 0x80 | ((sign >> 12) & 63), 0x80 | ((sign >> 6) & 63), 0x80 | (sign & 63));
    }
    return Uint8Array.from(bytes);
  };
  const givenBytes = (value) =>
    value instanceof ArrayBuffer ? new Uint8Array(value) : ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : null;
  const textOf = (bytes) => {
    const out = [];
    for (let at = 0; at < bytes.length; ) {
      const first = bytes[at];
      const more = first < 0x80 ? 0 : first >= 0xc2 && first < 0xe0 ? 1 : first >= 0xe0 && first < 0xf0 ? 2 : first >= 0xf0 && first < 0xf5 ? 3 : -1;
      let code = more < 1 ? first : first & (0x3f >> more);
      let read = 1;
      while (read <= more && (bytes[at + read] & 0xc0) === 0x80) code = (code << 6) | (bytes[at + read++] & 63);
      const isWhole = more >= 0 && read === more + 1 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) && code >= [0, 0x80, 0x800, 0x10000][more];
      out.push(isWhole ? String.fromCodePoint(code) : '\\ufffd');
      at += read;
    }
    return out.join('').replace(/^\\ufeff/, '');
  };
  globalThis.btoa = (text) => {
    const binary = String(text);
    if (/[^\\0-\\xff]/.test(binary)) throw new RangeError('btoa takes bytes only; give it String.fromCharCode(...new TextEncoder().encode(text))');
    let out = '';
    for (let at = 0; at < binary.length; at += 3) {
      const [a, b, c] = [binary.charCodeAt(at), binary.charCodeAt(at + 1), binary.charCodeAt(at + 2)];
      out += letters[a >> 2] + letters[((a & 3) << 4) | (b >> 4)];
      out += b === b ? letters[((b & 15) << 2) | (c >> 6)] : '=';
      out += c === c ? letters[c & 63] : '=';
    }
    return out;
  };
  globalThis.atob = (text) => {
    const base64 = String(text).replace(/[\\t\\n\\f\\r ]/g, '');
    const plain = base64.length % 4 === 0 ? base64.replace(/==?$/, '') : base64;
    if (plain.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(plain)) throw new RangeError('atob was given what is no base64');
    let [out, held, bits] = ['', 0, 0];
    for (const letter of plain) {
      held = (held << 6) | letters.indexOf(letter);
      bits += 6;
      if (bits >= 8) out += String.fromCharCode((held >> (bits -= 8)) & 255);
      held &= 0xffff;
    }
    return out;
  };
  globalThis.TextEncoder = class TextEncoder {
    encoding = 'utf-8';
    encode(text = '') { return bytesOf(text); }
  };
  globalThis.TextDecoder = class TextDecoder {
    encoding = 'utf-8';
    constructor(name = 'utf-8') {
      if (!/^(utf-?8|unicode-1-1-utf-8)$/i.test(name)) throw new RangeError('TextDecoder reads UTF-8 only here');
    }
    decode(bytes = []) {
      return textOf(givenBytes(bytes) ?? bytes);
    }
  };
  const copied = (value, seen) => {
    if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError('a function cannot be cloned');
    if (typeof value !== 'object' || value === null) return value;
    if (seen.has(value)) return seen.get(value);
    const kept = (copy) => (seen.set(value, copy), copy);
    if (value instanceof Date) return kept(new Date(value));
    if (value instanceof RegExp) return kept(new RegExp(value));
    if (value instanceof Error) return kept(Object.assign(new value.constructor(value.message), { stack: value.stack }));
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return kept(value.slice());
    if (value instanceof Map) {
      const copy = kept(new Map());
      for (const [key, each] of value) copy.set(copied(key, seen), copied(each, seen));
      return copy;
    }
    if (value instanceof Set) {
      const copy = kept(new Set());
      for (const each of value) copy.add(copied(each, seen));
      return copy;
    }
    const copy = kept(Array.isArray(value) ? [] : {});
    for (const key of Object.keys(value)) copy[key] = copied(value[key], seen);
    return copy;
  };
  globalThis.structuredClone = (value) => copied(value, new Map());
  const decoded = (text) => {
    try { return decodeURIComponent(text.replaceAll('+', ' ')); } catch { return text; }
  };
  const encoded = (text) => encodeURIComponent(text).replace(/[!'()~]/g, (sign) => '%' + sign.charCodeAt(0).toString(16).toUpperCase()).replaceAll('%20', '+');
  class URLSearchParams {
    #pairs = [];
    constructor(from = '') {
      if (typeof from !== 'object' || from === null) {
        for (const part of String(from).replace(/^\\?/, '').split('&')) {
          if (part === '') continue;
          const at = part.indexOf('=');
          this.append(decoded(at < 0 ? part : part.slice(0, at)), at < 0 ? '' : decoded(part.slice(at + 1)));
        }
      } else for (const [name, value] of typeof from[Symbol.iterator] === 'function' ? from : Object.entries(from)) this.append(name, value);
    }
    append(name, value) { this.#pairs.push([String(name), String(value)]); }
    get(name) { return this.#pairs.find(([each]) => each === String(name))?.[1] ?? null; }
    getAll(name) { return this.#pairs.filter(([each]) => each === String(name)).map(([, value]) => value); }
    has(name, value) { return this.getAll(name).some((each) => value === undefined || each === String(value)); }
    set(name, value) {
      const at = this.#pairs.findIndex(([each]) => each === String(name));
      if (at < 0) return this.append(name, value);
      this.#pairs = this.#pairs.filter(([each], index) => index <= at || each !== String(name));
      this.#pairs[at] = [String(name), String(value)];
    }
    delete(name, value) { this.#pairs = this.#pairs.filter(([each, own]) => each !== String(name) || (value !== undefined && own !== String(value))); }
    sort() { this.#pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)); }
    forEach(work) { for (const [name, value] of this.#pairs) work(value, name, this); }
    get size() { return this.#pairs.length; }
    keys() { return this.#pairs.map(([name]) => name).values(); }
    values() { return this.#pairs.map(([, value]) => value).values(); }
    entries() { return this.#pairs.map((pair) => [...pair]).values(); }
    [Symbol.iterator]() { return this.entries(); }
    toString() { return this.#pairs.map(([name, value]) => encoded(name) + '=' + encoded(value)).join('&'); }
    toJSON() { return this.toString(); }
  }
  globalThis.URLSearchParams = URLSearchParams;
  globalThis.URL = class URL {
    #query;
    #read;
    #parts;
    constructor(address, base = '') {
      const read = parts(String(address), String(base));
      if (read === '') throw new TypeError('Invalid URL: ' + String(address).slice(0, 100));
      this.#parts = parse(read);
      this.#take(this.#parts.search);
      for (const name of [...Object.keys(this.#parts.shown), 'href'])
        Object.defineProperty(this, name, {
          enumerable: true,
          get: () => (name === 'href' ? this.#parts.head + this.search + this.#parts.shown.hash : this.#parts.shown[name]),
          set() { throw new TypeError(name + " of an address cannot be set here; build the address anew: new URL('https://…')"); },
        });
    }
    #take(search) {
      this.#query = search;
      this.searchParams = new URLSearchParams(search);
      this.#read = this.searchParams.toString();
    }
    get search() {
      const now = this.searchParams.toString();
      return now === this.#read ? this.#query : now === '' ? '' : '?' + now;
    }
    set search(text) {
      this.#take(new URL(this.#parts.head + '?' + String(text).replace(/^\\?/, '').replaceAll('#', '%23')).#query);
    }
    toString() { return this.href; }
    toJSON() { return this.href; }
    static canParse(address, base = '') { return parts(String(address), String(base)) !== ''; }
  };
  const first = (count, power) => {
    const out = [];
    for (let n = 2; out.length < count; n += 1) {
      let isPrime = true;
      for (let by = 2; by * by <= n; by += 1) if (n % by === 0) isPrime = false;
      if (isPrime) out.push((n ** power % 1) * 2 ** 32 | 0);
    }
    return out;
  };
  let constants;
  globalThis.sha256 = (value) => {
    constants ??= { start: first(8, 1 / 2), rounds: first(64, 1 / 3) };
    const bytes = typeof value === 'string' ? bytesOf(value) : givenBytes(value);
    if (!bytes) throw new TypeError('sha256 takes a text or bytes');
    const size = ((bytes.length + 8) >> 6) * 16 + 16;
    const words = new Int32Array(size);
    for (let at = 0; at < bytes.length; at += 1) words[at >> 2] |= bytes[at] << (24 - (at % 4) * 8);
    words[bytes.length >> 2] |= 0x80 << (24 - (bytes.length % 4) * 8);
    words[size - 2] = Math.floor(bytes.length / 2 ** 29);
    words[size - 1] = bytes.length << 3;
    const hash = Int32Array.from(constants.start);
    const w = new Int32Array(64);
    const turn = (x, n) => (x >>> n) | (x << (32 - n));
    for (let block = 0; block < size; block += 16) {
      for (let at = 0; at < 64; at += 1) {
        const [x, y] = [w[at - 15], w[at - 2]];
        w[at] = at < 16 ? words[block + at] : w[at - 16] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[at - 7] + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
      }
      let [a, b, c, d, e, f, g, h] = hash;
      for (let at = 0; at < 64; at += 1) {
        const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants.rounds[at] + w[at]) | 0;
        const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((part, at) => (hash[at] += part));
    }
    return [...hash].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
  };
})`;
