import { contentHash } from '../values/content-hash.ts';
import type { JournalEntry } from '../task/journal.ts';
import type { WrittenCount } from '../task/task-end.ts';
import type { Run } from '../task/run.ts';
import { isReliablyDone } from '../plan/doubtful-steps.ts';
import { leafSteps } from '../plan/leaf-steps.ts';
import { requiredWork } from '../task/owed.ts';
import { hostsInAnswer, hostsNamedNowhere } from '../task/addresses-in-answer.ts';
import { claimedChanges } from '../task/claimed-changes.ts';
import type { ChangeKind } from '../task/claimed/change-kind.ts';
import { isInOtherLanguage } from '../task/goal-language.ts';
import { fileNamesInText, filesClaimedSaved } from '../task/unknown-files.ts';
import {
  isMuchShorter,
  rowCounts,
  sentCallCounts,
  serverCallCounts,
  recordLastRowChange,
  unknownCallCounts,
} from '../task/writes.ts';
import type { WrittenRowRecord } from '../task/tool-result.ts';
import { truncateText } from '../values/truncate-text.ts';
import type { AgentContext } from './agent-context.ts';
import { isUnrepeatableRemoteCall } from './earlier-tries.ts';
import { unknownFiles } from './unknown-files.ts';
import { simplified } from '../values/simplified-chinese.ts';

/** The largest number of rows of one kind whose names stand under an answer, and the longest such name. */
const mostNames = 3;
const longestName = 60;
/** The same for rows that were deleted, of which none should be overlooked. */
const mostDeletedNames = 100;

interface Claim extends WrittenRowRecord {
  at: string;
}

/** A row as it stands in its store; `reminds`: whether it is a calendar entry with a reminder. */
type WrittenRow = Pick<Claim, 'store' | 'change' | 'times'> & { name: string; reminds: boolean };

/**
 * Checks in the stores the rows that a task's tools claim to have written. Rows that the person changed afterwards are
 * not checked. A passed check is not repeated while claim and row are unchanged.
 */
export async function verifyWrittenRows(
  context: AgentContext,
  run: Run,
): Promise<{
  mismatches: string[];
  checked: Record<string, string>;
  count: number;
  written: WrittenCount[];
  at: string;
}> {
  const prefix = `${run.session_id}/${run.id}/`;
  const entries = await context.journal.effects(prefix);
  const starts = await context.journal.starts(prefix);
  const claims = claimsOf(entries);
  const mismatches: string[] = [];
  const checkedRows = { ...run.checked };
  const rows: WrittenRow[] = [];
  const shorter: NonNullable<WrittenCount['shorter']> = [];
  const kept: string[] = [];
  let hasReminder = false;
  let count = 0;
  const closing = run.closing ?? '';
  const names = isInOtherLanguage(run)
    ? fileNamesInText(closing)
    : filesClaimedSaved(closing, filesAskedFor(context, run));
  const missingFileNames =
    names.length === 0
      ? []
      : unknownFiles(context, run, { names, files: await context.journal.files(Infinity), entries });
  await context.journal.transact(async ({ stores }) => {
    if (claimedChanges(closing).includes('reminders') || eachReminded.test(simplified(closing)))
      hasReminder = (await stores.entries.all()).some(
        ({ reminder, session_id }) => reminder !== null && session_id === run.session_id,
      );
    for (const [key, claim] of claims) {
      /** An earlier version in the bin is the person's to bring back. */
      if (claim.copy && claim.change === 'deleted') continue;
      const row = await stores[claim.store].get(claim.id);
      const name = nameOf(row) ?? '';
      if (row && 'size' in row && row.deleted_at === null) {
        if (claim.copy) kept.push(name);
        else if (isMuchShorter(claim.before ?? 0, row.size))
          shorter.push({ name, before: claim.before ?? 0, now: row.size });
      }
      const reminds = row !== undefined && 'reminder' in row && row.reminder !== null;
      const isChangedLater = row !== undefined && 'updated_at' in row && row.updated_at > claim.at;
      hasReminder ||= claim.store === 'entries' && claim.change === 'put' && (reminds || isChangedLater);
      if (!claim.copy && (claim.change === 'deleted' || row?.deleted_at === null))
        rows.push({ ...claim, name, reminds });
      const subject = `${claim.hash}/${contentHash(row ?? {})}`;
      if (checkedRows[key] === subject) continue;
      count += claim.copy ? 0 : 1;
      const isRemovedLater = row?.deleted_at != null && row.deleted_at > claim.at;
      const as = claim.change === 'put' ? row !== undefined && row.deleted_at === null : row?.deleted_at != null;
      const holds = as && (claim.change === 'deleted' || contentHash(row ?? {}) === claim.hash);
      if (holds) checkedRows[key] = subject;
      else if (!isChangedLater && !isRemovedLater) mismatches.push(`${claim.store}: ${nameOf(row) ?? claim.id}`);
    }
  });
  const writtenCounts = countsOf(context, entries, claims)
    .map((each) => withNames(each, rows, run))
    .map((each) => {
      if (each.store !== 'files' || each.change !== 'put') return each;
      return {
        ...each,
        ...(shorter.length > 0 && { shorter: shorter.slice(0, mostNames) }),
        ...(kept.length > 0 && { kept: kept.slice(0, mostNames) }),
      };
    });
  writtenCounts.push(
    ...unknownCallCounts([...starts, ...entries], (call) => isUnrepeatableRemoteCall(context.toolbox, call)),
  );
  if (missingFileNames.length > 0)
    writtenCounts.push({
      store: 'files',
      change: 'missing',
      n: missingFileNames.length,
      names: missingFileNames.slice(0, mostNames),
    });
  for (const store of changesNotMade(run, writtenCounts, hasReminder))
    writtenCounts.push({ store, change: 'missing', n: 1 });
  if (writtenCounts.length === 0 && isInOtherLanguage(run))
    writtenCounts.push({ store: 'elsewhere', change: 'none', n: 0 });
  const unreadHosts = await hostsReadNowhere(context, run);
  if (unreadHosts.length > 0)
    writtenCounts.push({
      store: 'pages',
      change: 'missing',
      n: unreadHosts.length,
      names: unreadHosts.slice(0, mostNames),
    });
  return { mismatches, checked: checkedRows, count, written: writtenCounts, at: context.clock.now() };
}

