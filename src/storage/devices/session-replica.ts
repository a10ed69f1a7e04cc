import { Dexie } from 'dexie';
import type { JournalEntryBody, JournalEntry, MessageKind } from '../../task/journal.ts';
import type { ReplicaSegment } from '../../ports/replica-head.ts';
import { splitRecordPlace } from '../../ports/replica-record.ts';
import { contentHash } from '../../values/content-hash.ts';
import type { Session } from '../../task/session.ts';
import type { RunHistoryState } from '../../task/patch.ts';
import type { LocalReplica, SessionTail } from '../../ports/local-replica.ts';
import type { CairnDatabase } from '../database.ts';
import { forkSessionRows } from '../journal/fork-session.ts';
import { sessionRow } from '../journal/session-row.ts';
import { observableQuery } from '../stores/soft-delete-store.ts';
import { exchangedTables, replicaTables } from './replica-tables.ts';

const mostRows = 400;
const mostLetters = 1_000_000;

/**
 * The methods of the local replica that read and write sessions: what has not been sent yet, what came from the server,
 * and conflicts.
 */
export function sessionReplica(
  database: CairnDatabase,
  device: string,
): Pick<LocalReplica, 'sessionState' | 'keep' | 'watchSessionState' | 'watchConflicts' | 'tail' | 'adopt'> {
  const { replicas, sessions, journal, versions, fences, shadows, contents } = database;
  const tables = replicaTables(database);
  /**
   * Must run in a transaction. Deletes the session's rows that were never sent to a server and are still as these lines
   * have written them: what the person has changed since stays.
   */
  const takeBack = async (sessionId: string, claims: ReadonlyMap<string, string | null>) => {
    for (const [place, hash] of claims) {
      if ((await shadows.get(place))?.tag) continue;
      const { table: name, id } = splitRecordPlace(place);
      const row = await tables[name]?.table.get(id);
      if (row?.session_id !== sessionId) continue;
      const whole = name === 'files' ? { ...row, ...(await contents.get(id)) } : row;
      if (hash !== null && contentHash(whole) !== hash) continue;
      await tables[name]?.table.delete(id);
      if (name === 'files') await contents.delete(id);
      await shadows.delete(place);
    }
  };
  const linesAfter = (id: string, seq: number) =>
    journal.where('[session_id+seq]').between([id, seq], [id, Dexie.maxKey], false, true);
  const versionsAfter = (id: string, n: number) =>
    versions.where('[session_id+n]').between([id, n], [id, Dexie.maxKey], false, true);
  const state = async (id: string) => (await replicas.get(id)) ?? null;

  return {
    sessionState: state,
    keep: async (replicaState) => {
      await replicas.put(replicaState);
    },
    watchSessionState: (id) => observableQuery(() => state(id)),
    watchConflicts: () =>
      observableQuery(async () => {
        const all = await replicas.filter(({ frozen }) => frozen === 'conflicted').toArray();
        return all.map(({ session_id: id, head }) => ({ id, title: head?.session.title ?? '' }));
      }),
    tail: (id, seq, version) =>
      database.transaction('r', [sessions, journal, versions], async () => {
        const storedSession = await sessions.get(id);
        if (!storedSession) return null;
        const { listed_at: _, ...session } = storedSession;
        const lines = await linesAfter(id, seq).limit(mostRows).toArray();
        const entries = withinLetters(lines);
        const last = entries.at(-1)?.seq ?? seq;
        const isLast = entries.length < mostRows && entries.length === lines.length;
        const states = await versionsAfter(id, version).toArray();
        const tailStates = isLast ? states : states.filter((each) => each.seq <= last);
        const tail: SessionTail = {
          session,
          entries,
          versions: tailStates,
          rowKeys: [...written(entries).keys()],
          isLast: isLast,
        };
        return tail;
      }),
    adopt: async (replicaState, segments, anew = false) => {
      const { session_id: id, head } = replicaState;
      const theirs = new Set(segments.flatMap(({ records }) => records.map(({ place }) => place)));
      return database.transaction('rw', [...exchangedTables(database), journal, versions, fences], async () => {
        const before = await replicas.get(id);
        const present = await sessions.get(id);
        /** The person has permanently deleted the session here. */
        if (before?.head && !present) {
          await replicas.put(replicaState);
          return false;
        }
        const own: Partial<Session> | undefined = present ?? (await shadows.get(`sessions/${id}`))?.record.fields;
        const from = { seq: before?.head?.seq ?? 0, version: before?.head?.version ?? 0 };
        const lostLines = linesNotInSegments(await linesAfter(id, from.seq).toArray(), segments);
        const isBranch =
          holdsMore(lostLines, segments) && (await branch(database, id, lostLines, `${head?.epoch}_${device}`));
        /** With no head known, as after the exchange was forgotten, it is not known which rows the server has. */
        if (before?.head) {
          const claims = written(lostLines);
          theirs.forEach((place) => claims.delete(place));
          await takeBack(id, claims);
        }
        await linesAfter(id, anew ? 0 : from.seq).delete();
        await versionsAfter(id, anew ? 0 : from.version).delete();
        for (const { entries, versions: states } of segments) {
          await journal.bulkPut(entries as unknown as JournalEntry[]);
          await versions.bulkPut(states as unknown as RunHistoryState[]);
        }
        if (head) {
          const { title, deleted_at } = { ...head.session, ...own };
          await sessions.put(sessionRow({ ...(head.session as Session), title, deleted_at }));
        }
        if (lostLines.length > 0 || (present && (segments.length > 0 || head?.device !== before?.head?.device))) {
          const fence = await fences.get(id);
          await fences.put({ session_id: id, epoch: (fence?.epoch ?? 0) + 1 });
        }
        await replicas.put(replicaState);
        return isBranch;
      });
    },
  };
}

