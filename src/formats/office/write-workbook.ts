import {
  type OfficePart,
  type OfficeProperties,
  packageParts,
  relationshipsPart,
  xmlPart,
  xmlText,
  zipOfficeParts,
} from './office-zip.ts';
import { sheetsOfText, type WrittenRow, type WrittenSheet } from './workbook-sheets.ts';
import type { WrittenColumn } from '../../records/written-cell.ts';

/** The limits of Excel. */
const [mostRows, mostColumns, longestCell, longestName] = [1_048_576, 16_384, 32_767, 31];
/** What stands at the end of a cell that was cut. */
const cutMark = '… [cut]';
/** The widths of a column, in characters, and the rows by which it is measured. */
const [narrowest, widest, measuredRows] = [8, 60, 1000];
/** The most rows that stay in sight above the others. */
const mostFrozen = 5;
const space = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** A written workbook, and the number of its cells that were cut or left out, since Excel does not take them. */
export interface WrittenWorkbook {
  bytes: Uint8Array;
  cut: number;
}

/** Returns the workbook that a text in CSV, or in Markdown with tables, stands for. No cell becomes a formula. */
export function writeWorkbook(text: string, properties: OfficeProperties): WrittenWorkbook {
  const sheets = named(sheetsOfText(text, properties.title).flatMap((sheet) => sheetsOfRows(sheet)));
  const styles = new CellStyles();
  let cut = 0;
  const parts = function* (): Generator<OfficePart> {
    yield* packageParts(
      'xl/workbook.xml',
      [
        ['xl/workbook.xml', 'spreadsheetml.sheet.main'],
        ['xl/styles.xml', 'spreadsheetml.styles'],
        ...sheets.map((_, at) => [`xl/worksheets/sheet${at + 1}.xml`, 'spreadsheetml.worksheet'] as const),
      ],
      properties,
    );
    const listed = sheets.map(
      ({ name }, at) => `<sheet name="${xmlText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
    );
    yield xmlPart(
      'xl/workbook.xml',
      `<workbook xmlns="${space}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${listed.join('')}</sheets></workbook>`,
    );
    yield relationshipsPart('xl/_rels/workbook.xml.rels', [
      ...sheets.map((_, at) => ({ id: `rId${at + 1}`, type: 'worksheet', target: `worksheets/sheet${at + 1}.xml` })),
      { id: 'styles', type: 'styles', target: 'styles.xml' },
    ]);
    for (const [at, sheet] of sheets.entries())
      yield [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet, styles, () => (cut += 1))];
    yield xmlPart('xl/styles.xml', styles.xml());
  };
  return { bytes: zipOfficeParts(parts()), cut };
}

function* sheetXml({ rows }: WrittenSheet, styles: CellStyles, onCut: () => void): Generator<string> {
  const header = rows.findIndex(({ isHeader }) => isHeader) + 1;
  const pane =
    header > 0 && header <= mostFrozen && header < rows.length
      ? `<pane ySplit="${header}" topLeftCell="A${header + 1}" activePane="bottomLeft" state="frozen"/>`
      : '';
  yield '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  yield `<worksheet xmlns="${space}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`;
  const widths = columnWidths(rows);
  if (widths.length > 0)
    yield `<cols>${widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>`;
  yield '<sheetData>';
  for (const [at, { cells, isHeader, columns }] of rows.entries()) {
    let row = '';
    for (const [column, text] of cells.entries()) {
      if (text === '') continue;
      if (column >= mostColumns) onCut();
      else row += cellXml(`${columnName(column)}${at + 1}`, text, { column: columns[column], isHeader }, styles, onCut);
    }
    if (row !== '') yield `<row r="${at + 1}">${row}</row>`;
  }
  yield '</sheetData></worksheet>';
}

