import { nextOccurrence } from '../../calendar/next-occurrence.ts';
import type { ScheduledRun } from '../../domain/agenda/scheduled-run.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import type { App } from '../app/app.svelte.ts';
import { Bridge } from '../app/bridge.svelte.ts';
import { saveOrToast } from '../app/toasts.svelte.ts';

/** The repetitions that the form offers, with their RRULEs. */
export const repetitions = {
  once: null,
  daily: 'FREQ=DAILY',
  weekdays: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  weekly: 'FREQ=WEEKLY',
  monthly: 'FREQ=MONTHLY',
} as const;
export type Repetition = keyof typeof repetitions;

type Host = Pick<App, 'dependencies' | 'words' | 'toasts'>;

/** The scheduled runs (R9.11), and the form that adds one. */
export class Schedules {
  readonly #app: Host;
  readonly #list: Bridge<readonly ScheduledRun[]>;
  date = $state('');
  time = $state('09:00');
  repetition = $state<Repetition>('once');
  /** What is wrong with the given time. */
  fault = $state<'due.incomplete' | 'due.past' | null>(null);

  constructor(app: Host) {
    this.#app = app;
    this.#list = new Bridge<readonly ScheduledRun[]>(app.dependencies.stores.scheduledRuns.list(), []);
  }

  get list(): readonly ScheduledRun[] {
    return this.#list.current;
  }

  /** Schedules the plan at the time of the form. Null where that time is missing or past. */
  readonly add = async (name: string, plan: Plan): Promise<ScheduledRun | null> => {
    const { clock, stores } = this.#app.dependencies;
    this.fault = this.date === '' || this.time === '' ? 'due.incomplete' : null;
    if (this.fault) return null;
    const when = { first: `${this.date}T${this.time}`, zone: clock.zone(), repeat: repetitions[this.repetition] };
    const next_at = nextOccurrence(when, Date.parse(clock.now()));
    this.fault = next_at === null ? 'due.past' : null;
    if (next_at === null) return null;
    const state = { next_at, started: null, active: true, created_at: clock.now(), deleted_at: null };
    const scheduledRun: ScheduledRun = { id: clock.newId('due'), name, plan, ...when, ...state };
    return (await saveOrToast(this.#app, () => stores.scheduledRuns.save(scheduledRun))) ? scheduledRun : null;
  };

  /** Turns a scheduled run on or off; turned on again, it continues with its next future time. */
  readonly turn = async (scheduledRun: ScheduledRun, active: boolean): Promise<void> => {
    const { clock, stores } = this.#app.dependencies;
    const next_at = active ? nextOccurrence(scheduledRun, Date.parse(clock.now())) : scheduledRun.next_at;
    await saveOrToast(this.#app, () => stores.scheduledRuns.save({ ...scheduledRun, active, next_at }));
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
