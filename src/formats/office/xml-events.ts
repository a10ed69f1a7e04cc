import { Parser } from 'saxen';

/** What happens in an XML text, with names without their prefixes. */
export interface XmlHandlers {
  /** An element begins; the value of an attribute is empty if it is missing. */
  open?: (name: string, attribute: (name: string) => string) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

/**
 * Reads an XML text in pieces, if there are any, to its end or until `isDone`, which is asked after each piece. Throws
 * if it is damaged.
 */
export function readXml(pieces: Iterable<string>, handlers: XmlHandlers, isDone: () => boolean = () => false): void {
  const parser = new Parser();
  const { open, close, text } = handlers;
  if (open)
    parser.on('openTag', (name, attributes) => {
      let own: Record<string, string> | null = null;
      open(localName(name), (attributeName) => {
        own ??= localAttributes(attributes());
        return own[attributeName] ?? '';
      });
    });
  if (close) parser.on('closeTag', (name) => close(localName(name)));
  if (text) {
    parser.on('text', (raw) => text(decoded(raw)));
    parser.on('cdata', (raw) => text(raw));
  }
  parser.on('warn', () => undefined);
  let isBegun = false;
  for (const piece of pieces) {
    isBegun = true;
    parser.write(piece.replace(/^\ufeff/, ''));
    if (isDone()) return;
  }
  if (isBegun) parser.end();
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Returns attributes by their names without prefixes; of two that differ by the prefix alone, the one without counts.
 */
function localAttributes(attributes: Record<string, string>): Record<string, string> {
  const own: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(attributes)) {
    const local = localName(name);
    if (local === name || !(local in own)) own[local] = decoded(value);
  }
  return own;
}

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,9}));/gi, (whole: string, decimal, hex, name) => {
    if (typeof name === 'string') return namedEntities[name] ?? whole;
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
