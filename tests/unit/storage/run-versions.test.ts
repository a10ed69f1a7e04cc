import { expect, test } from 'vitest';
import { currentValue } from '../../../src/ports/observable.ts';
import type { NewJournalEntry } from '../../../src/task/journal.ts';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { freshReplyStats } from '../../../src/task/reply-quality.ts';
import { withPhase, newRun, type Run } from '../../../src/task/run.ts';
import type { Session } from '../../../src/task/session.ts';
import { openJournal } from '../../../src/storage/journal/session-journal.ts';
import { createStores } from '../../../src/storage/stores/stores.ts';
import { openDatabase } from './open-database.ts';

const at = '2026-01-01T10:00:00.000Z';
const session = (id: string): Session => ({
  ...{ id, title: '', plan_status: null, steps_ended: 0, steps_total: 0 },
  ...{ created_at: at, updated_at: at, deleted_at: null },
});
const said = (text: string): NewJournalEntry => ({
  ...{ session_id: 's1', task_id: null, step_id: null, at },
  body: { type: 'message', kind: 'goal', text },
});
const task = (steps: number): Run => {
  const run = withPhase(newRun({ run: 'r1', session: 's1', plan: 'p1' }, 'Goal', at), 'executing', at);
  const list = Array.from({ length: steps }, (_, n) => newStep(`step_${n}`, `Step ${n} of a plan`));
  return { ...run, plan: { ...run.plan, steps: list } };
};
const withStep = (run: Run, n: number, change: object): Run => ({
  ...run,
  plan: { ...run.plan, steps: run.plan.steps.map((step, at_) => (at_ === n ? { ...step, ...change } : step)) },
});

async function opened() {
  const { database, faults, name } = openDatabase();
  const stores = createStores(database);
  await stores.sessions.create(session('s1'));
  return { database, stores, faults, name, journal: openJournal(database, 's1', () => undefined) };
}

test('R12.6 any point of the history can be looked at', async () => {
  const { stores, journal } = await opened();
  const states: Run[] = [task(5)];
  for (let n = 0; n < 200; n += 1) states.push(withStep(states[n]!, n % 5, { result: `after ${n}` }));
  for (const [n, run] of states.entries()) {
    journal.stage({ run, entries: [said(`line ${n + 1}`)] });
    await journal.flush();
  }
  for (const seq of [1, 2, 64, 65, 66, 128, 129, 130, 200, 201])
    expect(await stores.sessions.run('s1', seq)).toEqual(states[seq - 1]);
  expect(await stores.sessions.run('s1')).toEqual(states.at(-1));
  expect(await stores.sessions.run('s1', 0)).toBeNull();
});

test('R12.7 a change of one step of a thousand stores little, however many there are', async () => {
  const { database, journal } = await opened();
  let run = task(1000);
  journal.stage({ run });
  await journal.flush();
  for (let n = 0; n < 250; n += 1) {
    run = withStep(run, n, { status: 'running', started_at: at });
    journal.stage({ run });
    await journal.flush();
  }
  const rows = await database.versions.toArray();
  expect(rows.filter(({ change }) => 'run' in change)).toHaveLength(1);
  expect(Math.max(...rows.slice(1).map((row) => JSON.stringify(row).length))).toBeLessThan(400);
});

test('R12.2 a task is stored under the names that earlier releases and other devices read, whole and as a change', async () => {
  const { database, journal, stores } = await opened();
  const before: Run = {
    ...task(1),
    ...{ events: [{ kind: 'edited' }], first_calls: [], first_calls_for: 'step_0', replan_cause: 'person' },
    ...{ pending_replan: 'held', budget_grants: 2, spending_grants: 3, last_step_number: 4 },
    ...{ reply_stats: { ...freshReplyStats, defaults: 5 }, fixes: { step_0: ['step_1'] } },
  };
  const after: Run = {
    ...before,
    ...{ events: [...before.events, { kind: 'replanned' }], first_calls_for: null, replan_cause: null },
    ...{ pending_replan: null, budget_grants: 3, spending_grants: 4, last_step_number: 5 },
    ...{ reply_stats: { ...before.reply_stats, defaults: 6 }, fixes: { step_0: [] } },
  };
  for (const run of [before, after]) {
    journal.stage({ run });
    await journal.flush();
  }
  const [whole, change] = await database.versions.toArray();
  expect(whole?.change).toMatchObject({
    run: {
      ...{ happenings: [{ kind: 'edited' }], opening: [], opened: 'step_0', cause: 'person', due: 'held' },
      ...{ budgets: 2, allowances: 3, minted: 4, form: { defaults: 5 }, mends: { step_0: ['step_1'] } },
    },
  });
  const to = (value: unknown) => ({ to: value });
  expect(change?.change).toEqual({
    patch: {
      in: {
        ...{ happenings: { more: [{ kind: 'replanned' }] }, opened: to(null), cause: to(null), due: to(null) },
        ...{ budgets: to(3), allowances: to(4), minted: to(5), form: { in: { defaults: to(6) } } },
        mends: { in: { step_0: to([]) } },
      },
    },
  });
  expect(await stores.sessions.run('s1')).toEqual(after);
});

