import type { Access, CallAbout } from '../task/approval.ts';
import type { SessionFile } from '../records/session-file.ts';
import type { ToolResult } from '../task/tool-result.ts';
import type { LocalStores } from './journal.ts';
import type { OfferedTool } from './language-model.ts';

/** A file that belongs to a result and is stored in the same transaction as its record. */
export type NewFile = Pick<SessionFile, 'name' | 'mime' | 'content' | 'kind' | 'source'>;

/** The outcome of running a tool. The stored file's id replaces `result.artifact` when `file` is given. */
export interface ToolYield {
  result: ToolResult;
  file?: NewFile;
  /**
   * Completes the work in the session's own stores after a success. It runs in the transaction of the record, as a
   * local tool does, and its return value is recorded in place of `result`.
   */
  finish?: (context: LocalContext) => Promise<ToolResult>;
}

export interface LocalContext {
  stores: LocalStores;
  /** ISO 8601 in UTC. */
  now: string;
  zone: string;
  sessionId: string;
  /**
   * Whether text from outside has been read earlier in the task, so that written data may contain some of it.
   */
  tainted: boolean;
  /** Yields the same ids at each try of the same call, so that a retry writes the same rows. */
  newId(prefix: string): string;
}

export interface RemoteContext {
  signal: AbortSignal;
  /** The origin that this call was allowed to reach; null when it declared that nothing leaves the machine. */
  site: string | null;
  /** Reports the progress of the work in a few words; shown until the next report. */
  progress?: (text: string) => void;
  now: string;
  zone: string;
  sessionId: string;
  /** The current files of the session, without removed ones. */
  files: () => Promise<readonly SessionFile[]>;
}

/** A checked call: its input is valid for its tool. */
export type CheckedCall =
  | {
      ok: true;
      tool: string;
      access: Access;
      about(stores: LocalStores): Promise<CallAbout>;
      /** `local`: runs inside the journal's transaction. `remote`: runs outside, its result is recorded before use. */
      place: 'local';
      /** The subject shown to the person, where the stores are needed to word it. */
      subject?: (stores: LocalStores) => Promise<string>;
      run(context: LocalContext): Promise<ToolResult>;
    }
  | {
      ok: true;
      tool: string;
      access: Access;
      /** What the call does, for a person who is asked about it. */
      about(stores: LocalStores): Promise<CallAbout>;
      place: 'remote';
      /** Whether a call that may have been carried out can be repeated. */
      repeatable: boolean;
      run(context: RemoteContext): Promise<ToolYield>;
    }
  | { ok: false; result: ToolResult };

/** The registry as the engine uses it. Never throws: an invalid call is a readable result. */
export interface Toolbox {
  offered(): OfferedTool[];
  /** The name under which a tool is offered, from any of its names; null when there is none. */
  nameOf(name: string): string | null;
  /** Whether this call only reads. */
  reads(tool: string, input: unknown): boolean;
  /** Whether the tool is made to be called repeatedly with the same input. */
  repeats(tool: string): boolean;
  /** Whether the same call made once more has a further effect by nature, such as an append. */
  accumulates(tool: string, input: unknown): boolean;
  check(tool: string, input: unknown): CheckedCall;
  /**
   * Resolves once tools of remote servers are listed, or have been waited for long enough; with a name, once that tool
   * is there. At once where no list is pending.
   */
  ready(tool?: string): Promise<void>;
}
