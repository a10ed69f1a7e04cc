import { expect, test, vi } from 'vitest';
import type { NewJournalEntry } from '../../../src/task/journal.ts';
import { Session } from '../../../src/task/session.ts';
import type { JournalTransaction } from '../../../src/ports/journal.ts';
import { openJournal } from '../../../src/storage/journal/session-journal.ts';
import { createStores } from '../../../src/storage/stores/stores.ts';
import { sessionJournalContract } from '../../contracts/session-journal.ts';
import { openDatabase } from './open-database.ts';

const said = (text: string, effect?: string): NewJournalEntry => ({
  session_id: 's1',
  task_id: null,
  step_id: null,
  at: '2026-01-01T10:00:00.000Z',
  ...(effect ? { effect } : {}),
  body: { type: 'message', kind: 'goal', text },
});

sessionJournalContract('the journal over IndexedDB', () => {
  const { database } = openDatabase();
  const { sessions } = createStores(database);
  return {
    open: (sessionId) => openJournal(database, sessionId, () => undefined),
    create: (session) => sessions.create(session),
    session: async (id) => database.rows.one(database.sessions, Session, await database.sessions.get(id)),
    run: (sessionId) => sessions.run(sessionId),
    record: (sessionId) => sessions.wholeJournal(sessionId),
  };
});

test('R12.1 every commit asks for strict durability', async () => {
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const { database } = openDatabase();
  await openJournal(database, 's1', () => undefined).transact((transaction) => transaction.append(said('one')));
  expect(begin.mock.calls.map(([, mode, options]) => [mode, options])).toContainEqual([
    'readwrite',
    { durability: 'strict' },
  ]);
  begin.mockRestore();
});

test('R12.1 staging and transacting together cost one transaction', async () => {
  const { database } = openDatabase();
  await database.open();
  const transactions = vi.spyOn(database, 'transaction');
  const journal = openJournal(database, 's1', () => undefined);
  journal.stage({ entries: [said('one')] });
  await journal.transact((transaction) => transaction.append(said('two')));
  await journal.flush();
  expect(transactions).toHaveBeenCalledTimes(1);
});

test('R12.1 works that wait for a commit under way are committed together', async () => {
  const { database } = openDatabase();
  const { sessions } = createStores(database);
  const journal = openJournal(database, 's1', () => undefined);
  await journal.claim();
  const transactions = vi.spyOn(database, 'transaction');
  const first = journal.transact((transaction) => transaction.append(said('one')));
  await Promise.resolve();
  const rest = ['two', 'three', 'four'].map((text) =>
    journal.transact((transaction) => transaction.append(said(text))),
  );
  await Promise.all([first, ...rest]);
  expect(transactions.mock.calls.length).toBeLessThanOrEqual(2);
  const texts = (await sessions.wholeJournal('s1')).map(({ body }) => body.type === 'message' && body.text);
  expect(texts).toEqual(['one', 'two', 'three', 'four']);
});

test('R12.1 of works that are committed together one that throws fails alone', async () => {
  const { database } = openDatabase();
  const { sessions } = createStores(database);
  const journal = openJournal(database, 's1', () => undefined);
  const works = ['one', 'bad', 'three'].map((text) =>
    journal.transact(async (transaction) => {
      await transaction.append(said(text));
      if (text === 'bad') throw new Error('no');
      return text;
    }),
  );
  const outcomes = await Promise.allSettled(works);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const record = await sessions.wholeJournal('s1');
  expect(record.map(({ seq, body }) => [seq, body.type === 'message' && body.text])).toEqual([
    [1, 'one'],
    [2, 'three'],
  ]);
});

test('R12.4 a commit that nobody waits for and that fails is reported, and its changes are kept', async () => {
  const { database, faults } = openDatabase();
  const { sessions } = createStores(database);
  const journal = openJournal(database, 's1', () => undefined);
  const full = Object.assign(new Error('no room'), { name: 'QuotaExceededError' });
  const refuse = vi
    .spyOn(database, 'transaction')
    .mockRejectedValueOnce(Object.assign(new Error('aborted'), { inner: full }));
  journal.stage({ entries: [said('one')] });
  await expect.poll(() => faults).toEqual([{ code: 'full' }]);
  refuse.mockRestore();
  await journal.flush();
  expect(await sessions.wholeJournal('s1')).toHaveLength(1);
});

test('R12.4 flush rejects while the storage refuses', async () => {
  const { database } = openDatabase();
  const journal = openJournal(database, 's1', () => undefined);
  vi.spyOn(database, 'transaction').mockRejectedValue(new Error('no room'));
  journal.stage({ entries: [said('one')] });
  await expect(journal.flush()).rejects.toThrow('no room');
});

test('a transaction that has ended writes nothing more', async () => {
  const { database } = openDatabase();
  const { sessions } = createStores(database);
  let kept: JournalTransaction | undefined;
  await openJournal(database, 's1', () => undefined).transact(async (transaction) => void (kept = transaction));
  await expect(kept!.append(said('late'))).rejects.toThrow();
  await expect(kept!.stores.todos.all()).rejects.toThrow();
  expect(await sessions.wholeJournal('s1')).toEqual([]);
});

test('R12.3 two tabs that record the same effect: the second is refused', async () => {
  const { database, name } = openDatabase();
  const tabs = [database, openDatabase(name).database].map((each) => openJournal(each, 's1', () => undefined));
  const tries = tabs.map((tab) => tab.transact((transaction) => transaction.append(said('reply', 's1/t/~intake/1'))));
  const outcomes = await Promise.allSettled(tries);
  expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await createStores(database).sessions.wholeJournal('s1')).toHaveLength(1);
});
