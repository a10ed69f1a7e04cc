import type { Run } from '../../task/run.ts';
import type { RunAtJournalEntry, Stores } from '../../ports/stores.ts';

/** A session's plan at a point of its history. The work continues meanwhile. */
export class TimeTravel {
  readonly #sessions: Pick<Stores['sessions'], 'moment'>;
  readonly #sessionId: string;
  #moment = $state.raw<RunAtJournalEntry | null>(null);
  #earlier = $state.raw<RunAtJournalEntry | null>(null);
  #later = $state.raw<RunAtJournalEntry | null>(null);

  constructor(sessions: Pick<Stores['sessions'], 'moment'>, sessionId: string) {
    this.#sessions = sessions;
    this.#sessionId = sessionId;
  }

  /** The point that is shown; null for the present. */
  get moment(): RunAtJournalEntry | null {
    return this.#moment;
  }

  /** True for `earlier` and `later` if there is such a point at which the plan differs. */
  readonly canStep = $derived({ earlier: this.#earlier !== null, later: this.#later !== null });

  /** Shows the plan as of entry `seq`. Returns false, and changes nothing, if there was no plan yet. */
  readonly lookAt = async (seq: number): Promise<boolean> => {
    const moment = await this.#sessions.moment(this.#sessionId, seq, 0);
    if (moment) this.#show(moment);
    return moment !== null;
  };

  readonly step = (towards: -1 | 1): void => {
    const next = towards < 0 ? this.#earlier : this.#later;
    if (next) this.#show(next);
  };

  readonly backToNow = (): void => {
    this.#moment = this.#earlier = this.#later = null;
  };

  #show(moment: RunAtJournalEntry): void {
    const before = this.#moment;
    this.#earlier = before && before.seq < moment.seq ? before : null;
    this.#later = before && before.seq > moment.seq ? before : null;
    this.#moment = moment;
    void this.#neighbour(moment, -1).then((earlierMoment) => {
      if (this.#moment === moment) this.#earlier = earlierMoment;
    });
    void this.#neighbour(moment, 1).then((laterMoment) => {
      if (this.#moment === moment) this.#later = laterMoment;
    });
  }

  async #neighbour(from: RunAtJournalEntry, towards: -1 | 1): Promise<RunAtJournalEntry | null> {
    const looks = lookOf(from.run);
    let next: RunAtJournalEntry | null = from;
    do next = await this.#sessions.moment(this.#sessionId, next.seq, towards).catch(() => null);
    while (next && lookOf(next.run) === looks);
    return next;
  }
}

/** Returns the visible part of a plan as a text to compare. */
function lookOf({ id, phase, plan: { goal, steps } }: Run): string {
  return JSON.stringify([id, phase, goal, steps]);
}
