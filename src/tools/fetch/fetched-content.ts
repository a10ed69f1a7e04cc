import type { Result } from '../../values/result.ts';
import type { Json } from '../../values/json.ts';
import type { HtmlReader, OfficeOutcome, OfficeReader, PdfReader, PdfOutcome } from '../../ports/file-reading.ts';
import type { NewFile } from '../../records/session-file.ts';
import { csvTable, tableRows } from '../../records/tables.ts';
import { mimeTypeOfFileName } from '../../records/mime-of-name.ts';
import { decodeExternalText, type DecodedExternalText } from '../../records/decode-file.ts';
import { percentDecoded } from '../../values/percent-decoded.ts';
import { parseBoundedJson } from './parse-bounded-json.ts';
import { gunzipped, isGzip } from './gunzip.ts';
import { textEndingOf } from './fetched-file-name.ts';
import { markdownTable } from './markdown-table.ts';
import { csvBeginning, jsonBeginning, type Beginning } from './shown-beginning.ts';
import { standInNote, detectStandInPage } from './stand-in-page.ts';
import type { PageObstacleKind } from '../../task/tool-result.ts';
import { markdownFromPdf } from '../../records/pdf-markdown.ts';
import { officeProgramOfFile } from '../../records/unreadable-kind.ts';
import { onlySheet, sheetNotes, sheetTitle, type Workbook } from '../../records/workbook.ts';

/** A site's response in readable form. `text` is null if it cannot be read as text. */
export interface FetchedContent {
  title: string | null;
  text: string | null;
  /** How the text begins in a form that is read more easily, if it has one. */
  beginning?: Beginning;
  /** The parsed value of the text, if it is JSON or a table. */
  data?: Json;
  mime: string;
  extension: string;
  kind: NewFile['kind'];
  /** What a page seems to show in place of its content. */
  stand_in?: PageObstacleKind;
  /** A note about the text for the model. */
  note?: string;
  /** Why there is no text, if there is a more specific reason than its type. */
  error?: string;
}

export interface FetchedResponse {
  url: string;
  mime: string;
  charset: string | null;
  body: Uint8Array;
}

/**
 * Converts HTML to Markdown, extracts the text of a PDF or a file of Word or Excel, and leaves other text unchanged, of
 * which JSON begins indented and CSV as a table; other types are not read. A text that shows its form itself is read so
 * if its type says less, or says HTML of a text without any.
 */
export async function fetchedContent(
  response: FetchedResponse,
  readers: { markup: HtmlReader; pdf: PdfReader; office: OfficeReader },
  signal: AbortSignal,
): Promise<FetchedContent> {
  const { markup, pdf, office } = readers;
  const mime = response.mime.toLowerCase();
  if (isGzip(response.body)) return ofGzip(response, (packed) => fetchedContent(packed, readers, signal));
  if (isPdf(mime, response.body)) return ofPdf(response.body, pdf, signal);
  if (isOffice(mime, response)) return ofOffice(mime, response, office, signal);
  if (isBinary(mime, response.body)) return unreadContent(response);
  const decoded = decodeExternalText(response.body, response.charset);
  const content = await contentOf(decoded.text, mime, response.url, markup);
  const notes = [content.note ?? '', encodingNote(decoded)].filter((note) => note !== '');
  return { ...content, ...(notes.length > 0 && { note: notes.join(' ') }) };
}

function unreadContent({ url, mime }: FetchedResponse): FetchedContent {
  const extension = /\.(\w{1,5})$/.exec(new URL(url).pathname)?.[1] ?? 'bin';
  return {
    ...{ title: null, text: null, extension, kind: 'file' },
    mime: mime.toLowerCase() || 'application/octet-stream',
  };
}

