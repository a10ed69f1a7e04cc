import type { Chunk, End, Head, Refusal } from './protocol.ts';

export interface ReadRequest {
  id: number;
  url: string;
  max_bytes: number;
  timeout_ms: number;
  /** The origins that may be asked at all, redirects included. */
  sites: string[];
  /** The origins whose pages may run their scripts, for a rendered read. */
  rendered?: string[];
}

export type ReadEnd = End | { kind: 'error'; code: Exclude<Refusal, 'bad_message'> };

/**
 * Reads one page: tells head and chunks as they come and resolves with how it ended. Never throws. An abort ends it soon; it
 * resolves only once nothing of it can leave any more.
 */
export type Reader = (
  request: ReadRequest,
  tell: (part: Head | Chunk) => void,
  signal: AbortSignal,
) => Promise<ReadEnd>;

/** What the background says to the document in which it reads, to have a read end; its end is told all the same. */
export const stopReading = 'stop';
