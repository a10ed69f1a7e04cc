import type { JournalEntry } from '../../task/journal.ts';
import type { Run } from '../../task/run.ts';
import type { RunAtJournalEntry, Stores } from '../../ports/stores.ts';
import { isMadeFromCalls } from '../conversation/progress-item.ts';

/** An upper bound for the number of plans in a session. */
const mostPlans = 500;
/** The most states that are searched for a plan's last one. */
const mostStates = 50;
/** Greater than the `seq` of every journal entry. */
const end = Number.MAX_SAFE_INTEGER;

/** True for an entry after which a plan has other steps than those that it was made with. */
const isChange = ({ body }: JournalEntry) => body.type === 'edit' || (body.type === 'replanned' && body.steps > 1);

type Sessions = Pick<Stores['sessions'], 'entriesOf' | 'moment'>;

/**
 * The plans that a session had before the one that is shown. A plan made from calls, whose only step is the message, is
 * not among them, unless it is the only one.
 */
export class EarlierPlans {
  readonly #sessions: Sessions;
  readonly #sessionId: string;
  /** The latest request to count them; an earlier one changes nothing any more. */
  #asked: symbol | null = null;
  /** The tasks of the earlier plans, each with the `seq` at which the next plan was made. */
  #tasks: readonly { id: string; until: number }[] = [];

  /** The number of earlier plans. */
  count = $state(0);
  /** The last state of each plan, the latest first; null until they are read. */
  list = $state.raw<readonly RunAtJournalEntry[] | null>(null);
  /** The last plan, if the present task has none; undefined until it is read. */
  last = $state.raw<Run | null | undefined>();

  constructor(sessions: Sessions, sessionId: string) {
    this.#sessions = sessions;
    this.#sessionId = sessionId;
  }

  /** Counts the plans of all tasks except `present`; the latest of them is read if the present task has none. */
  readonly countPlans = async (present: string | null, hasPlan: boolean): Promise<void> => {
    const asked = Symbol(present ?? '');
    this.#asked = asked;
    const entriesOf = (type: JournalEntry['body']['type']) =>
      this.#sessions.entriesOf(this.#sessionId, type, 0, mostPlans).catch(() => []);
    const [planEntries, replanned, edits] = await Promise.all(
      (['plan_generated', 'replanned', 'edit'] as const).map(entriesOf),
    );
    const tasks = (planEntries ?? []).filter(
      ({ task_id: id }, at, all) => id !== null && all.findIndex(({ task_id }) => task_id === id) === at,
    );
    const changed = [...(replanned ?? []), ...(edits ?? [])].filter(isChange).map(({ task_id }) => task_id);
    const others = tasks.flatMap(({ task_id: id, body }, at) =>
      id === null || id === present
        ? []
        : [{ id, until: tasks[at + 1]?.seq ?? end, isPlan: !isMadeFromCalls(body) || changed.includes(id) }],
    );
    const plans = others.filter(({ isPlan }) => isPlan);
    const listed = plans.length > 0 ? plans : others.slice(-1);
    const latest = hasPlan ? undefined : listed.at(-1);
    const last = latest ? ((await this.#lastOf(latest))?.run ?? null) : null;
    if (this.#asked !== asked) return;
    this.#tasks = last ? listed.slice(0, -1) : listed;
    this.count = this.#tasks.length;
    this.list = null;
    this.last = last;
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
