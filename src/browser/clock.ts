import type { Clock } from '../ports/clock.ts';

/** The machine's own clock, kept from going back within this page. */
export class BrowserClock implements Clock {
  #latest = 0;
  #minted = { at: 0, count: 0 };

  now(): string {
    return new Date(this.#tick()).toISOString();
  }

  zone(): string {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return timeZone || 'UTC';
  }

  random(): number {
    return Math.random();
  }

  newId(prefix: string): string {
    const at = this.#tick();
    this.#minted = { at, count: at === this.#minted.at ? this.#minted.count + 1 : 0 };
    const time = at.toString(36).padStart(9, '0');
    const count = this.#minted.count.toString(36).padStart(3, '0');
    const [chance = 0] = crypto.getRandomValues(new Uint32Array(1));
    return `${prefix}_${time}${count}${chance.toString(36).padStart(7, '0')}`;
  }

  #tick(): number {
    this.#latest = Math.max(this.#latest, Date.now());
    return this.#latest;
  }
}
