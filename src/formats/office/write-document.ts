import type { MarkedToken, Token, Tokens } from 'marked';
import { decodeCharacterReferences } from '../../values/character-references.ts';
import { safeAddress } from '../../values/safe-address.ts';
import { inlineText } from '../markdown-text.ts';
import { markdownTokens, type FootnoteToken } from '../markdown-tokens.ts';
import {
  deepestLevel,
  eastAsianOf,
  indentStep,
  type NumberedList,
  numberingPart,
  pageXml,
  settingsPart,
  stylesPart,
  pageTextWidth,
} from './document-parts.ts';
import {
  type OfficeProperties,
  packageParts,
  relationshipsPart,
  type WrittenRelationship,
  xmlPart,
  xmlText,
  zipOfficeParts,
} from './office-zip.ts';

/** A picture of a document: its bytes, and its size in points of a screen. */
export interface DocumentPicture {
  bytes: Uint8Array;
  type: 'png' | 'jpeg' | 'gif';
  width: number;
  height: number;
}

/** Where blocks stand: in a list, from level 0 on, in quotations, and in the cells of a table. */
interface BlockPlace {
  level: number;
  quotes: number;
}

/** How letters are written. */
interface LetterStyle {
  isBold?: boolean;
  isItalic?: boolean;
  isStruck?: boolean;
  isCode?: boolean;
  isRaised?: boolean;
  isLink?: boolean;
  isRightToLeft?: boolean;
}

/** The Markdown of a document as tokens, however long it is; as lines of text if it cannot be read. */
export function documentTokens(text: string): MarkedToken[] {
  const tokens = markdownTokens(text, { longest: Infinity });
  return tokens ?? text.split(/\r\n?|\n/).map((line) => ({ type: 'text', raw: line, text: line, escaped: false }));
}

/** Returns the document of Word that Markdown stands for, with the pictures that its addresses name. */
export function writeDocument(
  tokens: readonly MarkedToken[],
  pictures: ReadonlyMap<string, DocumentPicture>,
  properties: OfficeProperties,
): Uint8Array {
  const writer = new DocumentWriter(pictures);
  const body = writer.blocks(tokens, { level: -1, quotes: 0 });
  const text = inlineTextOf(tokens);
  const eastAsian = eastAsianOf(text);
  const language = /\p{Script=Han}|\p{Script=Hangul}/u.test(text) ? eastAsian.language : '';
  const spaces = [
    'w|wordprocessingml/2006/main',
    'wp|drawingml/2006/wordprocessingDrawing',
    'a|drawingml/2006/main',
    'pic|drawingml/2006/picture',
    'r|officeDocument/2006/relationships',
  ].map((each) => {
    const [prefix = '', name = ''] = each.split('|');
    return `xmlns:${prefix}="http://schemas.openxmlformats.org/${name}"`;
  });
  return zipOfficeParts([
    ...packageParts(
      'word/document.xml',
      [
        ['word/document.xml', 'wordprocessingml.document.main'],
        ['word/styles.xml', 'wordprocessingml.styles'],
        ['word/numbering.xml', 'wordprocessingml.numbering'],
        ['word/settings.xml', 'wordprocessingml.settings'],
      ],
      { ...properties, language },
    ),
    xmlPart('word/document.xml', `<w:document ${spaces.join(' ')}><w:body>${body}${pageXml}</w:body></w:document>`),
    stylesPart(eastAsian),
    numberingPart(writer.numberedLists),
    settingsPart(eastAsian),
    relationshipsPart('word/_rels/document.xml.rels', [
      ...['styles', 'numbering', 'settings'].map((type) => ({ id: type, type, target: `${type}.xml` })),
      ...writer.relationships,
    ]),
    ...writer.media,
  ]);
}

const inlineTextOf = (tokens: readonly Token[]) => tokens.map(({ raw }) => raw).join('');

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const eastAsianSign = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** The units of a drawing in a point of a screen, and in a twentieth of a point of type. */
const [unitsOfPixel, unitsOfTwip] = [9525, 635];

