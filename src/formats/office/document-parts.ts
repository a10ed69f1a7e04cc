import { type OfficePart, xmlPart } from './office-zip.ts';

const space = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** How far a level of a list or a quotation is set in, in twentieths of a point. */
export const indentStep = 425;
/** The deepest level of a list, counted from 0. */
export const deepestLevel = 8;
/** The width of the text on a page, in twentieths of a point: A4 with margins of 2 cm. */
export const pageTextWidth = 9638;

/** The end of a document's body: the size of its pages. */
export const pageXml =
  '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="709" w:footer="709" w:gutter="0"/></w:sectPr>';

/** A font for East Asian letters, and the language whose forms they have. */
export interface EastAsian {
  font: string;
  language: string;
}

/** Returns the font and the language for the East Asian letters of a text: those of Chinese unless others are in it. */
export function eastAsianOf(text: string): EastAsian {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return { font: 'Yu Gothic', language: 'ja-JP' };
  if (/\p{Script=Hangul}/u.test(text)) return { font: 'Malgun Gothic', language: 'ko-KR' };
  return { font: 'Microsoft YaHei', language: 'zh-CN' };
}

interface StyleOptions {
  name: string;
  /** The properties of its paragraphs and of its letters, as XML. */
  paragraph?: string;
  letters?: string;
  next?: string;
}

const paragraphStyle = (id: string, { name, paragraph = '', letters = '', next = '' }: StyleOptions) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>${next === '' ? '' : `<w:next w:val="${next}"/>`}<w:qFormat/><w:pPr>${paragraph}</w:pPr><w:rPr>${letters}</w:rPr></w:style>`;

const characterStyle = (id: string, name: string, letters: string) =>
  `<w:style w:type="character" w:styleId="${id}"><w:name w:val="${name}"/><w:rPr>${letters}</w:rPr></w:style>`;

/** The sizes of headings, in half points. */
const headingSizes = [36, 30, 26, 24, 22, 22];

const heading = (size: number, at: number) =>
  paragraphStyle(`Heading${at + 1}`, {
    name: `heading ${at + 1}`,
    next: 'Normal',
    paragraph: `<w:keepNext/><w:keepLines/><w:spacing w:before="${at === 0 ? 360 : 240}" w:after="120"/><w:outlineLvl w:val="${at}"/>`,
    letters: `<w:b/><w:bCs/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`,
  });

const line = (side: string, size: number) =>
  `<w:${side} w:val="single" w:sz="${size}" w:space="${side === 'left' ? 8 : 0}" w:color="BFBFBF"/>`;
const monospace = '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/>';
const ground = '<w:shd w:val="clear" w:color="auto" w:fill="F2F2F2"/>';

/** The part with the styles of a document. */
export function stylesPart({ font, language }: EastAsian): OfficePart {
  const styles = [
    `<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:eastAsia="${font}" w:hAnsi="Calibri" w:cs="Arial"/><w:sz w:val="22"/><w:szCs w:val="22"/><w:lang w:eastAsia="${language}"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>`,
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>',
    '<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblCellMar><w:top w:w="40" w:type="dxa"/><w:left w:w="108" w:type="dxa"/><w:bottom w:w="40" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>',
    ...headingSizes.map(heading),
    paragraphStyle('ListParagraph', { name: 'List Paragraph', paragraph: '<w:spacing w:after="60"/>' }),
    paragraphStyle('Quote', {
      name: 'Quote',
      paragraph: `<w:pBdr>${line('left', 18)}</w:pBdr>`,
      letters: '<w:color w:val="595959"/>',
    }),
    paragraphStyle('CodeBlock', {
      name: 'Code Block',
      paragraph: `${ground}<w:spacing w:line="240" w:lineRule="auto"/>`,
      letters: `${monospace}<w:noProof/><w:sz w:val="19"/><w:szCs w:val="19"/>`,
    }),
    paragraphStyle('Rule', { name: 'Horizontal Rule', paragraph: `<w:pBdr>${line('bottom', 6)}</w:pBdr>` }),
    paragraphStyle('TableText', {
      name: 'Table Text',
      paragraph: '<w:spacing w:after="0" w:line="240" w:lineRule="auto"/>',
    }),
    characterStyle('Code', 'Code', `${monospace}<w:noProof/>${ground}`),
    characterStyle('Hyperlink', 'Hyperlink', '<w:color w:val="0563C1"/><w:u w:val="single"/>'),
    `<w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:basedOn w:val="TableNormal"/><w:tblPr><w:tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="BFBFBF"/>`).join('')}</w:tblBorders></w:tblPr></w:style>`,
  ];
  return xmlPart('word/styles.xml', `<w:styles xmlns:w="${space}">${styles.join('')}</w:styles>`);
}

/** A numbered list: its level and its first number. */
export interface NumberedList {
  level: number;
  start: number;
}

const bullets = ['•', '◦', '▪'];
const numberKinds = ['decimal', 'lowerLetter', 'lowerRoman'];

/** The part with the marks of lists: list 1 has bullets, and each numbered one, from 2 on, counts for itself. */
export function numberingPart(numberedLists: readonly NumberedList[]): OfficePart {
  const levels = Array.from({ length: deepestLevel + 1 }, (_, level) => level);
  const marks = (id: number, kind: (level: number) => string, mark: (level: number) => string) =>
    `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="hybridMultilevel"/>${levels
      .map(
        (level) =>
          `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${kind(level)}"/><w:lvlText w:val="${mark(level)}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${indentStep * (level + 1)}" w:hanging="${indentStep}"/></w:pPr></w:lvl>`,
      )
      .join('')}</w:abstractNum>`;
  const lists = numberedLists.map(
    ({ level, start }, at) =>
      `<w:num w:numId="${at + 2}"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${start}"/></w:lvlOverride></w:num>`,
  );
  return xmlPart(
    'word/numbering.xml',
    `<w:numbering xmlns:w="${space}">${marks(
      0,
      () => 'bullet',
      (level) => bullets[level % bullets.length] ?? '',
    )}${marks(
      1,
      (level) => numberKinds[level % numberKinds.length] ?? '',
      (level) => `%${level + 1}.`,
    )}<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>${lists.join('')}</w:numbering>`,
  );
}

/** The part with the settings of a document: without it Word would treat it as one of 2007. */
export const settingsPart = ({ language }: EastAsian): OfficePart =>
  xmlPart(
    'word/settings.xml',
    `<w:settings xmlns:w="${space}"><w:defaultTabStop w:val="708"/><w:characterSpacingControl w:val="doNotCompress"/><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat><w:themeFontLang w:eastAsia="${language}"/></w:settings>`,
  );
