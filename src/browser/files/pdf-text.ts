import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import type { PdfOutcome, PdfPageImageOutcome, PdfReader } from '../../ports/file-reading.ts';
import { trustedWorker } from '../trusted-worker.ts';
import type { TextItem, TextMarkedContent } from 'pdfjs-dist/types/src/display/api';
import { maxImageSide } from '../../records/shown-image.ts';
import { encodeScaledJpeg } from './prepare-image.ts';
import { tidyLines } from '../../records/pdf-markdown.ts';

/**
 * The addresses of the character maps for Chinese, Japanese and Korean fonts that a PDF names but does not embed; each
 * is fetched when a PDF needs it.
 */
const addresses = import.meta.glob<string>('../../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Provides pdf.js with the character maps from the app's own files. */
class OwnCmaps {
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
 * Extracts the text of PDFs with pdf.js, the PDF reader of Firefox, which supports the most variants of the format. It
 * is loaded with the first PDF, and runs in a worker that is terminated after each.
 */
export class BrowserPdfText implements PdfReader {
  read(bytes: Uint8Array, { signal }: { signal: AbortSignal }): Promise<PdfOutcome> {
    return withPdf(bytes, signal, textOf);
  }

  page(bytes: Uint8Array, page: number, { signal }: { signal: AbortSignal }): Promise<PdfPageImageOutcome> {
    return withPdf(bytes, signal, (document) => drawn(document, page));
  }
}

type Failed = { kind: Exclude<PdfOutcome['kind'], 'text' | 'no_text' | 'unread'> };

/** Opens a PDF in a worker of its own, which is terminated afterwards, or if it takes too long. */
async function withPdf<T>(
  bytes: Uint8Array,
  signal: AbortSignal,
  use: (document: PDFDocumentProxy) => Promise<T>,
): Promise<T | Failed> {
  const pdfjs = await import('pdfjs-dist').catch(() => null);
  if (signal.aborted) return { kind: 'aborted' };
  if (!pdfjs) return { kind: 'unavailable' };
  const timeout = AbortSignal.timeout(longest);
  const port = trustedWorker(workerAddress);
  const pdfFailure = new Promise<Failed>((resolve) => {
    port.addEventListener('error', () => resolve({ kind: 'unavailable' }));
    signal.addEventListener('abort', () => resolve({ kind: 'aborted' }), { once: true });
    timeout.addEventListener('abort', () => resolve({ kind: 'timeout' }), { once: true });
  });
  const pdfLoadingTask = pdfjs.getDocument({
    data: bytes.slice(),
    worker: pdfjs.PDFWorker.create({ port }),
    CMapReaderFactory: OwnCmaps,
    useWorkerFetch: false,
    useWasm: false,
    isEvalSupported: false,
    disableFontFace: true,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  const pdfReading = pdfLoadingTask.promise.then(use).catch(faultOf);
  const outcome = await Promise.race([pdfReading, pdfFailure]);
  port.terminate();
  return outcome;
}

/** Returns a page drawn at the size that models accept. */
async function drawn(document: PDFDocumentProxy, number: number): Promise<PdfPageImageOutcome> {
  const total = document.numPages;
  if (number > total) return { kind: 'no_page', total };
  const page = await document.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: maxImageSide / Math.max(width, height) });
  const canvas = new OffscreenCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
  const canvasContext = canvas.getContext('2d') as unknown as CanvasRenderingContext2D;
  await page.render({ canvas: null, canvasContext, viewport, intent: 'print' }).promise;
  const image = await encodeScaledJpeg(canvas);
  return image.kind === 'image'
    ? { kind: 'image', content: image.content, size: image.size, total }
    : { kind: 'broken' };
}

async function textOf(document: PDFDocumentProxy): Promise<PdfOutcome> {
  const total = document.numPages;
  const pages: string[] = [];
  const unreadPages: number[] = [];
  let length = 0;
  while (pages.length < Math.min(total, mostPages) && length < mostText) {
    const page = await document.getPage(pages.length + 1);
    const text = pdfPageText((await page.getTextContent()).items);
    if (text === '' && (await showsText(page))) unreadPages.push(pages.length + 1);
    page.cleanup();
    pages.push(text);
    length += text.length;
  }
  if (pages.some((text) => text !== ''))
    return { kind: 'text', pages, total, ...(unreadPages.length > 0 && { unread: unreadPages }) };
  return { kind: unreadPages.length > 0 ? 'unread' : 'no_text', total };
}

/** True if a page draws any letters. */
async function showsText(page: PDFPageProxy): Promise<boolean> {
  const { OPS } = await import('pdfjs-dist');
  const { fnArray } = await page.getOperatorList();
  return fnArray.includes(OPS.showText) || fnArray.includes(OPS.showSpacedText);
}

function faultOf(error: unknown): Failed {
  return { kind: error instanceof Error && error.name === 'PasswordException' ? 'protected' : 'broken' };
}

/** The lines of a page's text; distant parts of a line, such as the cells of a table, are separated by a tab. */
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
