import { contentHash } from '../values/content-hash.ts';
import { isBanned } from '../values/banned-host.ts';
import type { Grant, ToolRule } from '../values/tool-rule.ts';
import type { CallAccess, ApprovalRequest, ServerTool } from './approval.ts';

/** The permissions granted so far, for this plan or permanently. */
export interface Grants {
  plan: readonly ApprovalRequest[];
  origins: readonly string[];
  private_origins: readonly string[];
  denied_origins: readonly string[];
  /** Rules by `toolRuleKey`. */
  tools: Readonly<Record<string, ToolRule>>;
}

/** The key under which a tool's rule is stored: its name, or for a server's tool the origin, server and tool. */
export function toolRuleKey(tool: string, server: ServerTool | undefined): string {
  return server ? serverRulePrefix + JSON.stringify([server.origin, server.id, server.tool]) : tool;
}

/** The prefix of keys of rules for servers' tools. */
export const serverRulePrefix = 'mcp:';

/** The decision on one call. `deny`: the person refused this call; `forbid`: their settings forbid it. */
export type GateDecision = 'allow' | 'ask' | 'deny' | 'forbid';

/**
 * Decides by rule whether a call may be made; nothing the model writes can change it. `tainted`: text from outside has
 * been read earlier in the task, so a permission for a tool opens no site that the person has not named and covers no
 * change or deletion, no existing data is changed without approval, and a permission for a site covers no address that
 * carries out a text of the person's own.
 */
export function decideByRule(
  effect: string,
  tool: string,
  access: CallAccess,
  grants: Grants,
  tainted: boolean,
): GateDecision {
  const rule = grants.tools[tool] === 'deny' ? 'deny' : grants.tools[toolRuleKey(tool, access.server)];
  if (
    rule === 'deny' ||
    (access.origin !== null &&
      isBanned(access.origin, grants.denied_origins, [...grants.origins, ...grants.private_origins]))
  )
    return 'forbid';
  const own = grants.plan.find((approval) => approvesExactly(approval, { effect, access }))?.decision;
  if (own) return own === 'deny' ? 'deny' : 'allow';
  if (access.rule === 'in_doubt') return 'ask';
  if ((access.rule === 'free' || (access.rule === 'change' && !tainted)) && rule !== 'ask') return 'allow';
  if (grants.plan.some((approval) => approval.decision === 'plan' && approvalCovers(approval, tool, access)))
    return 'allow';
  if (access.rule === 'site' && access.origin) {
    const lasting = access.private_address ? grants.private_origins : grants.origins;
    if (lasting.includes(access.origin)) return carries(access) ? 'ask' : 'allow';
    return rule === 'allow' && !tainted && !access.private_address ? 'allow' : 'ask';
  }
  const isServerTool = access.rule === 'call' || access.server !== undefined;
  return rule === 'allow' && (isServerTool || (access.origin === null && !tainted)) ? 'allow' : 'ask';
}

/** True if an approval is for exactly this call: its effect is the one that the person was shown. */
export function approvesExactly(
  approval: Pick<ApprovalRequest, 'effect' | 'access'>,
  { effect, access }: Pick<ApprovalRequest, 'effect' | 'access'>,
): boolean {
  const approvedAccess = approval.access;
  return (
    approval.effect === effect &&
    approvedAccess.origin === access.origin &&
    approvedAccess.private_address === access.private_address &&
    approvedAccess.subject === access.subject &&
    approvedAccess.rule === access.rule &&
    isSameTool(approvedAccess, access) &&
    (!approvedAccess.about || !access.about || contentHash(approvedAccess.about) === contentHash(access.about))
  );
}

/**
 * True if a call sends data to a server. Each such call needs its own approval, since a permission for one message
 * cannot cover the next, which the person has not seen.
 */
export function sendsData({ rule, origin }: CallAccess): boolean {
  return rule === 'always_ask' && origin !== null;
}

/** True if an address carries out a text of the person's own. */
const carries = ({ foreign }: CallAccess) => Boolean(foreign?.carries);

/**
 * True if an approval for this plan also covers another call: of the same tool and kind, to the same site. An address
 * that carries out a text of the person's own is covered only by approval of such a one.
 */
export function approvalCovers(approval: ApprovalRequest, tool: string, access: CallAccess): boolean {
  const { access: other } = approval;
  return (
    !sendsData(access) &&
    approval.tool === tool &&
    other.rule === access.rule &&
    other.origin === access.origin &&
    other.private_address === access.private_address &&
    (carries(other) || !carries(access)) &&
    isSameTool(other, access)
  );
}

/** True if both calls are to the same tool of the same server, or neither is to a server. */
function isSameTool({ server: a }: CallAccess, { server: b }: CallAccess): boolean {
  return toolRuleKey('', a) === toolRuleKey('', b);
}

/**
 * The permission that "always" grants for a call: for the site that is read, or for a server's tool; null for calls
 * that need approval each time, such as sending and deleting, or for this plan at most. Permission to read a site does
 * not allow the tools of a server there. Only Settings can allow one of Cairn's own tools for good, since that also
 * allows it to delete.
 */
export function lastingGrant(tool: string, access: CallAccess): Grant | null {
  if (access.rule === 'call' && access.server) return { kind: 'tool', tool: toolRuleKey(tool, access.server) };
  if (access.rule !== 'site' || access.origin === null || carries(access)) return null;
  return { kind: 'site', origin: access.origin, private_address: access.private_address };
}
