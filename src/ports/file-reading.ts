import type { Piece } from '../domain/files/pieces.ts';

/** What came of having a file read. */
export type FileReading<T> =
  | { kind: 'read'; value: T }
  /** The browser does not hand the file out. */
  | { kind: 'unreadable' }
  /** It gave no sign of life for too long, or did not come to an end, and was ended. */
  | { kind: 'timeout' }
  /** What read it broke down, as for lack of memory. */
  | { kind: 'crashed' }
  | { kind: 'aborted' }
  /** What reads files could not be started. */
  | { kind: 'unavailable' };

/**
 * Has a stranger's file read where it can reach nothing and holds nobody up, whatever is in it: the caller's thread is never
 * busy with it for long. A reading that gives no sign of life, or does not end, is ended from outside; an abort ends it at
 * once. Each begins afresh, and changes nothing. Never rejects.
 */
export type ReadFile<Wish, T> = (wish: Wish, options: { signal: AbortSignal }) => Promise<FileReading<T>>;

/** What is heard of a reading on its way: `pieces` are those of its value, in order, up to `end`. */
export type ReadingSign =
  { kind: 'alive' } | { kind: 'pieces'; pieces: Piece[] } | { kind: 'end' } | { kind: 'unreadable' | 'crashed' };

/** What was read of a PDF. Texts are by page, in order; a page without text is empty. */
export type PdfOutcome =
  /** `total`: how many pages it has; `pages` may be fewer, where a limit was reached. */
  | { kind: 'text'; pages: string[]; total: number }
  /** Its pages are pictures, as a scan's are. */
  | { kind: 'no_text'; total: number }
  /** It opens with a password only. */
  | { kind: 'protected' }
  /** It is damaged, or no PDF at all. */
  | { kind: 'broken' }
  | { kind: 'timeout' }
  | { kind: 'aborted' }
  /** What reads PDFs could not be loaded. */
  | { kind: 'unavailable' };

/** Reads the text of a PDF beside the page: nothing in it is run, and nothing is fetched for it. Never rejects. */
export interface PdfText {
  read(bytes: Uint8Array, options: { signal: AbortSignal }): Promise<PdfOutcome>;
}
