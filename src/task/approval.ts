import * as z from 'zod/mini';

/** A tool of an MCP server, by what no other server can take over: the names that people and servers give are not unique. */
export const ServerTool = z.object({
  origin: z.string(),
  /** The server's id in the settings; another address is another id. */
  id: z.string(),
  /** The tool's name as the server gives it. */
  tool: z.string(),
});
export type ServerTool = z.infer<typeof ServerTool>;

/** What one tool call does, as the ui words it in the reader's language; it holds no id. */
export const CallAbout = z.object({
  /** The tool and its action, such as `todo.delete`; `server` for a server's tool, `other` for one that is not known. */
  what: z.string(),
  /** What it is about, as the person knows it: a title, a file's name, an address without its protocol, a query. */
  name: z.optional(z.string()),
  /** When that is, or is due: a day, an instant, or local time as it was given. */
  at: z.optional(z.string()),
  /** Where it is sent or looked for: a host, or a server's name. */
  host: z.optional(z.string()),
  /** The size in bytes of what is written. */
  bytes: z.optional(z.int()),
  /** The beginning of what is written, run or sent. */
  text: z.optional(z.string()),
  /** The other values that it sets, by field. */
  sets: z.optional(z.array(z.object({ field: z.string(), value: z.string() }))),
});
export type CallAbout = z.infer<typeof CallAbout>;

/** The effect of a call as it is shown to the person: the exact address or the exact object. */
export const Access = z.object({
  /** The origin that the call would reach; null when nothing leaves the machine. */
  origin: z.nullable(z.string()),
  /** Whether the origin is on this machine or in a private network. */
  private_address: z.boolean(),
  /** The full address, or the object that would be deleted. */
  subject: z.string(),
  /**
   * When the call needs approval. `site`: reads from a site, asks once per site; `call`: a server's tool, asks once per
   * tool; `always_ask`: asks each time (deleting, sending); `change`: changes existing data, asks once text from
   * outside has been read; `free`: never asks; `in_doubt`: the call was under way when the tab ended and must not be
   * repeated without asking.
   */
  rule: z.enum(['free', 'site', 'call', 'always_ask', 'change', 'in_doubt']),
  /** The tool, where it is a server's; approvals stored by earlier versions lack it and cover no further call. */
  server: z.optional(ServerTool),
  /** What the call does, as the ui words it; approvals stored by earlier versions lack it. */
  about: z.optional(CallAbout),
});
export type Access = z.infer<typeof Access>;

export const ApprovalDecision = z.enum(['once', 'plan', 'always', 'deny']);
export type ApprovalDecision = z.infer<typeof ApprovalDecision>;

/** A request for approval before a call is made; it survives a reload. */
export const Approval = z.object({
  /** The id of the effect that needs approval. */
  effect: z.string(),
  step_id: z.string(),
  tool: z.string(),
  access: Access,
  decision: z.nullable(ApprovalDecision),
  /** Why the same call failed before in this step, where the model makes it once more. */
  failed: z.optional(z.string()),
});
export type Approval = z.infer<typeof Approval>;

/** The person's rule for all calls of a tool. */
export const ToolRule = z.enum(['allow', 'ask', 'deny']);
export type ToolRule = z.infer<typeof ToolRule>;

/** A permanent permission: for one site, or for a tool, by its `ruleKey`. */
export type Grant = { kind: 'site'; origin: string; private_address: boolean } | { kind: 'tool'; tool: string };
