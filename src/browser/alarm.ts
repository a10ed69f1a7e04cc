import type { Alarm } from '../ports/alarm.ts';

const longest = 60_000;

/** By timers, which fire late in hidden tabs and not at all during sleep; hence also by what tells of a return. */
export class BrowserAlarm implements Alarm {
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  set(at: number | null, wake: () => void): () => void {
    const seen = () => {
      if (document.visibilityState === 'visible') wake();
    };
    const wait = at === null ? longest : Math.min(longest, Math.max(0, at - this.#now()));
    const timer = setTimeout(wake, wait);
    document.addEventListener('visibilitychange', seen);
    window.addEventListener('focus', wake);
    window.addEventListener('pageshow', wake);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
      window.removeEventListener('focus', wake);
      window.removeEventListener('pageshow', wake);
    };
  }
}