test('R12.2 another tab goes on with the versions where the first one ended', async () => {
  const { database, journal, stores } = await opened();
  journal.stage({ run: task(2) });
  await journal.flush();
  const other = openJournal(database, 's1', () => undefined);
  const run = await other.claim();
  expect(run).toEqual(task(2));
  other.stage({ run: withStep(run!, 1, { status: 'completed' }) });
  await other.flush();
  expect((await stores.sessions.run('s1'))?.plan.steps[1]?.status).toBe('completed');
});

test('R12.3 a journal whose session was claimed by another one writes nothing any more', async () => {
  const { database, journal, stores } = await opened();
  await journal.claim();
  const other = openJournal(database, 's1', () => undefined);
  await other.claim();
  journal.stage({ run: task(2), entries: [said('too late')] });
  await expect(journal.flush()).rejects.toThrow('Another tab works');
  await expect(journal.transact(async (transaction) => transaction.append(said('too late')))).rejects.toThrow();
  expect(await stores.sessions.wholeJournal('s1')).toEqual([]);
  await other.transact((transaction) => transaction.append(said('in time')));
  expect(await stores.sessions.wholeJournal('s1')).toHaveLength(1);
});

test('R12.3 whoever waits for nothing hears of it', async () => {
  const { database } = await opened();
  const heard: unknown[] = [];
  const first = openJournal(database, 's1', (error) => heard.push(error));
  await first.claim();
  await openJournal(database, 's1', () => undefined).claim();
  first.stage({ entries: [said('too late')] });
  await expect.poll(() => heard).toHaveLength(1);
  expect(heard[0]).toMatchObject({ name: 'SessionClaimedError' });
});

test('R12.4 unreadable states are passed over, named and kept aside; the rest of the story is told', async () => {
  const { database, stores, journal, faults } = await opened();
  let run = task(3);
  for (const n of [0, 1, 2]) {
    run = withStep(run, n, { result: `done ${n}` });
    journal.stage({ run });
    await journal.flush();
  }
  await database.versions.update(['s1', 2], { change: { patch: 'torn' } as never });
  const read = await stores.sessions.run('s1');
  expect(read?.plan.steps.map(({ result }) => result)).toEqual(['done 0', null, 'done 2']);
  expect(faults).toEqual([{ code: 'damaged', table: 'versions', key: 's1/2' }]);
  await expect.poll(() => database.damaged.count()).toBe(1);
  expect(await database.damaged.get('versions:s1/2')).toMatchObject({ row: { n: 2, change: { patch: 'torn' } } });
});

test('R12.4 an unreadable fence does not lock anybody out', async () => {
  const { database, journal } = await opened();
  await journal.claim();
  await database.fences.put({ session_id: 's1', epoch: 'torn' } as never);
  const other = openJournal(database, 's1', () => undefined);
  await other.claim();
  await expect(journal.flush().then(() => journal.claim())).rejects.toThrow('Another tab');
  await other.transact((transaction) => transaction.append(said('fine')));
});

