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
const nothing: ToastContent = { present: [], missed: [], older: [] };

/** The latest reminder of an entry, and how many of that entry's it stands for. */
interface ShownReminder {
  entry: CalendarEntry;
  times: number;
}

/** The reminders of a toast: those given in time, those missed, and those missed that are only counted. */
interface ToastContent {
  present: readonly ShownReminder[];
  missed: readonly ShownReminder[];
  older: readonly DueReminder[];
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
    const knownEntries = this.#entries;
    if (knownEntries === null || this.#isOffered || !this.#parts.isVisible() || !notifier.canAsk()) return;
    const now = this.#now();
    const ids = new Set(knownEntries.map(({ id }) => id));
    const [newEntry, ...others] = entries.filter(({ id }) => !ids.has(id));
    if (!newEntry || others.length > 0 || dueReminders([newEntry], now, now + 366 * day).length === 0) return;
    this.#isOffered = true;
    toasts.remind(words.t('calendar.remind_here', { title: newEntry.title }), {
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
      const recentReminders = all.filter((reminder) => !isOlder(reminder));
      const missed = recentReminders.filter(({ at }) => now - at > grace);
      const isTogether = missed.length > 1 || older.length > 0;
      if (isTogether) this.#showTogether(missed, older);
      for (const reminder of isTogether ? recentReminders.slice(missed.length) : recentReminders)
        this.#show(reminder, now);
    } finally {
      release();
    }
  }

  /**
   * True if a check has something to do: if there is no stored time of a last check yet, if that time is more than half
   * a day old, or if a reminder has come due since.
   */
  #isDue(): boolean {
    const lastCheck = this.#marked();
    const now = this.#now();
    return (
      lastCheck === null || now - lastCheck > day / 2 || dueReminders(this.#entries ?? [], lastCheck, now).length > 0
    );
  }

  #show({ entry, at }: DueReminder, now: number): void {
    const { notifier, words } = this.#parts;
    const { title } = entry;
    notifier.show({ title, text: entryMoment(entry, now, words), tag: `${entry.id} ${entry.start}` });
    const reminderLines = [{ entry, times: 1 }];
    this.#toast(now - at > grace ? { ...nothing, missed: reminderLines } : { ...nothing, present: reminderLines });
  }

  /** Shows reminders that were missed in one toast, and those not over for long in one notification, too. */
  #showTogether(due: readonly DueReminder[], older: readonly DueReminder[]): void {
    const missed = latestOfEach(due.map(({ entry }) => ({ entry, times: 1 })));
    const content = { ...nothing, missed, older };
    const [title = '', ...lines] = this.#linesOf(content);
    if (missed.length > 0) this.#parts.notifier.show({ title, text: lines.join('\n'), tag: 'missed' });
    this.#toast(content);
  }

  /** Shows reminders beside those that still stand, in one toast, so that they never fill the page. */
  #toast({ present, missed, older }: ToastContent): void {
    const { toasts } = this.#parts;
    const old = toasts.list.some(({ id }) => id === this.#standing?.id) ? this.#standing : null;
    if (old) toasts.dismiss(old.id);
    this.#stand({
      present: latestOfEach([...(old?.present ?? []), ...present]),
      missed: latestOfEach([...(old?.missed ?? []), ...missed]),
      older: [...(old?.older ?? []), ...older],
    });
  }

  #stand(content: ToastContent): void {
    const { toasts, words, openCalendar } = this.#parts;
    const id = toasts.remind(
      this.#linesOf(content).join('\n'),
      content.older.length > 0 ? { label: words.t('calendar.reminded_open'), run: openCalendar } : undefined,
    );
    this.#standing = { id, ...content };
  }

  /** Takes entries that are deleted out of the toast that stands. */
  #removeDeleted(entries: readonly CalendarEntry[]): void {
    const { toasts } = this.#parts;
    const old = this.#standing;
    if (!old || !toasts.list.some(({ id }) => id === old.id)) return;
    const ids = new Set(entries.map(({ id }) => id));
    const isThere = ({ entry }: { entry: CalendarEntry }) => ids.has(entry.id);
    const [present, missed, older] = [
      old.present.filter(isThere),
      old.missed.filter(isThere),
      old.older.filter(isThere),
    ];
    const count = present.length + missed.length + older.length;
    if (count === old.present.length + old.missed.length + old.older.length) return;
    toasts.dismiss(old.id);
    if (count > 0) this.#stand({ present, missed, older });
  }

  /**
   * Returns a line for each of the latest reminders: those given in time, then, below a line with their number, those
   * that were missed, how many others there are, and how many older ones.
   */
  #linesOf({ present, missed, older }: ToastContent): string[] {
    const { words } = this.#parts;
    const now = this.#now();
    const line = (key: 'calendar.reminded' | 'calendar.reminded_missed', { entry }: ShownReminder) =>
      words.t(key, { title: entry.title, when: entryMoment(entry, now, words) });
    const missedLine = (each: ShownReminder) => {
      const text = line('calendar.reminded', each);
      return each.times > 1 ? words.t('progress.times', { text, n: each.times }) : text;
    };
    const first = present.slice(-mostLines).map((each) => line('calendar.reminded', each));
    const missedReminders = missed.slice(Math.max(0, missed.length + first.length - mostLines));
    const unlistedReminders = [
      ...present.slice(0, -mostLines),
      ...missed.slice(0, missed.length - missedReminders.length),
    ];
    const n = unlistedReminders.reduce((sum, { times }) => sum + times, 0);
    const total = missed.reduce((sum, { times }) => sum + times, older.length);
    const [only] = missed;
    return [
      ...first,
      ...(total === 1 && only
        ? [line('calendar.reminded_missed', only)]
        : total > 0
          ? [words.t('calendar.reminded_missed_several', { n: total }), ...missedReminders.map(missedLine)]
          : []),
      ...(n > 0 ? [words.t('calendar.and_more', { first: '…', n })] : []),
      ...this.#olderLine(older),
    ];
  }

  /** Returns how many reminders are only counted, and the first day of them; empty if there are none. */
  #olderLine(older: readonly DueReminder[]): string[] {
    const { words } = this.#parts;
    const [first] = older;
    if (!first) return [];
    const { all_day, start } = first.entry;
    const day = words.day(all_day ? `${start}T12:00:00` : start, dateOf(isoInstant(this.#now())));
    return [words.t('calendar.reminded_long_over', { n: older.length, day })];
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

/** Returns the latest reminder of each entry, in order, each for all of its entry's. */
function latestOfEach(reminders: readonly ShownReminder[]): ShownReminder[] {
  const latest = new Map<string, ShownReminder>();
  for (const { entry, times } of reminders) {
    const before = latest.get(entry.id);
    latest.delete(entry.id);
    latest.set(entry.id, { entry, times: times + (before?.times ?? 0) });
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
