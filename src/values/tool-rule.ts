import * as z from 'zod/mini';

/** The person's rule for all calls of one tool. */
export const ToolRule = z.enum(['allow', 'ask', 'deny']);
export type ToolRule = z.infer<typeof ToolRule>;

/** A permanent permission: for one site, or for a tool, by its `toolRuleKey`. */
export type Grant = { kind: 'site'; origin: string; private_address: boolean } | { kind: 'tool'; tool: string };
