import type { failureParams } from '../task/tool-result.ts';
import type { JsonPiece } from '../records/pieces.ts';
import type { Workbook } from '../records/workbook.ts';

/** The outcome of reading a file. */
export type FileReadResult<T> =
  | { kind: 'read'; value: T }
  /** The browser gives no access to the file. */
  | { kind: 'unreadable' }
  /** The reader showed no progress for too long, or exceeded its time, and was terminated. */
  | { kind: 'timeout' }
  /** The reader crashed, for example because it ran out of memory. */
  | { kind: 'crashed' }
  | { kind: 'aborted' }
  /** The reader could not be started. */
  | { kind: 'unavailable' };

/**
 * Reads an untrusted file in isolation: the reader has no access to anything, and the caller's thread is never blocked
 * for long. A read that makes no progress or does not end is terminated from outside; an abort ends it at once. Each
 * read starts afresh and changes nothing. Never rejects.
 */
export type ReadFile<Wish, T> = (wish: Wish, options: { signal: AbortSignal }) => Promise<FileReadResult<T>>;

/** A message from a read in progress: `pieces` are the parts of its value, in order, until `end`. */
export type FileReaderMessage =
  | { kind: 'alive' }
  | { kind: 'pieces'; pieces: JsonPiece[] }
  | { kind: 'end' }
  | { kind: 'unreadable' | 'crashed' };

/** The outcome of reading a PDF. Texts are by page, in order; a page without text is empty. */
export type PdfOutcome =
  /**
   * `total`: the number of pages; `pages` has fewer if a limit was reached. `unread`: the pages whose text cannot be
   * read.
   */
  | { kind: 'text'; pages: string[]; total: number; unread?: number[] }
  /** The PDF contains text, but its characters cannot be decoded. */
  | { kind: 'unread'; total: number }
  /** The pages of the PDF are images, as in a scan. */
  | { kind: 'no_text'; total: number }
  /** The PDF needs a password. */
  | { kind: 'protected' }
  /** It is damaged or not a PDF. */
  | { kind: 'broken' }
  | { kind: 'timeout' }
  | { kind: 'aborted' }
  /** The PDF reader could not be loaded. */
  | { kind: 'unavailable' };

/** The outcome of drawing one page of a PDF. */
export type PdfPageImageOutcome =
  | { kind: 'image'; content: string; size: number; total: number }
  /** There is no such page. */
  | { kind: 'no_page'; total: number }
  | { kind: Exclude<PdfOutcome['kind'], 'text' | 'no_text' | 'unread'> };

/** Reads PDFs in a worker; runs nothing in them and fetches nothing for them. Never rejects. */
export interface PdfReader {
  read(bytes: Uint8Array, options: { signal: AbortSignal }): Promise<PdfOutcome>;
  /** Draws a page, counted from 1, as an image that models accept. */
  page(bytes: Uint8Array, page: number, options: { signal: AbortSignal }): Promise<PdfPageImageOutcome>;
}

/** The outcome of reading a file of Word or Excel. */
export type OfficeOutcome =
  | { kind: 'document'; markdown: string }
  | ({ kind: 'workbook' } & Workbook)
  /** There is no text in it. */
  | { kind: 'empty' }
  /** It needs a password. */
  | { kind: 'protected' }
  /** It is of the kind from before 2007, whatever its name says. */
  | { kind: 'old' }
  /** It is damaged or of another kind. */
  | { kind: 'broken' }
  /** Unpacked, it is larger than any file that people work with. */
  | { kind: 'too_large' }
  | { kind: 'timeout' }
  | { kind: 'aborted' }
  /** The reader could not be loaded. */
  | { kind: 'unavailable' };

/** Reads files of Word and Excel in a worker; runs nothing in them and fetches nothing for them. Never rejects. */
export interface OfficeReader {
  read(bytes: Uint8Array, options: { signal: AbortSignal }): Promise<OfficeOutcome>;
}

/** The visible content of a web page as Markdown with absolute links; without menus, banners and overlays. */
export interface ReadablePage {
  title: string | null;
  markdown: string;
  /** The content of `markdown` as plain text, without Markdown marks. */
  text: string;
}

/**
 * The visible content of an HTML page as delivered, before any of its scripts run; used to find out whether the page
 * needs scripts, a sign-in or a consent.
 */
export interface StaticPageContent {
  /** True if the page has scripts. */
  scripts: boolean;
  /** Its text, with single spaces. */
  text: string;
  buttons: boolean;
  passwords: boolean;
}

/** Reads HTML without running or loading anything. */
export interface HtmlReader {
  readable(html: string, url: string): Promise<ReadablePage>;
  bare(html: string): Promise<StaticPageContent>;
}

/** The readable text of a web page, or why there is none. */
export type PageReadResult = { ok: true; text: string } | { ok: false; failure: ReturnType<typeof failureParams> };
