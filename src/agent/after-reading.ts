import type { CallAccess } from '../task/approval.ts';
import { carriedBy, isNamed, type Readings } from '../task/carried-text.ts';
import type { EntryBody, JournalEntry } from '../task/journal.ts';
import { addressesIn } from '../plan/addresses-in.ts';
import type { Run } from '../task/run.ts';
import type { AgentContext } from './agent-context.ts';
import { isExecutedCall } from './earlier-write-result.ts';

/** The number of the session's latest messages in which the person's words are looked for. */
const mostMessages = 500;

/**
 * Returns what is known of the address that a call would open or send to, once text from outside has been read;
 * undefined for a call that names no address itself, such as a search.
 */
export async function afterReading(
  { journal, run: current, toolbox }: AgentContext,
  { rule, subject }: CallAccess,
): Promise<CallAccess['foreign']> {
  const address = /^(?:[A-Z]+ )?(https?:\/\/\S+)(?:\n|$)/.exec(subject)?.[1];
  if ((rule !== 'site' && rule !== 'always_ask') || address === undefined || !URL.canParse(address)) return undefined;
  const run = current();
  const entries = (await journal.effects(`${run.session_id}/`)).sort((a, b) => a.seq - b.seq);
  const said = [run.plan.goal, ...(await journal.messages(mostMessages)).flatMap(({ body }) => wordsOf(body))].join(
    '\n',
  );
  const { page, ...readings } = readingsOf(entries, run, toolbox);
  const carries = carriedBy(address, { ...readings, said });
  return { ...(page !== undefined && { page }), ...(carries && { carries }), named: isNamed(address, said) };
}

/** What the person wrote in a message. */
const wordsOf = (body: EntryBody): string[] =>
  body.type === 'message' && ['goal', 'guidance', 'answer'].includes(body.kind) ? [body.text] : [];

/** The texts that calls have read in the session, and the address of the last page among them. */
function readingsOf(
  entries: readonly JournalEntry[],
  run: Run,
  toolbox: AgentContext['toolbox'],
): Omit<Readings, 'said'> & { page: string | undefined } {
  const open: string[] = [];
  const own: string[] = [];
  const copies = new Set<string>();
  let isFirstPlan = !run.events.some(({ kind }) => kind === 'replanned' || kind === 'declared');
  let page: string | undefined;
  for (const { body, task_id } of entries) {
    if (!isExecutedCall(body)) continue;
    const { tool, input, result } = body;
    const { text, server_tool, artifact } = result;
    const output = JSON.stringify(result.output ?? null);
    const isOwnAnswer = toolbox.nameOf(tool) === 'compute' || server_tool ? result.foreign : toolbox.reads(tool, input);
    if (tool === 'search') open.push(output);
    else if (tool === 'fetch' || copies.has(artifact ?? '')) {
      open.push(text, output);
      if (artifact !== null) copies.add(artifact);
      page = result.source?.address ?? page;
    } else if (isOwnAnswer) {
      own.push(text, output);
      if (server_tool && !JSON.stringify(input).includes('://')) open.push(text);
      isFirstPlan &&= task_id === run.id;
    }
  }
  if (run.images?.length) own.push('');
  const approved = run.approvals.filter(({ decision }) => decision !== null && decision !== 'deny');
  open.push(...approved.map(({ access }) => access.subject), ...(isFirstPlan ? addressesIn(run.plan) : []));
  return { open, own, page };
}
