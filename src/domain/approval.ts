import * as z from 'zod';

/** What a call would do, as the person is shown it: the exact address or the exact object. */
export const Access = z.object({
  /** The site a call would reach, as an origin; null when nothing leaves the machine. */
  origin: z.string().nullable(),
  /** The origin is on this machine or in a private network (R13.5). */
  private_address: z.boolean(),
  /** The full address, or what would be deleted. */
  subject: z.string(),
  /**
   * `site`: asks once per site; `always_ask`: asks each time (deleting); `free`: never asks;
   * `in_doubt`: the call was under way when the tab ended, and must not be made twice unasked.
   */
  rule: z.enum(['free', 'site', 'always_ask', 'in_doubt']),
});
export type Access = z.infer<typeof Access>;

export const ApprovalDecision = z.enum(['once', 'plan', 'always', 'deny']);
export type ApprovalDecision = z.infer<typeof ApprovalDecision>;

/** A question put to the person before a call is made; it survives a reload (R9.12). */
export const Approval = z.object({
  /** The id of the effect it is about. */
  effect: z.string(),
  step_id: z.string(),
  tool: z.string(),
  access: Access,
  decision: ApprovalDecision.nullable(),
});
export type Approval = z.infer<typeof Approval>;

/** What was allowed before: for this plan, and for ever. */
export interface Grants {
  plan: readonly Approval[];
  origins: readonly string[];
  private_origins: readonly string[];
}

/** A lasting permission for one site (R9.12). */
export interface Grant {
  origin: string;
  private_address: boolean;
}

export type Gate = 'allow' | 'ask' | 'deny';

/** Decides by rule whether a call may go out (R9.12, R13.5); nothing the model writes can change it. */
export function gate(effect: string, tool: string, access: Access, grants: Grants): Gate {
  if (access.rule === 'free') return 'allow';
  const own = grants.plan.find((approval) => approval.effect === effect);
  if (own?.decision) return own.decision === 'deny' ? 'deny' : 'allow';
  if (access.rule === 'in_doubt') return 'ask';
  const same = grants.plan.some(
    ({ decision, tool: allowedTool, access: other }) =>
      decision === 'plan' &&
      allowedTool === tool &&
      (access.rule === 'always_ask'
        ? other.rule === 'always_ask'
        : other.origin === access.origin && other.private_address === access.private_address),
  );
  if (same) return 'allow';
  if (access.rule === 'site' && access.origin) {
    const lasting = access.private_address ? grants.private_origins : grants.origins;
    if (lasting.includes(access.origin)) return 'allow';
  }
  return 'ask';
}
