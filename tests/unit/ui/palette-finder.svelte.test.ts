// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { NewJournalEntry } from '../../../src/task/journal.ts';
import type { Session } from '../../../src/task/session.ts';
import type { SessionFile } from '../../../src/records/session-file.ts';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { emptyPlan } from '../../../src/plan/plan.ts';
import { newRun } from '../../../src/task/run.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { SessionJournal } from '../../../src/ports/journal.ts';
import { PaletteFinder } from '../../../src/ui/palette/palette-finder.svelte.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { openJournal } from '../../../src/storage/journal/session-journal.ts';
import type { CairnDatabase } from '../../../src/storage/database.ts';
import { createStores } from '../../../src/storage/stores/stores.ts';
import { openDatabase } from '../storage/open-database.ts';

const at = '2026-01-01T10:00:00.000Z';
const clock = { now: () => '2026-01-05T10:00:00.000Z' } as Clock;
const session = (id: string, title = id, updated_at = at): Session => ({
  ...{ id, title, plan_status: null, steps_ended: 0, steps_total: 0 },
  ...{ created_at: at, updated_at, deleted_at: null },
});
const file = (id: string, session_id: string, name: string, content: string): SessionFile => ({
  ...{ id, session_id, name, content, mime: 'text/markdown', size: content.length },
  ...{ kind: 'file', source: null, created_at: at, deleted_at: null },
});
const said = (session_id: string, kind: 'goal' | 'reply' | 'command', text: string): NewJournalEntry => ({
  ...{ session_id, task_id: null, step_id: null, at },
  body: { type: 'message', kind, text },
});

async function record(
  database: CairnDatabase,
  sessionId: string,
  change: Parameters<SessionJournal['stage']>[0],
): Promise<void> {
  const journal = openJournal(database, sessionId, (error) => expect.fail(String(error)));
  await journal.claim();
  journal.stage(change);
  await journal.flush();
}

const zh = new Translator();
await zh.setLanguage('zh');
await zh.loadAll();

function world(words = new Translator()) {
  const { database } = openDatabase();
  const stores = createStores(database);
  const finder = new PaletteFinder(stores, clock, words);
  const found = (query: string, nearly = false) =>
    finder.find(query, nearly).map(({ thing }) => `${thing.kind} ${thing.session ?? '-'} ${thing.thing ?? '-'}`);
  return { database, stores, finder, found };
}

test('R14 all that is kept is found by its words, in whatever script', async () => {
  const { database, stores, finder, found } = world();
  await stores.sessions.create(session('s1', 'Journey to Lindau'));
  await record(database, 's1', {
    entries: [
      said('s1', 'goal', 'Find a quiet harbour'),
      said('s1', 'command', '/help harbour'),
      said('s1', 'command', '/todo 给奶奶打电话'),
    ],
  });
  await stores.files.add(file('f1', 's1', '清单.md', `${'Zeile\n'.repeat(1500)}黑麦面包 and lamp oil`));
  await stores.todos.save({
    ...{ id: 't1', title: 'Pack the bag', notes: '', due: null, priority: 'normal', tags: ['red'], done: false },
    ...{ position: 1, session_id: null, created_at: at, updated_at: at, deleted_at: null },
  });
  await stores.notes.save({
    ...{ id: 'n1', title: 'Seats', text: '妈妈喜欢靠窗的座位。', tags: [], foreign: false },
    ...{ session_id: null, created_at: at, updated_at: at, deleted_at: null },
  });
  await finder.update();
  expect(finder.reading).toBe(false);
  expect(found('lindau')).toEqual(['session s1 -']);
  expect(found('quiet harb')).toEqual(['message s1 1']);
  expect(found('奶奶')).toEqual(['message s1 3']);
  expect(found('harbor')).toEqual([]);
  expect(found('harbor', true)).toEqual(['message s1 1']);
  expect(found('黑麦 lamp')).toEqual(['file s1 f1']);
  expect(found('清单')).toEqual(['file s1 f1']);
  expect(found('red bag')).toEqual(['todo - t1']);
  expect(found('靠窗')).toEqual(['note - n1']);
  expect(found('窗靠')).toEqual([]);
  expect(finder.find('lamp', false)[0]?.text).toContain('lamp oil');
  expect(finder.titleOf('s1')).toBe('Journey to Lindau');
});

test('R14 of a chart or a page the words are found and shown, not its markup', async () => {
  const { stores, finder, found } = world();
  await stores.sessions.create(session('s1'));
  const svg =
    '<svg><style>text{fill:red}</style><title>月別売上</title><text x="4" fill="#5f5c52">2月 &amp; 3月</text></svg>';
  await stores.files.add({ ...file('f1', 's1', '売上.svg', svg), mime: 'image/svg+xml' });
  const page = '<script>const fill = 1;</script><p class="fill">Lamp <b>oil</b></p>';
  await stores.files.add({ ...file('f2', 's1', 'page.html', page), mime: 'text/html' });
  await finder.update();
  expect(found('fill')).toEqual([]);
  expect(found('lamp oil')).toEqual(['file s1 f2']);
  expect(finder.find('2月', false)[0]?.text.replace(/\s+/g, ' ')).toBe('月別売上 2月 & 3月');
});

