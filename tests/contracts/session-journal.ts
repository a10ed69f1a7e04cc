import { describe, expect, test } from 'vitest';
import { singleEntryFields, type CalendarEntry } from '../../src/records/calendar-entry.ts';
import type { JournalEntry, NewJournalEntry } from '../../src/task/journal.ts';
import { withPhase, newRun, type Run } from '../../src/task/run.ts';
import type { Session } from '../../src/task/session.ts';
import type { SessionFile } from '../../src/records/session-file.ts';
import type { Todo } from '../../src/records/todo.ts';
import type { SessionJournal } from '../../src/ports/journal.ts';

/** A storage under test; each `open` acts as another tab. */
export interface JournalHarness {
  open(sessionId: string): SessionJournal;
  create(session: Session): Promise<void>;
  session(id: string): Promise<Session | undefined>;
  run(sessionId: string): Promise<Run | null>;
  record(sessionId: string): Promise<JournalEntry[]>;
}

const at = '2026-01-01T10:00:00.000Z';
const later = '2026-01-01T10:05:00.000Z';

const said = (text: string, session = 's1'): NewJournalEntry => ({
  session_id: session,
  task_id: null,
  step_id: null,
  at,
  body: { type: 'message', kind: 'goal', text },
});
const effect = (id: string, session = 's1'): NewJournalEntry => ({
  ...said(id, session),
  effect: id,
  body: { type: 'resume' },
});
const run = (id: string, goal = 'Chart the revenue', session = 's1'): Run =>
  newRun({ run: id, session, plan: `plan_${id}` }, goal, at);
const todo = (id: string, changed: Partial<Todo> = {}): Todo => ({
  id,
  title: `Title of ${id}`,
  notes: '',
  due: null,
  priority: 'normal',
  tags: [],
  done: false,
  position: 1,
  session_id: null,
  created_at: at,
  updated_at: at,
  deleted_at: null,
  ...changed,
});
const meeting = (id: string): CalendarEntry => ({
  id,
  title: 'Meeting',
  start: at,
  end: later,
  all_day: false,
  zone: 'UTC',
  place: '',
  notes: '',
  reminder: null,
  ...singleEntryFields(),
  session_id: null,
  created_at: at,
  updated_at: at,
  deleted_at: null,
});
const file = (id: string, session = 's1'): SessionFile => ({
  id,
  session_id: session,
  name: `${id}.txt`,
  mime: 'text/plain',
  size: 5,
  content: 'hello',
  kind: 'file',
  source: null,
  created_at: at,
  deleted_at: null,
});
const session = (title = ''): Session => ({
  id: 's1',
  title,
  plan_status: null,
  steps_ended: 0,
  steps_total: 0,
  created_at: at,
  updated_at: at,
  deleted_at: null,
});
const texts = (entries: JournalEntry[]) =>
  entries.map((entry) => (entry.body.type === 'message' ? entry.body.text : (entry.effect ?? entry.body.type)));

