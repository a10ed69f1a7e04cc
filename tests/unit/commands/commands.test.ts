import { describe, expect, test } from 'vitest';
import { runScheduleCommand } from '../../../src/commands/schedule-command.ts';
import { runTodoCommand } from '../../../src/commands/todo-command.ts';
import { runViewCommand } from '../../../src/commands/view-command.ts';
import { emptyPlan } from '../../../src/plan/plan.ts';
import type { CalendarEntry } from '../../../src/records/calendar-entry.ts';
import type { ScheduledRun } from '../../../src/records/scheduled-run.ts';
import type { Todo } from '../../../src/records/todo.ts';
import type { Observable } from '../../../src/ports/observable.ts';
import { FakeClock } from '../../fakes/fake-clock.ts';

/** Rows that answer like the stores do, now or a moment later. */
function rows<T extends { id: string }>(soon: boolean) {
  const table = new Map<string, T>();
  let listeners = 0;
  const live: Observable<T[]> = {
    subscribe(next) {
      listeners += 1;
      if (soon) void Promise.resolve().then(() => next([...table.values()]));
      else next([...table.values()]);
      return () => (listeners -= 1);
    },
  };
  return {
    table,
    listeners: () => listeners,
    list: () => live,
    save: async (row: T) => void table.set(row.id, row),
    saveAll: async (all: readonly T[]) => all.forEach((row) => table.set(row.id, row)),
    get: async (id: string) => table.get(id),
  };
}

function begin(soon = true) {
  return {
    todos: rows<Todo>(soon),
    entries: rows<CalendarEntry>(soon),
    scheduledRuns: rows<ScheduledRun>(soon),
    clock: new FakeClock('2026-01-14T09:00:00.000Z', 1, 'Europe/Berlin'),
    sessionId: 'session_1',
  };
}

describe('/todo', () => {
  test('R10.1 adds a to-do, with a time if the text names one', async () => {
    const ports = begin();
    expect(await runTodoCommand('Buy bread', ports)).toMatchObject({
      ...{ kind: 'todo_added', again: null },
      todo: { title: 'Buy bread', due: null },
    });
    expect(await runTodoCommand('Buy milk tomorrow', ports)).toMatchObject({
      todo: { title: 'Buy milk', due: '2026-01-15' },
    });
    expect(await runTodoCommand('明天下午三点 交报告', ports)).toMatchObject({
      todo: { title: '交报告', due: '2026-01-15T14:00:00.000Z' },
    });
    expect(
      [...ports.todos.table.values()]
        .sort((a, b) => a.position - b.position)
        .map(({ title, due, session_id, done }) => [title, due, session_id, done]),
    ).toEqual([
      ['交报告', '2026-01-15T14:00:00.000Z', 'session_1', false],
      ['Buy milk', '2026-01-15', 'session_1', false],
      ['Buy bread', null, 'session_1', false],
    ]);
    expect(ports.todos.listeners()).toBe(0);
  });

  test.each([true, false])('R10.1 alone it lists what is open (answered soon: %s)', async (soon) => {
    const ports = begin(soon);
    expect(await runTodoCommand('', ports)).toMatchObject({ code: 'todo_empty' });
    await runTodoCommand('One', ports);
    await runTodoCommand('Two', ports);
    const [first] = [...ports.todos.table.values()];
    await ports.todos.save({ ...first!, done: true });
    expect(await runTodoCommand('  ', ports)).toMatchObject({ kind: 'todos', todos: [{ title: 'Two' }] });
    expect(ports.todos.listeners()).toBe(0);
  });

  test('R10.1 the verb of “/todo add” is no part of the title, and “/todo list” lists', async () => {
    const ports = begin();
    for (const text of [
      'add Buy bread',
      '添加 买面包 明天',
      '新增：买牛奶',
      'Add tests to the parser',
      'additional chairs',
    ])
      await runTodoCommand(text, ports);
    for (const text of ['list', 'show', '列表', ' 全部 '])
      expect(await runTodoCommand(text, ports)).toMatchObject({ kind: 'todos' });
    expect([...ports.todos.table.values()].map(({ title }) => title)).toEqual([
      'Buy bread',
      '买面包',
      '买牛奶',
      'Add tests to the parser',
      'additional chairs',
    ]);
  });

  test('R10.1 a time without anything to do is said to be one', async () => {
    const ports = begin();
    expect(await runTodoCommand('tomorrow 3pm', ports)).toEqual({
      kind: 'sentence',
      code: 'todo_needs_title',
      params: { text: 'tomorrow 3pm' },
    });
    expect(ports.todos.table.size).toBe(0);
  });

  test('R10.1 what is due in a span of days is due on its last', async () => {
    expect(await runTodoCommand('Tidy up this weekend', begin())).toMatchObject({ todo: { due: '2026-01-18' } });
  });

  test.each([
    ['every Monday take out the bins', 'every Monday take out the bins', '2026-01-19'],
    ['take out the bins every Monday at 9', 'take out the bins every Monday at 9', '2026-01-19T08:00:00.000Z'],
    ['每周一倒垃圾', '每周一倒垃圾', '2026-01-19'],
    ['每月15号 交房租', '每月15号 交房租', '2026-01-15'],
  ])('R10.1 “%s” keeps its words, is due the first time, and says how to repeat', async (text, title, due) => {
    expect(await runTodoCommand(text, begin())).toMatchObject({ todo: { title, due }, again: title });
  });

  test.each([
    ['call grandma tomorrow at 5pm urgent', 'call grandma', 'high'],
    ['urgent: call grandma', 'call grandma', 'high'],
    ['下周五交房租 重要', '交房租', 'high'],
    ['重要 交房租', '交房租', 'high'],
    ['water the plants, not urgent', 'water the plants', 'low'],
    ['交房租 不急', '交房租', 'low'],
    ['call grandma urgent !low', 'call grandma urgent', 'low'],
    ['say that the rent is important', 'say that the rent is important', 'high'],
    ['call Bob, it’s not urgent', 'call Bob, it’s not urgent', 'low'],
    ['answer the urgent letter', 'answer the urgent letter', 'normal'],
    ['Urgent care appointment', 'Urgent care appointment', 'normal'],
    ['写下最重要的事', '写下最重要的事', 'normal'],
    ['明天 去 超市', '去 超市', 'normal'],
  ])('R10.1 “%s” is “%s” and means the priority', async (text, title, priority) => {
    expect(await runTodoCommand(text, begin())).toMatchObject({ todo: { title, priority }, again: null });
  });
});

