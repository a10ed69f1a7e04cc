import type { PDFDocumentProxy } from 'pdfjs-dist';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import type { PdfOutcome, PdfText } from '../../ports/file-reading.ts';
import { trustedWorker } from '../trusted-worker.ts';
import type { TextItem, TextMarkedContent } from 'pdfjs-dist/types/src/display/api';
import { tidyLines } from '../../domain/files/pdf-markdown.ts';

/** Which character a code stands for in Chinese fonts that a PDF names but does not hold; each is fetched when a PDF needs it. */
const addresses = import.meta.glob<string>(
  '../../../node_modules/pdfjs-dist/cmaps/{Adobe-GB1-*,Adobe-CNS1-*,B5*,CNS*,ET*,GB*,HK*,UniCNS-*,UniGB-*}.bcmap',
  { query: '?url', import: 'default', eager: true },
);

/** Hands pdf.js those tables from the app's own files. */
class ChineseCmaps {
  async fetch({ name }: { name: string }): Promise<{ cMapData: Uint8Array; isCompressed: true }> {
    const address = addresses[`../../../node_modules/pdfjs-dist/cmaps/${name}.bcmap`];
    if (address === undefined) throw new Error(`There is no table ${name}.`);
    const response = await fetch(address);
    return { cMapData: new Uint8Array(await response.arrayBuffer()), isCompressed: true };
  }
}

const longest = 30_000;
const mostPages = 500;
const mostText = 2_000_000;

/**
 * Reads PDFs by pdf.js, the reader of Firefox: no other knows as many of the ways in which PDFs are made. It is loaded
 * with the first PDF, and works in a worker that is ended after each.
 */
export class BrowserPdfText implements PdfText {
  async read(bytes: Uint8Array, { signal }: { signal: AbortSignal }): Promise<PdfOutcome> {
    const pdfjs = await import('pdfjs-dist').catch(() => null);
    if (signal.aborted) return { kind: 'aborted' };
    if (!pdfjs) return { kind: 'unavailable' };
    const timeout = AbortSignal.timeout(longest);
    const port = trustedWorker(workerAddress);
    const failed = new Promise<PdfOutcome>((resolve) => {
      port.addEventListener('error', () => resolve({ kind: 'unavailable' }));
      signal.addEventListener('abort', () => resolve({ kind: 'aborted' }), { once: true });
      timeout.addEventListener('abort', () => resolve({ kind: 'timeout' }), { once: true });
    });
    const opened = pdfjs.getDocument({
      data: bytes.slice(),
      worker: pdfjs.PDFWorker.create({ port }),
      CMapReaderFactory: ChineseCmaps,
      useWorkerFetch: false,
      useWasm: false,
      isEvalSupported: false,
      disableFontFace: true,
      verbosity: pdfjs.VerbosityLevel.ERRORS,
    });
    const read = opened.promise.then(textOf).catch(faultOf);
    const outcome = await Promise.race([read, failed]);
    port.terminate();
    return outcome;
  }
}

async function textOf(document: PDFDocumentProxy): Promise<PdfOutcome> {
  const total = document.numPages;
  const pages: string[] = [];
  let length = 0;
  while (pages.length < Math.min(total, mostPages) && length < mostText) {
    const page = await document.getPage(pages.length + 1);
    const text = pdfPageText((await page.getTextContent()).items);
    page.cleanup();
    pages.push(text);
    length += text.length;
  }
  return pages.every((text) => text === '') ? { kind: 'no_text', total } : { kind: 'text', pages, total };
}

function faultOf(fault: unknown): PdfOutcome {
  return { kind: fault instanceof Error && fault.name === 'PasswordException' ? 'protected' : 'broken' };
}

/** The lines of a page; what stands far apart in a line, as the cells of a table do, is set apart by a tab. */
export function pdfPageText(items: readonly (TextItem | TextMarkedContent)[]): string {
  let text = '';
  let height = 0;
  for (const item of items) {
    if (!('str' in item)) continue;
    const isGap = item.str.trim() === '' && item.str !== '';
    text += isGap && item.width > height ? '\t' : item.str;
    if (!isGap && item.height > 0) height = item.height;
    if (item.hasEOL) text += '\n';
  }
  return tidyLines(text);
}
