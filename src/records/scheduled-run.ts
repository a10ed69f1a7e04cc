import * as z from 'zod/mini';
import { Plan } from '../plan/plan.ts';
import { contentHash } from '../values/content-hash.ts';
import { typedUrl } from '../values/typed-url.ts';

/** A page that a scheduled run depends on: it starts only if the page's readable text has changed. */
export const WatchedPage = z.object({
  address: z.string(),
  /** The hash of the text at the time when the run was scheduled or last started. */
  hash: z.string(),
  looked_at: z.string(),
  found: z.enum(['first', 'same', 'changed', 'unread']),
});
export type WatchedPage = z.infer<typeof WatchedPage>;

/**
 * A plan that starts at a set time, once or repeatedly. It starts only while the page is open; missed starts are
 * offered the next time it opens.
 */
export const ScheduledRun = z.object({
  id: z.string(),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  /** The plan to start: valid, with no step started. */
  plan: Plan,
  /** The first start as local time in `zone`, such as `2026-11-23T09:00`. */
  first: z.string(),
  /** IANA time zone. */
  zone: z.string(),
  /** An RRULE (RFC 5545) without its name, such as `FREQ=WEEKLY;BYDAY=MO`; null for a single start. */
  repeat: z.nullable(z.string()),
  /** The next start, ISO 8601 in UTC; null if there is none left. */
  next_at: z.nullable(z.string()),
  /**
   * A start in progress: its time and the session created for it. If a later opening finds it, the start was
   * interrupted.
   */
  started: z.nullable(z.object({ at: z.string(), session_id: z.string() })),
  /** True if it starts when due; it keeps its times either way. */
  active: z.boolean(),
  /** The page whose change it waits for; if absent, it starts at its times. */
  watch: z.optional(WatchedPage),
  /** True if it came with a backup that is not the person's own: its plan is text from outside. */
  foreign: z.exactOptional(z.boolean()),
  created_at: z.string(),
  deleted_at: z.nullable(z.string()),
});
export type ScheduledRun = z.infer<typeof ScheduledRun>;

/**
 * Returns the watch updated by a new check of its page: whether the page's text has changed since the last one. `text`
 * is null if the page could not be read.
 */
export function watchedPageAfterCheck(watch: WatchedPage, text: string | null, now: string): WatchedPage {
  if (text === null) return { ...watch, looked_at: now, found: 'unread' };
  const hash = textHash(text);
  return { ...watch, hash, looked_at: now, found: hash === watch.hash ? 'same' : 'changed' };
}

/**
 * Returns the record of a watched page after it was read for the first time: its address, the hash of its text and the
 * time.
 */
export function newWatchedPage(address: string, text: string, now: string): WatchedPage {
  return { address, hash: textHash(text), looked_at: now, found: 'first' };
}

const textHash = (text: string) => contentHash({ text: text.replace(/\s+/g, ' ').trim() });

/**
 * Returns the full URL of a page to watch, from the address that the person typed; `https://` is added if it has no
 * scheme. Null if it is empty or invalid.
 */
export function watchedPageUrl(typedAddress: string): string | null {
  const text = typedAddress.trim();
  const address = /^https?:/i.test(text) ? text : `https://${text}`;
  return text === '' ? null : (typedUrl(address)?.href ?? null);
}
