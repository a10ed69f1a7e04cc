import { expect, test } from 'vitest';
import type { Plan } from '../../../src/plan/plan.ts';
import type { Step } from '../../../src/plan/step.ts';
import { readPlanFile } from '../../../src/formats/plan-file/read-plan-file.ts';

const context = { planId: 'p', at: '2026-02-01T00:00:00.000Z' };
const signs = { completed: 'x', pending: '.', running: '>', skipped: '-', failed: '!', blocked: '?' } as const;

function written({ goal, steps }: Pick<Plan, 'goal' | 'steps'>): string[] {
  const lines = (all: readonly Step[], indent: string): string[] =>
    all.flatMap(({ description, status, dependencies, plan }) => [
      `${indent}${signs[status]} ${description.replaceAll('\n', ' / ')}${dependencies.length > 0 ? ` <- ${dependencies.join(' ')}` : ''}`,
      ...lines(plan?.steps ?? [], `${indent}  `),
    ]);
  return [goal, ...lines(steps, '')];
}

function read(file: unknown): string[][] {
  const reading = readPlanFile(typeof file === 'string' ? file : JSON.stringify(file), context);
  if (!reading.ok) throw new Error(JSON.stringify(reading.error));
  return [reading, ...(reading.others ?? [])].map(({ plan }) => written(plan));
}
const notes = (file: unknown) => {
  const reading = readPlanFile(JSON.stringify(file), context);
  return reading.ok ? reading.repairs.map(({ code, path, from }) => `${code} ${path} ${from}`) : [];
};

const card = (id: string, name: string, idList: string, more = {}) => ({ id, name, idList, closed: false, ...more });
const board = (cards: object[], more = {}) => ({
  ...{ id: 'b', name: 'Kitchen', actions: [], checklists: [], cards },
  lists: [
    { id: 'l2', name: 'Done', pos: 2 },
    { id: 'l1', name: 'To do', pos: 1 },
    { id: 'l3', name: 'Ideas', closed: true },
  ],
  ...more,
});

test('R2.5 a Trello board: cards are steps, checklists sub-steps, the list Done is done', () => {
  const checklists = [
    {
      id: 'k',
      idCard: 'c1',
      checkItems: [
        { name: 'Tape', state: 'complete' },
        { name: 'Pencil', state: 'incomplete' },
      ],
    },
  ];
  const cards = [
    card('c2', 'Buy tiles', 'l2'),
    card('c1', 'Measure', 'l1', { desc: 'Twice', due: '2026-04-02T10:00:00.000Z' }),
  ];
  expect(read(board(cards, { checklists }))).toEqual([
    ['Kitchen', '. Measure / Twice / 2026-04-02', '  x Tape', '  . Pencil', 'x Buy tiles'],
  ]);
});

test('R2.5 archived cards, and those of archived lists, are left out and named', () => {
  const cards = [card('c1', 'A', 'l1'), card('c2', 'B', 'l1', { closed: true }), card('c3', 'C', 'l3')];
  expect(read(board(cards))).toEqual([['Kitchen', '. A']]);
  expect(notes(board(cards))).toContain('archived  B, C');
});

test('R2.5 a Trello board whose lists say nothing of a status keeps the list with the step', () => {
  const lists = [{ id: 'l1', name: 'Bathroom' }];
  expect(read(board([card('c1', 'A', 'l1', { dueComplete: true, labels: [{ name: 'red' }] })], { lists }))).toEqual([
    ['Kitchen', 'x A / Bathroom / red'],
  ]);
});

const english = { due: 'Due {date}', labels: 'Labels: {labels}', locale: 'en-GB', zone: 'Asia/Shanghai' };
const chinese = { ...english, due: '截止 {date}', labels: '标签：{labels}', locale: 'zh-CN' };

test.each([
  ['English', english, 'Due 6 Dec 2026', 'Labels: red, $& home', 'Due 5 Dec 2026'],
  ['Chinese', chinese, '截止 2026年12月6日', '标签：red, $& home', '截止 2026年12月5日'],
])(
  'R2.5 due days and labels are words of the page, %s: an instant in its time zone',
  (_, exported, due, labels, day) => {
    const first = (file: object) => {
      const reading = readPlanFile(JSON.stringify(file), { ...context, exported });
      return reading.ok ? reading.plan.steps[0]?.description.split('\n') : [];
    };
    const more = { due: '2026-12-05T20:00:00.000Z', labels: [{ name: 'red' }, { name: '$& home' }] };
    expect(first(board([card('c1', 'A', 'l1', more)]))).toEqual(['A', due, labels]);
    const items = [{ id: '1', title: 'B', status: 'needsAction', due: '2026-12-05T00:00:00.000Z' }];
    expect(first({ kind: 'tasks#tasks', title: 'L', items })).toEqual(['B', day]);
  },
);

test('R2.5 a Todoist task says its due day in the words of the page, and its section is named as left out', () => {
  const text = 'TYPE,CONTENT,PRIORITY,INDENT,DATE\nsection,Kitchen,,,\ntask,A,4,1,2026-12-05\ntask,B,4,2,every day';
  const reading = readPlanFile(text, { ...context, exported: chinese });
  expect(reading.ok && written(reading.plan).slice(1)).toEqual(['. A / 截止 2026年12月5日', '  . B / 截止 every day']);
  expect(reading.ok && reading.repairs.map(({ code, path, from }) => [code, path, from])).toContainEqual([
    ...['heading', '2', 'Kitchen'],
  ]);
});