/**
 * Returns the names of the files that the goal and the steps of a task say to write. None unless every step is done
 * beyond doubt: of such a task the answer may name a file to say why it is not there.
 */
function filesAskedFor({ toolbox }: AgentContext, { plan }: Run): string[] {
  const steps = leafSteps(plan.steps);
  if (!steps.every(isReliablyDone)) return [];
  return [plan.goal, ...steps.map(({ description }) => description)].flatMap((description) => {
    const required = requiredWork({ description, tool: undefined, parameters: undefined }, toolbox);
    return (required.kind === 'write' && required.file) || [];
  });
}

/** The number of the session's latest messages in which the person may have named an address. */
const mostMessages = 200;

/**
 * Returns the hosts of the addresses in the closing answer that neither the person nor the plan named, and that stand
 * in nothing that the session has called, read or stored.
 */
async function hostsReadNowhere({ journal }: AgentContext, run: Run): Promise<string[]> {
  const hosts = hostsInAnswer(run.closing ?? '');
  if (hosts.length === 0) return [];
  const own: ReadonlySet<string> = new Set(['goal', 'guidance', 'answer', 'command']);
  const messages = (await journal.messages(mostMessages)).flatMap(({ body }) =>
    body.type === 'message' && own.has(body.kind) ? [body.text] : [],
  );
  const results = (await journal.effects(`${run.session_id}/`)).flatMap(({ body }) =>
    body.type === 'tool_result' ? [JSON.stringify([body.input, body.result])] : [],
  );
  const wishes = run.plan.steps.map(({ description, parameters, plan }) =>
    JSON.stringify([description, parameters, plan]),
  );
  const events = run.events.filter(({ kind }) => kind === 'clarified' || kind === 'guidance');
  const rows = await journal.transact(async ({ stores: { files, notes, todos, entries } }) => [
    ...(await files.all()).map(({ content, source }) => `${content}\n${source}`),
    ...[...(await notes.all()), ...(await todos.all()), ...(await entries.all())].map((row) => JSON.stringify(row)),
  ]);
  const texts = [
    run.plan.goal,
    run.earlier_plan ?? '',
    run.last_steps_plan ?? '',
    JSON.stringify(events),
    ...messages,
    ...wishes,
    ...results,
    ...rows,
  ];
  return hostsNamedNowhere(hosts, texts);
}

/** The words of a goal that asks for a reminder: its end then says of an entry that it has none. */
const asksForReminder =
  /提醒(?:一下)?[我咱]|(?:设|加|提前|准时|按时|到时).{0,8}(?<!温馨|友情|安全)提醒|\bremind (?:me|us)\b|\b(?:set|add|create|with) (?:(?:an?|the|my) )?(?:[\w-]+ )?reminders?\b/iu;