/** Returns the content of the one file that gzip packed; the packed file as it is if that is no text. */
async function ofGzip(
  response: FetchedResponse,
  contentOfPacked: (packed: FetchedResponse) => Promise<FetchedContent>,
): Promise<FetchedContent> {
  const unread = unreadContent(response);
  const body = await gunzipped(response.body);
  if (body === 'too_large') return { ...unread, error: 'Unpacked, this file is too large to read.' };
  if (body === 'broken' || isGzip(body)) return unread;
  const url = response.url.replace(/\.gz(?=$|[?#])/i, '');
  const content = await contentOfPacked({ url, mime: '', charset: null, body });
  return content.text === null
    ? unread
    : { ...content, note: ['It was unpacked.', content.note ?? ''].join(' ').trim() };
}

/** Returns a note about the encoding of a text if it is in doubt, else an empty text. */
function encodingNote({ encoding, guessed, lost }: DecodedExternalText): string {
  if (guessed) return `It does not say its encoding, or not the right one, and was read as ${encoding}.`;
  return lost > 0 ? `${lost} of its letters are damaged and are shown as \ufffd.` : '';
}

async function contentOf(sent: string, mime: string, url: string, markup: HtmlReader): Promise<FetchedContent> {
  const text = sent.replace(/\r\n?/g, '\n');
  const ending = textEndingOf(url);
  switch (formOf(mime, url, text)) {
    case 'html': {
      const page = await markup.readable(text, url);
      const stand_in = await detectStandInPage(page, () => markup.bare(text));
      return {
        title: page.title,
        text: page.markdown,
        ...asMarkdown,
        ...(stand_in && { stand_in, note: standInNote(stand_in) }),
      };
    }
    case 'json': {
      const data = parseBoundedJson(text);
      if (data === undefined) break;
      const extension = ending === 'geojson' ? ending : 'json';
      return { ...asSent(sent, extension), mime: 'application/json', beginning: jsonBeginning(sent), data };
    }
    case 'csv': {
      const { separator, rows } = csvTable(text);
      const extension = ending === 'csv' || ending === 'tsv' ? ending : separator === '\t' ? 'tsv' : 'csv';
      return { ...asSent(sent, extension), beginning: csvBeginning(sent), data: tableRows(rows) };
    }
    case 'text':
      break;
  }
  return asSent(sent, ending ?? 'txt');
}

const asSent = (text: string, extension: string) => ({
  ...{ title: null, text, extension },
  mime: mimeTypeOfFileName(`x.${extension}`),
  kind: 'artifact' as const,
});

const asMarkdown = { mime: 'text/markdown', extension: 'md', kind: 'artifact' } as const;

/** Returns a CSV text as a Markdown table below the lines above it, and its rows. */
function csvContent(csv: string): { text: string; data: Json } {
  const { above, rows } = csvTable(csv);
  const lines = above.map((cells) => `${cells.join(' ')}\n\n`).join('');
  return { text: lines + markdownTable(rows), data: tableRows(rows) };
}

const isPdf = (mime: string, body: Uint8Array) =>
  mime === 'application/pdf' || new TextDecoder('latin1').decode(body.subarray(0, 5)) === '%PDF-';

async function ofPdf(body: Uint8Array, pdf: PdfReader, signal: AbortSignal): Promise<FetchedContent> {
  const pdfText = await pdfContent(body, pdf, signal);
  return pdfText.ok
    ? { title: null, text: pdfText.value, ...asMarkdown }
    : { title: null, text: null, mime: 'application/pdf', extension: 'pdf', kind: 'file', error: pdfText.error };
}

/** True if an answer is said to be of Word or Excel, and begins as their files do. */
function isOffice(mime: string, { url, body }: FetchedResponse): boolean {
  const isPacked = /^(?:PK\x03\x04|\xd0\xcf\x11\xe0)/.test(new TextDecoder('latin1').decode(body.subarray(0, 4)));
  return isPacked && officeProgramOfFile({ name: percentDecoded(new URL(url).pathname), mime }) !== null;
}

async function ofOffice(
  mime: string,
  { url, body }: FetchedResponse,
  office: OfficeReader,
  signal: AbortSignal,
): Promise<FetchedContent> {
  const outcome = await office.read(body, { signal });
  if (outcome.kind === 'document') return { title: null, text: outcome.markdown, ...asMarkdown };
  if (outcome.kind === 'workbook') return { title: null, ...workbookContent(outcome), ...asMarkdown };
  const extension = /\.(\w{1,5})$/.exec(new URL(url).pathname)?.[1] ?? 'bin';
  return { title: null, text: null, mime, extension, kind: 'file', error: officeFaults[outcome.kind] };
}

/** Returns the only sheet of a workbook as a table, or each under its name, with the rows by it. */
function workbookContent(workbook: Workbook): { text: string; data: Json; note?: string } {
  const only = onlySheet(workbook);
  if (only) {
    const notes = sheetNotes(only);
    return { ...csvContent(only.csv), ...(notes.length > 0 && { note: notes.join(' ') }) };
  }
  const sheetContents = workbook.sheets.map((sheet) => ({ sheet, ...csvContent(sheet.csv) }));
  const parts = sheetContents.map(({ sheet, text }) =>
    [`## ${sheetTitle(sheet)}`, ...sheetNotes(sheet), text || '(no cells)'].join('\n\n'),
  );
  const data = Object.fromEntries(sheetContents.map(({ sheet, data: rows }) => [sheet.name, rows]));
  const note = workbook.unread > 0 ? { note: `${workbook.unread} more sheets were not read.` } : {};
  return { text: parts.join('\n\n'), data, ...note };
}

type Form = 'html' | 'json' | 'csv' | 'text';

function formOf(mime: string, url: string, text: string): Form {
  if (/^(text\/html|application\/xhtml\+xml)$/.test(mime)) {
    const form = apparentForm(text);
    return form === 'json' || !markOfHtml.test(text) ? form : 'html';
  }
  if (/^(application|text)\/([\w.-]+\+)?json$/.test(mime)) return 'json';
  if (/^text\/(csv|tab-separated-values)$/.test(mime)) return 'csv';
  const path = new URL(url).pathname.toLowerCase();
  if (/\.(csv|tsv)$/.test(path)) return 'csv';
  if (path.endsWith('.json')) return 'json';
  if (isCode(url)) return 'text';
  if (/^(?:application|text)\/(?:x-)?csv$|^text\/(?:x-)?comma-separated-values$/.test(mime)) return 'csv';
  return mime === '' || mime === 'text/plain' || vagueMimeType.test(mime) ? apparentForm(text) : 'text';
}

/** True if an address names a text by whose form nothing is to be read into it, such as source code. */
const isCode = (url: string): boolean => !/^(?:csv|tsv|txt|log|json|geojson)$/.test(textEndingOf(url) ?? 'txt');

/** A tag, a comment or a character reference of HTML. */
const markOfHtml = /<[a-z!/][^<]*>|&#?\w+;/i;

/** Returns the form that a text itself shows, whatever its server says. */
function apparentForm(text: string): Form {
  const start = text.slice(0, 500).trimStart();
  if (/^(<!doctype html|<html)/i.test(start)) return 'html';
  if (/^[{[]/.test(start)) return parseBoundedJson(text) === undefined ? 'text' : 'json';
  return isTable(text) ? 'csv' : 'text';
}

const numberOrDate = /^[-+−]?[$€£¥]?\d[\d\s.,:/'’T+-]*(?:Z|[%$€£¥])?$/;

/**
 * True if a text is rows of equally many cells under a header without gaps. Lines of prose may have as many commas or
 * semicolons each: without tabs, a table has three columns, or one of numbers or dates.
 */
function isTable(text: string): boolean {
  const { separator, above, rows } = csvTable(text);
  const [head = [], ...body] = rows;
  const isEven = above.length === 0 && head.length > 1 && rows.every((row) => row.length === head.length);
  if (separator === '|' || body.length === 0 || !isEven || head.some((cell) => cell.trim() === '')) return false;
  if (separator === '\t') return true;
  const hasNumbers = head.some((_, at) => body.every((row) => numberOrDate.test(row[at]?.trim() ?? '')));
  return (hasNumbers && separator === ';') || (body.length > 1 && (hasNumbers || head.length > 2));
}

const textual =
  /^(text\/|application\/(.*\+)?(json|xml|xhtml|javascript|ecmascript|yaml|x-yaml|toml|x-ndjson|jsonl|rtf|sql|graphql)\b)/;

/** Types by which servers say that they do not know the type, and others that may be text as well. */
const vagueMimeType =
  /^(?:binary\/octet-stream|application\/(?:octet-stream|binary|unknown|x-unknown|download|x-download|force-download|x-force-download|csv|x-csv|vnd\.ms-excel|x-octet-stream|save|text|plain)|unknown\/unknown|\*\/\*|content\/unknown|\w+)$/;

function isBinary(mime: string, body: Uint8Array): boolean {
  const head = body.subarray(0, 4000);
  const utf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  if (textual.test(mime) || mime === 'image/svg+xml') return !utf16 && head.includes(0);
  if (mime !== '' && !vagueMimeType.test(mime)) return true;
  return !utf16 && (head.includes(0) || head.filter((byte) => byte < 9).length > 0);
}

/** Returns the text of a PDF by page, or a sentence that says why there is none. */
async function pdfContent(body: Uint8Array, pdf: PdfReader, signal: AbortSignal): Promise<Result<string, string>> {
  const outcome = await pdf.read(body, { signal });
  return outcome.kind === 'text'
    ? { ok: true, value: markdownFromPdf(outcome.pages, outcome.total, outcome.unread) }
    : { ok: false, error: faults[outcome.kind] };
}

const faults: Record<Exclude<PdfOutcome['kind'], 'text'>, string> = {
  no_text: 'This PDF holds pictures of pages, as a scan does, and no text.',
  unread: 'This PDF holds text whose letters are encoded in a way that cannot be read here.',
  protected: 'This PDF is protected by a password.',
  broken: 'This PDF is damaged, or is no PDF.',
  timeout: 'This PDF took too long to read.',
  aborted: 'The reading of this PDF was ended.',
  unavailable: 'What reads PDFs could not be loaded.',
};

const officeFaults: Record<Exclude<OfficeOutcome['kind'], 'document' | 'workbook'>, string> = {
  empty: 'This file holds no text.',
  protected: 'This file is protected by a password.',
  old: 'This file is of the kind from before Office 2007, which cannot be read here.',
  broken: 'This file is damaged, or is neither of Word nor of Excel.',
  too_large: 'Unpacked, this file is too large to read.',
  timeout: 'This file took too long to read.',
  aborted: 'The reading of this file was ended.',
  unavailable: 'What reads files of Word and Excel could not be loaded.',
};
