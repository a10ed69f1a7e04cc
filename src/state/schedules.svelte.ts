import { nextOccurrence } from '../calendar/next-occurrence.ts';
import type { DueRun } from '../domain/due-run.ts';
import type { Plan } from '../domain/plan.ts';
import type { App } from './app.svelte.ts';
import { Bridge } from './bridge.svelte.ts';
import { toldIfRefused } from './told-if-refused.ts';

/** How often scheduled work comes back, as the form offers it, with its RRULE. */
export const repetitions = {
  once: null,
  daily: 'FREQ=DAILY',
  weekdays: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  weekly: 'FREQ=WEEKLY',
  monthly: 'FREQ=MONTHLY',
} as const;
export type Repetition = keyof typeof repetitions;

type Host = Pick<App, 'dependencies' | 'words' | 'toasts'>;

/** What is to start at its time (R9.11), and the form that adds to it. */
export class Schedules {
  readonly #app: Host;
  readonly #list: Bridge<readonly DueRun[]>;
  date = $state('');
  time = $state('09:00');
  repetition = $state<Repetition>('once');
  /** What is wrong with the time that was given. */
  fault = $state<'due.incomplete' | 'due.past' | null>(null);

  constructor(app: Host) {
    this.#app = app;
    this.#list = new Bridge<readonly DueRun[]>(app.dependencies.stores.dueRuns.list(), []);
  }

  get list(): readonly DueRun[] {
    return this.#list.current;
  }

  /** Keeps the plan with the time that the form holds. Null where that is none to come. */
  readonly add = async (name: string, plan: Plan): Promise<DueRun | null> => {
    const { clock, stores } = this.#app.dependencies;
    this.fault = this.date === '' || this.time === '' ? 'due.incomplete' : null;
    if (this.fault) return null;
    const when = { first: `${this.date}T${this.time}`, zone: clock.zone(), repeat: repetitions[this.repetition] };
    const next_at = nextOccurrence(when, Date.parse(clock.now()));
    this.fault = next_at === null ? 'due.past' : null;
    if (next_at === null) return null;
    const state = { next_at, started: null, active: true, created_at: clock.now(), deleted_at: null };
    const dueRun: DueRun = { id: clock.newId('due'), name, plan, ...when, ...state };
    return (await toldIfRefused(this.#app, () => stores.dueRuns.save(dueRun))) ? dueRun : null;
  };

  /** Turned on again, it goes on with the next time to come. */
  readonly turn = async (dueRun: DueRun, active: boolean): Promise<void> => {
    const { clock, stores } = this.#app.dependencies;
    const next_at = active ? nextOccurrence(dueRun, Date.parse(clock.now())) : dueRun.next_at;
    await toldIfRefused(this.#app, () => stores.dueRuns.save({ ...dueRun, active, next_at }));
  };

  /** Deletes one and offers the way back. */
  readonly remove = async (dueRun: DueRun): Promise<void> => {
    const { dependencies, toasts, words } = this.#app;
    const { dueRuns } = dependencies.stores;
    const deleted = { ...dueRun, deleted_at: dependencies.clock.now() };
    if (!(await toldIfRefused(this.#app, () => dueRuns.save(deleted)))) return;
    toasts.tell(words.t('due.deleted', { name: dueRun.name }), {
      label: words.t('shell.undo'),
      run: () => void toldIfRefused(this.#app, () => dueRuns.save(dueRun)),
    });
  };
}
