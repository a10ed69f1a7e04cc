import { describe, expect, test } from 'vitest';
import { contentHash } from '../../../src/values/content-hash.ts';
import type { Todo } from '../../../src/records/todo.ts';
import { loadCallDescription } from '../../../src/tools/described-call.ts';
import { shownToolText } from '../../../src/task/shown-tool-text.ts';
import { createMessageFormatter } from '../../../src/i18n/say-in.ts';
import { toolbox } from '../../../src/tools/registry.ts';
import { todoTool } from '../../../src/tools/todo.ts';
import { LocalSession } from './local-session.ts';

const begin = () => new LocalSession([todoTool]);
const todosOf = (session: LocalSession) => [...session.storage.tables.todos.values()];
const idOf = (result: { output?: unknown }) => (result.output as Todo).id;

async function withThree() {
  const session = begin();
  const ids = [];
  for (const title of ['One', 'Two', 'Three']) ids.push(idOf(await session.call('todo', { action: 'add', title })));
  return { session, ids };
}

const order = async (session: LocalSession) =>
  ((await session.call('todo', { action: 'list' })).output as Todo[]).map(({ title }) => title);

describe('R13.3 text from outside', () => {
  test('a to-do that was written with such text in sight is marked, and so is a list that shows it', async () => {
    const { session, ids } = await withThree();
    expect((await session.call('todo', { action: 'list' })).foreign).toBe(false);
    session.tainted = true;
    await session.call('todo', { action: 'complete', id: ids[0] });
    await session.call('todo', { action: 'update', id: ids[1], notes: 'what a page says' });
    const added = await session.call('todo', { action: 'add', title: 'Four' });
    session.tainted = false;
    expect(todosOf(session).map(({ foreign }) => foreign === true)).toEqual([false, true, false, true]);
    expect((await session.call('todo', { action: 'list', show: 'done' })).foreign).toBe(false);
    expect((await session.call('todo', { action: 'list' })).foreign).toBe(true);
    await session.call('todo', { action: 'update', id: idOf(added), title: 'Five' });
    expect(todosOf(session)[3]).toMatchObject({ title: 'Five', foreign: true });
  });

  test('a change is shown with what is changed, as the person knows it', async () => {
    const { session, ids } = await withThree();
    const input = { action: 'update', id: ids[1], title: 'Second', tags: ['a', 'b'] };
    const call = toolbox([todoTool]).check('todo', input);
    if (!call.ok || call.place !== 'local') throw new Error('no local call');
    expect(call.access).toMatchObject({ rule: 'change', origin: null });
    expect(await session.look((stores) => call.subject?.(stores))).toBe('“Two”\ntitle: Second\ntags: ["a","b"]');
  });
});

describe('adding', () => {
  test('R9.5 add keeps title, notes, due, priority and tags, and says what it wrote', async () => {
    const session = begin();
    const result = await session.call('todo', {
      action: 'add',
      title: 'Buy bread',
      notes: 'rye',
      due: '2026-01-15',
      priority: 'high',
      tags: ['#shop', 'shop', ''],
    });
    const [todo] = todosOf(session);
    expect(result).toMatchObject({ ok: true, output: todo });
    expect(result.text).toContain(`Added to-do “Buy bread” (id ${todo!.id}). Due `);
    expect(todo).toMatchObject({
      title: 'Buy bread',
      notes: 'rye',
      due: '2026-01-15',
      priority: 'high',
      tags: ['shop'],
      done: false,
      session_id: 'session_1',
    });
    expect(result.written).toEqual([{ store: 'todos', id: todo!.id, change: 'put', hash: contentHash(todo!) }]);
  });

  test('R9.5 a due time without an offset is the person’s own', async () => {
    const session = begin();
    await session.call('todo', { action: 'add', title: 'A', due: '2026-01-15T18:30' });
    await session.call('todo', { action: 'add', title: 'B', due: '2026-07-15 18:30' });
    await session.call('todo', { action: 'add', title: 'C', due: '2026-01-15T18:30:00Z' });
    await session.call('todo', { action: 'add', title: 'D', due: '2026-01-15T18:30+05:30' });
    expect(todosOf(session).map(({ due }) => due)).toEqual([
      '2026-01-15T17:30:00.000Z',
      '2026-07-15T16:30:00.000Z',
      '2026-01-15T18:30:00.000Z',
      '2026-01-15T13:00:00.000Z',
    ]);
  });

  test('R9.5 the same to-do added by two steps exists twice', async () => {
    const session = begin();
    await session.call('todo', { action: 'add', title: 'Buy bread' });
    await session.call('todo', { action: 'add', title: 'Buy bread' });
    expect(todosOf(session).map(({ title }) => title)).toEqual(['Buy bread', 'Buy bread']);
  });
});

