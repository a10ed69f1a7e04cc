import { nextOccurrence, turned } from '../../calendar/next-occurrence.ts';
import { firstLook, watchable, type ScheduledRun, type Watch } from '../../records/scheduled-run.ts';
import type { Plan } from '../../plan/plan.ts';
import type { App } from '../app/app.svelte.ts';
import { ObservableState } from '../app/observable-state.svelte.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';
import type { Translator } from '../app/translator.svelte.ts';
import { momentText } from '../kit/time-text.ts';
import { repeatText } from '../schedule/repeat-text.ts';

/** The repetitions that the form offers, with their RRULEs. */
export const repetitionChoices = {
  once: null,
  daily: 'FREQ=DAILY',
  weekdays: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  weekly: 'FREQ=WEEKLY',
  monthly: 'FREQ=MONTHLY',
} as const;
export type Repetition = keyof typeof repetitionChoices;

type Host = Pick<App, 'dependencies' | 'words' | 'toasts'>;

/** The scheduled runs, and the form that adds one. */
export class Schedules {
  readonly #app: Host;
  readonly #list: ObservableState<readonly ScheduledRun[]>;
  date = $state('');
  time = $state('09:00');
  repetition = $state<Repetition>('once');
  /** True if the plan starts only if a page has changed; `address` is that page. */
  watches = $state(false);
  address = $state('');
  /** True while the page to watch is being read. */
  looking = $state(false);
  /** The error of the entered time. */
  fault = $state<'due.incomplete' | 'due.past' | null>(null);
  /** The error of the page to watch. */
  pageFault = $state<'due.page_invalid' | 'due.page_unread' | null>(null);

  constructor(app: Host) {
    this.#app = app;
    this.#list = new ObservableState<readonly ScheduledRun[]>(app.dependencies.stores.scheduledRuns.list(), []);
  }

  get list(): readonly ScheduledRun[] {
    return this.#list.current;
  }

  /** Schedules the plan at the time of the form. Returns null if that time is missing or past. */
  readonly add = async (name: string, plan: Plan): Promise<ScheduledRun | null> => {
    const { clock, stores } = this.#app.dependencies;
    this.fault = this.date === '' || this.time === '' ? 'due.incomplete' : null;
    if (this.fault) return null;
    const when = { first: `${this.date}T${this.time}`, zone: clock.zone(), repeat: repetitionChoices[this.repetition] };
    const next_at = nextOccurrence(when, Date.parse(clock.now()));
    this.fault = next_at === null ? 'due.past' : null;
    if (next_at === null) return null;
    const watch = this.watches ? await this.#firstLook() : null;
    if (this.watches && watch === null) return null;
    const state = { next_at, started: null, active: true, created_at: clock.now(), deleted_at: null };
    const id = clock.newId('due');
    const scheduledRun: ScheduledRun = { id, name, plan, ...when, ...state, ...(watch && { watch }) };
    return (await saveOrToast(this.#app, () => stores.scheduledRuns.save(scheduledRun))) ? scheduledRun : null;
  };

  /**
   * Reads the page to watch, whose present text later checks are compared with; null, with `pageFault` set, if it
   * cannot be read.
   */
  async #firstLook(): Promise<Watch | null> {
    const { dependencies } = this.#app;
    const address = watchable(this.address);
    this.pageFault = address === null ? 'due.page_invalid' : null;
    if (address === null) return null;
    this.looking = true;
    const page = await dependencies.readPage(address).catch(() => null);
    this.looking = false;
    if (page?.ok) return firstLook(address, page.text, dependencies.clock.now());
    this.pageFault = 'due.page_unread';
    return null;
  }

  /** Turns a scheduled run on or off; turned on again, it continues with its next future time. */
  readonly turn = async (scheduledRun: ScheduledRun, active: boolean): Promise<void> => {
    const { clock, stores } = this.#app.dependencies;
    const changed = turned(scheduledRun, active, Date.parse(clock.now()));
    await saveOrToast(this.#app, () => stores.scheduledRuns.save(changed));
  };

  /** Deletes a scheduled run and offers undo. */
  readonly remove = async (scheduledRun: ScheduledRun): Promise<void> => {
    const { dependencies, toasts, words } = this.#app;
    const { scheduledRuns } = dependencies.stores;
    const deleted = { ...scheduledRun, deleted_at: dependencies.clock.now() };
    if (!(await saveOrToast(this.#app, () => scheduledRuns.save(deleted)))) return;
    toasts.tell(words.t('due.deleted', { name: scheduledRun.name }), {
      label: words.t('shell.undo'),
      run: () => void saveOrToast(this.#app, () => scheduledRuns.save(scheduledRun)),
    });
  };
}

/** Returns when a plan was scheduled to start, and how often it starts again. */
export function scheduledText({ name, next_at, zone, repeat }: ScheduledRun, now: string, words: Translator): string {
  const when = momentText(next_at ?? now, now, zone, words);
  if (repeat === null) return words.t('due.scheduled', { name, when });
  return words.t('due.scheduled_again', { name, when, repeat: repeatText(repeat, words) });
}
