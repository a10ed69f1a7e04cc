import { type CalendarEntry, entrySpan } from '../../records/calendar-entry.ts';
import { SerialQueue } from '../../values/serial-queue.ts';
import type { Alarm, Clock } from '../../ports/clock.ts';
import type { Locks } from '../../ports/locks.ts';
import type { Notifier } from '../../ports/notifier.ts';
import type { Stores } from '../../ports/stores.ts';
import { dueReminders, type DueReminder } from '../../engine/due-reminders.ts';
import type { Toasts } from '../app/toasts.svelte.ts';
import type { Translator } from '../app/translator.svelte.ts';
import { dateOf, isoInstant } from '../app/moments.ts';

/** The time up to which reminders have been given, shared by all tabs: milliseconds as text, or null. */
interface ReminderMark {
  read(): string | null;
  write(mark: string): void;
}

interface ReminderParts {
  stores: Pick<Stores, 'entries'>;
  clock: Clock;
  locks: Locks;
  alarm: Alarm;
  notifier: Notifier;
  mark: ReminderMark;
  toasts: Toasts;
  words: Translator;
}

const day = 86_400_000;
/** Milliseconds of delay beyond which a reminder is called missed. */
const grace = 2 * 60_000;
/** Milliseconds for which a missed reminder is still shown after its entry is over. */
const oldest = 7 * day;

/**
 * Shows the reminders of calendar entries, each once across all tabs: a time stored for all tabs says up to when
 * reminders have been shown. Those that came due while the machine slept or no page was open are shown together at the
 * next check, unless their entry has been over for a week.
 */
export class Reminders {
  readonly #parts: ReminderParts;
  readonly #stop = new AbortController();
  #entries: readonly CalendarEntry[] | null = null;
  #isOffered = false;
  #sleeping: () => void = () => undefined;
  readonly #looks = new SerialQueue();
  /** The toast with the reminders that the person has not dismissed: another one is added to it. */
  #standing: { id: number; text: string } | null = null;

  constructor(parts: ReminderParts) {
    this.#parts = parts;
  }

  /** Starts to show the reminders of calendar entries when they are due; the returned function stops it. */
  start(): () => void {
    const unfollow = this.#parts.stores.entries.list().subscribe(
      (entries) => {
        this.#offerToNotify(entries);
        this.#entries = entries;
        this.#look();
      },
      () => undefined,
    );
    return () => {
      this.#stop.abort();
      this.#sleeping();
      unfollow();
    };
  }

  /** Resolves when every check that has begun is over. */
  settled(): Promise<void> {
    return this.#looks.settled();
  }

  /** Offers notifications, once, when an entry with a reminder ahead is added and the browser was never asked for them. */
  #offerToNotify(entries: readonly CalendarEntry[]): void {
    const { notifier, toasts, words } = this.#parts;
    const known = this.#entries;
    if (known === null || this.#isOffered || !notifier.canAsk()) return;
    const now = this.#now();
    const added = entries.find(
      (entry) => !known.some(({ id }) => id === entry.id) && dueReminders([entry], now, now + 366 * day).length > 0,
    );
    if (!added) return;
    this.#isOffered = true;
    toasts.remind(words.t('calendar.remind_here', { title: added.title }), {
      label: words.t('calendar.remind_outside'),
      run: () => void notifier.ask(),
    });
  }

  #look(): void {
    this.#sleeping();
    void this.#looks.run(async () => {
      await this.#remind().catch(() => undefined);
      this.#sleep();
    });
  }

  #sleep(): void {
    this.#sleeping();
    if (this.#stop.signal.aborted) return;
    const now = this.#now();
    const next = dueReminders(this.#entries ?? [], now, now + day)[0]?.at ?? null;
    this.#sleeping = this.#parts.alarm.set(next, () => this.#look());
  }

  async #remind(): Promise<void> {
    const { locks, mark } = this.#parts;
    if (!this.#isDue()) return;
    const release = await locks.take('cairn-reminders', { signal: this.#stop.signal, lost: () => undefined });
    if (!release) return;
    try {
      const now = this.#now();
      const from = this.#marked() ?? now;
      mark.write(String(now));
      const due = dueReminders(this.#entries ?? [], from, now).filter(
        ({ at, entry }) => now - Math.max(at, entrySpan(entry).until) < oldest,
      );
      const missed = due.filter(({ at }) => now - at > grace);
      if (missed.length > 1) this.#showTogether(missed, now);
      for (const reminder of missed.length > 1 ? due.slice(missed.length) : due) this.#show(reminder, now);
    } finally {
      release();
    }
  }

  /**
   * True if a check has something to do: if there is no stored time of a last check yet, if that time is more than half
   * a day old, or if a reminder has come due since.
   */
  #isDue(): boolean {
    const marked = this.#marked();
    const now = this.#now();
    return marked === null || now - marked > day / 2 || dueReminders(this.#entries ?? [], marked, now).length > 0;
  }

  #show({ entry, at }: DueReminder, now: number): void {
    const { notifier, words } = this.#parts;
    const { title } = entry;
    const when = entryMoment(entry, now, words);
    notifier.show({ title, text: when, tag: `${entry.id} ${entry.start}` });
    const key = now - at > grace ? 'calendar.reminded_missed' : 'calendar.reminded';
    this.#toast(words.t(key, { title, when }));
  }

  #showTogether(missed: readonly DueReminder[], now: number): void {
    const { notifier, words } = this.#parts;
    const title = words.t('calendar.reminded_missed_several', { n: missed.length });
    const lines = missed.map(({ entry }) =>
      words.t('calendar.reminded', { title: entry.title, when: entryMoment(entry, now, words) }),
    );
    notifier.show({ title, text: lines.join('\n'), tag: 'missed' });
    this.#toast([title, ...lines].join('\n'));
  }

  /** Shows a reminder below those that still stand, in one toast, so that they never fill the page. */
  #toast(text: string): void {
    const { toasts } = this.#parts;
    const old = toasts.list.some(({ id }) => id === this.#standing?.id) ? this.#standing : null;
    if (old) toasts.dismiss(old.id);
    const whole = old ? `${old.text}\n${text}` : text;
    this.#standing = { id: toasts.remind(whole), text: whole };
  }

  /** The time of the last check; null if there was none, or if the clock was ahead at that time. */
  #marked(): number | null {
    const text = this.#parts.mark.read();
    const number = Number(text ?? NaN);
    return Number.isFinite(number) && number <= this.#now() ? number : null;
  }

  #now(): number {
    return Date.parse(this.#parts.clock.now());
  }
}

/** Returns when an entry is, and where. */
function entryMoment({ start, all_day, place }: CalendarEntry, now: number, words: Translator): string {
  const today = dateOf(isoInstant(now));
  const time = all_day
    ? words.t('calendar.all_day', { day: words.day(`${start}T12:00:00`, today) })
    : words.time(start, today);
  return [time, place].filter(Boolean).join(' · ');
}
