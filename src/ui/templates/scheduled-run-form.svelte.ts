import { findRecurrence } from '../../calendar/find-repeat.ts';
import { simpleRecurrenceRule } from '../../calendar/repeat-rule.ts';
import { parseRrule, formatRrule } from '../../calendar/rrule.ts';
import { isCalendarDate, weekdayOf } from '../../values/calendar-date.ts';
import { wallTime } from '../../calendar/times.ts';
import { nextOccurrence, setScheduledRunActive } from '../../calendar/next-occurrence.ts';
import { newWatchedPage, watchedPageUrl, type ScheduledRun, type WatchedPage } from '../../records/scheduled-run.ts';
import { currentValue } from '../../ports/observable.ts';
import type { Plan } from '../../plan/plan.ts';
import type { App } from '../app/app.svelte.ts';
import { ObservableState } from '../app/observable-state.svelte.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';
import type { Translator } from '../app/translator.svelte.ts';
import { clockText, momentText } from '../kit/time-text.ts';
import { recurrenceText } from '../schedule/repeat-text.ts';
import { zoneText } from '../schedule/schedule-text.ts';

/** The repetitions that the form offers, with their RRULEs. */
export const repetitionChoices = {
  once: null,
  daily: 'FREQ=DAILY',
  weekdays: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  /** On the chosen days of the week. */
  weekly: 'FREQ=WEEKLY',
  monthly: 'FREQ=MONTHLY',
} as const;
export type Repetition = keyof typeof repetitionChoices;

type Host = Pick<App, 'dependencies' | 'words' | 'toasts'>;

