import type { JournalEntryBody, JournalEntry } from '../task/journal.ts';
import type { ModelWait } from '../task/model-reply.ts';
import type { EditError } from '../plan/plan-edits.ts';
import type { Run } from '../task/run.ts';
import type { PersonEvent } from './plan-machine-setup.ts';
import type { Observable } from '../ports/observable.ts';

/** The current state of a session's task for display. */
export interface RunnerView {
  /** The latest task, or null before the first goal. */
  run: Run | null;
  /** Text being written now, by place: `intake`, `replan` or a step id. Removed once it is recorded. */
  streams: Readonly<Record<string, string>>;
  /** The present waits for the model, by the same keys as `streams`; updated about once a second while text arrives. */
  waits: Readonly<Record<string, ModelWait>>;
  /** The progress of a tool by step, in the tool's own words. */
  progress: Readonly<Record<string, string>>;
  /** True if something waits for the network; it continues by itself. */
  offline: boolean;
}

type Untimed<E> = E extends { at: string } ? Omit<E, 'at'> : never;

/**
 * Resolves to true once the state that a runner shows is stored; also if it cannot be stored and says so itself.
 */
export async function waitUntilShownStateStored(runner: Pick<SessionRunner, 'current' | 'settled'>): Promise<boolean> {
  const isStored = await runner.settled().then(
    () => true,
    () => false,
  );
  return isStored || runner.current().run?.pause?.code === 'storage';
}

/** The interface of a session for the ui: events in, the current state out. It hides all durable effects. */
export interface SessionRunner extends Observable<RunnerView> {
  current(): RunnerView;
  /**
   * Sends an event, stamped with the current time. `said` is the entry that causes it: both are stored together or not
   * at all. Resolves to true once they are durable; false if the storage fails, and then nothing of them remains.
   * Refused edits are reported through `refusals`.
   */
  send(event: Untimed<PersonEvent>, said?: JournalEntryBody): Promise<boolean>;
  refusals: Observable<EditError>;
  /** Emits the entries that this runner's journal has stored, once they are durable, in the order of `seq`. */
  committed: Observable<readonly JournalEntry[]>;
  /** Adds an entry to the session's journal, such as the output of a command. Resolves as `send` does. */
  note(body: JournalEntryBody): Promise<boolean>;
  /** Resolves once everything up to now is durable. */
  settled(): Promise<void>;
  /** Pauses the work after a storage error. */
  storageFailed(error: unknown): void;
  /** Resolves once `current` includes everything sent so far. */
  shown(): Promise<void>;
  /**
   * Stops the work without a record; the next opening finds a running task `interrupted`. Resolves once nothing more is
   * written.
   */
  close(): Promise<void>;
}