test('R12.6 a fork is the session as it was, in files and record, and shares no effect with it', async () => {
  const { database, stores, journal } = await opened();
  const effect = { ...said('x'), effect: 's1/r1/step_0/1/1', body: { type: 'resume' } as const };
  const file = {
    ...{ id: 'file_1', session_id: 's1', name: 'a.txt', mime: 'text/plain', size: 5, content: 'hello' },
    ...{ kind: 'file' as const, source: null, created_at: at, deleted_at: null },
  };
  journal.stage({ run: withStep(task(2), 0, { output: { artifact: 'file_1' } }), entries: [said('one')] });
  await journal.transact(async (transaction) => {
    await transaction.stores.files.put(file);
    await transaction.append(effect);
  });
  journal.stage({ run: withStep(task(2), 1, { result: 'later' }), entries: [said('two')] });
  await journal.flush();

  expect(await stores.sessions.fork('s1', 2, session('s2'))).toBe(true);
  const record = await stores.sessions.wholeJournal('s2');
  expect(record.map(({ seq, effect: of, session_id }) => [seq, of, session_id])).toEqual([
    [1, undefined, 's2'],
    [2, 's2/r1/step_0/1/1', 's2'],
  ]);
  const run = await stores.sessions.run('s2');
  expect(run?.plan.steps.map(({ result }) => result)).toEqual([null, null]);
  expect(run?.plan.steps[0]?.output).toEqual({ artifact: 'file_1_s2' });
  expect(await stores.files.get('file_1_s2')).toMatchObject({ session_id: 's2', content: 'hello' });
  expect(await stores.sessions.get('s2')).toMatchObject({ title: 'Goal', steps_total: 2 });

  const forked = openJournal(database, 's2', () => undefined);
  await forked.claim();
  expect(await forked.transact((transaction) => transaction.recorded('s2/r1/step_0/1/1'))).toBeDefined();
  expect(await stores.sessions.fork('nothing', 2, session('s3'))).toBe(false);
});

test('R5.5 the calls that a fork has from its original are shown with it, and count only there', async () => {
  const { stores, journal } = await opened();
  const usage = { input: 100, output: 20, estimated: false, cost: 0.5 };
  const reply = { text: 'Fine', calls: [], finish: 'stop' as const, usage };
  journal.stage({
    run: task(1),
    entries: [{ ...said('x'), body: { type: 'model_reply', purpose: 'thought', reply } }],
  });
  await journal.flush();
  expect(await stores.sessions.fork('s1', 1, session('s2'))).toBe(true);
  const copy = await stores.sessions.get('s2');
  expect(copy).toMatchObject({ copied: { calls: 1, input: 100, cost: 0.5 } });
  expect(copy).not.toHaveProperty('used');
  expect(await stores.sessions.fork('s2', 1, session('s3'))).toBe(true);
  expect(await stores.sessions.get('s3')).toMatchObject({ copied: { calls: 1, cost: 0.5 } });
  expect(await stores.sessions.usedInAll()).toMatchObject({ calls: 1, cost: 0.5 });
});

test('R12.6, R13.4 permissions do not come along into a fork, though its task has ended', async () => {
  const { stores, journal } = await opened();
  const access = {
    origin: 'https://a.example',
    private_address: false,
    subject: 'https://a.example/',
    rule: 'site',
  } as const;
  const approval = { effect: 's1/r1/step_0/1/1', step_id: 'step_0', tool: 'fetch', access, decision: 'plan' } as const;
  const ended = withPhase(
    { ...task(1), approvals: [approval], spending_grant: { limit: 1, up_to: 7 } },
    'completed',
    at,
  );
  journal.stage({ run: ended, entries: [said('one')] });
  await journal.flush();
  expect(await stores.sessions.fork('s1', 1, session('s2'))).toBe(true);
  const copy = await stores.sessions.run('s2');
  expect(copy).toMatchObject({ phase: 'completed', approvals: [] });
  expect(copy).not.toHaveProperty('spending_grant');
});

test('R12.6 what was removed long ago is destroyed with all that belongs to it, the rest stays', async () => {
  const { database, stores, journal } = await opened();
  await stores.sessions.create(session('s2'));
  await stores.sessions.create(session('s3'));
  journal.stage({ run: task(2), entries: [said('one')] });
  await journal.flush();
  await stores.sessions.remove('s1', '2026-01-02T00:00:00.000Z');
  await stores.sessions.remove('s2', '2026-02-02T00:00:00.000Z');
  expect((await currentValue(stores.sessions.removed())).map(({ id }) => id)).toEqual(['s2', 's1']);
  await stores.bin.empty('2026-01-15T00:00:00.000Z');
  expect((await currentValue(stores.sessions.removed())).map(({ id }) => id)).toEqual(['s2']);
  expect([await database.journal.count(), await database.versions.count(), await database.fences.count()]).toEqual([
    0, 0, 0,
  ]);
  await expect(journal.flush().then(() => journal.transact(async () => undefined))).rejects.toThrow('Another tab');
  await stores.sessions.remove('s2', null);
  expect((await currentValue(stores.sessions.list(10))).map(({ id }) => id).sort()).toEqual(['s2', 's3']);
});

