// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultSettings, type Settings } from '../../../src/records/settings.ts';
import type { Session } from '../../../src/task/session.ts';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import { Palette } from '../../../src/ui/palette/palette.svelte.ts';
import { paletteActions, pressedShortcuts } from '../../../src/ui/palette/palette-actions.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import { createStores } from '../../../src/storage/stores/stores.ts';
import { openDatabase } from '../storage/open-database.ts';

const words = new Translator();
await words.loadAll();
const at = '2026-01-01T10:00:00.000Z';
const session = (id: string, title: string): Session => ({
  ...{ id, title, plan_status: null, steps_ended: 0, steps_total: 0 },
  ...{ created_at: at, updated_at: at, deleted_at: null },
});

let app: App;
let palette: Palette;
let end: () => void;
const changeSettings = vi.fn<(change: Partial<Settings>) => Promise<void>>();
const go = vi.fn();

beforeEach(async () => {
  const { database } = openDatabase();
  const stores = createStores(database);
  const sessions = [session('s1', 'Lindau'), session('s2', 'Bregenz')];
  for (const each of sessions) await stores.sessions.create(each);
  app = {
    words,
    ...{ sessions, session: null, composer: null, finder: null, interrupted: [], settings: defaultSettings },
    ...{ changeSettings, go, newSession: vi.fn(), openSettings: vi.fn() },
    dependencies: { stores, clock: { now: () => at } },
  } as unknown as App;
  end = $effect.root(() => {
    palette = new Palette(app, () => undefined);
  });
});
afterEach(() => end());

const titles = () => palette.groups.map(({ kind, rows }) => [kind, ...rows.map(({ title }) => title)]);
const type = (text: string) => {
  palette.query = text;
  return palette.active?.title;
};

test('R14 before anything is typed, the sessions of late stand first, then all that can be done', () => {
  const [recent, actions] = titles();
  expect(recent).toEqual(['recent', 'Lindau', 'Bregenz']);
  expect(actions).toContain('New session');
  expect(actions).not.toContain('Pause');
  expect(actions).not.toContain('Theme: as the system');
});

test.each([
  ['no model', null, true],
  ['a model of the person', 'p1', false],
])('R11.4 the way back to the demo is offered in a session with %s: %s', (_, profile, isOffered) => {
  const view = { status: {}, run: null, id: 's1' };
  Object.assign(app, { session: view, hasModel: () => profile !== null });
  const actions = paletteActions(app, () => undefined);
  expect(actions.some(({ name }) => name === 'demo')).toBe(isOffered);
});

test.each([
  ['setings dat', 'Settings: your data'],
  ['API key', 'Settings: model connection'],
  ['dark', 'Theme: dark'],
  ['夜间', 'Theme: dark'],
  ['备份', 'Settings: your data'],
  ['/new', 'New session'],
  ['hotkeys', 'Keyboard shortcuts'],
])('R14 “%s” finds “%s”, in either language, with other words and small slips', async (typed, title) => {
  await vi.waitFor(() => expect(type(typed)).toBe(title));
});

test('R14 words that are nearly those of the query stand only where none are just those', async () => {
  const { stores } = app.dependencies;
  const note = { tags: [], foreign: false, session_id: null, created_at: at, updated_at: at, deleted_at: null };
  await stores.sessions.create(session('s3', 'Read the closed site'));
  await stores.notes.save({ ...note, id: 'n1', title: 'Prices', text: 'Rye bread 3.20' });
  const stop = palette.follow();
  await vi.waitFor(() => expect(type('bread')).toBe('Prices'));
  expect(titles()).toEqual([['note', 'Prices']]);
  expect(type('breat')).toBe('Prices');
  stop();
});

test('R14 a row is chosen by its place; the places go round, and typing begins at the first', () => {
  type('theme');
  const [first, second] = palette.rows;
  palette.move(1);
  expect(palette.active).toBe(second);
  palette.move(-2);
  expect(palette.active).toBe(palette.rows.at(-1));
  palette.move(1);
  expect(palette.active).toBe(first);
  palette.move(1);
  type('dark');
  void palette.active?.choose();
  expect(changeSettings).toHaveBeenLastCalledWith({ theme: 'dark' });
});

test('R14 what was found leads to its place', async () => {
  const stop = palette.follow();
  await vi.waitFor(() => expect(palette.reading).toBe(false));
  stop();
  expect(type('bregenz')).toBe('Bregenz');
  void palette.active?.choose();
  expect(go).toHaveBeenLastCalledWith({ session: 's2', pane: 'conversation', thing: null });
  type('zebra');
  expect(palette.active).toBe(null);
  palette.move(1);
  expect(palette.rows).toEqual([]);
});

