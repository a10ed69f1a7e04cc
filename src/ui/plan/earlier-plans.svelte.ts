import type { RunAtJournalEntry, Stores } from '../../ports/stores.ts';

/** An upper bound for the number of plans in a session. */
const mostPlans = 500;
/** The most states that are searched for a plan's last one. */
const mostStates = 50;
/** Greater than the `seq` of every journal entry. */
const end = Number.MAX_SAFE_INTEGER;

type Sessions = Pick<Stores['sessions'], 'entriesOf' | 'moment'>;

/** The plans that a session had before the present one. */
export class EarlierPlans {
  readonly #sessions: Sessions;
  readonly #sessionId: string;
  /** The tasks of the earlier plans, each with the `seq` at which the next plan was made. */
  #tasks: readonly { id: string; until: number }[] = [];

  /** The number of earlier plans. */
  count = $state(0);
  /** The last state of each plan, the latest first; null until they are read. */
  list = $state.raw<readonly RunAtJournalEntry[] | null>(null);

  constructor(sessions: Sessions, sessionId: string) {
    this.#sessions = sessions;
    this.#sessionId = sessionId;
  }

  /** Counts the plans of all tasks except `present`. */
  readonly countPlans = async (present: string | null): Promise<void> => {
    const planEntries = await this.#sessions.entriesOf(this.#sessionId, 'plan_generated', 0, mostPlans).catch(() => []);
    const tasks = planEntries.flatMap(({ task_id: id, seq }, at) =>
      id !== null && planEntries.findIndex(({ task_id }) => task_id === id) === at ? [{ id, seq }] : [],
    );
    this.#tasks = tasks
      .map(({ id }, at) => ({ id, until: tasks[at + 1]?.seq ?? end }))
      .filter(({ id }) => id !== present);
    this.count = this.#tasks.length;
    this.list = null;
  };

  /** Reads the plans themselves. */
  readonly read = async (): Promise<void> => {
    const tasks = this.#tasks;
    const lastPlanMoments = await Promise.all(tasks.map(async (task) => this.#lastOf(task)));
    if (this.#tasks === tasks) this.list = lastPlanMoments.filter((moment) => moment !== null).reverse();
  };

  /** The last state of a task's plan. */
  async #lastOf({ id, until }: { id: string; until: number }): Promise<RunAtJournalEntry | null> {
    let moment = await this.#sessions.moment(this.#sessionId, until, 0).catch(() => null);
    for (let states = 0; moment && moment.run.id !== id && states < mostStates; states += 1)
      moment = await this.#sessions.moment(this.#sessionId, moment.seq, -1).catch(() => null);
    return moment?.run.id === id ? moment : null;
  }
}