class DocumentWriter {
  readonly #pictures: ReadonlyMap<string, DocumentPicture>;
  readonly #media = new Map<DocumentPicture, WrittenRelationship>();
  readonly #links = new Map<string, WrittenRelationship>();
  readonly numberedLists: NumberedList[] = [];
  #drawings = 0;

  constructor(pictures: ReadonlyMap<string, DocumentPicture>) {
    this.#pictures = pictures;
  }

  get relationships(): WrittenRelationship[] {
    return [...this.#links.values(), ...this.#media.values()];
  }

  get media(): [name: string, bytes: Uint8Array][] {
    return [...this.#media].map(([{ bytes }, { target }]) => [`word/${target}`, bytes]);
  }

  blocks(tokens: readonly Token[], place: BlockPlace): string {
    return tokens.map((token) => this.#block(token as MarkedToken, place)).join('');
  }

  #block(token: MarkedToken, place: BlockPlace): string {
    switch (token.type) {
      case 'space':
      case 'def':
      case 'checkbox':
        return '';
      case 'heading':
        return this.#paragraph(token.tokens, place, `Heading${token.depth}`);
      case 'list':
        return this.#list(token, place);
      case 'blockquote':
        return this.blocks(token.tokens, { ...place, quotes: place.quotes + 1 });
      case 'code':
        return paragraphXml(runXml(token.text, {}), { style: 'CodeBlock', indent: indentOf(place) });
      case 'hr':
        return paragraphXml('', { style: 'Rule', indent: indentOf(place) });
      case 'table':
        return this.#table(token, place);
      case 'html':
        return isComment(token.text) ? '' : paragraphXml(runXml(token.text.trim(), {}), { indent: indentOf(place) });
      case 'paragraph':
        return this.#paragraph(token.tokens, place);
      case 'br':
      case 'codespan':
      case 'del':
      case 'em':
      case 'escape':
      case 'image':
      case 'link':
      case 'list_item':
      case 'strong':
      case 'text':
        return this.#paragraph([token], place);
    }
  }

  #paragraph(tokens: readonly Token[], place: BlockPlace, heading = ''): string {
    const style = heading || (place.quotes > 0 ? 'Quote' : place.level >= 0 ? 'ListParagraph' : '');
    const isRightToLeft = startsRightToLeft(inlineText(tokens));
    return paragraphXml(this.inline(tokens, { isRightToLeft }), { style, indent: indentOf(place), isRightToLeft });
  }

  #list({ items, ordered, start }: Tokens.List, place: BlockPlace): string {
    const level = Math.min(deepestLevel, place.level + 1);
    const first = typeof start === 'number' ? start : 1;
    const list = ordered ? this.numberedLists.push({ level, start: first }) + 1 : 1;
    const inner = { ...place, level };
    return items
      .map(({ tokens, task, checked }) => {
        const [first, ...rest] = tokens.filter(({ type }) => type !== 'checkbox' && type !== 'space');
        const isLine = first?.type === 'text' || first?.type === 'paragraph';
        const words = isLine ? [first] : [];
        const isRightToLeft = startsRightToLeft(inlineText(words));
        const box = task ? runXml(`${checked ? '☑' : '☐'}\t`, {}) : '';
        const line = paragraphXml(box + this.inline(words, { isRightToLeft }), {
          style: place.quotes > 0 ? 'Quote' : 'ListParagraph',
          indent: indentOf(inner),
          hanging: indentStep,
          isRightToLeft,
          ...(!task && { list: { level, id: list } }),
        });
        return line + this.blocks(isLine ? rest : first ? [first, ...rest] : [], inner);
      })
      .join('');
  }

