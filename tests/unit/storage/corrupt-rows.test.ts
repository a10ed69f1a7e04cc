import { expect, onTestFinished, test } from 'vitest';
import type { Observable } from '../../../src/ports/observable.ts';
import type { NewJournalEntry } from '../../../src/task/journal.ts';
import { singleEntryFields } from '../../../src/records/calendar-entry.ts';
import { emptyPlan } from '../../../src/plan/plan.ts';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { withPhase, newRun } from '../../../src/task/run.ts';
import { defaultSettings } from '../../../src/records/settings.ts';
import { openJournal } from '../../../src/storage/journal/session-journal.ts';
import { createStores } from '../../../src/storage/stores/stores.ts';
import { openDatabase } from './open-database.ts';

const at = '2026-01-01T10:00:00.000Z';
const times = { created_at: at, updated_at: at, deleted_at: null };
const session = { id: 's1', title: 'One', plan_status: null, steps_ended: 0, steps_total: 0, ...times };
const todo = {
  ...{ id: 't1', title: 'Bread', notes: '', due: null, priority: 'normal' as const, tags: [] },
  ...{ done: false, position: 2, session_id: null, ...times },
};
const entry = {
  ...{ id: 'e1', title: 'Trip', start: at, end: at, all_day: false, zone: 'UTC', place: '', notes: '' },
  ...{ reminder: null, session_id: null, ...times },
  ...singleEntryFields(),
};
const file = {
  ...{ id: 'f1', session_id: 's1', name: 'a.txt', mime: 'text/plain', size: 5, content: 'hello' },
  ...{ kind: 'file' as const, source: null, created_at: at, deleted_at: null },
};
const profile = {
  id: 'main',
  provider: 'x',
  base_url: 'https://example.org',
  model: 'm',
  key_place: 'session' as const,
};
const template = { id: 'p1', name: 'Week', description: '', plan: emptyPlan('p', 'Goal', at), created_at: at };
const said: NewJournalEntry = {
  ...{ session_id: 's1', task_id: null, step_id: null, at },
  body: { type: 'message', kind: 'goal', text: 'one' },
};
const steps = [newStep('step_1', 'First')];
const planned = newRun({ run: 'r1', session: 's1', plan: 'p1' }, 'Goal', at);
const run = withPhase({ ...planned, plan: { ...planned.plan, steps } }, 'executing', at);

const garbage: Record<string, [row: object, key?: string]> = {
  sessions: [{ id: 'bad', listed_at: '2099' }],
  versions: [{ session_id: 's1', n: 2, seq: 2, base: 'x' }],
  fences: [{ session_id: 's1', epoch: 'many' }],
  journal: [{ session_id: 's1', seq: 2, at: 7 }],
  todos: [{ id: 'bad', position: 1 }],
  entries: [{ id: 'bad', start: '2026' }],
  files: [{ id: 'bad', session_id: 's1' }],
  settings: [{ theme: 'purple' }, 'settings'],
  profiles: [{ id: 'bad' }],
  templates: [{ id: 'bad', created_at: 'x' }],
};

async function filled() {
  const { database, faults } = openDatabase();
  const stores = createStores(database);
  await stores.sessions.create(session);
  await stores.todos.save(todo);
  await stores.entries.save(entry);
  await stores.profiles.save(profile);
  await stores.templates.save(template);
  await stores.settings.change(() => defaultSettings);
  const journal = openJournal(database, 's1', () => undefined);
  journal.stage({ run, entries: [said] });
  await journal.transact(({ stores: own }) => own.files.put(file));
  return { database, faults, stores };
}

function now<T>(live: Observable<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    onTestFinished(live.subscribe(resolve, reject));
  });
}

test.each(Object.keys(garbage))(
  'R12.4 a damaged row of %s is named and kept aside, and everything else is read',
  async (table) => {
    const { database, faults, stores } = await filled();
    const [row, key] = garbage[table]!;
    await database.table(table).put(row, key);

    expect((await now(stores.sessions.list(10))).map(({ id }) => id)).toEqual(['s1']);
    expect(await stores.sessions.run('s1')).toEqual(run);
    expect((await stores.sessions.wholeJournal('s1')).map(({ seq }) => seq)).toEqual([1]);
    expect(await now(stores.todos.list())).toEqual([todo]);
    expect(await now(stores.entries.list())).toEqual([entry]);
    expect((await now(stores.files.list('s1'))).map(({ id }) => id)).toEqual(['f1']);
    expect((await stores.files.get('f1'))?.content).toBe('hello');
    expect(await now(stores.profiles.list())).toEqual([profile]);
    expect(await now(stores.templates.list())).toEqual([template]);
    expect(await stores.settings.get()).toEqual(defaultSettings);

    const again = openJournal(database, 's1', () => undefined);
    expect(await again.claim()).toEqual(run);
    again.stage({ run: withPhase(run, 'paused', at), entries: [said] });
    await again.flush();
    expect((await stores.sessions.run('s1'))?.phase).toBe('paused');

    expect(new Set(faults.map((fault) => JSON.stringify(fault))).size).toBe(1);
    expect(faults[0]).toMatchObject({ code: 'damaged', table });
    await expect.poll(() => database.damaged.toArray()).toHaveLength(1);
    expect((await database.damaged.toArray())[0]?.row).toMatchObject(row);
  },
);

test('R12.4 a file whose content is missing is named when it is opened, and the other files stay', async () => {
  const { database, faults, stores } = await filled();
  await database.contents.delete('f1');
  expect(await stores.files.get('f1')).toBeUndefined();
  expect(await now(stores.files.list('s1'))).toHaveLength(1);
  expect(faults).toEqual([{ code: 'damaged', table: 'files', key: 'f1' }]);
});