test('R12.6 a fork renames ids where they stand as ids, and leaves every text as it was written', async () => {
  const { database, stores, journal } = await opened();
  const text = 'See s1, s1/r1/step_0/1/1, step_0 and file_1 in s1.';
  const file = {
    ...{ id: 'file_1', session_id: 's1', name: 's1.pdf', mime: 'application/pdf', size: 5, content: text },
    ...{ kind: 'file' as const, source: 's1', created_at: at, deleted_at: null },
  };
  const result = {
    ...{ ok: true, text, output: { session_id: 's1', note: text }, failure: null, foreign: false },
    ...{ artifact: 'file_1', written: [{ store: 'files' as const, id: 'file_1', change: 'put' as const, hash: 'h' }] },
  };
  const call = { call: 's1', tool: 'files', input: { name: 's1', content: text } };
  const run = withStep({ ...task(2), checked: { 'files/file_1': 'h', 'todos/s1': 'h' } }, 0, {
    ...{ description: text, result: 's1', parameters: { name: 's1', id: 'file_1' } },
    ...{ output: { artifact: 'file_1', text: 's1' } },
  });
  const clarified = { kind: 'clarified', effect: 's1/r1/step_0/1/1', question: 's1', answer: text } as const;
  const ended = { kind: 'ended', step: 'step_0', status: 'completed', summary: text, file: 'file_1' } as const;
  journal.stage({
    run: {
      ...run,
      plan: { ...run.plan, goal: text },
      events: [clarified, ended, { kind: 'guidance', text: 's1' }],
    },
    entries: [
      said(text),
      said('s1'),
      { ...said('x'), body: { type: 'tool_call', ...call }, intent: 's1/r1/step_0/1/2' },
    ],
  });
  await journal.transact(async (transaction) => {
    await transaction.stores.files.put(file);
    await transaction.stores.files.put({ ...file, id: 'file_1_text', name: 's1.pdf.md', kind: 'artifact' });
    await transaction.append({
      ...{ ...said('x'), effect: 's1/r1/step_0/1/2' },
      body: { type: 'tool_result', ...call, result, retry_at: at },
    });
  });
  await journal.flush();
  const lines = await stores.sessions.wholeJournal('s1');
  const before = await stores.sessions.run('s1');
  expect(await stores.sessions.fork('s1', lines.length, session('s2'))).toBe(true);

  const forked = await stores.sessions.wholeJournal('s2');
  expect(forked.map(({ body }) => body).slice(0, 3)).toEqual(lines.map(({ body }) => body).slice(0, 3));
  expect(forked.map(({ session_id, effect, intent }) => [session_id, effect ?? intent])).toEqual([
    ['s2', undefined],
    ['s2', undefined],
    ['s2', 's2/r1/step_0/1/2'],
    ['s2', 's2/r1/step_0/1/2'],
  ]);
  const written = [{ store: 'files', id: 'file_1_s2', change: 'put', hash: 'h' }];
  expect(forked[3]?.body).toEqual({ ...lines[3]?.body, result: { ...result, artifact: 'file_1_s2', written } });
  const after = await stores.sessions.run('s2');
  expect(after?.plan.goal).toBe(text);
  expect(after?.plan.steps).toEqual([
    { ...before?.plan.steps[0], output: { artifact: 'file_1_s2', text: 's1' } },
    before?.plan.steps[1],
  ]);
  expect(after?.events).toEqual([
    { ...clarified, effect: 's2/r1/step_0/1/1' },
    { ...ended, file: 'file_1_s2' },
    { kind: 'guidance', text: 's1' },
  ]);
  expect(after?.checked).toEqual({ 'files/file_1_s2': 'h', 'todos/s1': 'h' });
  expect(await stores.files.get('file_1_s2')).toEqual({ ...file, id: 'file_1_s2', session_id: 's2' });
  expect(await stores.files.get('file_1_s2_text')).toMatchObject({ session_id: 's2', source: 's1', content: text });
  expect(await database.files.where({ session_id: 's2' }).count()).toBe(2);
});
