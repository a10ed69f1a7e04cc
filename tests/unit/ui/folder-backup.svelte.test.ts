import { expect, test } from 'vitest';
import { emptyPlan } from '../../../src/plan/plan.ts';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { withPhase, newRun, type Phase, type Run } from '../../../src/task/run.ts';
import { exportPlan } from '../../../src/formats/plan-file/export-plan.ts';
import type { FolderError } from '../../../src/ports/folder.ts';
import type { RunnerView } from '../../../src/engine/session-runner.ts';
import { Subject } from '../../../src/engine/subject.ts';
import { outgoingFile } from '../../../src/formats/office/outgoing-file.ts';
import { outgoingParts } from '../../fakes/outgoing-parts.ts';
import { FolderBackup } from '../../../src/engine/folder-backup.svelte.ts';
import { openJournal } from '../../../src/storage/journal/session-journal.ts';
import { createStores } from '../../../src/storage/stores/stores.ts';
import { MemoryFolder } from '../../fakes/memory-folder.ts';
import { openDatabase } from '../storage/open-database.ts';

const at = '2026-01-01T10:00:00.000Z';

function runOf(sessionId: string, phase: Phase = 'executing', steps = 1): Run {
  const run = newRun({ run: `run_${sessionId}`, session: sessionId, plan: 'p' }, 'Goal', at);
  const plan = {
    ...emptyPlan('p', 'Goal', at),
    steps: Array.from({ length: steps }, (_, n) => newStep(`s${n}`, 'Do')),
  };
  return withPhase({ ...run, plan }, phase, at);
}

/** Sessions in real tables, a folder in memory, and time that passes when it is told to. */
function desk() {
  const { database } = openDatabase();
  const stores = createStores(database);
  const folder = new MemoryFolder();
  const due: (() => void)[] = [];
  const told: FolderError[] = [];
  const backup = new FolderBackup({
    stores,
    picked: folder,
    outgoing: (file) => outgoingFile(file, outgoingParts(stores.files)),
    after: (ms, work) => {
      expect(ms).toBe(2000);
      due.push(work);
      return () => due.splice(due.indexOf(work), 1);
    },
    tell: (fault) => told.push(fault),
  });
  const create = async (id: string, title: string, run: Run | null) => {
    const row = { id, title, plan_status: null, steps_ended: 0, steps_total: 0, created_at: at, updated_at: at };
    await stores.sessions.create({ ...row, deleted_at: null });
    if (run) await store(run);
  };
  const journals = new Map<string, ReturnType<typeof openJournal>>();
  const store = async (run: Run) => {
    const journal = journals.get(run.session_id) ?? openJournal(database, run.session_id, () => undefined);
    journals.set(run.session_id, journal);
    journal.stage({ run });
    await journal.flush();
  };
  const addFile = async (id: string, sessionId: string, name: string, content: string, kind = 'file' as const) => {
    const size = content.length;
    const head = { id, session_id: sessionId, name, mime: 'text/plain', size, kind, source: null };
    await database.files.put({ ...head, created_at: `${at}${content}`, deleted_at: null });
    await database.contents.put({ id, content });
  };
  const follow = (run: Run | null, sessionId: string) => {
    const views = new Subject<RunnerView>({ run, streams: {}, waits: {}, progress: {}, offline: false });
    const over = new AbortController();
    const runner = {
      current: () => views.value,
      subscribe: (next: (view: RunnerView) => void) => views.subscribe(next),
      settled: async () => undefined,
    };
    backup.follow(sessionId, runner, over.signal);
    const show = async (next: Run) => {
      await store(next);
      views.send({ ...views.value, run: next });
    };
    return { show, stream: () => views.send({ ...views.value, streams: { s0: 'x' } }), close: () => over.abort() };
  };
  const pass = () => due.splice(0).forEach((work) => work());
  return { backup, folder, create, addFile, follow, due, pass, told, stores };
}

test('R12.5 the first picking copies all sessions of the list: plans and files, but nothing of one that has neither', async () => {
  const { backup, folder, create, addFile } = desk();
  await create('session_aaaaaaa', 'A: title?', runOf('session_aaaaaaa'));
  await create('session_bbbbbbb', '', null);
  await create('session_ccccccc', '', null);
  await addFile('f1', 'session_ccccccc', 'data/x.csv', 'a,b');
  await addFile('f2', 'session_ccccccc', 'page.md', 'kept', 'artifact' as never);
  await backup.choose();
  expect(folder.files).toEqual({
    'A title-aaaaaaa/plan.json': exportPlan(runOf('session_aaaaaaa').plan),
    'ccccccc/data/x.csv': 'a,b',
  });
  expect([backup.name, backup.writing, backup.error]).toEqual(['Backups', null, null]);
});

