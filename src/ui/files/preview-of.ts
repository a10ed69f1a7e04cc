import { csvTable } from '../../records/tables.ts';
import { type SessionFile, idOfExtractedText, sheetFilesOf } from '../../records/session-file.ts';
import { isHiddenIn } from '../../records/workbook.ts';
import { isBase64DataUrl } from '../../values/holds-bytes.ts';
import { parseJsonWithExactIntegers } from '../../values/exact-json.ts';
import type { Translator } from '../app/translator.svelte.ts';
import { decodeCharacterReferences } from '../../values/character-references.ts';
import { escapeInvisibleCharacters } from '../kit/shown-text.ts';

const mostText = 100_000;
/** The most columns of a table; a wider file is shown as text. */
const mostColumns = 1000;

/** How a file is shown; `shortened` if only a part of it is. */
export type FilePreview =
  | { kind: 'markdown' | 'text'; text: string; shortened: boolean }
  | { kind: 'table'; above: string[][]; head: string[]; rows: string[][] }
  | { kind: 'json'; value: unknown }
  | { kind: 'picture'; address: string }
  | { kind: 'sheets'; sheets: { title: string; isHidden: boolean; file: SessionFile; preview: FilePreview }[] }
  | { kind: 'empty' }
  | { kind: 'none' };

/** The preview of a file; `texts` are the extracted texts of a file such as a PDF. */
export function previewOf(
  file: Pick<SessionFile, 'id' | 'name' | 'mime' | 'content'>,
  texts: readonly SessionFile[] = [],
): FilePreview {
  const { name, mime, content } = file;
  const address = pictureAddress(file);
  if (address !== null) return { kind: 'picture', address };
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const is = (type: RegExp, endings: string[]) => type.test(mime) || endings.includes(ending);
  if (isBase64DataUrl(content)) {
    const sheets = sheetFilesOf(texts, file);
    const [text] = texts;
    if (sheets.length === 0) return text ? previewOf(text) : { kind: 'none' };
    const title = (sheet: SessionFile) => sheet.name.replace(`${name} - `, '').replace(/\.csv$/, '');
    const overview = texts.find(({ id }) => id === idOfExtractedText(file.id))?.content ?? '';
    const sheetPreviews = sheets.map((sheet) => ({
      title: title(sheet),
      isHidden: isHiddenIn(overview, sheet.name),
      file: sheet,
      preview: previewOf(sheet),
    }));
    return { kind: 'sheets', sheets: sheetPreviews };
  }
  if (content.trim() === '') return { kind: 'empty' };
  if (is(/^text\/(csv|tab-separated-values)/, ['csv', 'tsv'])) {
    const {
      above,
      rows: [head = [], ...rows],
    } = csvTable(content);
    const widest = rows.reduce((most, row) => Math.max(most, row.length), head.length);
    if (widest <= mostColumns) return { kind: 'table', above, head, rows };
  }
  if (is(/^application\/(\w+\+)?json/, ['json', 'geojson'])) {
    const value = parseJsonWithExactIntegers(content);
    if (typeof value === 'object' && value !== null) return { kind: 'json', value };
  }
  const kind = is(/^text\/markdown/, ['md', 'markdown']) ? 'markdown' : 'text';
  return { kind, text: content.slice(0, mostText), shortened: content.length > mostText };
}

/** The beginning of a chart that Cairn drew, before its white ground. */
const chartStart =
  /^<svg [^>]*><title>[^<]*<\/title><desc>[^<]*<\/desc>(?=<rect width="\d+" height="\d+" fill="#ffffff"\/>)/;
/** Turns light and dark round, and keeps the hues; a browser applies it where the page around the picture is dark. */
const darkStyle = '<style>@media (prefers-color-scheme:dark){svg{filter:invert(.9) hue-rotate(180deg)}}</style>';

/**
 * Returns the `src` of an `img` for a picture, in which no script runs; null if the file is no picture. A chart is dark
 * on a dark page; its file is not.
 */
export function pictureAddress({ name, mime, content }: Pick<SessionFile, 'name' | 'mime' | 'content'>): string | null {
  if (/^data:image\/(png|jpeg|gif|webp|avif|bmp|x-icon);base64,/.test(content)) return content;
  const isDrawn = mime === 'image/svg+xml' || /\.svg$/i.test(name);
  if (!isDrawn || !content.includes('<svg')) return null;
  return `data:image/svg+xml,${encodeURIComponent(content.replace(chartStart, `$&${darkStyle}`))}`;
}

/** The number of words of a prose, or of characters where most of it is Chinese; null for another kind of file. */
export function lengthOfProse(
  { name, content }: Pick<SessionFile, 'name' | 'content'>,
  { kind }: FilePreview,
): { unit: 'words' | 'characters'; n: number } | null {
  if (isBase64DataUrl(content) || (kind !== 'markdown' && !isPlainProse(name, kind))) return null;
  const characters = content.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words =
    content.match(/(?!\p{Script=Han})[\p{L}\p{N}](?:(?!\p{Script=Han})[\p{L}\p{N}\p{M}’'-])*/gu)?.length ?? 0;
  return characters > words ? { unit: 'characters', n: characters } : { unit: 'words', n: words };
}

/** True for a text without a format, which may be as long as a letter or a chapter. */
export const isPlainProse = (name: string, kind: FilePreview['kind']): boolean =>
  kind === 'text' && /\.txt$/i.test(name);

const longestAlt = 600;

/** Returns the text alternative of a picture: its name, and the title and description that a drawing contains. */
export function pictureAlt({ name, content }: Pick<SessionFile, 'name' | 'content'>, words: Translator): string {
  const alt = words.t('files.picture', { name });
  const head = isBase64DataUrl(content) ? '' : content.slice(0, 4 * longestAlt);
  const parts = ['title', 'desc'].map((tag) => new RegExp(`<${tag}>([^<]+)</${tag}>`).exec(head)?.[1]?.trim());
  const about = [...new Set(parts)].filter((part) => part !== undefined).join(' – ');
  if (about === '') return alt;
  const text = escapeInvisibleCharacters(decodeCharacterReferences(about).slice(0, longestAlt));
  return words.t('text.pair', { name: alt, text });
}