test('R2.5 Google Tasks: each list is a plan, and tasks stand below their parents', () => {
  const task = (id: string, title: string, more = {}) => ({
    kind: 'tasks#task',
    id,
    title,
    status: 'needsAction',
    ...more,
  });
  const lists = [
    {
      kind: 'tasks#tasks',
      title: 'Home',
      items: [task('1', 'Water'), task('2', 'Tap', { status: 'completed', parent: '1' })],
    },
    { kind: 'tasks#tasks', title: 'Work', items: [task('3', 'Invoice', { notes: '14', due: '2026-01-10T00:00:00Z' })] },
  ];
  const expected = [
    ['Home', '. Water', '  x Tap'],
    ['Work', '. Invoice / 14 / 2026-01-10'],
  ];
  expect(read({ kind: 'tasks#taskLists', items: lists })).toEqual(expected);
  expect(read({ items: lists })).toEqual(expected);
  expect(read(lists[1])).toEqual([expected[1]]);
});

test('R2.5 in Google Tasks a deleted task stays out, and one whose parent is gone does not', () => {
  const items = [
    { id: '1', title: 'A', status: 'needsAction', parent: '9' },
    { id: '2', title: 'B', status: 'needsAction', deleted: true },
    { id: '3', title: 'C', status: 'needsAction', parent: '4' },
    { id: '4', title: 'D', status: 'needsAction', parent: '3' },
  ];
  expect(read({ kind: 'tasks#tasks', title: 'L', items })).toEqual([['L', '. A', '. C', '  . D']]);
});

const outline = (...body: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0">\n<head><title>Move &amp; rest</title></head>\n<body>${body.join('\n')}</body></opml>`;

test('R2.5 an outline (OPML) is a plan: topics with their steps, what is checked done', () => {
  expect(
    read(
      outline(
        '<outline text="Before"><outline text="Cancel the lease" _status="checked"/>',
        '<outline text="Book a van &amp; driver" _note="Ask for a ramp"/></outline>',
        "<outline text='After'><outline text='Say &#34;hi&#x22;' complete='true'></outline></outline>",
      ),
    ),
  ).toEqual([
    [
      'Move & rest',
      ...['. Before', '  x Cancel the lease', '  . Book a van & driver / Ask for a ramp', 'x After', '  x Say "hi"'],
    ],
  ]);
});

test('R2.5 an outline deeper than plans go loses nothing; one without steps is refused', () => {
  const deep = `${'<outline text="a">'.repeat(12)}<outline text="b"/>${'</outline>'.repeat(12)}`;
  expect(JSON.stringify(read(outline(deep))).match(/\. [ab]/g)).toHaveLength(13);
  expect(readPlanFile(outline(''), context)).toMatchObject({ ok: false, error: { code: 'no_steps' } });
});

const task = (id: number, title: string, dependencies: (number | string)[], subtasks: object[] = []) => ({
  ...{ id, title, description: title, status: 'pending', dependencies, subtasks },
});

test('R2.5 tasks with gaps: what is gone is left out and named, a dotted id is the sub-step or the step it is in', () => {
  const file = {
    master: {
      tasks: [
        task(1, 'Set up', []),
        task(16, 'Send', [1, 9], [task(1, 'Draft', []), task(2, 'Post', ['16.1'])]),
        task(17, 'Count', ['16.2', '16.1', 16]),
      ],
    },
  };
  expect(read(file)).toEqual([['master', '. Set up', '. Send <- 1', '  . Draft', '  . Post <- 1', '. Count <- 16']]);
  expect(notes(file)).toContain('no_dependency master.tasks[1].dependencies[1] 9');
});

test('R2.5 a sub-step that waits for another task’s, or for itself, waits for nothing it could not reach', () => {
  const file = { tasks: [task(1, 'A', []), task(2, 'B', ['2.1'], [task(1, 'C', ['1.1', '2.1', '2.9'])])] };
  expect(read(file)).toEqual([['A; B', '. A', '. B', '  . C']]);
});

test('R2.6 a dependency on nothing is still refused where ids are names', () => {
  const file = { goal: 'G', steps: [{ id: 'a', description: 'A', dependencies: ['b'] }] };
  expect(readPlanFile(JSON.stringify(file), context)).toMatchObject({
    ok: false,
    error: { code: 'unknown_dependency' },
  });
});

test.each<[string, string, string[]]>([
  [
    'quoted cells with line breaks',
    'TYPE,CONTENT,DESCRIPTION,PRIORITY\ntask,Book the hall,"Ask for:\n- chairs\n- a projector",4\ntask,Print posters,,1\n',
    ['. Book the hall / Ask for: / - chairs / - a projector', '. Print posters'],
  ],
  [
    'a blank line in a quoted cell',
    'Task,Notes\r\nA,"one\r\n\r\ntwo"\r\nB,c\r\n',
    ['. A / Notes: one /  / two', '. B / Notes: c'],
  ],
  ['a doubled quote beside a line break', 'Task;Notes\nA;"say ""hi""\nand go"\n', ['. A / Notes: say "hi" / and go']],
  ['a title of two lines', 'Task,Status\n"Book\nthe hall",Done\n', ['x Book the hall']],
  ['a line that names the separator', 'sep=;\nTask;Status\n"Meier; Sohn";Done\n', ['x Meier; Sohn']],
])('R2.5 a sheet with %s', (_, text, expected) => {
  expect(read(text)[0]?.slice(1)).toEqual(expected);
});
