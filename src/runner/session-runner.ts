import type { EntryBody } from '../domain/record/journal.ts';
import type { ModelWait } from '../domain/model/model-reply.ts';
import type { EditRefusal } from '../domain/plan/plan-edits.ts';
import type { Run } from '../domain/task/run.ts';
import type { PersonEvent } from '../lifecycle/plan-setup.ts';
import type { Live } from '../ports/live.ts';

/** What is shown of a session's task at this moment. */
export interface RunnerView {
  /** The latest task, or null before the first goal. */
  run: Run | null;
  /** Text that is being written right now, by place: `intake`, `replan` or a step id. Gone once it is recorded. */
  streams: Readonly<Record<string, string>>;
  /** Waits for the model by the same places; begun anew about once a second while words come. */
  waits: Readonly<Record<string, ModelWait>>;
  /** How far a tool's work is, by step, in the tool's own words. */
  progress: Readonly<Record<string, string>>;
  /** Something waits for the network, and goes on by itself when it is there. */
  offline: boolean;
}

type Untimed<E> = E extends { at: string } ? Omit<E, 'at'> : never;

/** The person's side of a session: events in, the present state out. All durable effects happen behind it. */
export interface SessionRunner extends Live<RunnerView> {
  current(): RunnerView;
  /** Sends an event, stamped with the present time. Refused edits come back through `refusals`. */
  send(event: Untimed<PersonEvent>): void;
  refusals: Live<EditRefusal>;
  /** Writes something into the session's record, such as what a command answered. */
  note(body: EntryBody): void;
  /** Resolves once everything up to now is durable. */
  settled(): Promise<void>;
  /** Pauses the work: something could not be stored. */
  storageFailed(error: unknown): void;
  /** Stops the work without a trace; a task at work is found `interrupted` at the next opening (R8.3). */
  close(): void;
}
