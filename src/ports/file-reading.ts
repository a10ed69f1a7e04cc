import type { ToolError } from '../task/tool-result.ts';
import type { Piece } from '../records/pieces.ts';

/** The outcome of reading a file. */
export type FileReading<T> =
  | { kind: 'read'; value: T }
  /** The browser gives no access to the file. */
  | { kind: 'unreadable' }
  /** The reader gave no sign of progress for too long, or exceeded its time, and was terminated. */
  | { kind: 'timeout' }
  /** The reader crashed, for example for lack of memory. */
  | { kind: 'crashed' }
  | { kind: 'aborted' }
  /** The reader could not be started. */
  | { kind: 'unavailable' };

/**
 * Reads an untrusted file in isolation, whatever is in it: the reader has access to nothing, and the caller's thread is
 * never blocked for long. A reading without progress, or without an end, is terminated from outside; an abort ends it
 * at once. Each reading starts afresh and changes nothing. Never rejects.
 */
export type ReadFile<Wish, T> = (wish: Wish, options: { signal: AbortSignal }) => Promise<FileReading<T>>;

/** A message from a reading under way: `pieces` are the parts of its value, in order, until `end`. */
export type ImportMessage =
  | { kind: 'alive' }
  | { kind: 'pieces'; pieces: Piece[] }
  | { kind: 'end' }
  | { kind: 'unreadable' | 'crashed' };

/** The outcome of reading a PDF. Texts are by page, in order; a page without text is empty. */
export type PdfOutcome =
  /** `total`: how many pages it has; `pages` may be fewer, where a limit was reached; `unread`: those whose text cannot be read. */
  | { kind: 'text'; pages: string[]; total: number; unread?: number[] }
  /** It has text whose letters cannot be told. */
  | { kind: 'unread'; total: number }
  /** Its pages are images, such as a scan. */
  | { kind: 'no_text'; total: number }
  /** It needs a password. */
  | { kind: 'protected' }
  /** It is damaged, or no PDF at all. */
  | { kind: 'broken' }
  | { kind: 'timeout' }
  | { kind: 'aborted' }
  /** The PDF reader could not be loaded. */
  | { kind: 'unavailable' };

/** The outcome of drawing one page of a PDF. */
export type PdfPageOutcome =
  | { kind: 'image'; content: string; size: number; total: number }
  /** It has no such page. */
  | { kind: 'no_page'; total: number }
  | { kind: Exclude<PdfOutcome['kind'], 'text' | 'no_text' | 'unread'> };

/**
 * Reads PDFs, in a worker: nothing in them is run, and nothing is fetched for them. Never rejects.
 */
export interface PdfText {
  read(bytes: Uint8Array, options: { signal: AbortSignal }): Promise<PdfOutcome>;
  /** A page, counted from 1, as an image that models take. */
  page(bytes: Uint8Array, page: number, options: { signal: AbortSignal }): Promise<PdfPageOutcome>;
}

/** The visible content of a web page as Markdown with absolute links; without menus, banners and overlays. */
export interface ReadablePage {
  title: string | null;
  markdown: string;
  /** The same content without Markdown marks. */
  text: string;
}

/** What a page shows without its scripts. */
export interface BarePage {
  /** Whether it has any scripts. */
  scripts: boolean;
  /** Its text, with single spaces. */
  text: string;
  buttons: boolean;
  passwords: boolean;
}

/** Reads HTML, of which nothing is run and for which nothing is loaded. */
export interface PageMarkup {
  readable(html: string, url: string): Promise<ReadablePage>;
  bare(html: string): Promise<BarePage>;
}

/** The readable text of a web page, or why there is none. */
export type PageReading = { ok: true; text: string } | { ok: false; code: ToolError['code'] };
