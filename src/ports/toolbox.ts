import type { Access } from '../domain/approval.ts';
import type { SessionFile } from '../domain/session-file.ts';
import type { ToolResult } from '../domain/tool-result.ts';
import type { LocalStores } from './journal.ts';
import type { OfferedTool } from './language-model.ts';

/** A file that comes with a result and is stored in the same transaction as its record. */
export type NewFile = Pick<SessionFile, 'name' | 'mime' | 'content' | 'kind' | 'source'>;

/** What a run of a tool yields. The stored file's id replaces `result.artifact` when `file` is given. */
export interface ToolYield {
  result: ToolResult;
  file?: NewFile;
}

export interface LocalContext {
  stores: LocalStores;
  /** ISO 8601 in UTC. */
  now: string;
  zone: string;
  sessionId: string;
  /** The same ids at each try of the same call, so that a repeated try writes the same rows. */
  newId(prefix: string): string;
}

export interface RemoteContext {
  signal: AbortSignal;
  now: string;
  zone: string;
  sessionId: string;
}

/** A call that has been understood: its input is valid for its tool. */
export type CheckedCall =
  | {
      ok: true;
      tool: string;
      access: Access;
      /** `local`: runs inside the journal's transaction. `remote`: runs outside, its result is recorded before use. */
      place: 'local';
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
  /** Whether this call only reads. */
  reads(tool: string, input: unknown): boolean;
  /** Whether the tool is made for being called again with the same input (R6.5). */
  repeats(tool: string): boolean;
  check(tool: string, input: unknown): CheckedCall;
}