describe('what a call says that the list does not take', () => {
  const added = async (more: object) => {
    const session = new LocalSession([todoTool]);
    return session.call('todo', { action: 'add', title: 'Pay Möller', ...more });
  };

  test('R9.5 a field that to-dos do not have is named and left out; the call still runs', async () => {
    const result = await added({ reminder: 60, Zeit: '9', place_of: null, extras: [] });
    expect(result).toMatchObject({ ok: true });
    expect(result.text).toContain('[Left out, since todo has no such field: “reminder”, “Zeit”]');
    expect(shownToolText(result.text, 'zh', createMessageFormatter('zh'))).not.toContain('reminder');
    expect((await added({ 优先级: 'high', Tags: ['a'] })).text).not.toContain('Left out');
  });

  test('R9.5 a date that may mean two days is refused, and one that is past is said to be', async () => {
    const refused = await added({ due: '12/3/2026' });
    expect(refused).toMatchObject({ ok: false });
    expect(refused.text).toContain('“due” "12/3/2026" may mean two days: give it as 2026-12-03');
    expect((await added({ due: '24/12/2099' })).ok).toBe(true);
    expect((await added({ due: '2001-12-03' })).text).toContain('This is in the past.');
    expect((await added({ due: '2099-12-03' })).text).not.toContain('past');
  });
});

describe('listing', () => {
  test('R9.5 list shows what is open, done or all, in the order of the list', async () => {
    const { session, ids } = await withThree();
    await session.call('todo', {
      action: 'update',
      id: ids[2],
      due: '2026-01-16T10:00',
      priority: 'low',
      tags: ['a'],
      notes: 'n',
    });
    await session.call('todo', { action: 'complete', id: ids[0] });
    expect((await session.call('todo', { action: 'list' })).text).toBe(
      `2 open to-dos:\n[ ] ${ids[2]!} “Three”, due Fri 2026-01-16 10:00, low priority, #a, notes: n\n[ ] ${ids[1]!} “Two”`,
    );
    expect((await session.call('todo', { action: 'list', show: 'done' })).text).toBe(
      `1 done to-do:\n[x] ${ids[0]!} “One”`,
    );
    expect((await session.call('todo', { action: 'list', show: 'all' })).output).toHaveLength(3);
    expect((await begin().call('todo', { action: 'list' })).text).toBe('There are no open to-dos.');
  });

  test('R9.2 a long list is shown in part', async () => {
    const session = begin();
    for (let at = 0; at < 60; at += 1) await session.call('todo', { action: 'add', title: `T${at}` });
    const { text } = await session.call('todo', { action: 'list' });
    expect(text.split('\n')).toHaveLength(52);
    expect(text).toMatch(/and 10 more$/);
  });
});

