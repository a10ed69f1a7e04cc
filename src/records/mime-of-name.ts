import { base64Of, bytesOfBase64 } from '../values/base64.ts';
import { tablesFromMarkdown } from './tables.ts';

const mimes: ReadonlyMap<string, string> = new Map([
  ['csv', 'text/csv'],
  ['tsv', 'text/tab-separated-values'],
  ['md', 'text/markdown'],
  ['markdown', 'text/markdown'],
  ['docx', 'text/markdown'],
  ['xlsx', 'text/csv'],
  ['html', 'text/html'],
  ['htm', 'text/html'],
  ['css', 'text/css'],
  ['js', 'text/javascript'],
  ['mjs', 'text/javascript'],
  ['ics', 'text/calendar'],
  ['vcf', 'text/vcard'],
  ['json', 'application/json'],
  ['geojson', 'application/geo+json'],
  ['jsonl', 'application/x-ndjson'],
  ['ndjson', 'application/x-ndjson'],
  ['xml', 'application/xml'],
  ['yaml', 'application/yaml'],
  ['yml', 'application/yaml'],
  ['svg', 'image/svg+xml'],
]);

/**
 * The MIME type of a text file by its extension; plain text if the extension is unknown. What is stored as a file of
 * Word or Excel is Markdown or CSV until it leaves Cairn.
 */
export function mimeTypeOfFileName(name: string): string {
  return mimes.get(/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '') ?? 'text/plain';
}

/**
 * The MIME type of a text under this name: what becomes a file of Excel may be Markdown with a table for each sheet.
 */
export const mimeTypeOfWrittenFile = (name: string, text: string): string =>
  /\.xlsx$/i.test(name) && tablesFromMarkdown(text).length > 0 ? 'text/markdown' : mimeTypeOfFileName(name);

/** Bytes as a `data:` URL; session files hold text, so binary content is stored this way. */
export function dataUrlFromBytes(mime: string, bytes: Uint8Array): string {
  return `data:${mime};base64,${base64Of(bytes)}`;
}

/** The bytes of a base64 `data:` URL. */
export function bytesFromDataUrl(address: string): Uint8Array<ArrayBuffer> {
  return bytesOfBase64(address.slice(address.indexOf(',') + 1));
}
