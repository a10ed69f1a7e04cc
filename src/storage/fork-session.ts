import { JournalEntry } from '../domain/journal.ts';
import { restoredRun } from '../domain/restored-run.ts';
import type { Json } from '../domain/json.ts';
import type { Run } from '../domain/run.ts';
import type { Session } from '../domain/session.ts';
import { SessionFile } from '../domain/session-file.ts';
import type { Step } from '../domain/step.ts';
import { textIdOf } from '../domain/text-of-file.ts';
import type { ToolResult, Written } from '../domain/tool-result.ts';
import type { CairnDatabase } from './database.ts';
import { nextVersion, readVersion } from './run-versions.ts';
import { settingsStore } from './settings-store.ts';
import { sessionRow } from './session-row.ts';
import { sessionRange } from './session-range.ts';
import { summarize } from './session-summary.ts';

/**
 * Copies a session as it was at line `seq` of its record (R12.6): the lines up to there, the task's state, and the files
 * that were there. The ids of the session and of its files are new in every place that holds an id, so that recorded
 * effects stay recorded and nothing of the copy is asked for or done again; texts stay as written; permissions do not come along. File contents are as they
 * are now. All or nothing.
 */
export async function forkSession(
  database: CairnDatabase,
  from: string,
  seq: number,
  session: Session,
): Promise<boolean> {
  const { limits } = await settingsStore(database).get();
  const { sessions, versions, journal, files, contents, rows } = database;
  return database.transaction('rw', [sessions, versions, journal, files, contents], async () => {
    const record = journal.where('[session_id+seq]').between(...sessionRange(from, seq));
    const lines = rows.many(journal, JournalEntry, await record.toArray());
    const state = await readVersion(versions, rows, from, seq);
    const last = lines.at(-1);
    if (!last) return false;

    const heads = await files.where({ session_id: from }).toArray();
    const there = rows
      .many(files, SessionFile.omit({ content: true }), heads)
      .filter((file) => file.created_at <= last.at && file.deleted_at === null);
    const renamed = renaming(
      from,
      session.id,
      there.map(({ id }) => id),
    );
    for (const head of there) {
      const id = renamed.file(head.id);
      await files.add({ ...head, id, session_id: session.id });
      await contents.add({ id, content: (await contents.get(head.id))?.content ?? '' });
    }
    await journal.bulkAdd(lines.map((line) => renamed.line(line)));
    const tainted = [state, await readVersion(versions, rows, from)].some((each) => each?.run.tainted);
    const run = state && renamed.run({ ...restoredRun(state.run, limits), tainted });
    const version = run && nextVersion(null, run, last.seq);
    if (version) await versions.add(version);
    await sessions.add(sessionRow(run ? summarize(session, run) : session));
    return true;
  });
}

/** The ids of a copy in the place of those of its session and files; what people and models wrote stays as it is. */
function renaming(from: string, to: string, files: readonly string[]) {
  const known = new Set(files);
  const names = new Map(files.map((id) => [id, `${id}_${to}`]));
  for (const id of files) if (known.has(textIdOf(id))) names.set(textIdOf(id), textIdOf(`${id}_${to}`));
  const file = (id: string) => names.get(id) ?? id;
  const effect = (id: string) => (id.startsWith(`${from}/`) ? `${to}${id.slice(from.length)}` : id);
  const row = (place: string) => place.replace(/^files\/(.+)$/, (_, id: string) => `files/${file(id)}`);
  const written = (claim: Written): Written => (claim.store === 'files' ? { ...claim, id: file(claim.id) } : claim);

  const output = (value: Json | undefined): Json | undefined => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return typeof value.artifact === 'string' ? { ...value, artifact: file(value.artifact) } : value;
  };
  const steps = (all: readonly Step[]): Step[] =>
    all.map((step) => ({
      ...step,
      ...(step.output !== undefined && { output: output(step.output) }),
      ...(step.plan && { plan: { ...step.plan, steps: steps(step.plan.steps) } }),
    }));

  return {
    file,
    line: ({ body, ...entry }: JournalEntry): JournalEntry => ({
      ...entry,
      session_id: to,
      ...(entry.effect !== undefined && { effect: effect(entry.effect) }),
      ...(entry.intent !== undefined && { intent: effect(entry.intent) }),
      body: body.type === 'tool_result' ? { ...body, result: resultOf(body.result) } : body,
    }),
    run: (run: Run): Run => ({
      ...run,
      session_id: to,
      plan: { ...run.plan, steps: steps(run.plan.steps) },
      happenings: run.happenings.map((each) =>
        each.kind === 'clarified' ? { ...each, effect: effect(each.effect) } : each,
      ),
      question: run.question && { ...run.question, effect: effect(run.question.effect) },
      approvals: run.approvals.map((each) => ({ ...each, effect: effect(each.effect) })),
      undo: run.undo && steps(run.undo),
      edits: run.edits.map((each) => ({ ...each, before: steps(each.before) })),
      checked: Object.fromEntries(Object.entries(run.checked).map(([place, hashes]) => [row(place), hashes])),
    }),
  };

  function resultOf(result: ToolResult): ToolResult {
    const artifact = result.artifact === null ? null : file(result.artifact);
    return { ...result, artifact, written: result.written.map(written) };
  }
}