describe('changing', () => {
  test('R9.5 update changes what is given and nothing else; none removes the due time', async () => {
    const { session, ids } = await withThree();
    await session.call('todo', { action: 'update', id: ids[0], due: '2026-02-01', notes: 'x' });
    session.clock.advance(1000);
    const result = await session.call('todo', { action: 'update', id: ids[0], title: 'Uno', due: 'none' });
    expect(result.output).toMatchObject({
      title: 'Uno',
      due: null,
      notes: 'x',
      updated_at: '2026-01-14T09:00:01.000Z',
    });
    expect(result.text).toBe(`Changed to-do: [ ] ${ids[0]!} “Uno”, notes: x.`);
  });

  test('R9.5 complete and reopen say so, and write nothing when nothing changes', async () => {
    const { session, ids } = await withThree();
    const done = await session.call('todo', { action: 'complete', id: ids[1] });
    expect(done.text).toBe(`Completed to-do “Two” (id ${ids[1]!}).`);
    const again = await session.call('todo', { action: 'complete', id: ids[1] });
    expect(again).toMatchObject({
      ok: true,
      written: [],
      text: `The to-do “Two” (id ${ids[1]!}) was complete already.`,
    });
    expect((await session.call('todo', { action: 'reopen', title: 'two' })).output).toMatchObject({ done: false });
    expect((await session.call('todo', { action: 'reopen', id: ids[1] })).text).toContain('was open already');
  });

  test('R9.5 move puts a to-do at its place', async () => {
    const { session, ids } = await withThree();
    const result = await session.call('todo', { action: 'move', id: ids[2], place: 1 });
    expect(result.text).toBe(`Moved to-do “Three” (id ${ids[2]!}) to place 1 of 3.`);
    expect(await order(session)).toEqual(['Three', 'One', 'Two']);
    await session.call('todo', { action: 'move', id: ids[2], place: 2 });
    expect(await order(session)).toEqual(['One', 'Three', 'Two']);
    await session.call('todo', { action: 'move', id: ids[0], place: 99 });
    expect(await order(session)).toEqual(['Three', 'Two', 'One']);
  });

  test('R9.5 moving goes on working when no number is left between two neighbours', async () => {
    const { session, ids } = await withThree();
    for (let round = 0; round < 120; round += 1)
      await session.call('todo', { action: 'move', id: ids[1 + (round % 2)], place: 2 });
    expect(await order(session)).toEqual(['One', 'Three', 'Two']);
  });

  test('R9.5 R12.6 delete marks a to-do as deleted and keeps it', async () => {
    const { session, ids } = await withThree();
    const result = await session.call('todo', { action: 'delete', id: ids[0], title: 'One' });
    expect(result.written).toEqual([
      {
        ...{ store: 'todos', id: ids[0], change: 'deleted', hash: expect.any(String) as string },
        row_before: `[ ] ${ids[0]!} “One”`,
      },
    ]);
    expect(session.storage.tables.todos.get(ids[0]!)?.deleted_at).toBe('2026-01-14T09:00:00.000Z');
    expect(await order(session)).toEqual(['Two', 'Three']);
    expect((await session.call('todo', { action: 'complete', id: ids[0] })).text).toBe(
      `The to-do “One” (id ${ids[0]!}) was deleted.`,
    );
  });

  test('R9.12 deleting asks each time and names its object; nothing else asks', () => {
    const box = toolbox([todoTool]);
    const accessOf = (input: unknown) => {
      const call = box.check('todo', input);
      return call.ok ? call.access : null;
    };
    expect(accessOf({ action: 'delete', id: 'todo_1', title: 'Buy bread' })).toEqual({
      origin: null,
      private_address: false,
      subject: '“Buy bread” todo_1',
      rule: 'always_ask',
    });
    expect(accessOf({ action: 'add', title: 'x' })?.rule).toBe('free');
    expect(accessOf({ action: 'move', id: 'x', place: 1 })?.rule).toBe('free');
    for (const action of ['complete', 'reopen']) expect(accessOf({ action, id: 'x' })?.rule).toBe('change');
  });

  test.each([
    [
      { action: 'complete', id: 'nope' },
      'not_found',
      'There is no to-do with the id “nope”. The action list shows the ids.',
    ],
    [
      { action: 'complete', title: 'Nope' },
      'not_found',
      'There is no to-do with the title “Nope”. The action list shows all.',
    ],
  ])('R6.1 %j is answered in plain words', async (input, code, text) => {
    const { session } = await withThree();
    expect(await session.call('todo', input)).toMatchObject({ ok: false, text, failure: { code }, written: [] });
  });

  test('R6.1, R9.12 an id that the model made up does not hide the to-do of exactly that title, which the person is shown', async () => {
    const { session, ids } = await withThree();
    const deletion = { action: 'delete', id: 'todo_3', title: ' two ' };
    const about = await session.look((stores) => loadCallDescription('todo', deletion, stores));
    expect(about).toMatchObject({ what: 'todo.delete', name: 'Two' });
    expect(await session.call('todo', deletion)).toMatchObject({ ok: true, written: [{ id: ids[1] }] });

    const renaming = { action: 'update', id: 'todo_3', title: 'One' };
    expect(await session.call('todo', renaming)).toMatchObject({ failure: { code: 'not_found' }, written: [] });
    await session.call('todo', { action: 'add', title: 'One', due: '2031-01-01' });
    const either = { action: 'delete', id: 'todo_3', title: 'One' };
    expect(await session.look((stores) => loadCallDescription('todo', either, stores))).not.toHaveProperty('at');
    expect(await session.call('todo', either)).toMatchObject({ failure: { code: 'conflict' }, written: [] });
  });

  test('R6.1 a title that several have, or that is not the one agreed to, is a conflict', async () => {
    const { session, ids } = await withThree();
    await session.call('todo', { action: 'add', title: 'One' });
    expect((await session.call('todo', { action: 'complete', title: 'One' })).text).toContain(
      'Several have the title “One”: give the id of one of',
    );
    const wrong = await session.call('todo', { action: 'delete', id: ids[1], title: 'One' });
    expect(wrong).toMatchObject({
      failure: { code: 'conflict' },
      text: `Nothing was deleted: the to-do ${ids[1]!} is “Two”, not “One”.`,
    });
  });
});

describe('content hash', () => {
  const row = { id: 'a', title: 'T', tags: ['x', 'y'], updated_at: '1', position: 1 };
  test('R3.7 it does not change with the order of keys, the time of change or the place', () => {
    expect(contentHash({ position: 9, updated_at: '2', tags: ['x', 'y'], title: 'T', id: 'a' })).toBe(contentHash(row));
  });
  test.each([{ title: 'U' }, { tags: ['y', 'x'] }, { tags: [] }, { done: true }])(
    'R3.7 it changes with %j',
    (change) => {
      expect(contentHash({ ...row, ...change })).not.toBe(contentHash(row));
    },
  );
});