export function sessionJournalContract(name: string, make: () => JournalHarness): void {
  describe(`${name} keeps the contract of SessionJournal`, () => {
    test('R12.1 an effect and its record commit together', async () => {
      const harness = make();
      await harness.open('s1').transact(async (transaction) => {
        await transaction.stores.todos.put(todo('t1'));
        await transaction.append(effect('s1/a/1'));
      });
      const found = await harness.open('s1').transact(async (transaction) => ({
        row: await transaction.stores.todos.get('t1'),
        entry: await transaction.recorded('s1/a/1'),
      }));
      expect(found.row).toEqual(todo('t1'));
      expect(found.entry).toEqual({ ...effect('s1/a/1'), seq: 1 });
    });

    test('R12.1 a throw rolls back the effect, the record and what came with them', async () => {
      const harness = make();
      const journal = harness.open('s1');
      const failing = journal.transact(async (transaction) => {
        await transaction.stores.todos.put(todo('t1'));
        await transaction.stores.files.put(file('f1'));
        await transaction.append(effect('s1/a/1'));
        throw new Error('the tool gave up');
      });
      await expect(failing).rejects.toThrow('the tool gave up');
      expect(await harness.record('s1')).toEqual([]);
      expect(
        await journal.transact(async ({ stores }) => [await stores.todos.all(), await stores.files.all()]),
      ).toEqual([[], []]);
    });

    test('R12.1 an effect that has been recorded is refused, even when the refusal is ignored', async () => {
      const harness = make();
      const journal = harness.open('s1');
      await journal.transact((transaction) => transaction.append(effect('s1/a/1')));
      const again = journal.transact(async (transaction) => {
        await transaction.stores.todos.put(todo('t1'));
        await transaction.append(effect('s1/a/1')).catch(() => undefined);
      });
      await expect(again).rejects.toThrow();
      expect(await harness.record('s1')).toHaveLength(1);
      expect(await journal.transact(({ stores }) => stores.todos.get('t1'))).toBeUndefined();
    });

    test('R12.1 entries without an effect never collide', async () => {
      const harness = make();
      await harness.open('s1').transact(async (transaction) => {
        await transaction.append(said('one'));
        await transaction.append(said('two'));
      });
      expect(texts(await harness.record('s1'))).toEqual(['one', 'two']);
    });

    test('what was committed is told once it is durable, as it is stored, and nothing of what failed', async () => {
      const harness = make();
      const journal = harness.open('s1');
      const told: JournalEntry[] = [];
      journal.committed.subscribe((entries) => told.push(...entries));
      journal.stage({ entries: [said('first'), said('second')] });
      await journal.transact((transaction) => transaction.append(effect('e1')));
      await journal
        .transact(async (transaction) => {
          await transaction.append(effect('e2'));
          throw new Error('No.');
        })
        .catch(() => undefined);
      await journal.transact((transaction) => transaction.append(said('last')));
      expect(told).toEqual(await harness.record('s1'));
      expect(told.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    });

    test('staged changes are committed with the next transaction, ahead of it and in order', async () => {
      const harness = make();
      const journal = harness.open('s1');
      journal.stage({ entries: [said('one'), said('two')] });
      journal.stage({ run: run('r1'), entries: [said('three')] });
      await journal.transact((transaction) => transaction.append(said('four')));
      const record = await harness.record('s1');
      expect(texts(record)).toEqual(['one', 'two', 'three', 'four']);
      expect(record.map((entry) => entry.seq)).toEqual([1, 2, 3, 4]);
      expect((await harness.run('s1'))?.id).toBe('r1');
    });

    test('staged changes are committed on their own where no transaction comes', async () => {
      const harness = make();
      harness.open('s1').stage({ run: run('r1'), entries: [said('one')] });
      await expect.poll(() => harness.record('s1')).toHaveLength(1);
      expect((await harness.run('s1'))?.id).toBe('r1');
    });

    test('R12.1 the starts of a place are given in order, also to the next tab, and those of others are not', async () => {
      const harness = make();
      const journal = harness.open('s1');
      const begins = (intent: string): NewJournalEntry => ({ ...said(intent), intent });
      const intents = (entries: readonly JournalEntry[]) => entries.map(({ intent }) => intent);
      journal.stage({ entries: [begins('s1/a/10'), begins('s1/a/2'), begins('s1/b/1')] });
      expect(intents(await journal.starts('s1/a/'))).toEqual(['s1/a/10', 's1/a/2']);
      expect(intents(await harness.open('s1').starts('s1/'))).toEqual(['s1/a/10', 's1/a/2', 's1/b/1']);
      expect(await journal.starts('s1/c/')).toEqual([]);
    });

    test('flush resolves when everything staged is stored', async () => {
      const harness = make();
      const journal = harness.open('s1');
      journal.stage({ entries: [said('one')] });
      journal.stage({ entries: [said('two')] });
      await journal.flush();
      expect(texts(await harness.record('s1'))).toEqual(['one', 'two']);
      await journal.flush();
      expect(await harness.record('s1')).toHaveLength(2);
    });

    test('staged changes survive a failed transaction and go first in the next', async () => {
      const harness = make();
      const journal = harness.open('s1');
      journal.stage({ run: run('r1'), entries: [said('one')] });
      const failing = journal.transact(async (transaction) => {
        await transaction.append(said('lost'));
        journal.stage({ entries: [said('two')] });
        throw new Error('no');
      });
      const next = journal.transact((transaction) => transaction.append(said('three')));
      await expect(failing).rejects.toThrow('no');
      await next;
      const record = await harness.record('s1');
      expect(texts(record)).toEqual(['one', 'two', 'three']);
      expect(record.map((entry) => entry.seq)).toEqual([1, 2, 3]);
    });

    test('R12.4 what is staged after a mark is withdrawn if it cannot be stored, and what was staged before stays', async () => {
      const harness = make();
      const [old, journal] = [harness.open('s1'), harness.open('s1')];
      await old.claim();
      await journal.claim();
      old.stage({ entries: [said('before')] });
      const mark = old.mark();
      old.stage({ run: run('r1'), entries: [said('after')] });
      await expect(old.flushSince(mark)).rejects.toThrow('Another tab works');
      await old.flushSince(old.mark());
      await expect(old.flush()).rejects.toThrow('Another tab works');
      journal.stage({ entries: [said('stored')] });
      await journal.flushSince(0);
      expect(texts(await harness.record('s1'))).toEqual(['stored']);
    });

    test('of a task that is staged repeatedly the latest state is stored, and every entry', async () => {
      const harness = make();
      const journal = harness.open('s1');
      journal.stage({ run: run('r1'), entries: [said('one')] });
      journal.stage({ run: withPhase(run('r1'), 'executing', later), entries: [said('two')] });
      await journal.flush();
      expect((await harness.run('s1'))?.phase).toBe('executing');
      expect(await harness.record('s1')).toHaveLength(2);
    });

    test('R3.3 of several tasks the last to be begun is the latest, whatever their ids and times', async () => {
      const harness = make();
      const journal = harness.open('s1');
      journal.stage({ run: run('r9', 'First') });
      journal.stage({ run: run('r1', 'Second') });
      await journal.flush();
      expect((await harness.run('s1'))?.plan.goal).toBe('Second');
      expect(await harness.run('s2')).toBeNull();
    });

    test('R14.1 a committed task brings the session row up to date and names a session that has no title', async () => {
      const harness = make();
      await harness.create(session());
      const journal = harness.open('s1');
      const begun = run('r1', '  Chart\nthe revenue ');
      const [first, second] = ['a', 'b'].map((id) => ({
        id,
        description: id,
        status: id === 'a' ? ('completed' as const) : ('pending' as const),
        dependencies: [],
        result: null,
        error: null,
        attempts: 0,
        started_at: null,
        ended_at: null,
      }));
      journal.stage({
        run: withPhase({ ...begun, plan: { ...begun.plan, steps: [first!, second!] } }, 'executing', later),
      });
      await journal.flush();
      expect(await harness.session('s1')).toEqual({
        ...session('Chart the revenue'),
        plan_status: 'running',
        steps_ended: 1,
        steps_total: 2,
        updated_at: later,
      });
    });

    test('R14.1 a title that the person gave stays, and a plain answer leaves the session without a plan', async () => {
      const harness = make();
      await harness.create(session('Mine'));
      const journal = harness.open('s1');
      journal.stage({ run: withPhase(run('r1'), 'answered', later) });
      await journal.flush();
      expect(await harness.session('s1')).toEqual({ ...session('Mine'), updated_at: later });
    });

    test('effects are found by prefix and ordered by their numbers', async () => {
      const harness = make();
      const journal = harness.open('s1');
      await journal.transact(async (transaction) => {
        for (const id of ['s1/t/a/1/10', 's1/t/a/1/2', 's1/t/a/1/1', 's1/t/a/11/1', 's1/t/b/1/1'])
          await transaction.append(effect(id));
      });
      expect(texts(await journal.effects('s1/t/a/1/'))).toEqual(['s1/t/a/1/1', 's1/t/a/1/2', 's1/t/a/1/10']);
      expect(await journal.effects('s1/t/c/')).toEqual([]);
      expect(await journal.effects('s1/t/')).toHaveLength(5);
    });

    test('R12.1 what was recorded is known by its id, whoever recorded it', async () => {
      const harness = make();
      const before = harness.open('s1');
      await before.transact((transaction) => transaction.append(effect('s1/t/a/1/1')));
      const journal = harness.open('s1');
      await journal.claim();
      expect((await journal.recorded('s1/t/a/1/1'))?.effect).toBe('s1/t/a/1/1');
      expect(await journal.recorded('s1/t/a/1/2')).toBeUndefined();
      await journal.transact((transaction) => transaction.append(effect('s1/t/a/1/2')));
      expect((await journal.recorded('s1/t/a/1/2'))?.effect).toBe('s1/t/a/1/2');
      expect(texts(await journal.effects('s1/t/a/1/'))).toEqual(['s1/t/a/1/1', 's1/t/a/1/2']);
    });

    test('messages are the last ones of this session, oldest first, staged ones included', async () => {
      const harness = make();
      const journal = harness.open('s1');
      await harness.open('s2').transact((transaction) => transaction.append(said('elsewhere', 's2')));
      await journal.transact(async (transaction) => {
        await transaction.append(said('one'));
        await transaction.append(effect('s1/a/1'));
        await transaction.append(said('two'));
      });
      journal.stage({ entries: [said('three')] });
      expect(texts(await journal.messages(2))).toEqual(['two', 'three']);
      expect(texts(await journal.messages(9))).toEqual(['one', 'two', 'three']);
      expect(texts(await journal.messages(2, 'first'))).toEqual(['one', 'two']);
    });

    test('R9.7 files are named, the latest first, without artifacts, removed ones and those of others', async () => {
      const harness = make();
      const journal = harness.open('s1');
      await harness.open('s2').transact(({ stores }) => stores.files.put(file('elsewhere', 's2')));
      await journal.transact(async ({ stores }) => {
        await stores.files.put({ ...file('old'), created_at: at });
        await stores.files.put({ ...file('page'), kind: 'artifact', created_at: later });
        await stores.files.put({ ...file('gone'), deleted_at: later, created_at: later });
        await stores.files.put({ ...file('new'), created_at: later });
      });
      expect(await journal.files(5)).toEqual([
        { id: 'new', name: 'new.txt', mime: 'text/plain', size: 5, created_at: later },
        { id: 'old', name: 'old.txt', mime: 'text/plain', size: 5, created_at: at },
      ]);
      expect((await journal.files(1)).map(({ id }) => id)).toEqual(['new']);
    });

    test('R9.7 files say who added them, and those of Word and Excel whether their text is there', async () => {
      const harness = make();
      const journal = harness.open('s1');
      await journal.transact(async ({ stores }) => {
        await stores.files.put({ ...file('read'), name: 'read.docx', mime: '', added: true, created_at: at });
        await stores.files.put({ ...file('read_text'), kind: 'artifact', created_at: later });
        await stores.files.put({ ...file('locked'), name: 'locked.xlsx', mime: '', added: true, created_at: later });
      });
      expect(await journal.files(5)).toMatchObject([
        { id: 'locked', added: true, textless: true },
        { id: 'read', added: true },
      ]);
      expect((await journal.files(5))[1]).not.toHaveProperty('textless');
    });

    test('each session counts its entries for itself', async () => {
      const harness = make();
      await harness.open('s1').transact((transaction) => transaction.append(said('one')));
      await harness.open('s2').transact((transaction) => transaction.append(said('one', 's2')));
      await harness.open('s1').transact((transaction) => transaction.append(said('two')));
      expect((await harness.record('s1')).map((entry) => entry.seq)).toEqual([1, 2]);
      expect((await harness.record('s2')).map((entry) => entry.seq)).toEqual([1]);
    });

    test('R5.5 what the recorded calls have cost is known, also of those that were billed in vain, and to the next tab', async () => {
      const harness = make();
      await harness.create(session());
      const journal = harness.open('s1');
      expect(await journal.spent()).toBe(0);
      const reply = (cost?: number): NewJournalEntry => ({
        ...said('x'),
        body: {
          type: 'model_reply',
          purpose: 'thought',
          reply: {
            ...{ text: '', calls: [], finish: 'stop' },
            usage: { input: 1, output: 1, estimated: false, ...(cost !== undefined && { cost }) },
          },
        },
      });
      await journal.transact((transaction) => transaction.append(reply(0.25)));
      await journal.transact((transaction) =>
        Promise.all([transaction.append(reply(0.5)), transaction.append(reply())]),
      );
      const unusable: NewJournalEntry = {
        ...said('x'),
        body: {
          type: 'model_error',
          purpose: 'thought',
          error: {
            ...{ code: 'empty', detail: 'length', status: null, retry_after_ms: null },
            usage: { input: 1, output: 9, estimated: false, cost: 2 },
          },
          retry_at: '2026-01-01T00:00:00.000Z',
        },
      };
      await journal.transact((transaction) => transaction.append(unusable));
      await journal
        .transact(async (transaction) => {
          await transaction.append(reply(8));
          throw new Error('rolled back');
        })
        .catch(() => undefined);
      expect(await journal.spent()).toBe(2.75);
      expect(await harness.open('s1').spent()).toBe(2.75);
      expect(await harness.open('s2').spent()).toBe(0);
    });

    test('R7.1 appends of parallel steps all arrive, each numbered once', async () => {
      const harness = make();
      const journal = harness.open('s1');
      await Promise.all(
        ['a', 'b', 'c'].map((id) =>
          journal.transact((transaction) =>
            Promise.all([transaction.append(said(`${id}1`)), transaction.append(said(`${id}2`))]),
          ),
        ),
      );
      expect((await harness.record('s1')).map((entry) => entry.seq)).toEqual([1, 2, 3, 4, 5, 6]);
    });

    test('R12.6 removed rows are left out of lists but can still be had by their id', async () => {
      const harness = make();
      const removed = todo('t2', { deleted_at: later });
      const [all, one] = await harness.open('s1').transact(async ({ stores }) => {
        await stores.todos.put(todo('t1'));
        await stores.todos.put(removed);
        await stores.entries.put(meeting('e1'));
        await stores.entries.put({ ...meeting('e2'), deleted_at: later });
        await stores.files.put(file('f1'));
        await stores.files.put({ ...file('f2'), deleted_at: later });
        return [
          [await stores.todos.all(), await stores.entries.all(), await stores.files.all()],
          [await stores.todos.get('t2'), await stores.entries.get('e1'), await stores.files.get('f1')],
        ];
      });
      expect(all).toEqual([[todo('t1')], [meeting('e1')], [file('f1')]]);
      expect(one).toEqual([removed, meeting('e1'), file('f1')]);
    });

    test("R9.7 another session's files can neither be read nor written", async () => {
      const harness = make();
      await harness.open('s2').transact(({ stores }) => stores.files.put(file('f2', 's2')));
      const journal = harness.open('s1');
      expect(
        await journal.transact(async ({ stores }) => [await stores.files.get('f2'), await stores.files.all()]),
      ).toEqual([undefined, []]);
      await expect(journal.transact(({ stores }) => stores.files.put(file('f2', 's2')))).rejects.toThrow('f2');
    });
  });
}
