import { contentHash } from '../../values/content-hash.ts';
import { JournalEntry } from '../../task/journal.ts';
import { restoredRun } from '../../records/restored.ts';
import { isRecord, type Json } from '../../values/json.ts';
import type { Run } from '../../task/run.ts';
import type { Session } from '../../task/session.ts';
import { FileMetadata, type SessionFile, splitSessionFile, fileIdOfExtractedText } from '../../records/session-file.ts';
import type { Step } from '../../plan/step.ts';
import { billedUsage, zeroUsageTotals, withCallUsage } from '../../task/usage.ts';
import type { ToolResult, WrittenRowRecord } from '../../task/tool-result.ts';
import type { CairnDatabase } from '../database.ts';
import { nextRunVersion, readRunVersion } from './run-versions.ts';
import { settingsStore } from '../stores/settings-store.ts';
import { sessionRow, sessionKeyRange } from './session-row.ts';
import { summarizeSession } from './session-summary.ts';

/**
 * Copies a session as it was at entry `seq` of its journal: the entries up to it, the task's state, and the files that
 * existed. All ids of the session and its files are replaced by new ones, so that recorded effects stay recorded and
 * nothing is asked for or done again; texts are unchanged; permissions are not copied. File contents are the current
 * ones. Only model calls from entry `ownFrom` on count as the copy's own. Either everything is copied or nothing.
 */
export async function forkSessionRows(
  database: CairnDatabase,
  from: string,
  seq: number,
  session: Session,
  ownFrom = Infinity,
): Promise<boolean> {
  const { limits } = await settingsStore(database).get();
  const { sessions, versions, journal, files, contents, rows } = database;
  return database.transaction('rw', [sessions, versions, journal, files, contents], async () => {
    const record = journal.where('[session_id+seq]').between(...sessionKeyRange(from, seq));
    const lines = rows.many(journal, JournalEntry, await record.toArray());
    const state = await readRunVersion(versions, rows, from, seq);
    const last = lines.at(-1);
    if (!last) return false;

    const heads = await files.where({ session_id: from }).toArray();
    const there = rows
      .many(files, FileMetadata, heads)
      .filter((file) => file.created_at <= last.at && file.deleted_at === null);
    const whole = await Promise.all(
      there.map(async (head) => ({ content: '', ...head, ...(await contents.get(head.id)) })),
    );
    const renamed = renaming(from, session.id, whole);
    for (const file of whole) {
      const [head, body] = splitSessionFile(renamed.copy(file));
      await files.add(head);
      await contents.add(body);
    }
    await journal.bulkAdd(lines.map((line) => renamed.line(line)));
    const tainted = [state, await readRunVersion(versions, rows, from)].some((each) => each?.run.tainted);
    const run = state && renamed.run({ ...restoredRun(state.run, limits), tainted });
    const version = run && nextRunVersion(null, run, last.seq);
    if (version) await versions.add(version);
    const copied = usageOf(lines.filter((line) => line.seq < ownFrom));
    const ownUsage = usageOf(lines.filter((line) => line.seq >= ownFrom));
    const row = { ...session };
    delete row.used;
    delete row.copied;
    if (ownUsage.calls > 0) row.used = ownUsage;
    if (copied.calls > 0) row.copied = copied;
    await sessions.add(sessionRow(run ? summarizeSession(row, run) : row));
    return true;
  });
}

const usageOf = (lines: readonly JournalEntry[]) =>
  lines
    .map(({ body }) => billedUsage(body))
    .filter((usage) => usage !== undefined)
    .reduce(withCallUsage, zeroUsageTotals);

/**
 * Returns functions that replace the ids of the session and its files by those of the copy; text by people and models
 * is unchanged.
 */
function renaming(from: string, to: string, files: readonly SessionFile[]) {
  const names = new Map(files.map(({ id }) => [id, `${id}_${to}`]));
  for (const { id } of files) {
    const owner = fileIdOfExtractedText(id);
    if (owner !== null && names.has(owner)) names.set(id, `${owner}_${to}${id.slice(owner.length)}`);
  }
  const nameOf = (id: string) => names.get(id) ?? id;
  const copy = (file: SessionFile): SessionFile => ({ ...file, id: nameOf(file.id), session_id: to });
  /** The copy's content hashes by those of the originals: a row's hash covers its ids, so the copy's differs. */
  const hashes = new Map(files.map((file) => [contentHash(file), contentHash(copy(file))]));
  const hashOf = (hash: string) => hashes.get(hash) ?? hash;
  const effect = (id: string) => (id.startsWith(`${from}/`) ? `${to}${id.slice(from.length)}` : id);
  const row = (place: string) => place.replace(/^files\/(.+)$/, (_, id: string) => `files/${nameOf(id)}`);
  const copyOfClaim = (claim: WrittenRowRecord): WrittenRowRecord =>
    claim.store === 'files' ? { ...claim, id: nameOf(claim.id), hash: hashOf(claim.hash) } : claim;

  /** Returns the output of a tool that names a file as `id` or `artifact`, with the file's new id. */
  const output = (value: Json): Json => {
    if (!isRecord(value)) return value;
    const idFields = (['id', 'artifact'] as const).flatMap((key) => {
      const id = value[key];
      return typeof id === 'string' && names.has(id) ? [[key, nameOf(id)]] : [];
    });
    return { ...value, ...(Object.fromEntries(idFields) as Record<string, string>) };
  };
  const steps = (all: readonly Step[]): Step[] =>
    all.map((step) => ({
      ...step,
      ...(step.output !== undefined && { output: output(step.output) }),
      ...(step.plan && { plan: { ...step.plan, steps: steps(step.plan.steps) } }),
    }));

  return {
    copy,
    line: ({ body, ...entry }: JournalEntry): JournalEntry => ({
      ...entry,
      session_id: to,
      ...(entry.effect !== undefined && { effect: effect(entry.effect) }),
      ...(entry.intent !== undefined && { intent: effect(entry.intent) }),
      body: bodyOf(body),
    }),
    run: (run: Run): Run => ({
      ...run,
      session_id: to,
      ...(run.images && { images: run.images.map(nameOf) }),
      plan: { ...run.plan, steps: steps(run.plan.steps) },
      events: run.events.map((each) => {
        if (each.kind === 'ended' && each.file !== undefined) return { ...each, file: nameOf(each.file) };
        return each.kind === 'clarified' ? { ...each, effect: effect(each.effect) } : each;
      }),
      question: run.question && { ...run.question, effect: effect(run.question.effect) },
      approvals: run.approvals.map((each) => ({ ...each, effect: effect(each.effect) })),
      undo: run.undo && steps(run.undo),
      edits: run.edits.map((each) => ({ ...each, before: steps(each.before) })),
      ...(run.redos && { redos: run.redos.map((each) => ({ ...each, before: steps(each.before) })) }),
      checked: Object.fromEntries(
        Object.entries(run.checked).map(([place, both]) => [row(place), both.split('/').map(hashOf).join('/')]),
      ),
    }),
  };

  function bodyOf(body: JournalEntry['body']): JournalEntry['body'] {
    if (body.type === 'tool_result') return { ...body, result: resultOf(body.result) };
    return body.type === 'message' && body.images ? { ...body, images: body.images.map(nameOf) } : body;
  }

  function resultOf(result: ToolResult): ToolResult {
    return {
      ...result,
      ...(result.output !== undefined && { output: output(result.output) }),
      artifact: result.artifact === null ? null : nameOf(result.artifact),
      written: result.written.map(copyOfClaim),
    };
  }
}