/** Words that give each of the things just written a reminder, as no tool can give one to a to-do. */
const eachReminded =
  /\b(?:each|both|all)\s+with\s+(?:an?\s+)?reminders?\b(?![\s-]+\w)|(?:都|均|各)(?:已)?(?:带有?|附有?|设置?了)提醒(?=[。！，；\n]|$)/iu;

/** The count with the names of its first rows, and for calendar entries that none of them has a reminder. */
function withNames(count: WrittenCount, rows: readonly WrittenRow[], { plan }: Run): WrittenCount {
  const own = rows.filter(
    ({ store, change, times }) => store === count.store && change === count.change && times === count.times,
  );
  if (own.length === 0) return count;
  const names = own
    .filter(({ name }) => name !== '')
    .slice(0, count.change === 'deleted' ? mostDeletedNames : mostNames)
    .map(({ name }) => (name.length > longestName ? `${truncateText(name, longestName)}…` : name));
  const isSilent =
    count.store === 'entries' &&
    count.change === 'put' &&
    own.every(({ reminds }) => !reminds) &&
    asksForReminder.test(simplified(plan.goal));
  return { ...count, names, ...(isSilent && { no_reminder: true }) };
}

/** The kinds of rows, besides the store of the same name, that a change of this kind may also write. */
const alsoWritten: Partial<Record<ChangeKind, readonly string[]>> = {
  notes: ['files', 'todos', 'entries'],
};

/**
 * The kinds of changes that the closing answer says were made although the task made none. Nothing is known of them
 * once a server may have changed something, nor of messages and payments once the person has said something: they may
 * have made them. Only a calendar entry with a reminder is one, of this task or an earlier one of the session.
 */
function changesNotMade(
  { closing, wrote = {}, events }: Run,
  writtenCounts: readonly WrittenCount[],
  hasReminder: boolean,
): ChangeKind[] {
  const storesWrittenTo = new Set([
    ...Object.keys(wrote),
    ...writtenCounts.flatMap((each) => (each.change === 'missing' ? [] : each.store)),
  ]);
  if (storesWrittenTo.has('elsewhere') || storesWrittenTo.has('calls')) return [];
  if (hasReminder) storesWrittenTo.add('reminders');
  const claimedChangeKinds = claimedChanges(closing ?? '');
  const isEach = (storesWrittenTo.has('entries') || storesWrittenTo.has('todos')) && eachReminded.test(closing ?? '');
  if (isEach && !claimedChangeKinds.includes('reminders')) claimedChangeKinds.push('reminders');
  const hasSpoken = events.some(({ kind }) => kind === 'clarified' || kind === 'guidance');
  return claimedChangeKinds.filter((kind) =>
    kind === 'messages' || kind === 'payments'
      ? !hasSpoken
      : ![kind, ...(alsoWritten[kind] ?? [])].some((store) => storesWrittenTo.has(store)),
  );
}

/** The last claim about each row. */
function claimsOf(entries: readonly JournalEntry[]): Map<string, Claim> {
  const byTime = entries.filter((entry) => entry.body.type === 'tool_result').sort((a, b) => a.seq - b.seq);
  const claims = new Map<string, Claim>();
  for (const { body, at } of byTime) {
    if (body.type !== 'tool_result') continue;
    for (const row of body.result.written) {
      const largest = Math.max(row.before ?? 0, claims.get(`${row.store}/${row.id}`)?.before ?? 0);
      recordLastRowChange(claims, { ...row, at, ...(largest > 0 && { before: largest }) });
    }
  }
  return claims;
}

/**
 * Returns counts, for the summary of a task, of the rows it wrote (each once, by its last change), of its calls that
 * sent something to a web site, and of its calls of MCP servers' tools that may have changed something there.
 */
function countsOf(
  { toolbox }: AgentContext,
  entries: readonly JournalEntry[],
  claims: ReadonlyMap<string, Claim>,
): WrittenCount[] {
  const sentCalls = sentCallCounts(entries, (body) => {
    if (body.type === 'tool_result' && body.result.server_tool?.reads !== undefined) return false;
    const call = toolbox.check(body.tool, body.input);
    const isElsewhere = call.ok && call.place === 'remote' && call.access.rule !== 'free';
    return isElsewhere && !toolbox.reads(body.tool, body.input);
  });
  return [...rowCounts(claims.values()), ...sentCalls, ...serverCallCounts(entries)];
}

function nameOf(row: object | undefined): string | undefined {
  if (row && 'title' in row && typeof row.title === 'string') return row.title;
  if (row && 'name' in row && typeof row.name === 'string') return row.name;
  return undefined;
}
