import { Buffer } from 'node:buffer';

const each = (key: string, write: (code: number, sign: string) => string) =>
  Array.from(key, (sign) => write(sign.charCodeAt(0), sign)).join('');
const hex = (code: number, length: number) => code.toString(16).padStart(length, '0');
const marks: Record<string, string> = {
  ...{ '/': '&sol;', '+': '&plus;', '=': '&equals;', '.': '&period;', _: '&lowbar;', '-': '&#45;' },
};
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Returns a key in all its usual encodings, by the name of the encoding. */
export function disguised(key: string): Record<string, string> {
  return {
    plain: key,
    'JSON, slashes escaped': key.replaceAll('/', '\\/'),
    'JSON, all escaped': each(key, (code) => `\\u${hex(code, 4)}`),
    'JSON, all escaped in upper case': each(key, (code) => `\\u${hex(code, 4).toUpperCase()}`),
    'JSON, one escaped': `\\u${hex(key.charCodeAt(0), 4)}${key.slice(1)}`,
    'JSON in JSON': JSON.stringify(JSON.stringify(each(key, (code) => `\\u${hex(code, 4)}`))).slice(1, -1),
    'JavaScript, hexadecimal': each(key, (code) => `\\x${hex(code, 2)}`),
    'JavaScript, code points': each(key, (code) => `\\u{${hex(code, 1)}}`),
    Markdown: key.replace(/[-_+.*~]/g, '\\$&'),
    percent: encodeURIComponent(key),
    'percent, signs in lower case': key.replace(/\W/g, (sign) => `%${hex(sign.charCodeAt(0), 2)}`),
    'percent throughout': each(key, (code) => `%${hex(code, 2)}`),
    'percent twice': encodeURIComponent(key.replace(/\W/g, (sign) => `%${hex(sign.charCodeAt(0), 2).toUpperCase()}`)),
    'HTML, named': key.replace(/\W|_/g, (sign) => marks[sign] ?? `&#${sign.charCodeAt(0)};`),
    'HTML, decimal': each(key, (code) => `&#${code};`),
    'HTML, decimal with zeros': each(key, (code) => `&#00${code};`),
    'HTML, hexadecimal': each(key, (code) => `&#x${hex(code, 2)};`),
    'HTML, upper case': each(key, (code) => `&#X${hex(code, 2).toUpperCase()};`),
    'HTML in HTML': each(key, (code) => `&amp;#${code};`),
    hexadecimal: Buffer.from(key).toString('hex'),
    'hexadecimal in upper case': Buffer.from(key).toString('hex').toUpperCase(),
    base64: base64(key),
    'base64 of addresses': Buffer.from(key).toString('base64url'),
    'base64, one byte before': base64(`:${key}`),
    'base64, two bytes before': base64(`u:${key}`),
    'base64 of the header': base64(`Bearer ${key}`),
    'base64 of the basic header': base64(`user:${key}:`),
    'base64 in JSON': base64(key).replaceAll('/', '\\/'),
    'base64 in an address': encodeURIComponent(base64(`user:${key}`)),
  };
}

/** Returns the names of the encodings in which a text still contains the key, even if they are nested. */
export function keptIn(text: string, key: string): string[] {
  const bytes = Buffer.from(key);
  const held = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return whole.slice(before === 0 ? 0 : before + 1, Math.floor(((before + bytes.length) * 8) / 6));
  });
  const forms: [string, string][] = [
    ...Object.entries(disguised(key)).filter(([name]) => !name.startsWith('base64')),
    ...held.map((form): [string, string] => ['base64', form]),
    ...held.map((form): [string, string] => ['base64 of addresses', form.replaceAll('+', '-').replaceAll('/', '_')]),
  ];
  const layers = layersOf(text).map((layer) => layer.toLowerCase());
  return forms.flatMap(([name, form]) => (layers.some((layer) => layer.includes(form.toLowerCase())) ? [name] : []));
}

/** Returns the text, and the same with escapes decoded once, twice and three times. */
function layersOf(text: string): string[] {
  const layers = [text];
  for (let depth = 0; depth < 3; depth += 1) {
    const last = layers.at(-1) ?? '';
    const read = last
      .replace(/\\+(?:u\{?([\da-f]{1,4})\}?|x([\da-f]{2}))/gi, (_, a?: string, b?: string) =>
        String.fromCharCode(Number.parseInt(a ?? b ?? '', 16)),
      )
      .replace(/\\+([^\w\s])/g, '$1')
      .replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/&#x([\da-f]+);?/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/&#(\d+);?/g, (_, code: string) => String.fromCharCode(Number(code)))
      .replace(/&(sol|plus|equals|period|lowbar|amp);/g, (_, name: string) => names[name] ?? '');
    layers.push(read);
  }
  return layers;
}

const names: Record<string, string> = { sol: '/', plus: '+', equals: '=', period: '.', lowbar: '_', amp: '&' };
