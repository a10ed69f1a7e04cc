import type { OfficeOutcome } from '../../ports/file-reading.ts';
import type { WorkbookSheet } from '../../records/workbook.ts';
import { type NumberFormatKind, numberFormatKind, numberFormatUnit } from './number-format.ts';
import { readSheetAsCsv, unescapeWorkbookText } from './read-sheet.ts';
import { type PartRelationship, relationshipsOfPart } from './relations.ts';
import { formatSubOrSuperscript } from './sub-or-superscript.ts';
import { readXml } from './xml-events.ts';
import type { ZipParts } from './zip-parts.ts';

const mostSheets = 200;
/** The most characters of all sheets together. */
const mostText = 2_000_000;

/** Reads a workbook with the name of its main part: each sheet of cells as CSV, in the workbook's order. */
export function readWorkbook(parts: ZipParts, main: string, alive: () => void): OfficeOutcome {
  const relations = relationshipsOfPart(parts, main);
  const ofType = (type: string) => relations.find((relation) => relation.type === type)?.target ?? '';
  const { sheets: listed, isFrom1904 } = sheetsOf(parts, main, relations);
  const strings = sharedStrings(parts, ofType('sharedStrings'), alive);
  const workbook = { strings, ...numberFormats(parts, ofType('styles')), isFrom1904 };
  let remainingLength = mostText;
  const sheets: WorkbookSheet[] = [];
  for (const { name, isHidden, part } of listed.slice(0, mostSheets)) {
    const sheetReading = readSheetAsCsv(parts, part, workbook, remainingLength, alive);
    remainingLength -= sheetReading.csv.length;
    sheets.push({ name, isHidden, ...sheetReading, notes: notesOf(parts, part) });
  }
  const unreadSheetCount = listed.length - sheets.length;
  return sheets.some(({ csv }) => csv !== '')
    ? { kind: 'workbook', sheets, unread: unreadSheetCount }
    : { kind: 'empty' };
}

interface ListedSheet {
  name: string;
  isHidden: boolean;
  part: string;
}

/** Returns the sheets of cells, without those that are charts, and whether days are counted from 1904. */
function sheetsOf(
  parts: ZipParts,
  main: string,
  relations: readonly PartRelationship[],
): { sheets: ListedSheet[]; isFrom1904: boolean } {
  const sheets: ListedSheet[] = [];
  let isFrom1904 = false;
  readXml(parts.text(main), {
    open: (element, attribute) => {
      if (element === 'workbookPr') isFrom1904 ||= /^(?:1|true)$/.test(attribute('date1904'));
      if (element !== 'sheet') return;
      const sheetRelation = relations.find(({ id, type }) => id === attribute('id') && type === 'worksheet');
      if (!sheetRelation) return;
      sheets.push({
        name: unescapeWorkbookText(attribute('name')),
        isHidden: /hidden/i.test(attribute('state')),
        part: sheetRelation.target,
      });
    },
  });
  return { sheets, isFrom1904 };
}

/** How many strings are read between two signs of life. */
const aliveEvery = 5000;

/** Returns the texts that cells refer to by number, without the readings of East Asian characters. */
function sharedStrings(parts: ZipParts, name: string, alive: () => void): string[] {
  const strings: string[] = [];
  let [text, part, script] = ['', '', ''];
  let [isText, isReading] = [false, false];
  readXml(parts.text(name), {
    open: (element, attribute) => {
      if (element === 'si') [text, script] = ['', ''];
      else if (element === 'r') script = '';
      else if (element === 'vertAlign') script = attribute('val');
      else if (element === 't') [part, isText] = ['', !isReading];
      else if (element === 'rPh') isReading = true;
    },
    text: (more) => {
      if (isText) part += more;
    },
    close: (element) => {
      if (element === 't') {
        text += formatSubOrSuperscript(part, script);
        [part, isText] = ['', false];
      } else if (element === 'rPh') isReading = false;
      else if (element === 'si') {
        strings.push(unescapeWorkbookText(text));
        if (strings.length % aliveEvery === 0) alive();
      }
    },
  });
  return strings;
}

/** Returns what a number means and counts, for each style of cells. */
function numberFormats(parts: ZipParts, name: string): { meanings: NumberFormatKind[]; units: (string | null)[] } {
  const codes = new Map<number, string>();
  const meanings: NumberFormatKind[] = [];
  const units: (string | null)[] = [];
  let isOfCells = false;
  readXml(parts.text(name), {
    open: (element, attribute) => {
      if (element === 'cellXfs') isOfCells = true;
      else if (element === 'numFmt') codes.set(Number(attribute('numFmtId')), attribute('formatCode'));
      else if (element === 'xf' && isOfCells) {
        const id = Number(attribute('numFmtId'));
        meanings.push(numberFormatKind(id, codes.get(id)));
        units.push(numberFormatUnit(id, codes.get(id)));
      }
    },
    close: (element) => {
      if (element === 'cellXfs') isOfCells = false;
    },
  });
  return { meanings, units };
}

const mostNotes = 200;
const longestNote = 500;

/**
 * Returns the notes and comments on the cells of a sheet, such as `A15: “as reported”`. Excel stores a comment a second
 * time as a note for its older versions.
 */
function notesOf(parts: ZipParts, sheet: string): string[] {
  const relations = relationshipsOfPart(parts, sheet);
  const notes = new Map<string, string[]>();
  for (const type of ['threadedComment', 'comments'])
    for (const { target } of relations.filter((relation) => relation.type === type)) {
      const known = new Set(notes.keys());
      let [cell, text] = ['', ''];
      let isText = false;
      readXml(parts.text(target), {
        open: (element, attribute) => {
          if (element === 'comment' || element === 'threadedComment') [cell, text] = [attribute('ref'), ''];
          isText = element === 't' || (element === 'text' && type === 'threadedComment');
        },
        text: (more) => {
          if (isText && text.length < longestNote) text += more;
        },
        close: (element) => {
          isText = false;
          const plain = unescapeWorkbookText(text).replace(/\s+/g, ' ').trim().slice(0, longestNote);
          if (element !== 'comment' && element !== 'threadedComment') return;
          if (plain !== '' && !known.has(cell)) notes.set(cell, [...(notes.get(cell) ?? []), plain]);
        },
      });
    }
  return [...notes].slice(0, mostNotes).map(([cell, texts]) => `${cell}: “${texts.join(' / ')}”`);
}
