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
  /** True if the person sees this page: of several tabs only that one offers something. */
  isVisible: () => boolean;
  openCalendar: () => void;
  toasts: Toasts;
  words: Translator;
}

const day = 86_400_000;
/** Milliseconds of delay beyond which a reminder is called missed. */
const grace = 2 * 60_000;
/** Milliseconds for which a missed reminder still has a line after its entry is over; older ones are only counted. */
const oldest = 7 * day;
/** The most reminders that a toast or a notification lists. */
const mostLines = 5;

/** A reminder of one occurrence of an entry, and the words that it is shown in. */
interface ShownReminder {
  entry: CalendarEntry;
  key: 'calendar.reminded' | 'calendar.reminded_missed';
}

/** The reminders of a toast: those with a line, those only counted, and how many were missed; 0 if that is not said. */
interface ToastContent {
  reminders: readonly ShownReminder[];
  older: readonly DueReminder[];
  missed: number;
}

/**
 * Shows the reminders of calendar entries, each once across all tabs: a time stored for all tabs says up to when
 * reminders have been shown. Those that came due while the machine slept or no page was open are shown together at the
 * next check; of those whose entry has been over for a week, only the number is shown.
 */
export class Reminders {
  readonly #parts: ReminderParts;
  readonly #stop = new AbortController();
  #entries: readonly CalendarEntry[] | null = null;
  #isOffered = false;
  #sleeping: () => void = () => undefined;
  readonly #looks = new SerialQueue();
  /** The toast with the reminders that the person has not dismissed: others are added to it. */
  #standing: (ToastContent & { id: number }) | null = null;

  constructor(parts: ReminderParts) {
    this.#parts = parts;
  }

  /** Starts to show the reminders of calendar entries when they are due; the returned function stops it. */
  start(): () => void {
    const unfollow = this.#parts.stores.entries.list().subscribe(
      (entries) => {
        this.#offerToNotify(entries);
        this.#entries = entries;
        this.#removeDeleted(entries);
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

  /**
   * Offers notifications, once, when the person sees this page, an entry with a reminder ahead is added alone, and the
   * browser was never asked for them.
   */
  #offerToNotify(entries: readonly CalendarEntry[]): void {
    const { notifier, toasts, words } = this.#parts;
    const known = this.#entries;
    if (known === null || this.#isOffered || !this.#parts.isVisible() || !notifier.canAsk()) return;
    const now = this.#now();
    const ids = new Set(known.map(({ id }) => id));
    const [added, ...others] = entries.filter(({ id }) => !ids.has(id));
    if (!added || others.length > 0 || dueReminders([added], now, now + 366 * day).length === 0) return;
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
      const all = dueReminders(this.#entries ?? [], from, now);
      const isOlder = ({ at, entry }: DueReminder) => now - Math.max(at, entrySpan(entry).until) >= oldest;
      const older = all.filter(isOlder);
      const due = all.filter((reminder) => !isOlder(reminder));
      const missed = due.filter(({ at }) => now - at > grace);
      const isTogether = missed.length > 1 || older.length > 0;
      if (isTogether) this.#showTogether(missed, older);
      for (const reminder of isTogether ? due.slice(missed.length) : due) this.#show(reminder, now);
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
    notifier.show({ title, text: entryMoment(entry, now, words), tag: `${entry.id} ${entry.start}` });
    const key = now - at > grace ? 'calendar.reminded_missed' : 'calendar.reminded';
    this.#toast({ reminders: [{ entry, key }], older: [], missed: 0 });
  }

  /** Shows reminders that were missed in one toast, and those not over for long in one notification, too. */
  #showTogether(missed: readonly DueReminder[], older: readonly DueReminder[]): void {
    const { notifier, words } = this.#parts;
    const reminders = latestOfEach(missed.map(({ entry }) => ({ entry, key: 'calendar.reminded' })));
    const content = { reminders, older, missed: missed.length + older.length };
    const title = words.t('calendar.reminded_missed_several', { n: content.missed });
    if (missed.length > 0) notifier.show({ title, text: this.#linesOf(content).join('\n'), tag: 'missed' });
    this.#toast(content);
  }

  /** Shows reminders below those that still stand, in one toast, so that they never fill the page. */
  #toast({ reminders, older, missed }: ToastContent): void {
    const { toasts } = this.#parts;
    const old = toasts.list.some(({ id }) => id === this.#standing?.id) ? this.#standing : null;
    if (old) toasts.dismiss(old.id);
    this.#stand({
      reminders: latestOfEach([...(old?.reminders ?? []), ...reminders]),
      older: [...(old?.older ?? []), ...older],
      missed: missed + (old?.missed ?? 0),
    });
  }

  #stand(content: ToastContent): void {
    const { toasts, words, openCalendar } = this.#parts;
    const { older, missed } = content;
    const title = missed > 0 ? [words.t('calendar.reminded_missed_several', { n: missed })] : [];
    const id = toasts.remind(
      [...title, ...this.#linesOf(content)].join('\n'),
      older.length > 0 ? { label: words.t('calendar.reminded_open'), run: openCalendar } : undefined,
    );
    this.#standing = { id, ...content };
  }

  /** Takes entries that are deleted out of the toast that stands. */
  #removeDeleted(entries: readonly CalendarEntry[]): void {
    const { toasts } = this.#parts;
    const old = this.#standing;
    if (!old || !toasts.list.some(({ id }) => id === old.id)) return;
    const ids = new Set(entries.map(({ id }) => id));
    const reminders = old.reminders.filter(({ entry }) => ids.has(entry.id));
    const older = old.older.filter(({ entry }) => ids.has(entry.id));
    if (reminders.length === old.reminders.length && older.length === old.older.length) return;
    toasts.dismiss(old.id);
    if (reminders.length + older.length > 0) this.#stand({ reminders, older, missed: old.missed });
  }

  /** Returns a line for each of the latest reminders, and how many others and how many older ones there are. */
  #linesOf({ reminders, older }: ToastContent): string[] {
    const { words } = this.#parts;
    const now = this.#now();
    const lines = reminders
      .slice(-mostLines)
      .map(({ entry, key }) => words.t(key, { title: entry.title, when: entryMoment(entry, now, words) }));
    const n = reminders.length - lines.length;
    if (n > 0) lines.push(words.t('calendar.and_more', { first: '…', n }));
    const [first] = older;
    if (first) {
      const day = words.day(
        first.entry.all_day ? `${first.entry.start}T12:00:00` : first.entry.start,
        dateOf(isoInstant(now)),
      );
      lines.push(words.t('calendar.reminded_long_over', { n: older.length, day }));
    }
    return lines;
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

/** Returns the latest reminder of each entry, in order. */
function latestOfEach(reminders: readonly ShownReminder[]): ShownReminder[] {
  const latest = new Map<string, ShownReminder>();
  for (const reminder of reminders) {
    latest.delete(reminder.entry.id);
    latest.set(reminder.entry.id, reminder);
  }
  return [...latest.values()];
}

/** Returns when an entry is, and where. */
function entryMoment({ start, all_day, place }: CalendarEntry, now: number, words: Translator): string {
  const today = dateOf(isoInstant(now));
  const time = all_day
    ? words.t('calendar.all_day', { day: words.day(`${start}T12:00:00`, today) })
    : words.time(start, today);
  return [time, place].filter(Boolean).join(' · ');
}
