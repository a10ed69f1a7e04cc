import { escapeInvisibleCharacters } from '../shown-text.ts';

const followed = new Set(['http:', 'https:', 'mailto:']);

/** Returns the address if it may be opened, else null: anything but http, https and mailto stays text. */
export function safeAddress(href: string): URL | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  return followed.has(url.protocol) ? url : null;
}

/** Returns the host of a link, to be shown beside its text; null if the text already names it. */
export function hostMissingInLinkText(url: URL, words: string): string | null {
  const text = words.trim();
  const name = url.host || url.pathname;
  const begins = url.host !== '' && ['/', '?', '#'].some((end) => text.startsWith(url.origin + end));
  const saysIt = begins || text === name || text === url.origin;
  return saysIt && escapeInvisibleCharacters(text) === text ? null : escapeInvisibleCharacters(name);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
const reference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi;

/** Returns the text with its character references decoded, as HTML would show it. */
export function decodeCharacterReferences(text: string): string {
  return text.replace(reference, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name) return entities[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : parseInt(hex ?? '', 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
