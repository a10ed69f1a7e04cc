import type { RequiredWork } from './owed.ts';
import type { Run } from './run.ts';
import type { JournalEntryBody, JournalEntry } from './journal.ts';
import { callHash, isOutcomeUnknown, type WrittenRowRecord } from './tool-result.ts';
import { describeCallFromInput } from './call-details.ts';
import type { SentCall, WrittenCount } from './task-end.ts';
import { callsWithRetriesMerged, type StepRound } from './transcript.ts';

type ToolEntryBody = Extract<JournalEntryBody, { type: 'tool_call' | 'tool_result' }>;
type Counts = Readonly<Record<string, number>>;

/** The key under which writes outside the app's stores are counted, such as those on a server. */
const elsewhere = 'elsewhere';

/** The stores to which a write that names none may have been made before: “Remind me” is no note and no file. */
const storesOfReminders = ['todos', 'entries', elsewhere];

/**
 * Returns how many more writes the ended steps made than were required: to one store, or, if `store` is null, to those
 * that hold what a person is reminded of. Negative if some are missing.
 */
export function extraWriteCount(
  { wrote = {}, owed = {} }: Pick<Run, 'wrote' | 'owed'>,
  store: WrittenRowRecord['store'] | null,
): number {
  const of = (counts: Counts, names: readonly string[]) => names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  const counted = store === null ? storesOfReminders : [store];
  return of(wrote, counted) - of(owed, counted);
}

/**
 * The successful writes of a step by store. A call that writes several rows of a store counts once, and so does a file
 * that several calls write, as its pieces.
 */
export function writeCounts(turns: readonly StepRound[]): Record<string, number> {
  const counts: Record<string, number> = {};
  const files = new Set<string>();
  for (const { reads, result } of callsWithRetriesMerged(turns)) {
    if (reads || !result.ok || result.already !== undefined) continue;
    const stores = new Set<string>(result.written.map(({ store }) => store));
    const written = result.written.filter(({ store, copy }) => store === 'files' && !copy).map(({ id }) => id);
    if (stores.size === 1 && written.length > 0 && written.every((id) => files.has(id))) continue;
    for (const id of written) files.add(id);
    for (const store of stores.size > 0 ? stores : [elsewhere]) counts[store] = (counts[store] ?? 0) + 1;
  }
  return counts;
}

/** True if a file of so many bytes has lost more than half of them, and not just a few lines. */
export const isMuchShorter = (before: number, now: number): boolean => before >= 1000 && now * 2 < before;

/**
 * Sets the last change of a row, by store and id. A row that was written along with a change of another keeps the
 * change that it had itself.
 */
export function recordLastRowChange<Row extends WrittenRowRecord>(rows: Map<string, Row>, row: Row): void {
  const key = `${row.store}/${row.id}`;
  const before = row.times === 'along' ? rows.get(key) : undefined;
  const { times: _, ...rest } = row;
  rows.set(key, before ? ({ ...rest, ...(before.times && { times: before.times }) } as Row) : row);
}

/**
 * The number of these rows by store, change and times, without copies of what the person had added and rows that were
 * only written along with another.
 */
export function rowCounts(
  rows: Iterable<Pick<WrittenRowRecord, 'store' | 'change' | 'copy' | 'times'>>,
): WrittenCount[] {
  const counts = new Map<string, WrittenCount>();
  for (const { store, change, copy, times } of rows) {
    if (copy || times === 'along') continue;
    const key = `${store} ${change} ${times}`;
    counts.set(key, { store, change, n: (counts.get(key)?.n ?? 0) + 1, ...(times && { times }) });
  }
  return [...counts.values()];
}

/**
 * Returns the number of calls of each server's tools that succeeded and may have changed something there: only the
 * server knows whether they did. Calls of which it is not recorded whether they read are left out.
 */
export function serverCallCounts(entries: Iterable<Pick<JournalEntry, 'body'>>): WrittenCount[] {
  const counts = new Map<string, number>();
  for (const { body } of entries) {
    if (body.type !== 'tool_result' || !body.result.ok || body.result.already !== undefined) continue;
    const { server_tool: called } = body.result;
    if (called?.reads === false) counts.set(called.server, (counts.get(called.server) ?? 0) + 1);
  }
  return [...counts].map(([server, n]) => ({ store: 'calls', change: 'put', n, names: [server] }));
}

