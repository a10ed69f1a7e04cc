import type { PDFDocumentProxy } from 'pdfjs-dist';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import type { PdfOutcome, PdfText } from '../ports/pdf-text.ts';
import { ChineseCmaps } from './chinese-cmaps.ts';
import { pdfPageText } from './pdf-page-text.ts';
import { trustedWorker } from './trusted-worker.ts';

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