test.each(['needs you', 'waiting', '等你回应', '需要我'])(
  'R14 “%s” finds the sessions that wait for the person, which show their state',
  async (typed) => {
    const { sessions } = app.dependencies.stores;
    const waiting = { plan_status: 'running', needs_you: true, steps_ended: 1, steps_total: 3 } as const;
    await sessions.create({ ...session('s3', 'Harbour'), ...waiting });
    await sessions.create({ ...session('s4', 'Quay'), plan_status: 'completed', steps_ended: 3, steps_total: 3 });
    const stop = palette.follow();
    await vi.waitFor(() => expect(type(typed)).toBe('Harbour'));
    await vi.waitFor(() => expect(palette.reading).toBe(false));
    expect(titles()).toEqual([['session', 'Harbour']]);
    expect(palette.active?.aside).toMatch(/^needs you\u00a0· 1\/3 · /u);
    type('quay');
    expect(palette.active?.aside).toMatch(/^done\u00a0· 3\/3 · /u);
    stop();
  },
);

test('R14 of many results of a kind the first are shown with the number of all, and the others when asked for', async () => {
  const { sessions, todos } = app.dependencies.stores;
  const todo = { notes: '', due: null, priority: 'normal' as const, tags: [], done: false, position: 1 };
  const row = { ...todo, session_id: null, created_at: at, updated_at: at, deleted_at: null };
  for (let n = 10; n < 35; n += 1) await sessions.create(session(`c${n}`, `合同 ${n} 📊`));
  for (let n = 0; n < 300; n += 1) await todos.save({ ...row, id: `t${n}`, title: `合同 ${n}` });
  const stop = palette.follow();
  await vi.waitFor(() => expect(palette.reading).toBe(false));
  stop();
  const shown = () => palette.groups.map(({ kind, rows }) => [kind, rows.length, rows.at(-1)?.title]);
  type('合同');
  expect(shown()).toEqual([
    ['session', 6, 'Show more (25 in all)'],
    ['todo', 6, 'Show more (300 in all)'],
  ]);
  expect(palette.count).toBe(325);
  void palette.rows[5]?.choose();
  void palette.rows.at(-1)?.choose();
  expect(shown()).toEqual([
    ['session', 25, expect.stringContaining('合同')],
    ['todo', 206, 'Show more (300 in all)'],
  ]);
  void palette.rows.at(-1)?.choose();
  expect(palette.rows).toHaveLength(325);
  type('📊');
  expect(shown()).toEqual([['session', 21, 'Show more (25 in all)']]);
  expect(palette.count).toBe(25);
});

test('R14 results that look the same carry their dates', async () => {
  const todo = { notes: '', due: null, priority: 'normal' as const, tags: [], done: false, position: 1 };
  const row = { ...todo, session_id: null, created_at: at, deleted_at: null };
  const { todos } = app.dependencies.stores;
  await todos.save({ ...row, id: 't1', title: 'Call the tailor', updated_at: '2025-12-03T10:00:00.000Z' });
  await todos.save({ ...row, id: 't2', title: 'Call the tailor', updated_at: '2025-11-04T10:00:00.000Z' });
  await todos.save({ ...row, id: 't3', title: 'Pay the tailor', updated_at: at });
  const stop = palette.follow();
  await vi.waitFor(() => expect(palette.reading).toBe(false));
  stop();
  type('tailor');
  const asides = palette.rows.map(({ title, aside }) => [title, aside]);
  expect(asides).toContainEqual(['Pay the tailor', '']);
  const equal = asides.flatMap(([title, aside]) => (title === 'Call the tailor' ? [aside] : []));
  expect(new Set(equal).size).toBe(2);
  expect(equal.join()).toMatch(/3.*4|4.*3/);
});

test('R14 sessions that look the same carry their time once', async () => {
  await app.dependencies.stores.sessions.create(session('s3', 'Lindau'));
  const stop = palette.follow();
  await vi.waitFor(() => expect(palette.reading).toBe(false));
  stop();
  type('lindau');
  const asides = palette.rows.flatMap(({ kind, aside }) => (kind === 'session' ? [aside] : []));
  expect(asides).toHaveLength(2);
  expect(asides.join()).not.toContain('·');
});

test('WCAG 2.1.4 only a key alone is a shortcut, once for each press', () => {
  const key = { code: '', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, repeat: false };
  expect(pressedShortcuts({ ...key, key: 'N' })).toEqual(['new']);
  expect(pressedShortcuts({ ...key, key: 'p' })).toEqual(['pause', 'continue']);
  expect(pressedShortcuts({ ...key, key: '?' })).toEqual(['shortcuts']);
  expect(pressedShortcuts({ ...key, key: 'x' })).toEqual([]);
  for (const held of ['ctrlKey', 'metaKey', 'altKey', 'repeat'])
    expect(pressedShortcuts({ ...key, key: 'n', [held]: true })).toEqual([]);
});

test.each([
  ['a Russian keyboard', 'т', 'KeyN', ['new']],
  ['a Greek keyboard', 'π', 'KeyP', ['pause', 'continue']],
  ['a French keyboard, whose digits need Shift', '&', 'Digit1', ['conversation']],
  ['a Dvorak keyboard, by its letter', 'n', 'KeyL', ['new']],
  ['a Dvorak keyboard, not by its place', 'b', 'KeyN', []],
])('R14.5 shortcuts on %s', (_, key, code, names) => {
  const held = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, repeat: false };
  expect(pressedShortcuts({ ...held, key, code })).toEqual(names);
  if (key === '&') expect(pressedShortcuts({ ...held, key: '!', code: 'Digit1', shiftKey: true })).toEqual([]);
});