function cellXml(
  place: string,
  text: string,
  { column, isHeader }: { column: WrittenColumn | undefined; isHeader: boolean },
  styles: CellStyles,
  onCut: () => void,
): string {
  const cell = column?.cellOf(text.trim());
  if (cell) return `<c r="${place}" s="${styles.id(cell.format, isHeader, false)}"><v>${cell.value}</v></c>`;
  const lines = text.replace(/\r\n?/g, '\n');
  const isLong = lines.length > longestCell;
  if (isLong) onCut();
  const fitting = isLong ? lines.slice(0, longestCell - cutMark.length) + cutMark : lines;
  const isWrapped = lines.includes('\n') || displayWidth(lines) > widest;
  /** As text also when a person edits the cell: otherwise Excel would read it as a formula or a number then. */
  const format = /^\s*[-=+@\d]/.test(lines) ? '@' : '';
  /** What stands as `_x000D_` in a cell is one character for Excel. */
  const escaped = xmlText(fitting.replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_'));
  return `<c r="${place}" s="${styles.id(format, isHeader, isWrapped)}" t="inlineStr"><is><t xml:space="preserve">${escaped}</t></is></c>`;
}

/** The styles of a workbook's cells, each with a number from when it is first used. */
class CellStyles {
  readonly #formats: string[] = [];
  readonly #ids = new Map<string, { id: number; xml: string }>();

  constructor() {
    this.id('', false, false);
  }

  /** Returns the number of the style with this format of numbers: empty for none, `@` for text. */
  id(format: string, isBold: boolean, isWrapped: boolean): number {
    const key = `${format} ${Number(isBold)}${Number(isWrapped)}`;
    const present = this.#ids.get(key);
    if (present) return present.id;
    const id = this.#ids.size;
    const xml = `<xf numFmtId="${this.#formatId(format)}" fontId="${Number(isBold)}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"${isWrapped ? ' applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>' : '/>'}`;
    this.#ids.set(key, { id, xml });
    return id;
  }

  #formatId(format: string): number {
    if (format === '') return 0;
    if (format === '@') return 49;
    const at = this.#formats.indexOf(format);
    return 164 + (at >= 0 ? at : this.#formats.push(format) - 1);
  }

  xml(): string {
    const formats = this.#formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${xmlText(code)}"/>`);
    const cellStyles = [...this.#ids.values()].map(({ xml }) => xml);
    const font = (mark: string) => `<font>${mark}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`;
    return `<styleSheet xmlns="${space}">${formats.length === 0 ? '' : `<numFmts count="${formats.length}">${formats.join('')}</numFmts>`}<fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cellStyles.length}">${cellStyles.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
  }
}

/** Returns a sheet as one of at most `most` rows, and others with the rest of them below its header. */
export function sheetsOfRows(sheet: WrittenSheet, most = mostRows): WrittenSheet[] {
  const { rows } = sheet;
  if (rows.length <= most) return [sheet];
  const header = rows.filter(({ isHeader }) => isHeader).slice(0, 1);
  const size = most - header.length;
  const parts: WrittenSheet[] = [{ ...sheet, rows: rows.slice(0, most) }];
  for (let from = most; from < rows.length; from += size)
    parts.push({ ...sheet, rows: [...header, ...rows.slice(from, from + size)] });
  return parts;
}

/** Returns the sheets with names that Excel takes, each another. */
function named(sheets: readonly WrittenSheet[]): WrittenSheet[] {
  const takenNames = new Set<string>();
  return sheets.map((sheet) => {
    const plain = sheet.name
      .replace(/[[\]:*?/\\]|\p{C}/gu, ' ')
      .replace(/\s+/g, ' ')
      .replace(/^['\s]+|['\s]+$/g, '');
    const own = plain === '' || /^history$/i.test(plain) ? `${plain} 1`.trim() : plain;
    let name = shortened(own, longestName);
    for (let n = 2; takenNames.has(name.toLowerCase()); n += 1)
      name = `${shortened(own, longestName - ` (${n})`.length)} (${n})`;
    takenNames.add(name.toLowerCase());
    return { ...sheet, name };
  });
}

/** Returns the beginning of a text of at most `length` UTF-16 units, without half a character at its end. */
const shortened = (text: string, length: number): string =>
  text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/['\s]+$/, '');

function columnWidths(rows: readonly WrittenRow[]): number[] {
  const widths: number[] = [];
  for (const { cells } of rows.slice(0, measuredRows)) {
    if (cells.length === 1 && widths.length > 1) continue;
    for (const [at, cell] of cells.slice(0, mostColumns).entries()) {
      const width = Math.max(...cell.split('\n').slice(0, 20).map(displayWidth)) + 2;
      widths[at] = Math.min(widest, Math.max(narrowest, widths[at] ?? 0, width));
    }
  }
  return widths;
}

/** How wide a text is, in digits: letters of East Asian scripts take two; of long texts the beginning is measured. */
function displayWidth(text: string): number {
  let width = 0;
  for (const sign of text.slice(0, widest * 2))
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\u{20000}-\u{3ffff}]/u.test(sign)
        ? 2
        : 1;
  return width;
}

/** Returns the letters of a column, such as `AB`, by its number from 0. */
function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}
