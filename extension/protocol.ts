/**
 * What a page of Cairn and the companion say to each other, as plain data, over one line. In Chromium the line is
 * `chrome.runtime.connect(chromiumId)`. Firefox has none for pages: there the page posts `greeting` to its own window with
 * a `MessagePort`, which is the line from then on. Each question has a number of its own; its answers carry the same.
 */
export const protocolVersion = 1;
/** The companion's own version, which is that of its manifest; the app asks for a least one. */
export const companionVersion = '1.1.0';
export const greeting = 'cairn-companion';
/** As the public key in the manifest makes it (scripts/build-extension.mjs). */
export const chromiumId = 'fihimjflfmhkfcdbhkafhcgcnohpfpeg';

/** The most that one read brings, unpacked. */
export const mostBytes = 10_000_000;
/** The longest that one rendered read takes. */
export const longestRender = 10_000;
/** The longest that one read takes; browsers end a background that has heard nothing for 30 s. */
export const longestRead = 25_000;
export const readsAtOnce = 4;
export const readsAMinute = 60;
export const longestAddress = 4000;
export const longestReason = 200;

export type Question =
  | { kind: 'hello'; id: number }
  /** Whether a site, an origin, may be read. */
  | { kind: 'has'; id: number; origin: string }
  /** Opens the companion's own page, where the person decides. `why` is shown there as the page's words. */
  | { kind: 'ask'; id: number; origin: string; why: string }
  /** The same for running the site's scripts, which is granted apart. */
  | { kind: 'ask_render'; id: number; origin: string; why: string }
  | { kind: 'read'; id: number; url: string; max_bytes: number; timeout_ms: number }
  /** As `read`, but brings the page as its scripts have made it, as HTML. */
  | { kind: 'render'; id: number; url: string; max_bytes: number; timeout_ms: number }
  /** Ends the read with the same number. */
  | { kind: 'cancel'; id: number }
  | { kind: 'list'; id: number }
  | { kind: 'revoke'; id: number; origin: string };

export type Answer =
  | { kind: 'hello'; id: number; protocol: number; version: string; abilities: string[]; paused: boolean }
  | { kind: 'has'; id: number; granted: boolean }
  /** The question stands before the person; `answered` follows. Whoever waits says `hello` every 20 s, or the line ends. */
  | { kind: 'asked'; id: number }
  | { kind: 'answered'; id: number; granted: boolean }
  | Head
  | Chunk
  | End
  | Refused
  | { kind: 'sites'; id: number; origins: string[] }
  | { kind: 'revoked'; id: number }
  /** The last word of a line in Firefox, where no event tells that the companion has gone. */
  | { kind: 'closed' };

/** Comes once, before any chunk. `url` is the address in the end, after redirects within what is granted. */
export interface Head {
  kind: 'head';
  id: number;
  status: number;
  url: string;
  content_type: string;
  retry_after: string | null;
}

/** A piece of the body, in base64. */
export interface Chunk {
  kind: 'chunk';
  id: number;
  data: string;
}

/** All of the body has come; `sha256` is over its bytes, in hex. */
export interface End {
  kind: 'end';
  id: number;
  bytes: number;
  sha256: string;
}

/** The last answer to a question that was not, or no longer, granted. `id` is null for what is no question at all. */
export interface Refused {
  kind: 'error';
  id: number | null;
  code: Refusal;
}

export type Refusal =
  | 'bad_message'
  /** Not https at its usual port, with user info, a number for a name, too long, or no address. */
  | 'bad_address'
  | 'private_address'
  | 'not_granted'
  /** The site may be read, but its scripts may not be run. */
  | 'render_not_granted'
  | 'paused'
  /** Four reads or a rendered one are under way, sixty were begun within a minute, or another site is being asked for. */
  | 'busy'
  /** The site leads to one that was not granted; nothing was asked of that one. */
  | 'redirected_ungranted'
  | 'bad_type'
  | 'too_large'
  | 'timeout'
  | 'unreachable'
  /** The grant was taken back while the page was read. */
  | 'revoked'
  | 'aborted';
