import type * as z from 'zod';
import type { Access, CallAbout, ServerTool } from '../task/approval.ts';
import type { ToolResult } from '../task/tool-result.ts';
import type { LocalContext, RemoteContext, ToolYield } from '../ports/toolbox.ts';
import type { InputSchema } from './input/input-schema.ts';

interface Described<Schema extends z.ZodObject> {
  name: string;
  /** Other names that it accepts; the model is offered the main name only. */
  aliases?: readonly string[];
  /** For the model: what the tool does and when to use it, in a sentence or two. */
  description: string;
  /**
   * Also shown to the model as JSON Schema, so: flat, optional fields, no dates, no defaults, no unions. A refinement
   * checks what an action needs; its message says what is missing.
   */
  input: Schema;
  /**
   * For a tool with a JSON Schema of its own: the model is shown this one, and inputs are checked against it as far as
   * a readable fault needs. `input` then accepts any object.
   */
  schema?: InputSchema;
  /** Fields that reach the tool unchanged, such as a file's content: they are neither trimmed nor repaired. */
  verbatim?: readonly string[];
  /** Whether this call only reads. */
  reads(input: z.output<Schema>): boolean;
  /** The tool of an MCP server that this is: its texts are a stranger's, as far as any server's are. */
  server?: ServerTool;
  /** Meant to be called again with the same input, such as a tool that waits for a change. */
  repeats?: true;
  /** Whether the same call made once more has a further effect by nature, such as an append. */
  accumulates?(input: z.output<Schema>): boolean;
  access(input: z.output<Schema>): Access;
  /** What a call does, for a person who is asked about it, where its name and its input alone do not tell. */
  about?(input: z.output<Schema>): CallAbout;
}

/**
 * What a tool file exports. `local` tools touch only the stores they are given; their changes are kept only when the
 * result is a success. `remote` tools use the network and must heed the signal.
 */
export type Tool<Schema extends z.ZodObject = z.ZodObject> =
  | (Described<Schema> & {
      place: 'local';
      /** What the person is shown of a call that asks for permission, where the stores are needed to describe it. */
      subject?(input: z.output<Schema>, stores: LocalContext['stores']): Promise<string>;
      run(input: z.output<Schema>, context: LocalContext): Promise<ToolResult>;
    })
  | (Described<Schema> & {
      place: 'remote';
      /** Whether a call that may or may not have happened can be repeated. */
      repeatable(input: z.output<Schema>): boolean;
      run(input: z.output<Schema>, context: RemoteContext): Promise<ToolYield>;
    });

/** The access of a call that stays on this machine and needs no permission. */
export const freeAccess: Access = { origin: null, private_address: false, subject: '', rule: 'free' };

/** The access of a call that changes one of the person's own things. */
export const changeAccess: Access = { ...freeAccess, rule: 'change' };