describe('/schedule', () => {
  test('R10.1 says of a time that has passed that it has, and refuses none that was named', async () => {
    const ports = begin();
    expect(await runScheduleCommand('today 0:05 Call', ports)).toMatchObject({ code: 'entry_added', past: true });
    expect(await runScheduleCommand('yesterday holiday', ports)).toMatchObject({ code: 'entry_added', past: true });
    for (const text of ['today holiday', 'tomorrow 9:00 Call'])
      expect(await runScheduleCommand(text, ports)).not.toHaveProperty('past');
  });

  test('R10.1 adds an entry of an hour, of the span given, or of whole days', async () => {
    const ports = begin();
    expect(await runScheduleCommand('tomorrow 3pm Dentist', ports)).toEqual({
      kind: 'sentence',
      code: 'entry_added',
      params: { title: 'Dentist', start: '2026-01-15T14:00:00.000Z', end: '2026-01-15T15:00:00.000Z' },
    });
    expect(await runScheduleCommand('下周一上午九点到十点半 例会', ports)).toMatchObject({
      params: { title: '例会', start: '2026-01-19T08:00:00.000Z', end: '2026-01-19T09:30:00.000Z' },
    });
    await runScheduleCommand('Jan 20-22 trip', ports);
    expect([...ports.entries.table.values()].at(-1)).toMatchObject({
      title: 'trip',
      start: '2026-01-20',
      end: '2026-01-22',
      all_day: true,
      zone: 'Europe/Berlin',
    });
  });

  test('R10.1 the verb of “/schedule add” is no part of the title, and “/schedule list” lists', async () => {
    const ports = begin();
    for (const text of ['add tomorrow 3pm Dentist', '添加 明天下午三点 看牙医'])
      expect(await runScheduleCommand(text, ports)).toMatchObject({
        kind: 'sentence',
        params: { start: '2026-01-15T14:00:00.000Z' },
      });
    expect([...ports.entries.table.values()].map(({ title }) => title)).toEqual(['Dentist', '看牙医']);
    expect(await runScheduleCommand('list', ports)).toMatchObject({ kind: 'entries' });
  });

  test.each([
    ['remind me at 18:02 to feed the cat', 'feed the cat', 0],
    ['remind me in 20 minutes to call the lab', 'call the lab', 0],
    ['明天下午三点提醒我打电话', '打电话', 0],
    ['tomorrow 3pm write to remind me of Bob', 'write to remind me of Bob', null],
    ['后天上午十点去银行办贷款，提前一小时提醒我', '去银行办贷款', 60],
    ['后天上午十点去银行 提前半小时提醒我一下。', '去银行', 30],
    ['后天上午十点去银行，提醒我', '去银行', 0],
    ['后天去银行，提前1天提醒我', '去银行', 1440],
    ['后天去银行，提醒我', '去银行', null],
    ['后天上午十点去银行，提醒我带身份证', '去银行，提醒我带身份证', null],
    ['后天上午十点让小王提前一小时提醒我', '让小王提前一小时提醒我', null],
    ['tomorrow 3pm dentist, remind me 30 minutes before', 'dentist', 30],
    ['tomorrow 3pm dentist, and please remind me half an hour beforehand.', 'dentist', 30],
    ['tomorrow 3pm ask Bob to remind me', 'ask Bob to remind me', null],
  ])(
    'R10.1 “%s” asks for a reminder if it says so at its beginning or in its last clause',
    async (text, title, reminder) => {
      const ports = begin();
      await runScheduleCommand(text, ports);
      expect([...ports.entries.table.values()]).toMatchObject([{ title, reminder }]);
    },
  );

  test.each([
    "cancel tomorrow's call with the lab",
    'move the lab call to Friday 9am',
    'reschedule call with lab tomorrow',
    'move the lab call from Thursday 3pm to Friday 9am',
  ])('R10.1 “%s” adds nothing where such an entry is in the calendar, unless “add” says so', async (text) => {
    const ports = begin();
    await runScheduleCommand('tomorrow 3pm Call with lab', ports);
    expect(await runScheduleCommand(text, ports)).toMatchObject({ code: 'entry_change', params: { text } });
    expect(ports.entries.table.size).toBe(1);
    expect(await runScheduleCommand(`add ${text}`, ports)).toMatchObject({ kind: 'sentence' });
    expect(ports.entries.table.size).toBe(2);
  });

  test.each(['取消明天的例会', '把例会改到后天上午9点'])(
    'R10.1 “%s” adds nothing where 例会 is in the calendar',
    async (text) => {
      const ports = begin();
      await runScheduleCommand('明天上午9点 例会', ports);
      expect(await runScheduleCommand(text, ports)).toMatchObject({ code: 'entry_change' });
    },
  );

  test.each([
    ['Saturday 12:00 Dinner with Tom', 'Change tyres with Jim Saturday 10:00'],
    ['Monday 16:00 Pick up the kids', 'Drop the car off Monday 8:00'],
    ['Saturday 12:00 Lunch for Anna', 'Remove snow for neighbour Saturday 9:00'],
    ['tomorrow 12:00 Saturday market', 'Move furniture Saturday 9:00'],
    ['Saturday 14:00 Oil painting class', 'Change oil Saturday 10:00'],
    ['明天下午3点 健身', '取消健身卡 明天9点'],
  ])('R10.1 with “%s” in the calendar, “%s” is a new entry', async (stored, text) => {
    const ports = begin();
    await runScheduleCommand(stored, ports);
    expect(await runScheduleCommand(text, ports)).toMatchObject({ code: 'entry_added' });
    expect(ports.entries.table.size).toBe(2);
  });

  test('R10.1 “cancel” and “move” begin a title where no entry is meant', async () => {
    const ports = begin();
    expect(await runScheduleCommand('cancel gym membership tomorrow', ports)).toMatchObject({ code: 'entry_added' });
  });

  test('R9.6 an all-day entry overlaps nothing, as in /view', async () => {
    const ports = begin();
    await runScheduleCommand('tomorrow holiday', ports);
    expect(await runScheduleCommand('tomorrow 3pm Dentist', ports)).toMatchObject({ code: 'entry_added' });
  });

  test('R10.1 an exception of a repetition is refused by its own sentence', async () => {
    const text = 'every second Tuesday 9am call except 22 December';
    const refused = await runScheduleCommand('every second Tuesday except 22 December 9am call', begin());
    expect(refused).toMatchObject({ code: 'unreadable_except' });
    expect(await runScheduleCommand(text, begin())).toMatchObject({ kind: 'sentence' });
  });

  test('R9.6 an overlap is said', async () => {
    const ports = begin();
    await runScheduleCommand('tomorrow 3pm Dentist', ports);
    expect(await runScheduleCommand('tomorrow 3:30pm Call', ports)).toMatchObject({
      code: 'entry_added_overlapping',
      params: { others: '“Dentist”' },
    });
  });

  test('R10.1 alone it lists what is to come', async () => {
    const ports = begin();
    expect(await runScheduleCommand('', ports)).toMatchObject({ code: 'entries_empty' });
    await runScheduleCommand('tomorrow 5pm Late', ports);
    await runScheduleCommand('tomorrow 3pm Early', ports);
    await runScheduleCommand('yesterday 3pm Past', ports);
    expect(await runScheduleCommand('', ports)).toMatchObject({
      kind: 'entries',
      entries: [{ title: 'Early' }, { title: 'Late' }],
    });
  });

  test.each([
    ['Dentist', 'entry_not_understood'],
    ['tomorrow 3pm', 'entry_needs_title'],
  ])('R10.1 “%s” is answered with an example', async (text, code) => {
    const ports = begin();
    expect(await runScheduleCommand(text, ports)).toEqual({ kind: 'sentence', code, params: { text } });
    expect(ports.entries.table.size).toBe(0);
  });
});

