/**
 * The messages between a page of Cairn and the companion, as plain data over one line. In Chromium the line is
 * `chrome.runtime.connect(chromiumId)`. Firefox has none for pages: there the page posts `greeting` to its own window
 * with a `MessagePort`, which is the line from then on. Each question has a number of its own; its answers have the
 * same one.
 */
export const protocolVersion = 1;
/** The companion's own version, which is that of its manifest; the app requires a minimum version. */
export const companionVersion = '1.1.0';
export const greeting = 'cairn-companion';
/** Derived from the public key in the manifest (scripts/build-extension.mjs). */
export const chromiumId = 'fihimjflfmhkfcdbhkafhcgcnohpfpeg';

/** The maximum size of a page in bytes, uncompressed. */
export const maxPageBytes = 10_000_000;
/** The maximum duration of one rendered read, in milliseconds. */
export const maxRenderMs = 10_000;
/**
 * The maximum duration of one read, in milliseconds; browsers end a background that has received no message for 30 s.
 */
export const maxReadMs = 25_000;
export const readsAtOnce = 4;
export const readsAMinute = 60;
export const maxAddressLength = 4000;
export const maxReasonLength = 200;

export type CompanionRequest =
  | { kind: 'hello'; id: number }
  /** Asks if a site, given as its origin, may be read. */
  | { kind: 'has'; id: number; origin: string }
  /** Opens the companion's own page, where the person decides. `why` is shown there as a quotation from the page. */
  | { kind: 'ask'; id: number; origin: string; why: string }
  /** The same for running the site's scripts, which is granted separately. */
  | { kind: 'ask_render'; id: number; origin: string; why: string }
  | { kind: 'read'; id: number; url: string; max_bytes: number; timeout_ms: number }
  /** Like `read`, but returns the HTML after the page's scripts have run. */
  | { kind: 'render'; id: number; url: string; max_bytes: number; timeout_ms: number }
  /** Ends the read with the same number. */
  | { kind: 'cancel'; id: number }
  | { kind: 'list'; id: number }
  | { kind: 'revoke'; id: number; origin: string };

export type CompanionResponse =
  | { kind: 'hello'; id: number; protocol: number; version: string; abilities: string[]; paused: boolean }
  | { kind: 'has'; id: number; granted: boolean }
  /**
   * The question is shown to the person; `answered` follows. Meanwhile the page must send `hello` every 20 s, or the
   * line ends.
   */
  | { kind: 'asked'; id: number }
  | { kind: 'answered'; id: number; granted: boolean }
  | CompanionPageHead
  | CompanionBodyChunk
  | CompanionBodyEnd
  | CompanionErrorResponse
  | { kind: 'sites'; id: number; origins: string[] }
  | { kind: 'revoked'; id: number }
  /** The last message of a line in Firefox, where no event reports the end of the companion. */
  | { kind: 'closed' };

/** Sent once, before any chunk. `url` is the final address, after redirects within the granted sites. */
export interface CompanionPageHead {
  kind: 'head';
  id: number;
  status: number;
  url: string;
  content_type: string;
  retry_after: string | null;
}

/** A piece of the body, in base64. */
export interface CompanionBodyChunk {
  kind: 'chunk';
  id: number;
  data: string;
}

/** The body is complete; `sha256` is the hash of its bytes, in hex. */
export interface CompanionBodyEnd {
  kind: 'end';
  id: number;
  bytes: number;
  sha256: string;
}

/**
 * The last answer to a question that was refused, or whose grant was withdrawn. `id` is null if the message was no
 * valid question.
 */
export interface CompanionErrorResponse {
  kind: 'error';
  id: number | null;
  code: CompanionErrorCode;
}

export type CompanionErrorCode =
  | 'bad_message'
  /** Not https at its usual port, with user info, an IP address, too long, or no address. */
  | 'bad_address'
  | 'private_address'
  | 'not_granted'
  /** The site may be read, but its scripts may not be run. */
  | 'render_not_granted'
  | 'paused'
  /**
   * Four reads or a rendered one are in progress, sixty were begun within a minute, or the person is being asked about
   * another site.
   */
  | 'busy'
  /** The site redirects to one that was not granted; no request was sent to that one. */
  | 'redirected_ungranted'
  | 'bad_type'
  | 'too_large'
  | 'timeout'
  | 'unreachable'
  /** The grant was withdrawn while the page was read. */
  | 'revoked'
  | 'aborted';