/** The scheduled runs, and the form that adds one. */
export class ScheduledRunForm {
  readonly #app: Host;
  readonly #list: ObservableState<readonly ScheduledRun[]>;
  date = $state('');
  time = $state('09:00');
  repetition = $state<Repetition>('once');
  /**
   * The days of a weekly repetition that the person chose (1 is Monday); null as long as the day is that of the form's
   * date.
   */
  #days = $state.raw<readonly number[] | null>(null);
  readonly days = $derived.by(() => this.#days ?? [isCalendarDate(this.date) ? weekdayOf(this.date) : 1]);
  /** The time zone of the form's time: that of the scheduled run that it changes, else the person's. */
  zone = $state('');
  /** True if the plan starts only if a page has changed; `address` is that page. */
  watches = $state(false);
  address = $state('');
  /** True while the page to watch is being read. */
  looking = $state(false);
  /** True while a scheduled run is being saved: a second press changes nothing. */
  #saving = false;
  /** The error of the entered time. */
  fault = $state<'due.incomplete' | 'due.past' | 'calendar.fault.days' | null>(null);
  /** The error of the page to watch. */
  pageFault = $state<'due.page_invalid' | 'due.page_unread' | null>(null);

  constructor(app: Host) {
    this.#app = app;
    this.zone = app.dependencies.clock.zone();
    this.#list = new ObservableState<readonly ScheduledRun[]>(app.dependencies.stores.scheduledRuns.list(), []);
  }

  get list(): readonly ScheduledRun[] {
    return this.#list.current;
  }

  /** Returns the scheduled runs of plans with this goal that still have a next start. */
  readonly ahead = (goal: string): readonly ScheduledRun[] =>
    this.list.filter((run) => run.plan.goal === goal && run.next_at !== null);

  readonly chooseDays = (days: readonly number[]): void => {
    this.#days = days;
  };

  /** Fills the form with the times of a scheduled run. */
  readonly fill = ({ first, zone, repeat, watch }: Pick<ScheduledRun, 'first' | 'zone' | 'repeat' | 'watch'>): void => {
    this.zone = zone;
    const { date, time, repetition, days } = formOf(first, repeat);
    [this.date, this.time, this.repetition, this.#days] = [date, time, repetition, days];
    [this.watches, this.address] = [watch !== undefined, watch?.address ?? this.address];
  };

  /**
   * Schedules the plan at the time of the form, in place of `old` if that is given. A plan that starts at this very
   * time already is not scheduled a second time. With `foreign`, its texts are text from outside. Returns null if the
   * time is missing or past.
   */
  readonly save = async (
    name: string,
    plan: Plan,
    old?: ScheduledRun,
    foreign = old?.foreign,
  ): Promise<ScheduledRun | null> => {
    if (this.#saving) return null;
    this.#saving = true;
    try {
      return await this.#save(name, plan, old, foreign === true);
    } finally {
      this.#saving = false;
    }
  };

  async #save(name: string, plan: Plan, old: ScheduledRun | undefined, foreign: boolean): Promise<ScheduledRun | null> {
    const { clock, stores } = this.#app.dependencies;
    const repeat = this.#rule();
    this.fault = this.date === '' || this.time === '' ? 'due.incomplete' : repeat === '' ? 'calendar.fault.days' : null;
    if (this.fault) return null;
    const when = { first: `${this.date}T${this.time}`, zone: this.zone, repeat };
    const next_at = nextOccurrence(when, Date.parse(clock.now()));
    this.fault = next_at === null ? 'due.past' : null;
    if (next_at === null) return null;
    const watch = this.watches ? await this.#firstLook() : null;
    if (this.watches && watch === null) return null;
    const same = this.ahead(plan.goal).find(
      (run) => run.next_at === next_at && run.repeat === repeat && run.watch?.address === watch?.address,
    );
    if (same?.active && same.name === name) return same;
    const state = { next_at, started: null, active: true, created_at: clock.now(), deleted_at: null };
    const origin = foreign ? { foreign } : {};
    const id = (old ?? same)?.id ?? clock.newId('due');
    const scheduledRun: ScheduledRun = { id, name, plan, ...when, ...state, ...origin, ...(watch && { watch }) };
    return (await saveOrToast(this.#app, () => stores.scheduledRuns.save(scheduledRun))) ? scheduledRun : null;
  }

  /** Returns the RRULE of the form; null for a single start, empty if no day of the week is chosen. */
  #rule(): string | null {
    if (this.repetition !== 'weekly') return repetitionChoices[this.repetition];
    if (this.days.length === 0) return '';
    return formatRrule({ ...simpleRecurrenceRule('WEEKLY'), byDay: this.days.map((day) => ({ nth: null, day })) });
  }

  /**
   * Reads the page to watch for the first time; later checks compare the page with the text that it has now. Null if
   * the page cannot be read; `pageFault` then says why.
   */
  async #firstLook(): Promise<WatchedPage | null> {
    const { dependencies } = this.#app;
    const address = watchedPageUrl(this.address);
    this.pageFault = address === null ? 'due.page_invalid' : null;
    if (address === null) return null;
    this.looking = true;
    const page = await dependencies.readPage(address).catch(() => null);
    this.looking = false;
    if (page?.ok) return newWatchedPage(address, page.text, dependencies.clock.now());
    this.pageFault = 'due.page_unread';
    return null;
  }

  /**
   * Returns the repetition that a goal begins with; null if there is none, if its session has put a repeating entry
   * into the calendar, or if a plan of this goal has been scheduled already, even if that is over.
   */
  readonly toOffer = async (goal: string, sessionId: string): ReturnType<typeof repetitionInGoal> => {
    const { clock, stores } = this.#app.dependencies;
    const goalRepetition = await repetitionInGoal(goal, { now: clock.now(), zone: clock.zone() });
    if (!goalRepetition) return null;
    const scheduled = await currentValue(stores.scheduledRuns.list());
    if (scheduled.some((run) => run.plan.goal === goal)) return null;
    const entries = await currentValue(stores.entries.list());
    return entries.some(({ session_id, repeat }) => repeat !== null && session_id === sessionId)
      ? null
      : goalRepetition;
  };

  /** Turns a scheduled run on or off; turned on again, it continues with its next future time. */
  readonly turn = async (scheduledRun: ScheduledRun, active: boolean): Promise<void> => {
    const { clock, stores } = this.#app.dependencies;
    const updatedRun = setScheduledRunActive(scheduledRun, active, Date.parse(clock.now()));
    await saveOrToast(this.#app, () => stores.scheduledRuns.save(updatedRun));
  };

  /** Deletes a scheduled run and offers undo. */
  readonly remove = async (scheduledRun: ScheduledRun): Promise<void> => {
    const { dependencies, toasts, words } = this.#app;
    const { scheduledRuns } = dependencies.stores;
    const deletedRun = { ...scheduledRun, deleted_at: dependencies.clock.now() };
    if (!(await saveOrToast(this.#app, () => scheduledRuns.save(deletedRun)))) return;
    toasts.tell(words.t('due.deleted', { name: scheduledRun.name }), {
      label: words.t('shell.undo'),
      run: () => void saveOrToast(this.#app, () => scheduledRuns.save(scheduledRun)),
    });
  };
}

type Form = Pick<ScheduledRunForm, 'date' | 'time' | 'repetition'> & { days: readonly number[] | null };

/** Returns the times of a scheduled run as the form shows them; a rule that it cannot show counts as weekly. */
function formOf(first: string, repeat: string | null): Form {
  const [date = '', time = ''] = first.split('T');
  const when = { date, time: time.slice(0, 5), days: null };
  const exact = Object.entries(repetitionChoices).find(([, rule]) => rule === repeat)?.[0] as Repetition | undefined;
  if (exact) return { ...when, repetition: exact };
  const parsedRule = repeat === null ? null : parseRrule(repeat);
  const days = parsedRule?.ok ? parsedRule.value.byDay.map(({ day }) => day) : [];
  return { ...when, repetition: 'weekly', days: days.length > 0 ? days : null };
}

const isQuestion = /(?:[?？]|吗[。.!！]?)\s*$/;

/**
 * Returns the repetition with a time of day, such as “every weekday at 8”, that a goal begins with, if the form can
 * show it; else null, also for a question. Its first time is the next one. A repetition further on may be part of what
 * the goal asks for: “write an email for a meeting every Friday at 10”.
 */
export async function repetitionInGoal(
  goal: string,
  { now, zone }: TimeAndZone,
): Promise<Pick<ScheduledRun, 'first' | 'zone' | 'repeat'> | null> {
  const goalRecurrence = findRecurrence(goal);
  if (goalRecurrence === null || typeof goalRecurrence === 'string' || isQuestion.test(goal)) return null;
  if (!goalRecurrence.spans.some(({ from }) => /^\s*请?\s*$/.test(goal.slice(0, from)))) return null;
  const { parseRecurringTimeText } = await import('../../calendar/words/read-repeating-when.ts');
  const when = parseRecurringTimeText(goal, now, zone);
  if (when === null || typeof when === 'string' || when.repeat === null || when.all_day) return null;
  const { repeat } = when;
  const isShown = Object.values<string | null>(repetitionChoices).includes(repeat);
  if (!isShown && !/^FREQ=WEEKLY;BYDAY=[A-Z]{2}(?:,[A-Z]{2})*$/.test(repeat)) return null;
  const start = wallTime.write(wallTime.of(when.start, { all_day: false, zone }));
  const next = nextOccurrence({ first: start, zone, repeat }, Date.parse(now));
  return next === null ? null : { first: wallTime.write(wallTime.at(Date.parse(next), zone)), zone, repeat };
}

/** The present instant, and the person's time zone. */
export interface TimeAndZone {
  now: string;
  zone: string;
}

/** Returns when a scheduled run starts where the person is, and its time in its own zone if that differs. */
export function scheduledRunStartText(
  startInstant: string,
  zone: string,
  here: TimeAndZone,
  words: Translator,
): string {
  const when = momentText(startInstant, here.now, here.zone, words);
  const time = clockText(startInstant, zone, words);
  if (time === clockText(startInstant, here.zone, words)) return when;
  return words.t('due.when_elsewhere', {
    when,
    own: words.t('schedule.in_zone', { time, zone: zoneText(zone, words) }),
  });
}

/** Returns when a plan was scheduled to start, and how often it starts again. */
export function planScheduleText(
  { name, next_at, zone, repeat }: ScheduledRun,
  here: TimeAndZone,
  words: Translator,
): string {
  const when = scheduledRunStartText(next_at ?? here.now, zone, here, words);
  if (repeat === null) return words.t('due.scheduled', { name, when });
  return words.t('due.scheduled_again', { name, when, repeat: recurrenceText(repeat, words) });
}

/**
 * Returns how often a scheduled run starts, and when next: `Every Monday · next Mon 30 Nov 09:00`, or when it was due
 * if it has not started at that time.
 */
export function scheduledRunRecurrenceText(
  { next_at, zone, repeat, active }: ScheduledRun,
  here: TimeAndZone,
  words: Translator,
): string {
  const repetitionName = Object.entries(repetitionChoices).find(([, rule]) => rule === repeat)?.[0];
  const often = repetitionName ? words.tDynamic(`due.repeat_${repetitionName}`) : recurrenceText(repeat ?? '', words);
  const key = next_at === null ? 'due.over' : Date.parse(next_at) > Date.parse(here.now) ? 'due.next' : 'due.was';
  const next = words.tDynamic(key, { when: next_at === null ? '' : scheduledRunStartText(next_at, zone, here, words) });
  return [often.slice(0, 1).toLocaleUpperCase(words.locale) + often.slice(1), active ? next : words.t('due.off')].join(
    ' · ',
  );
}
