import type { Clock, Alarm } from '../ports/clock.ts';

/** The longest that time stands still in this page after the system clock was set back, in milliseconds. */
const longestHold = 60_000;

/** A language, and its script, region and variants, if any. */
const languageTag = /^[a-z]{2,8}(?:-[a-z\d]{2,8})*$/i;

/**
 * The system clock, monotonic within this page unless it is set back by more than a minute; ids sort by their creation
 * even then.
 */
export class BrowserClock implements Clock {
  #latest = 0;
  #zone = { name: '', until: 0 };
  #latestId = 0;
  readonly newId = createIdGenerator(() => (this.#latestId = Math.max(this.#latestId, this.#tick())));

  now(): string {
    return new Date(this.#tick()).toISOString();
  }

  /** Looked up once a minute: asking the browser takes a quarter of a millisecond. */
  zone(): string {
    if (this.#zone.until <= Date.now())
      this.#zone = { name: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC', until: Date.now() + 60_000 };
    return this.#zone.name;
  }

  /** Without names that are no language tags, such as `C`, which a system without a language gives. */
  languages(): readonly string[] {
    return navigator.languages.filter((name) => languageTag.test(name));
  }

  random(): number {
    return Math.random();
  }

  #tick(): number {
    const system = Date.now();
    if (system > this.#latest || this.#latest - system > longestHold) this.#latest = system;
    return this.#latest;
  }
}

/** Returns a function that creates unique ids, which sort by their creation time; `now` returns milliseconds. */
export function createIdGenerator(now: () => number): (prefix: string) => string {
  let minted = { at: 0, count: 0 };
  return (prefix) => {
    const at = now();
    minted = { at, count: at === minted.at ? minted.count + 1 : 0 };
    const time = at.toString(36).padStart(9, '0');
    const count = minted.count.toString(36).padStart(3, '0');
    const [chance = 0] = crypto.getRandomValues(new Uint32Array(1));
    return `${prefix}_${time}${count}${chance.toString(36).padStart(7, '0')}`;
  };
}

const longest = 60_000;

/**
 * An alarm by timers, which fire late in hidden tabs and not at all during sleep; so it also checks when the page
 * becomes active again.
 */
export class BrowserAlarm implements Alarm {
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  set(at: number | null, wake: () => void): () => void {
    const wakeIfVisible = () => {
      if (document.visibilityState === 'visible') wake();
    };
    const wait = at === null ? longest : Math.min(longest, Math.max(0, at - this.#now()));
    const timer = setTimeout(wake, wait);
    document.addEventListener('visibilitychange', wakeIfVisible);
    window.addEventListener('focus', wake);
    window.addEventListener('pageshow', wake);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wakeIfVisible);
      window.removeEventListener('focus', wake);
      window.removeEventListener('pageshow', wake);
    };
  }
}
