import * as z from 'zod/mini';

/**
 * Identifies a tool of an MCP server by values that no other server can take over: names given by people and servers
 * are not unique.
 */
export const ServerTool = z.object({
  origin: z.string(),
  /** The server's id in the settings; a new address gets a new id. */
  id: z.string(),
  /** The tool's name on the server. */
  tool: z.string(),
});
export type ServerTool = z.infer<typeof ServerTool>;

/** What one tool call does, as data for a sentence that the ui writes; contains no ids. */
export const CallDescription = z.object({
  /** The tool and its action, such as `todo.delete`; `server` for a server's tool, `other` for an unknown one. */
  what: z.string(),
  /** The object as the person knows it: a title, a file name, an address without its protocol, a query. */
  name: z.optional(z.string()),
  /** The date or time of the object: a day, an instant, or local time as entered. */
  at: z.optional(z.string()),
  /** The repetition of the calendar entry, as an RRULE, if the call concerns all of its times. */
  repeat: z.optional(z.string()),
  /** The target of the call: a host, or a server's name. */
  host: z.optional(z.string()),
  /** The size of the written content in bytes. */
  bytes: z.optional(z.int()),
  /** The beginning of the content that is written, run or sent. */
  text: z.optional(z.string()),
  /** The other values that the call sets, by field. */
  sets: z.optional(z.array(z.object({ field: z.string(), value: z.string() }))),
});
export type CallDescription = z.infer<typeof CallDescription>;

/** What a tool call would reach or change, as shown to the person, and the rule by which it needs approval. */
export const CallAccess = z.object({
  /** The origin that the call would reach; null if nothing leaves the machine. */
  origin: z.nullable(z.string()),
  /** True if the origin is on this machine or in a private network. */
  private_address: z.boolean(),
  /** The full address, or the object that would be deleted. */
  subject: z.string(),
  /**
   * When the call needs approval. `site`: reads from a site, asks once per site; `call`: a server's tool, asks once per
   * tool; `always_ask`: asks each time (deleting, sending, a server's tool that may delete, unless the person's
   * settings allow that tool); `change`: changes existing data, asks if the task has read
   * text from outside; `free`: never asks; `in_doubt`: the call was in progress when the tab closed and must not be
   * repeated without asking.
   */
  rule: z.enum(['free', 'site', 'call', 'always_ask', 'change', 'in_doubt']),
  /** Set for a server's tool; approvals stored by earlier versions lack it and cover no further call. */
  server: z.optional(ServerTool),
  /** Absent from approvals stored by earlier versions. */
  about: z.optional(CallDescription),
  /** Set for a call to an address if text from outside has been read before it. */
  foreign: z.optional(
    z.object({
      /** The address of the page that was read last. */
      page: z.optional(z.string()),
      /** Set if the address carries out a text of the person's own things; see `personalTextInAddress`. */
      carries: z.optional(z.string() as unknown as z.ZodMiniType<'own'>),
      /** True if the person has written the address themselves. */
      named: z.boolean(),
    }),
  ),
});
export type CallAccess = z.infer<typeof CallAccess>;

/**
 * The person's decision on an approval: allowed for this call, for the rest of the plan or always; or denied. `done`: a
 * call that may have been made before was carried out then, so that it counts as done.
 */
export const ApprovalDecision = z.enum(['once', 'plan', 'always', 'deny', 'done']);
export type ApprovalDecision = z.infer<typeof ApprovalDecision>;

/** A request for approval before a call is made; it survives a reload. */
export const ApprovalRequest = z.object({
  /** The id of the effect that needs approval. */
  effect: z.string(),
  step_id: z.string(),
  tool: z.string(),
  access: CallAccess,
  decision: z.nullable(ApprovalDecision),
  /** Why the same call failed earlier in this step, if the model repeats it. */
  failed: z.optional(z.string()),
});
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;
