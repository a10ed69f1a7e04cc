import type { CallAccess, CallDescription } from '../task/approval.ts';
import type { NewFile, SessionFile } from '../records/session-file.ts';
import type { FailureCause, ToolResult } from '../task/tool-result.ts';
import type { ToolStores } from './journal.ts';
import type { OfferedTool } from './language-model.ts';

/**
 * The outcome of running a tool. A `file` is stored in the transaction of the result's record, and its id replaces
 * `result.artifact`.
 */
export interface ToolRunOutcome {
  result: ToolResult;
  file?: NewFile;
  /**
   * Completes the work in the session's own stores after a success. It runs in the record's transaction, as a local
   * tool does, and its return value is recorded instead of `result`.
   */
  finish?: (context: LocalToolContext) => Promise<ToolResult>;
}

export interface LocalToolContext {
  stores: ToolStores;
  /** ISO 8601 in UTC. */
  now: string;
  zone: string;
  /** The language of the goal. */
  language: 'en' | 'zh';
  sessionId: string;
  /** The task and the step that make the call. */
  caller: { run: string; step: string };
  /** The results of the calls that this attempt at the step has made before. */
  stepResults?: readonly ToolResult[];
  /** How many characters of texts the calls of the same reply have read before; none if left out. */
  readInReply?: number;
  /** Returns the words in full that ended a step of the plan, by its id. */
  stepText?: (id: string) => string | undefined;
  /** The tokens that the model has for the messages of a request; null or absent if that is not known. */
  room?: number | null;
  /** True if the task has read text from outside before, so that written data may contain some of it. */
  tainted: boolean;
  /** Returns the same ids at each try of the same call, so that a retry writes the same rows. */
  newId(prefix: string): string;
}

/** What a tool gets that does its work outside the database transaction, for example over the network. */
export interface RemoteToolContext {
  signal: AbortSignal;
  /** The origin that this call may reach; null if it declared that nothing leaves the machine. */
  site: string | null;
  /** Reports progress in a few words, shown until the next report. */
  progress?: (text: string) => void;
  now: string;
  zone: string;
  sessionId: string;
  /** How often this very call has failed for the moment before, none if left out. */
  tries?: number;
  /** The session's current files, without removed ones. */
  files: () => Promise<readonly SessionFile[]>;
}

/** A call that a plan will make in a step; without `input`, the model is to choose it. */
export interface PlannedCall {
  /** The number of the step, as people count it: `2.1`. */
  step: string;
  tool: string;
  input?: unknown;
}

/** Why a planned call cannot be carried out as it is. */
export interface PlannedCallError extends PlannedCall {
  code: 'unknown_tool' | 'missing_field' | 'wrong_field' | 'unused_field' | 'invalid_input';
  /** The field of the input, empty if none is known. */
  field: string;
  /** The values that the field may have; empty if they are not listed. */
  choices: readonly string[];
}

/** A checked call: its input is valid for its tool. */
export type CheckedCall =
  | {
      ok: true;
      tool: string;
      access: CallAccess;
      about(stores: ToolStores): Promise<CallDescription>;
      /** `local`: runs inside the journal's transaction. `remote`: runs outside; its result is recorded before use. */
      place: 'local';
      /** The row that the call names, if it is not there. */
      missingRow?(stores: ToolStores): Promise<FailureCause | null>;
      /** The error of a call that leaves open what it means; null for any other. */
      unclear?(context: Pick<LocalToolContext, 'stores' | 'now' | 'zone'>): Promise<ToolResult | null>;
      /** The subject shown to the person, if wording it needs the stores. */
      subject?: (stores: ToolStores) => Promise<string>;
      run(context: LocalToolContext): Promise<ToolResult>;
    }
  | {
      ok: true;
      tool: string;
      access: CallAccess;
      /** What the call does, for the question to the person. */
      about(stores: ToolStores): Promise<CallDescription>;
      place: 'remote';
      /** The names of a server's tool and the server, for people. */
      server_tool?: ToolResult['server_tool'];
      /** True if a call that may have been carried out can be repeated. */
      repeatable: boolean;
      run(context: RemoteToolContext): Promise<ToolRunOutcome>;
    }
  | { ok: false; result: ToolResult };

/** The tools as the engine uses them. Never throws: an invalid call returns a readable result. */
export interface Toolbox {
  offered(): OfferedTool[];
  /** The name under which a tool is offered, for any of its names; null if there is none. */
  nameOf(name: string): string | null;
  /**
   * The call with its tool by the name under which it is offered, and with its action apart, if its name says both, as
   * `add_todo` does; a call of no tool unchanged.
   */
  asMeant(tool: string, input: Record<string, unknown>): { tool: string; input: Record<string, unknown> };
  /** True if this call only reads; if its input is invalid, as far as that can be told from it. */
  reads(tool: string, input: unknown): boolean;
  /** True if the tool is meant to be called repeatedly with the same input. */
  repeats(tool: string): boolean;
  /** True if repeating the same call has a further effect, as an append does. */
  accumulates(tool: string, input: unknown): boolean;
  check(tool: string, input: unknown): CheckedCall;
  /**
   * Resolves once the tools of remote servers are listed, or the wait has been long enough; with a name, once that tool
   * is available. Resolves at once if no list is pending.
   */
  ready(tool?: string): Promise<void>;
}
