import type { CompanionBodyChunk, CompanionBodyEnd, CompanionPageHead, CompanionErrorCode } from './protocol.ts';

export interface ReadRequest {
  id: number;
  url: string;
  max_bytes: number;
  timeout_ms: number;
  /** The only origins that may be requested, including by redirects. */
  sites: string[];
  /** The origins whose pages may run their scripts, for a rendered read. */
  rendered?: string[];
}

export type ReadOutcome = CompanionBodyEnd | { kind: 'error'; code: Exclude<CompanionErrorCode, 'bad_message'> };

/**
 * Reads one page: passes head and chunks to `tell` as they come and resolves with its end. Never throws. An abort ends
 * it soon; it resolves only once it can send no further request.
 */
export type Reader = (
  request: ReadRequest,
  tell: (part: CompanionPageHead | CompanionBodyChunk) => void,
  signal: AbortSignal,
) => Promise<ReadOutcome>;

/** The message by which the background ends a read in the offscreen document; its end is still reported. */
export const stopReadingMessage = 'stop';