/** Copies the present state of a session, with the lost lines as its own, to an id that no other device uses. */
async function branch(
  database: CairnDatabase,
  id: string,
  lostLines: JournalEntry[],
  suffix: string,
): Promise<boolean> {
  const session = await database.sessions.get(id);
  if (!session) return false;
  let branchId = `${id}_side_${suffix}`;
  for (let nth = 2; await database.sessions.get(branchId); nth += 1) branchId = `${id}_side_${suffix}_${nth}`;
  const seq = lostLines.at(-1)?.seq ?? 0;
  return forkSessionRows(
    database,
    id,
    seq,
    { ...session, id: branchId, title: `${session.title} ⑂` },
    lostLines[0]?.seq,
  );
}

/**
 * Returns the lines from the first one on that differs from what the segments have at its place. A device that left and
 * connects again, or whose space was wiped, has recorded the same lines as the server, and has lost none of them.
 */
function linesNotInSegments(lines: JournalEntry[], segments: readonly ReplicaSegment[]): JournalEntry[] {
  const theirs = new Map(segments.flatMap(({ entries }) => entries.map((entry) => [entry.seq, contentHash(entry)])));
  const first = lines.findIndex((line) => contentHash(line) !== theirs.get(line.seq));
  return first < 0 ? [] : lines.slice(first);
}

/**
 * True if these lines contain an effect, an edit or a message of the person that the segments lack, or came to something
 * else than the segments did: whoever goes on repeats the same effects, to an end of its own. A model call alone does
 * not count: whoever goes on makes it again, and what the call cost is in no session's total.
 */
function holdsMore(lostLines: readonly JournalEntry[], segments: readonly ReplicaSegment[]): boolean {
  const theirLines = segments.flatMap(({ entries }) => entries) as unknown as JournalEntry[];
  const effects = new Set(theirLines.map(({ effect }) => effect));
  const outcomes = new Set(theirLines.map(outcomeOf));
  return lostLines.some((line) => {
    const { effect, body } = line;
    const outcome = outcomeOf(line);
    if (outcome !== null && !outcomes.has(outcome)) return true;
    if (effect !== undefined) return !modelCalls.has(body.type) && !effects.has(effect);
    if (body.type === 'edit') return true;
    return body.type === 'message' && (body.kind === 'goal' || body.kind === 'guidance' || body.kind === 'answer');
  });
}

/**
 * Returns a hash of what came of the work in a line: a step's or the task's end, an answer, or the call that wrote rows;
 * null if nothing did. Ids and times, which differ each time, do not count.
 */
function outcomeOf({ step_id, body }: JournalEntry): string | null {
  if (body.type === 'message' ? answers.has(body.kind) : ends.has(body.type)) return contentHash({ step_id, body });
  if (body.type !== 'tool_result' || body.result.written.length === 0) return null;
  const { type, tool, input } = body;
  return contentHash({ step_id, type, tool, input });
}

const modelCalls: ReadonlySet<JournalEntryBody['type']> = new Set(['model_reply', 'model_error']);
const ends: ReadonlySet<JournalEntryBody['type']> = new Set(['plan_step_end', 'task_end']);
const answers: ReadonlySet<MessageKind> = new Set(['reply', 'closing']);

/** Returns as many of the lines as fit into one segment. */
function withinLetters(lines: JournalEntry[]): JournalEntry[] {
  let letters = 0;
  const end = lines.findIndex((line, at) => at > 0 && (letters += JSON.stringify(line).length) > mostLetters);
  return end < 0 ? lines : lines.slice(0, end);
}

/** Returns the rows that these lines have written, each with the hash of its last content; null for a call's file. */
function written(entries: readonly JournalEntry[]): Map<string, string | null> {
  const rows = new Map<string, string | null>();
  for (const { body } of entries) {
    if (body.type !== 'tool_result') continue;
    const { written: claims, artifact } = body.result;
    if (artifact !== null) rows.set(`files/${artifact}`, null);
    for (const { store, id, hash } of claims) rows.set(`${store}/${id}`, hash);
  }
  return rows;
}