/** The most calls that the end of a task lists, so that it stays small. */
const mostListed = 100;

function sentCounts(change: 'put' | 'unknown', entries: readonly JournalEntry[]): WrittenCount[] {
  const sentCalls = entries.slice(0, mostListed).flatMap(({ at, body }): SentCall[] => {
    if (body.type !== 'tool_call' && body.type !== 'tool_result') return [];
    const { status, failure = null, server_tool } = body.type === 'tool_result' ? body.result : {};
    const { what, name, host } = describeCallFromInput(body.tool, body.input, server_tool).about;
    const about = { what, ...(name !== undefined && { name }), ...(host !== undefined && { host }) };
    return [{ about, at, status: status ?? failure?.status ?? null }];
  });
  return entries.length > 0 ? [{ store: 'elsewhere', change, n: entries.length, sent: sentCalls }] : [];
}

/** Returns the number of calls for which `changes` is true that succeeded, as their answers say. */
export function sentCallCounts(
  entries: readonly JournalEntry[],
  changes: (body: ToolEntryBody) => boolean,
): WrittenCount[] {
  return sentCounts(
    'put',
    entries.filter(
      ({ body }) =>
        body.type === 'tool_result' &&
        body.result.ok &&
        body.result.already === undefined &&
        body.result.answer !== 'error' &&
        changes(body),
    ),
  );
}

/**
 * Returns the number of calls for which `changes` is true and of which nobody knows whether they were carried out:
 * those of unknown outcome, and those whose answer says that something went wrong.
 */
export function unknownCallCounts(
  entries: readonly JournalEntry[],
  changes: (body: ToolEntryBody) => boolean,
): WrittenCount[] {
  const unknown = [...callsOfUnknownOutcome(entries, changes).values()].flatMap((tries) => tries.slice(-1));
  const callsAnsweredByError = new Map<string, JournalEntry>();
  for (const entry of [...entries].sort((a, b) => a.seq - b.seq)) {
    const { body } = entry;
    if (body.type !== 'tool_result' || !body.result.ok || !changes(body)) continue;
    if (body.result.answer === 'error') callsAnsweredByError.set(callHash(body), entry);
    else callsAnsweredByError.delete(callHash(body));
  }
  return sentCounts('unknown', [...unknown, ...callsAnsweredByError.values()]);
}

/**
 * Returns the calls in these entries whose outcome is not known, by `callHash`, each with its tries: no answer came to
 * them, or the work was interrupted during them, and no later try of the same call succeeded. Only calls for which
 * `changes` is true count.
 */
export function callsOfUnknownOutcome(
  entries: readonly JournalEntry[],
  changes: (body: ToolEntryBody) => boolean,
): ReadonlyMap<string, readonly JournalEntry[]> {
  const calls = new Map<string, Map<string, JournalEntry>>();
  for (const entry of [...entries].sort((a, b) => a.seq - b.seq)) {
    const { body, intent, effect = intent ?? '' } = entry;
    if ((body.type !== 'tool_call' && body.type !== 'tool_result') || !changes(body)) continue;
    const call = callHash(body);
    const tries = calls.get(call) ?? new Map<string, JournalEntry>();
    if (body.type === 'tool_call' || isOutcomeUnknown(body.result)) calls.set(call, tries.set(effect, entry));
    else if (body.result.ok) calls.delete(call);
    else tries.delete(effect);
  }
  return new Map(
    [...calls].map(([call, tries]) => [call, [...tries.values()]] as const).filter(([, { length }]) => length > 0),
  );
}

/**
 * Returns the task after a step has ended: the writes that the step made (`made`) and the write that it was required to
 * make (`owed`) are added to the counts of the task.
 */
export function withWrites<Task extends Pick<Run, 'wrote' | 'owed'>>(
  run: Task,
  made: Counts,
  owed: RequiredWork,
): Task {
  if (Object.keys(made).length === 0 && owed.kind !== 'write') return run;
  return {
    ...run,
    wrote: sum(run.wrote, made),
    ...(owed.kind === 'write' && { owed: sum(run.owed, { [owed.store ?? elsewhere]: 1 }) }),
  };
}

function sum(counts: Counts | undefined, more: Counts): Record<string, number> {
  return Object.entries(more).reduce((all, [store, n]) => ({ ...all, [store]: (all[store] ?? 0) + n }), { ...counts });
}
