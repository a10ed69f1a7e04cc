import type { EntryBody, JournalEntry } from '../task/journal.ts';
import type { ModelWait } from '../task/model-reply.ts';
import type { EditError } from '../plan/plan-edits.ts';
import type { Run } from '../task/run.ts';
import type { PersonEvent } from './plan-setup.ts';
import type { Observable } from '../ports/observable.ts';

/** The displayed state of a session's task at this moment. */
export interface RunnerView {
  /** The latest task, or null before the first goal. */
  run: Run | null;
  /** Text being written at this moment, by place: `intake`, `replan` or a step id. Removed once it is recorded. */
  streams: Readonly<Record<string, string>>;
  /** Waits for the model by the same places; updated about once a second while text arrives. */
  waits: Readonly<Record<string, ModelWait>>;
  /** The progress of a tool's work by step, in the tool's own words. */
  progress: Readonly<Record<string, string>>;
  /** Whether something waits for the network; it continues by itself. */
  offline: boolean;
}

type Untimed<E> = E extends { at: string } ? Omit<E, 'at'> : never;

/** The interface of a session for the ui: events in, the current state out. All durable effects happen behind it. */
export interface SessionRunner extends Observable<RunnerView> {
  current(): RunnerView;
  /** Sends an event, stamped with the current time. Refused edits are reported through `refusals`. */
  send(event: Untimed<PersonEvent>): void;
  refusals: Observable<EditError>;
  /** The entries that this runner's journal has stored, once they are durable; in the order of their `seq`. */
  committed: Observable<readonly JournalEntry[]>;
  /** Adds an entry to the session's journal, such as the output of a command. Resolves once it is on its way there. */
  note(body: EntryBody): Promise<void>;
  /** Resolves once everything up to now is durable. */
  settled(): Promise<void>;
  /** Pauses the work after a storage fault. */
  storageFailed(error: unknown): void;
  /** Resolves once `current` has all that has been sent so far. */
  shown(): Promise<void>;
  /**
   * Stops the work without a record; a task at work is found `interrupted` at the next opening. Resolves once
   * nothing more is written.
   */
  close(): Promise<void>;
}
