import type { EditError, PlanEdit } from '../../../src/plan/plan-edits.ts';
import type { JournalEntryBody, JournalEntry } from '../../../src/task/journal.ts';
import type { Run } from '../../../src/task/run.ts';
import { applyPlanEdit, redoEdit, undoEdit } from '../../../src/engine/person-edits.ts';
import type { RunnerView, SessionRunner } from '../../../src/engine/session-runner.ts';
import { Emitter } from '../../../src/values/emitter.ts';
import { Subject } from '../../../src/engine/subject.ts';

type Sent = Parameters<SessionRunner['send']>[0];

/** A session's runner that makes and undoes edits as the engine does, keeps what else it is sent, and does nothing. */
export class FakeRunner implements SessionRunner {
  readonly #view: Subject<RunnerView>;
  readonly #at: string;
  readonly refusals = new Subject<EditError>(null);
  readonly #recorded = new Emitter<readonly JournalEntry[]>();
  /** What is recorded so far, then each time what is new. */
  readonly committed = {
    subscribe: (next: (entries: readonly JournalEntry[]) => void): (() => void) => {
      next([...this.journal]);
      return this.#recorded.add(next);
    },
  };
  /** What the person did, oldest first. */
  readonly sent: Sent[] = [];
  /** The journal, oldest first. */
  readonly journal: JournalEntry[] = [];

  constructor(run: Run | null, at: string) {
    this.#view = new Subject<RunnerView>({ run, streams: {}, waits: {}, progress: {}, offline: false });
    this.#at = at;
  }

  get run(): Run | null {
    return this.#view.value.run;
  }

  /** Shows another state of the task, or of what is written now. */
  change(view: Partial<RunnerView>): void {
    this.#view.send({ ...this.#view.value, ...view });
  }

  readonly current = (): RunnerView => this.#view.value;
  readonly subscribe = (next: (view: RunnerView) => void): (() => void) => this.#view.subscribe(next);

  readonly send = async (event: Sent, said?: JournalEntryBody): Promise<boolean> => {
    if (said) this.record(said);
    this.sent.push(event);
    const { run } = this;
    if (!run) return true;
    if (event.type === 'plan.edit') this.#edit(run, event.edit);
    if (event.type === 'edit.undo') this.change({ run: undoEdit(run, event.id).run });
    if (event.type === 'edit.redo') this.change({ run: redoEdit(run).run });
    return true;
  };

  #edit(run: Run, wanted: PlanEdit): void {
    const result = applyPlanEdit(run, wanted, this.#at);
    if (result.ok) this.change({ run: result.value.run });
    else this.refusals.send(result.error);
  }

  /** Appends entries to the journal, as the engine does while it works. */
  record(...bodies: readonly (JournalEntryBody & { step_id?: string; at?: string })[]): void {
    const from = this.journal.length;
    const entries = bodies.map(({ step_id = null, at = this.#at, ...body }, place): JournalEntry => {
      const seq = from + place + 1;
      return { seq, session_id: 's', task_id: this.run?.id ?? null, step_id, at, body };
    });
    this.journal.push(...entries);
    this.#recorded.emit(entries);
  }

  readonly note = async (body: JournalEntryBody): Promise<boolean> => {
    this.record(body);
    return true;
  };
  readonly settled = async (): Promise<void> => undefined;
  readonly shown = async (): Promise<void> => undefined;
  readonly storageFailed = (): void => undefined;
  readonly close = async (): Promise<void> => undefined;
}
