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
