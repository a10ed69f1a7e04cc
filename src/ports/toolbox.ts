import type { Access } from '../domain/task/approval.ts';
import type { SessionFile } from '../domain/files/session-file.ts';
import type { ToolResult } from '../domain/task/tool-result.ts';
import type { LocalStores } from './journal.ts';
import type { OfferedTool } from './language-model.ts';

/** A file that comes with a result and is stored in the same transaction as its record. */
export type NewFile = Pick<SessionFile, 'name' | 'mime' | 'content' | 'kind' | 'source'>;

/** What a run of a tool yields. The stored file's id replaces `result.artifact` when `file` is given. */
export interface ToolYield {
  result: ToolResult;
  file?: NewFile;
  /**
   * What is left to do in the session's own stores after a success. It runs in the transaction of the record, as a local
   * tool does, and what it returns is recorded in place of `result`.
   */
  finish?: (context: LocalContext) => Promise<ToolResult>;
}

export interface LocalContext {
  stores: LocalStores;
  /** ISO 8601 in UTC. */
  now: string;
  zone: string;
  sessionId: string;
  /** Text from outside has been read on the way here, so what is written may hold some of it (R13.3). */
  tainted: boolean;
  /** The same ids at each try of the same call, so that a repeated try writes the same rows. */
  newId(prefix: string): string;
}

export interface RemoteContext {
  signal: AbortSignal;
  /** The origin that this call was allowed to reach; null when it said that nothing leaves the machine. */
  site: string | null;
  /** Tells how far the work is, in a few words; shown until there is something newer. */
  progress?: (text: string) => void;
  now: string;
  zone: string;
  sessionId: string;
  /** The files of the session as they are now; removed ones are left out. */
  files: () => Promise<readonly SessionFile[]>;
}

/** A call that has been understood: its input is valid for its tool. */
export type CheckedCall =
  | {
      ok: true;
      tool: string;
      access: Access;
      /** `local`: runs inside the journal's transaction. `remote`: runs outside, its result is recorded before use. */
      place: 'local';
      /** What the person is shown, where it takes the stores to say it. */
      subject?: (stores: LocalStores) => Promise<string>;
      run(context: LocalContext): Promise<ToolResult>;
    }
  | {
      ok: true;
      tool: string;
      access: Access;
      place: 'remote';
      /** Whether a call that may or may not have happened can be made again. */
      repeatable: boolean;
      run(context: RemoteContext): Promise<ToolYield>;
    }
  | { ok: false; result: ToolResult };

/** The registry as the engine sees it (R9.1). Nothing here throws: a bad call is a readable result (R6.1). */
export interface Toolbox {
  offered(): OfferedTool[];
  /** The name under which a tool is offered, of whatever name it is called by; null when there is none. */
  nameOf(name: string): string | null;
  /** Whether this call only reads. */
  reads(tool: string, input: unknown): boolean;
  /** Whether the tool is made for being called again with the same input (R6.5). */
  repeats(tool: string): boolean;
  check(tool: string, input: unknown): CheckedCall;
  /**
   * Some tools come from elsewhere, and their lists take a moment after a start: resolves once they are there or have
   * been waited for long enough; with a name, once that tool is there. At once where nothing is on its way.
   */
  ready(tool?: string): Promise<void>;
}