  #table({ header, rows, align }: Tokens.Table, place: BlockPlace): string {
    const left = indentOf(place);
    const widths = columnWidths([header, ...rows.slice(0, 200)], pageTextWidth - left);
    const row = (cells: readonly Tokens.TableCell[], isHeader: boolean) =>
      `<w:tr><w:trPr><w:cantSplit/>${isHeader ? '<w:tblHeader/>' : ''}</w:trPr>${widths
        .map((width, at) => {
          const { tokens = [] } = cells[at] ?? {};
          const isRightToLeft = startsRightToLeft(inlineText(tokens));
          const content = this.inline(tokens, { isBold: isHeader, isRightToLeft });
          const paragraph = paragraphXml(content, { style: 'TableText', align: align[at] ?? '', isRightToLeft });
          return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${isHeader ? '<w:shd w:val="clear" w:color="auto" w:fill="F2F2F2"/>' : ''}</w:tcPr>${paragraph}</w:tc>`;
        })
        .join('')}</w:tr>`;
    return `<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="${pageTextWidth - left}" w:type="dxa"/>${left > 0 ? `<w:tblInd w:w="${left}" w:type="dxa"/>` : ''}<w:tblLook w:val="0420" w:firstRow="1" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="0" w:noVBand="1"/></w:tblPr><w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>${[header, ...rows].map((cells, at) => row(cells, at === 0)).join('')}</w:tbl>${paragraphXml('', { style: 'TableText' })}`;
  }

  inline(tokens: readonly Token[], style: LetterStyle): string {
    return tokens.map((token) => this.#inlineToken(token as MarkedToken | FootnoteToken, style)).join('');
  }

  #inlineToken(token: MarkedToken | FootnoteToken, style: LetterStyle): string {
    switch (token.type) {
      case 'strong':
        return this.inline(token.tokens, { ...style, isBold: true });
      case 'em':
        return this.inline(token.tokens, { ...style, isItalic: true });
      case 'del':
        return this.inline(token.tokens, { ...style, isStruck: true });
      case 'codespan':
        return runXml(token.text, { ...style, isCode: true });
      case 'br':
        return '<w:r><w:br/></w:r>';
      case 'link':
        return this.#linked(token.href, this.inline(token.tokens, { ...style, isLink: isFollowed(token.href) }));
      case 'image':
        return this.#image(token, style);
      case 'footnote':
        return runXml(token.text, { ...style, isRaised: true });
      case 'html':
        if (/^<br *\/?>$/i.test(token.text)) return '<w:r><w:br/></w:r>';
        return isComment(token.text) ? '' : runXml(token.text, style);
      case 'text':
        if ('tokens' in token) return this.inline(token.tokens, style);
        return runXml(decodeCharacterReferences(token.text), style);
      case 'escape':
        return runXml(token.text, style);
      case 'blockquote':
      case 'checkbox':
      case 'code':
      case 'def':
      case 'heading':
      case 'hr':
      case 'list':
      case 'list_item':
      case 'paragraph':
      case 'space':
      case 'table':
        return '';
    }
  }

  #linked(href: string, content: string): string {
    const address = safeAddress(href)?.href;
    if (address === undefined) return content;
    const present = this.#links.get(address);
    const id = present?.id ?? `link${this.#links.size + 1}`;
    if (!present) this.#links.set(address, { id, type: 'hyperlink', target: address, isExternal: true });
    return `<w:hyperlink r:id="${id}">${content}</w:hyperlink>`;
  }

  /** A picture of the session; of any other its text, which leads to its address if it has one. */
  #image({ href, text }: Tokens.Image, style: LetterStyle): string {
    const picture = this.#pictures.get(href);
    if (!picture) return this.#linked(href, runXml(text || href, { ...style, isLink: isFollowed(href) }));
    const present = this.#media.get(picture);
    const number = this.#media.size + 1;
    const media = present ?? { id: `media${number}`, type: 'image', target: `media/image${number}.${picture.type}` };
    this.#media.set(picture, media);
    this.#drawings += 1;
    const scale = Math.min(unitsOfPixel, (pageTextWidth * unitsOfTwip) / picture.width);
    const size = ['width', 'height'] as const;
    const [width, height] = size.map((side) => Math.round(picture[side] * scale));
    const name = `id="${this.#drawings}" name="${xmlText(href)}" descr="${xmlText(text)}"`;
    return `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${width}" cy="${height}"/><wp:docPr ${name}/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr ${name}/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${media.id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${width}" cy="${height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
  }
}

const isFollowed = (href: string) => safeAddress(href) !== null;
const isComment = (html: string) => /^\s*<!--[^]*-->\s*$/.test(html);
const indentOf = ({ level, quotes }: BlockPlace) => indentStep * (level + 1 + quotes);

/** True if the first letter of a text is of a script that runs from right to left. */
function startsRightToLeft(text: string): boolean {
  const [letter = ''] = /\p{L}/u.exec(text) ?? [];
  return rightToLeft.test(letter);
}

interface ParagraphOptions {
  style?: string;
  list?: { level: number; id: number };
  indent?: number;
  hanging?: number;
  align?: string;
  isRightToLeft?: boolean;
}

function paragraphXml(
  content: string,
  { style = '', list, indent = 0, hanging = 0, align = '', isRightToLeft = false }: ParagraphOptions,
): string {
  const properties = [
    style === '' ? '' : `<w:pStyle w:val="${style}"/>`,
    list ? `<w:numPr><w:ilvl w:val="${list.level}"/><w:numId w:val="${list.id}"/></w:numPr>` : '',
    hanging > 0 && !list ? `<w:tabs><w:tab w:val="left" w:pos="${indent}"/></w:tabs>` : '',
    isRightToLeft ? '<w:bidi/>' : '',
    indent > 0 ? `<w:ind w:left="${indent}"${hanging > 0 ? ` w:hanging="${hanging}"` : ''}/>` : '',
    align === '' ? '' : `<w:jc w:val="${align}"/>`,
  ].join('');
  return `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`;
}

/** Returns a text as a run; its line breaks and tabs stay. */
function runXml(text: string, style: LetterStyle): string {
  const { isBold, isItalic, isStruck, isCode, isRaised, isLink, isRightToLeft } = style;
  const properties = [
    isCode ? '<w:rStyle w:val="Code"/>' : isLink ? '<w:rStyle w:val="Hyperlink"/>' : '',
    /** Quotation marks beside East Asian letters are those of their font. */
    eastAsianSign.test(text) ? '<w:rFonts w:hint="eastAsia"/>' : '',
    isBold ? '<w:b/><w:bCs/>' : '',
    isItalic ? '<w:i/><w:iCs/>' : '',
    isStruck ? '<w:strike/>' : '',
    isRaised ? '<w:vertAlign w:val="superscript"/>' : '',
    isRightToLeft ? '<w:rtl/>' : '',
  ].join('');
  const content = text
    .split(/(\r\n?|\n|\t)/)
    .map((part) =>
      part === ''
        ? ''
        : part === '\t'
          ? '<w:tab/>'
          : /^[\r\n]/.test(part)
            ? '<w:br/>'
            : `<w:t xml:space="preserve">${xmlText(part)}</w:t>`,
    )
    .join('');
  return content === '' ? '' : `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}${content}</w:r>`;
}

/** The least and the greatest share of a column, in characters. */
const [narrowest, widest] = [4, 40];

/** Returns the widths of a table's columns by what stands in them, `whole` together. */
function columnWidths(rows: readonly (readonly Tokens.TableCell[])[], whole: number): number[] {
  const lengths = (rows[0] ?? []).map((_, at) => {
    const longest = Math.max(
      ...rows.map((row) => inlineText(row[at]?.tokens ?? []).replace(/[\u2e80-\uffef]/g, '$&$&').length),
    );
    return Math.min(widest, Math.max(narrowest, longest));
  });
  const sum = lengths.reduce((total, length) => total + length, 0);
  return lengths.map((length) => Math.floor((whole * length) / sum));
}
