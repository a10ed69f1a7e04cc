import { contentHash } from '../domain/text/content-hash.ts';
import type { Run } from '../domain/task/run.ts';
import type { Written } from '../domain/task/tool-result.ts';
import type { AgentContext } from './agent-context.ts';

interface Claim extends Written {
  at: string;
}

/**
 * Checks in the stores what a task's tools claim to have written (R3.7). Rows that the person changed afterwards are
 * not checked. A check that passed is not repeated while its subject is unchanged.
 */
export async function verify(
  context: AgentContext,
  run: Run,
): Promise<{ mismatches: string[]; checked: Record<string, string>; count: number; at: string }> {
  const claims = await claimsOf(context, run);
  const mismatches: string[] = [];
  const checked = { ...run.checked };
  let count = 0;
  await context.journal.transact(async ({ stores }) => {
    for (const [key, claim] of claims) {
      const row = await stores[claim.store].get(claim.id);
      const subject = `${claim.hash}/${contentHash(row ?? {})}`;
      if (checked[key] === subject) continue;
      count += 1;
      const changedLater = row !== undefined && 'updated_at' in row && row.updated_at > claim.at;
      const removedLater = row?.deleted_at != null && row.deleted_at > claim.at;
      const as = claim.change === 'put' ? row !== undefined && row.deleted_at === null : row?.deleted_at != null;
      const holds = as && (claim.change === 'deleted' || contentHash(row ?? {}) === claim.hash);
      if (holds) checked[key] = subject;
      else if (!changedLater && !removedLater) mismatches.push(`${claim.store}: ${nameOf(row) ?? claim.id}`);
    }
  });
  return { mismatches, checked, count, at: context.clock.now() };
}

/** The last claim about each row. */
async function claimsOf(context: AgentContext, run: Run): Promise<Map<string, Claim>> {
  const entries = await context.journal.effects(`${run.session_id}/${run.id}/`);
  const byTime = entries.filter((entry) => entry.body.type === 'tool_result').sort((a, b) => a.seq - b.seq);
  const claims = new Map<string, Claim>();
  for (const { body, at } of byTime) {
    if (body.type !== 'tool_result') continue;
    for (const written of body.result.written) claims.set(`${written.store}/${written.id}`, { ...written, at });
  }
  return claims;
}

function nameOf(row: object | undefined): string | undefined {
  if (row && 'title' in row && typeof row.title === 'string') return row.title;
  if (row && 'name' in row && typeof row.name === 'string') return row.name;
  return undefined;
}
