import type * as z from 'zod';
import type { CallAccess, CallDescription, ServerTool } from '../task/approval.ts';
import type { ToolResult } from '../task/tool-result.ts';
import type { LocalToolContext, RemoteToolContext, ToolRunOutcome } from '../ports/toolbox.ts';
import type { InputSchema } from './input/input-schema.ts';

interface Described<Schema extends z.ZodObject> {
  name: string;
  /** Other names under which it can be called; the model is offered the main name only. */
  aliases?: readonly string[];
  /** For the model: what the tool does and when to use it, in a sentence or two. */
  description: string;
  /**
   * Also shown to the model as JSON Schema, so: flat, optional fields, no dates, no defaults, no unions. A refinement
   * checks what an action needs; its message says what is missing.
   */
  input: Schema;
  /**
   * The JSON Schema for the model, if the tool has one of its own; inputs are checked against it only at the top level,
   * for readable errors. `input` then accepts any object.
   */
  schema?: InputSchema;
  /**
   * What the model is offered instead of `schema`, if some of its field names are refused by endpoints; `realInput`
   * gives an input its own field names.
   */
  offered?: { schema: InputSchema; realInput: (input: Record<string, unknown>) => Record<string, unknown> };
  /** Fields that reach the tool unchanged, such as a file's content: they are neither trimmed nor repaired. */
  verbatim?: readonly string[];
  /** True if this call only reads. */
  reads(input: z.output<Schema>): boolean;
  /**
   * The tool of an MCP server that this tool stands for, if any. The texts of such a tool are treated like those of a
   * stranger.
   */
  server?: ServerTool;
  /**
   * The names of that tool and its server for people. No model reads them, since a server can change its titles unseen.
   */
  server_names?: { tool: string; server: string };
  /** Meant to be called again with the same input, such as a tool that waits for a change. */
  repeats?: true;
  /** True if the same call made again has a further effect by nature, such as an append. */
  accumulates?(input: z.output<Schema>): boolean;
  access(input: z.output<Schema>): CallAccess;
  /**
   * Returns the field of others' tools, among those that were given and that this one lacks, without which the call
   * would do something else than was meant, and what to do instead; a call that does not only read is then not made.
   */
  unusedField?(
    unknown: Readonly<Record<string, unknown>>,
    input: z.output<Schema>,
  ): { field: string; advice: string } | null;
  /** Returns a description of a call for the person who is asked about it, if name and input alone are not clear. */
  about?(input: z.output<Schema>): CallDescription;
}

/**
 * What a tool file exports. `local` tools use only the given stores; their changes are saved only if the result is a
 * success. `remote` tools use the network and must obey the signal.
 */
export type Tool<Schema extends z.ZodObject = z.ZodObject> =
  | (Described<Schema> & {
      place: 'local';
      /** Describes a call to the person who is asked about it; only for tools whose description needs the stores. */
      subject?(input: z.output<Schema>, stores: LocalToolContext['stores']): Promise<string>;
      /** Returns the error of a call that leaves open what it means, so that the person is not asked about it. */
      unclear?(
        input: z.output<Schema>,
        context: Pick<LocalToolContext, 'stores' | 'now' | 'zone'>,
      ): Promise<ToolResult | null>;
      run(input: z.output<Schema>, context: LocalToolContext): Promise<ToolResult>;
    })
  | (Described<Schema> & {
      place: 'remote';
      /** True if a call that may or may not have happened can be repeated. */
      repeatable(input: z.output<Schema>): boolean;
      run(input: z.output<Schema>, context: RemoteToolContext): Promise<ToolRunOutcome>;
    });

/** The access of a call that stays on this machine and needs no permission. */
export const unrestrictedAccess: CallAccess = { origin: null, private_address: false, subject: '', rule: 'free' };

/** The access of a call that changes one of the person's own things. */
export const accessForOwnChange: CallAccess = { ...unrestrictedAccess, rule: 'change' };