test.each([
  ['2月30日 上午九点 测试', 'unreadable_date'],
  ['Feb 30 9am test', 'unreadable_date'],
  ['明天 25点 开会', 'unreadable_clock'],
  ['tomorrow 25:00 call', 'unreadable_clock'],
  ['农历八月十五 中秋聚餐', 'unreadable_lunar'],
  ['每月1号到5号 值班', 'unreadable_repeat'],
  ['twice a week gym', 'unreadable_repeat'],
])('R10.1 “%s” is refused by name in /schedule and /todo, and nothing is saved', async (text, code) => {
  const ports = begin();
  const refusal = { kind: 'sentence', code, params: { text } };
  expect(await runScheduleCommand(text, ports)).toEqual(refusal);
  expect(await runTodoCommand(text, ports)).toEqual(refusal);
  expect(ports.entries.table.size + ports.todos.table.size).toBe(0);
});

describe('/view', () => {
  async function filled() {
    const ports = begin();
    for (const text of [
      'today 6pm Gym',
      'tomorrow 3pm Dentist',
      'Jan 14 to Jan 16 Fair',
      'Jan 28 10am Review',
      'Feb 3 10am Later',
    ])
      await runScheduleCommand(text, ports);
    for (const text of ['Overdue yesterday', 'Now today', 'Soon Friday', 'Later Jan 30', 'Never'])
      await runTodoCommand(text, ports);
    return ports;
  }
  const titles = (list: { title: string }[]) => list.map(({ title }) => title);

  test.each([
    ['', '2026-01-14', '2026-01-14', ['Fair', 'Gym'], ['Overdue', 'Now']],
    ['today', '2026-01-14', '2026-01-14', ['Fair', 'Gym'], ['Overdue', 'Now']],
    ['WEEK', '2026-01-12', '2026-01-18', ['Fair', 'Gym', 'Dentist'], ['Overdue', 'Now', 'Soon']],
    ['本月', '2026-01-01', '2026-01-31', ['Fair', 'Gym', 'Dentist', 'Review'], ['Overdue', 'Now', 'Soon', 'Later']],
  ])('R10.1 /view %s shows that time', async (text, from, until, entries, todos) => {
    const answer = await runViewCommand(text, await filled());
    if (answer.kind !== 'agenda') throw new Error(answer.kind);
    expect([answer.from, answer.until]).toEqual([from, until]);
    expect(titles(answer.entries)).toEqual(entries);
    expect(titles(answer.todos)).toEqual(todos);
  });

  test.each([
    ['today', ['2026-01-14T17:00:00.000Z']],
    ['tomorrow', ['2026-01-15T07:00:00.000Z', '2026-01-15T17:00:00.000Z']],
    ['2026-01-16', ['2026-01-16T17:00:00.000Z']],
    ['2026-01-13', []],
  ])('R9.11, R10.1 /view %s shows the plans that start then, as the calendar does', async (text, starts) => {
    const ports = begin();
    const evening: ScheduledRun = {
      ...{ id: 'a', name: 'Evening', plan: emptyPlan('p', 'Sum the day up', ''), first: '2026-01-10T18:00' },
      ...{ zone: 'Europe/Berlin', repeat: 'FREQ=DAILY', next_at: '2026-01-14T17:00:00.000Z', started: null },
      ...{ active: true, created_at: '', deleted_at: null },
    };
    await ports.scheduledRuns.save(evening);
    await ports.scheduledRuns.save({ ...evening, id: 'b', active: false });
    await ports.scheduledRuns.save({ ...evening, id: 'c', repeat: null, next_at: null });
    const once = { first: '2026-01-15T08:00', repeat: null, next_at: '2026-01-15T07:00:00.000Z' };
    await ports.scheduledRuns.save({ ...evening, ...once, id: 'd', name: 'Morning' });
    const answer = await runViewCommand(text, ports);
    expect(answer.kind === 'agenda' ? answer.plans.map(({ start }) => start) : []).toEqual(starts);
  });

  test('R10.1 the plan, an empty day and an unknown word', async () => {
    expect(await runViewCommand('plan', begin())).toEqual({ kind: 'plan' });
    expect(await runViewCommand('today', begin())).toEqual({
      kind: 'sentence',
      code: 'view_empty_day',
      params: { from: '2026-01-14' },
    });
    expect(await runViewCommand('year', begin())).toEqual({
      kind: 'sentence',
      code: 'view_not_understood',
      params: { text: 'year' },
    });
  });
});