test('R14 steps are found with what came of them; those of earlier tasks lead to the conversation', async () => {
  const { database, stores, finder, found } = world();
  const run = newRun({ run: 'r2', session: 's1', plan: 'p2' }, 'Sail', at);
  const step = {
    ...{ id: 'step_7', description: 'Hoist the mainsail', status: 'completed' as const, dependencies: [] },
    ...{ result: 'It stands in the breeze', error: null, attempts: 1, started_at: at, ended_at: at },
  };
  await stores.sessions.create({ ...session('s1'), steps_total: 1 });
  const entries: NewJournalEntry[] = [
    {
      ...{ session_id: 's1', task_id: 'r1', step_id: 'step_1', at },
      body: { type: 'plan_step_start', index: 1, total: 1, description: 'Buy a rope' },
    },
    {
      ...{ session_id: 's1', task_id: 'r1', step_id: 'step_1', at },
      body: { type: 'plan_step_end', status: 'completed', summary: 'Twelve fathoms of hemp' },
    },
  ];
  await record(database, 's1', { run: { ...run, plan: { ...emptyPlan('p2', 'Sail', at), steps: [step] } }, entries });
  await finder.update();
  expect(found('mainsail breeze')).toEqual(['step s1 step_7']);
  expect(found('rope hemp')).toEqual(['message s1 1']);
});

test('R14 the outcome of a step is found and shown in the language of the page, without ids', async () => {
  const { database, stores, finder } = world(zh);
  const run = newRun({ run: 'r2', session: 's1', plan: 'p2' }, '办事', at);
  const result = (title: string) => `Added to-do “${title}” (id todo_93c560fdb68fc1b9).`;
  const step = { ...newStep('step_7', '加待办'), status: 'completed' as const, result: result('买牛奶'), ended_at: at };
  await stores.sessions.create({ ...session('s1'), steps_total: 1 });
  const own = { session_id: 's1', task_id: 'r1', step_id: 'step_1', at };
  const entries: NewJournalEntry[] = [
    { ...own, body: { type: 'plan_step_start', index: 1, total: 1, description: '早先一步' } },
    { ...own, body: { type: 'plan_step_end', status: 'completed', summary: result('取包裹') } },
  ];
  await record(database, 's1', { run: { ...run, plan: { ...emptyPlan('p2', '办事', at), steps: [step] } }, entries });
  await finder.update();
  for (const title of ['买牛奶', '取包裹']) {
    const [found] = finder.find(title, false);
    expect(found?.text).toContain(`“${title}”`);
    expect(found?.text).not.toMatch(/Added|todo_/);
  }
});

test('R14 what is changed, said, removed and added in any session is known the next time', async () => {
  const { database, stores, finder, found } = world();
  await stores.sessions.create(session('s1', 'Lindau'));
  await stores.sessions.create(session('s2', 'Bregenz'));
  await stores.files.add(file('f1', 's1', 'a.md', 'lamp oil'));
  await finder.update();
  await record(database, 's1', { entries: [said('s1', 'reply', 'The lake is calm')] });
  await stores.sessions.rename('s2', 'Konstanz');
  await stores.files.remove('f1', at);
  await stores.files.add(file('f2', 's2', 'b.md', 'paraffin'));
  await finder.update();
  expect(found('calm')).toEqual(['message s1 1']);
  expect(found('bregenz')).toEqual([]);
  expect(found('konstanz')).toEqual(['session s2 -']);
  expect(found('lamp')).toEqual([]);
  expect(found('paraffin')).toEqual(['file s2 f2']);
  await stores.sessions.remove('s2', at);
  await finder.update();
  expect(found('paraffin')).toEqual([]);
  expect(found('konstanz')).toEqual([]);
});

test('R14 what is newer stands higher among equals, and pictures are found by their names alone', async () => {
  const { stores, finder, found } = world();
  await stores.sessions.create(session('old', 'Harbour', '2020-01-01T10:00:00.000Z'));
  await stores.sessions.create(session('new', 'Harbour', '2026-01-04T10:00:00.000Z'));
  await stores.files.add({ ...file('f1', 'new', 'sea.png', 'data:image/png;base64,harbour'), mime: 'image/png' });
  await finder.update();
  expect(found('harbour')).toEqual(['session new -', 'session old -']);
  expect(found('sea png')).toEqual(['file new f1']);
});

test('R12.7 it gives way to the page while it reads, and can be stopped', async () => {
  const { stores, finder, found } = world();
  for (let n = 0; n < 450; n += 1) await stores.sessions.create(session(`s${n}`, `Harbour ${n}`));
  const work = finder.update();
  finder.stop();
  await work;
  expect(found('harbour').length).toBeLessThan(450);
  await finder.update();
  expect(found('harbour')).toHaveLength(450);
});