test('R12.5 a session is copied once it has been quiet for two seconds, only what changed, and streams are no change', async () => {
  const { backup, folder, create, addFile, follow, due, pass } = desk();
  const run = runOf('session_aaaaaaa');
  await create('session_aaaaaaa', 'T', run);
  await addFile('f1', 'session_aaaaaaa', 'x.txt', 'one');
  await backup.choose();
  const session = follow(run, 'session_aaaaaaa');
  await expect.poll(() => due.length).toBe(1);
  pass();
  await backup.choose();
  folder.writes = [];
  session.stream();
  expect(due).toHaveLength(0);
  await session.show(runOf('session_aaaaaaa', 'executing', 2));
  await session.show(runOf('session_aaaaaaa', 'executing', 3));
  expect(due).toHaveLength(1);
  expect(folder.writes).toEqual([]);
  pass();
  await expect.poll(() => folder.writes).toEqual(['T-aaaaaaa/plan.json']);
  await addFile('f1', 'session_aaaaaaa', 'x.txt', 'two');
  await expect.poll(() => due.length).toBe(1);
  pass();
  await expect.poll(() => folder.writes).toEqual(['T-aaaaaaa/plan.json', 'T-aaaaaaa/x.txt']);
  expect(folder.files['T-aaaaaaa/x.txt']).toBe('two');
});

test('R12.5 a task that ends is copied at once, and a session that is let go of is copied a last time', async () => {
  const { backup, folder, create, follow, due } = desk();
  const run = runOf('session_aaaaaaa');
  await create('session_aaaaaaa', 'T', run);
  await backup.choose();
  const session = follow(run, 'session_aaaaaaa');
  await session.show(runOf('session_aaaaaaa', 'failed', 2));
  await expect.poll(() => folder.files['T-aaaaaaa/plan.json']).toContain('"failed"');
  await session.show(runOf('session_aaaaaaa', 'paused', 3));
  await expect.poll(() => due.length).toBe(1);
  session.close();
  await expect.poll(() => folder.files['T-aaaaaaa/plan.json']).toContain('"paused"');
});

test('R12.5 a session keeps its folder when its title changes, and the folder stays when the session is removed', async () => {
  const { backup, folder, create, stores } = desk();
  await create('session_aaaaaaa', 'Old', runOf('session_aaaaaaa'));
  await backup.choose();
  await stores.sessions.rename('session_aaaaaaa', 'New');
  await backup.choose();
  expect(Object.keys(folder.files)).toEqual(['Old-aaaaaaa/plan.json']);
  await stores.sessions.remove('session_aaaaaaa', at);
  await backup.choose();
  expect(Object.keys(folder.files)).toEqual(['Old-aaaaaaa/plan.json']);
});

test('R12.5 a lost permission is said once, and given again everything is brought up to date', async () => {
  const { backup, folder, create, follow, told, pass, due } = desk();
  const run = runOf('session_aaaaaaa');
  await create('session_aaaaaaa', 'T', run);
  await backup.choose();
  folder.permitted = false;
  const session = follow(run, 'session_aaaaaaa');
  for (const steps of [2, 3]) {
    await session.show(runOf('session_aaaaaaa', 'executing', steps));
    await expect.poll(() => due.length).toBe(1);
    pass();
    await expect.poll(() => backup.allowed).toBe(false);
  }
  expect(told).toEqual([{ code: 'denied' }]);
  await backup.allow();
  expect(folder.files['T-aaaaaaa/plan.json']).toBe(exportPlan(runOf('session_aaaaaaa', 'executing', 3).plan));
  expect([backup.allowed, backup.error]).toEqual([true, null]);
});

test('R12.5 a folder that is gone or full ends the round with one message; a single bad file does not', async () => {
  const { backup, folder, create, addFile, told } = desk();
  for (const id of ['session_aaaaaaa', 'session_bbbbbbb']) await create(id, id, runOf(id));
  await addFile('f1', 'session_aaaaaaa', 'bad.lnk', 'x');
  await addFile('f2', 'session_aaaaaaa', 'good.txt', 'y');
  folder.fault = () => ({ code: 'gone' });
  await backup.choose();
  expect(told).toEqual([{ code: 'gone' }]);
  expect(folder.files).toEqual({});
  folder.fault = (path) => (path.endsWith('.lnk') ? { code: 'failed', path, detail: 'Name is not allowed' } : null);
  await backup.choose();
  expect(told.slice(1)).toMatchObject([{ code: 'failed' }]);
  expect(Object.keys(folder.files)).toHaveLength(3);
});

test('R12.5 once the copies are stopped, nothing is written any more', async () => {
  const { backup, folder, create, follow } = desk();
  const run = runOf('session_aaaaaaa');
  await create('session_aaaaaaa', 'T', run);
  await backup.choose();
  await backup.stop();
  folder.writes = [];
  const session = follow(run, 'session_aaaaaaa');
  await session.show(runOf('session_aaaaaaa', 'completed', 0));
  session.close();
  await backup.refresh();
  expect([backup.name, folder.writes]).toEqual([null, []]);
});
