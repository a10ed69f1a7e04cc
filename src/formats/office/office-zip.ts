import { strToU8, Zip, ZipDeflate } from 'fflate';

/** A part of an office file: its name and its text, in pieces, or its bytes. */
export type OfficePart = readonly [name: string, content: Iterable<string> | Uint8Array];

/** The same time in all files, so that the same content gives the same bytes. */
const mtime = '2000-01-01T00:00:00';
/** How many characters are packed at once. */
const step = 65_536;

/** Returns the bytes of a zip file with these parts; no text is ever whole in memory. */
export function zipOfficeParts(parts: Iterable<OfficePart>): Uint8Array {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  for (const [name, content] of parts) {
    const entry = new ZipDeflate(name);
    entry.mtime = mtime;
    zip.add(entry);
    if (content instanceof Uint8Array) entry.push(content, true);
    else {
      let text = '';
      for (const piece of content) {
        text += piece;
        if (text.length < step) continue;
        entry.push(strToU8(text));
        text = '';
      }
      entry.push(strToU8(text), true);
    }
  }
  zip.end();
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}

const notInXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Returns a text as XML holds it, in an element or an attribute, without the characters that XML cannot hold. */
export const xmlText = (text: string): string =>
  text
    .replace(notInXml, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const officeTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const contentTypes = 'application/vnd.openxmlformats-officedocument';

/** A relationship of a part to another, or to an address. */
export interface WrittenRelationship {
  id: string;
  /** Its kind, such as `styles`. */
  type: string;
  target: string;
  isExternal?: boolean;
}

/** Returns an XML part: its text with the declaration before it. */
export const xmlPart = (name: string, text: string): OfficePart => [name, [head, text]];

/** Returns the part with the relationships of another. */
export function relationshipsPart(name: string, relationships: readonly WrittenRelationship[]): OfficePart {
  const lines = relationships.map(
    ({ id, type, target, isExternal }) =>
      `<Relationship Id="${id}" Type="${type.includes('/') ? type : `${officeTypes}/${type}`}" Target="${xmlText(target)}"${isExternal ? ' TargetMode="External"' : ''}/>`,
  );
  return xmlPart(
    name,
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines.join('')}</Relationships>`,
  );
}

/** What a file says of itself. */
export interface OfficeProperties {
  title: string;
  /** When its content was written, ISO 8601. */
  at: string;
  /** The language of its text, such as `zh-CN`; empty if it is not known. */
  language?: string;
}

/**
 * Returns the parts that each office file begins with: the kinds of its parts, by name, such as
 * `wordprocessingml.styles`, its main part and its properties.
 */
export function packageParts(
  main: string,
  kinds: readonly (readonly [part: string, kind: string])[],
  { title, at, language = '' }: OfficeProperties,
): OfficePart[] {
  const overrides = kinds.map(
    ([part, kind]) => `<Override PartName="/${part}" ContentType="${contentTypes}.${kind}+xml"/>`,
  );
  return [
    xmlPart(
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/><Default Extension="gif" ContentType="image/gif"/>${overrides.join('')}<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
    ),
    relationshipsPart('_rels/.rels', [
      { id: 'rId1', type: 'officeDocument', target: main },
      {
        id: 'rId2',
        type: 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
        target: 'docProps/core.xml',
      },
    ]),
    xmlPart(
      'docProps/core.xml',
      `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${xmlText(title)}</dc:title>${language === '' ? '' : `<dc:language>${language}</dc:language>`}<dcterms:created xsi:type="dcterms:W3CDTF">${xmlText(at)}</dcterms:created></cp:coreProperties>`,
    ),
  ];
}
