import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createEmptySession } from '../../../src/engine/create-empty-session.ts';
import Overlays from '../../../src/ui/app/Overlays.svelte';
import { paletteActions } from '../../../src/ui/palette/palette-actions.ts';
import BinDialog from '../../../src/ui/session/BinDialog.svelte';
import SelectSessions from '../../../src/ui/session/SelectSessions.svelte';
import Sessions from '../../../src/ui/session/Sessions.svelte';
import { watchWaitingSessions } from '../../../src/ui/background/waiting-sessions.svelte.ts';
import TabTitle from '../../../src/ui/app/TabTitle.svelte';
import type { Session } from '../../../src/task/session.ts';
import { openApp } from '../support/open-app.ts';
import { show } from '../support/mount.ts';

const list = page.getByRole('navigation', { name: 'Sessions' });
const row = (title: string) => list.getByRole('link', { name: new RegExp(`^${title} `) });
const choose = async (title: string, name: string) => {
  await page.getByRole('button', { name: `Options for ${title}` }).click();
  await page.getByRole('menuitem', { name }).click();
};

async function sessions() {
  const desk = await openApp();
  for (const title of ['Lindau', 'Bregenz']) await desk.app.newSession(title);
  show(Overlays, { app: desk.app }, desk.page);
  show(Sessions, { app: desk.app }, desk.page);
  await expect.element(row('Lindau')).toBeVisible();
  return desk;
}

test('R8.6 the list says that there is no session only once it is read', async () => {
  const desk = await openApp();
  let read: (listed: []) => void = () => undefined;
  Object.assign(desk.app.dependencies.stores.sessions, {
    list: () => ({ subscribe: (next: typeof read) => ((read = next), () => undefined) }),
  });
  show(Sessions, { app: desk.app }, desk.page);
  await expect.element(list.getByRole('button', { name: 'New session' })).toBeVisible();
  const none = list.getByText('Your conversations will be listed here.');
  await expect.element(none).not.toBeInTheDocument();
  read([]);
  await expect.element(none).toBeVisible();
});

test('the open session is marked, and a press opens another one', async () => {
  await sessions();
  await expect.element(row('Bregenz')).toHaveAttribute('aria-current', 'page');
  await row('Lindau').click();
  await expect.element(row('Lindau')).toHaveAttribute('aria-current', 'page');
  await expect.element(row('Bregenz')).not.toHaveAttribute('aria-current');
});

test('a session is a link with its own address, which the browser opens in another tab if it is asked to', async () => {
  const { app } = await sessions();
  const lindau = app.sessions.find(({ title }) => title === 'Lindau');
  const link = row('Lindau').element() as HTMLElement;
  expect(link.getAttribute('href')).toBe(`#/s/${lindau?.id}`);
  const leftToBrowser: boolean[] = [];
  const note = (event: MouseEvent) => {
    leftToBrowser.push(!event.defaultPrevented);
    event.preventDefault();
  };
  window.addEventListener('click', note);
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey', null])
    link.dispatchEvent(
      new MouseEvent('click', { bubbles: true, cancelable: true, ...(key !== null && { [key]: true }) }),
    );
  window.removeEventListener('click', note);
  expect(leftToBrowser).toEqual([true, true, true, false]);
  await expect.element(row('Lindau')).toHaveAttribute('aria-current', 'page');
  for (const [title, key] of [
    ['Bregenz', ' '],
    ['Lindau', '{Enter}'],
  ] as const) {
    (row(title).element() as HTMLElement).focus();
    await userEvent.keyboard(key);
    await expect.element(row(title)).toHaveAttribute('aria-current', 'page');
  }
});

test('R14.5 of two sessions pressed in turn only the one that was opened is said to be open', async () => {
  const { app } = await sessions();
  for (const title of ['Konstanz', 'Arbon']) await app.newSession(title);
  await expect.element(row('Arbon')).toBeVisible();
  const spoken: string[] = [];
  const region = document.querySelector('[data-spoken]') ?? document.body;
  new MutationObserver(() => spoken.push(region.textContent.trim())).observe(region, { childList: true });
  for (const title of ['Konstanz', 'Arbon']) (row(title).element() as HTMLElement).click();
  await expect.poll(() => spoken.join()).toContain('Arbon');
  expect(spoken.join()).not.toContain('Konstanz');
});

test('a session is renamed by Enter or by leaving the field, not by Escape nor to nothing', async () => {
  const { app } = await sessions();
  const field = page.getByRole('textbox', { name: 'Title' });
  await choose('Lindau', 'Rename');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('Island{Enter}');
  await expect.element(row('Island')).toBeVisible();
  await choose('Island', 'Rename');
  await userEvent.keyboard('Other{Escape}');
  await expect.element(row('Island')).toBeVisible();
  await choose('Island', 'Rename');
  await userEvent.keyboard('   {Enter}');
  await expect.element(row('Island')).toBeVisible();
  await choose('Island', 'Rename');
  await userEvent.keyboard('Lake');
  await row('Bregenz').click();
  await expect.element(row('Lake')).toBeVisible();
  expect(app.sessions.map(({ title }) => title).sort()).toEqual(['Bregenz', 'Lake']);
});

test('R12.6 a deleted session is gone from the list, another one opens, and the toast brings it back and opens it', async () => {
  const { app } = await sessions();
  await choose('Bregenz', 'Delete');
  await expect.element(row('Bregenz')).not.toBeInTheDocument();
  await expect.element(row('Lindau')).toHaveAttribute('aria-current', 'page');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(row('Bregenz')).toBeVisible();
  await expect.element(row('Bregenz')).toHaveAttribute('aria-current', 'page');
  expect(app.session?.id).toBeDefined();
  await choose('Lindau', 'Delete');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(row('Lindau')).toBeVisible();
  await expect.element(row('Bregenz')).toHaveAttribute('aria-current', 'page');
});

test('R12.7 a session older than the list goes back has its name, its mark and its actions while it is open', async () => {
  const desk = await openApp();
  const { stores, clock } = desk.app.dependencies;
  const make = (title: string, updated_at: string) =>
    stores.sessions.create({ ...createEmptySession(clock, title), updated_at });
  await make('Lindau', '2020-01-01T10:00:00.000Z');
  for (let n = 0; n < 52; n += 1) await make(`Chat ${n}`, new Date(Date.UTC(2021, 0, 1, 10, n)).toISOString());
  const lindau = (await stores.sessions.page(52, 1))[0]?.id ?? '';
  await desk.app.openSession(lindau);
  show(Sessions, { app: desk.app }, desk.page);
  await expect.element(row('Lindau')).toHaveAttribute('aria-current', 'page');
  expect(desk.app.titleOf(lindau)).toBe('Lindau');
  expect(paletteActions(desk.app, () => undefined).map(({ name }) => name)).toContain('remove');
  await expect.element(row('Chat 0')).not.toBeInTheDocument();
  await choose('Lindau', 'Delete');
  await expect.element(row('Lindau')).not.toBeInTheDocument();
  await expect.element(row('Chat 51')).toHaveAttribute('aria-current', 'page');
});

/** Many sessions, an old one of which waits for the person; the pointer is not at the list. */
async function manySessions() {
  const desk = await openApp();
  const { app } = desk;
  const { stores, clock } = app.dependencies;
  const make = (title: string, n: number, more: Partial<Session> = {}) =>
    stores.sessions.create({
      ...createEmptySession(clock, title),
      ...{ updated_at: new Date(Date.UTC(2021, 0, 1, 10, n)).toISOString(), steps_total: 2, ...more },
    });
  await make('Quay', 0, { plan_status: 'waiting' });
  for (let n = 1; n < 52; n += 1) await make(`Chat ${n}`, n, { plan_status: 'completed', steps_ended: 2 });
  await app.openSession((await stores.sessions.page(0, 1))[0]?.id ?? '');
  onTestFinished(watchWaitingSessions(app, stores.sessions));
  show(Sessions, { app }, desk.page);
  await expect.element(row('Chat 51')).toBeVisible();
  return {
    ...desk,
    make,
    titles: () =>
      list
        .getByRole('link')
        .elements()
        .map((link) => link.textContent.trim().split(/ {2}|\n|(?<=\d)(?=done|needs)/u)[0]),
  };
}

test('R14.1 sessions that wait for the person lead the list, however old, and the title of the tab counts the others', async () => {
  const { app, page: parts, make } = await manySessions();
  const group = list.getByRole('list', { name: 'Needs you (1)' });
  await expect.element(group.getByRole('link')).toHaveTextContent(/^Quay\s+needs you/u);
  if (app.session) show(TabTitle, { app, session: app.session }, parts);
  await expect.poll(() => document.title).toBe('(1) Chat 51 – Cairn');
  await make('Tunnel', 60, { plan_status: 'running', needs_you: true });
  await expect
    .element(list.getByRole('list', { name: 'Needs you (2)' }).getByRole('link').first())
    .toHaveTextContent(/^Tunnel/u);
  await expect.poll(() => document.title).toBe('(2) Chat 51 – Cairn');
});

test('R14.1 no row moves while the pointer is over the list', async () => {
  const { app, titles, database } = await manySessions();
  await expect.element(list.getByRole('list', { name: 'Needs you (1)' })).toBeVisible();
  const before = titles();
  await row('Chat 50').hover();
  const [late] = app.sessions.filter(({ title }) => title === 'Chat 40');
  await database.sessions.update(late?.id ?? '', { plan_status: 'waiting' });
  await expect.element(row('Chat 40')).toHaveTextContent(/needs you/u);
  expect(titles()).toEqual(before);
  await list.getByRole('button', { name: 'New session' }).first().hover();
  await expect.element(list.getByRole('list', { name: 'Needs you (2)' })).toBeVisible();
});

test('older sessions are offered only where there are some', async () => {
  const { app, make } = await manySessions();
  const older = list.getByRole('button', { name: 'Show older sessions' });
  await expect.element(older).toBeVisible();
  const [open, ...others] = app.sessions;
  for (const { id } of others.slice(0, 2)) await app.dependencies.stores.sessions.remove(id, 'gone');
  await expect.element(older).not.toBeInTheDocument();
  expect(app.sessions).toHaveLength(50);
  expect(open?.id).toBe(app.session?.id);
  await make('Old', -1);
  await expect.element(older).toBeVisible();
  await older.click();
  await expect.element(row('Old')).toBeVisible();
  await expect.element(older).not.toBeInTheDocument();
});

test('a double press on “New session” makes one', async () => {
  const { app } = await sessions();
  await list.getByRole('button', { name: 'New session' }).first().dblClick();
  await expect.poll(() => app.sessions.length).toBe(3);
});

test('R12.6, R14.5 the bin brings a session back, and asks before it destroys one, with the focus at the question', async () => {
  const desk = await sessions();
  for (const title of ['Bregenz', 'Lindau']) {
    await choose(title, 'Delete');
    await expect.element(row(title)).not.toBeInTheDocument();
  }
  show(BinDialog, { app: desk.app }, desk.page);
  const bin = page.getByRole('dialog');
  const item = (title: string) => bin.getByRole('listitem').filter({ hasText: title });
  const destroy = bin.getByRole('button', { name: 'Delete for good: Lindau', exact: true });
  await expect.element(destroy).toBeVisible();
  destroy.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(item('Lindau').getByRole('button', { name: 'Keep' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(destroy).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await item('Lindau').getByRole('button', { name: 'Yes, delete for good: Lindau', exact: true }).click();
  await expect.element(item('Lindau')).not.toBeInTheDocument();
  await expect.element(bin.getByRole('button', { name: 'Bring back: Bregenz' })).toHaveFocus();
  bin.getByRole('button', { name: 'Empty the bin' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(bin.getByRole('button', { name: 'Keep' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await item('Bregenz').getByRole('button', { name: 'Bring back: Bregenz' }).click();
  await expect.poll(() => desk.app.sessions.map(({ title }) => title)).toContain('Bregenz');
});

test('R12.6, R14.5 several sessions are selected by key, range and title, deleted after one question that names what works, and one undo brings all back', async () => {
  const desk = await sessions();
  const { app } = desk;
  for (const title of ['Arbon', 'Konstanz', 'Meersburg']) await app.newSession(title);
  await expect.element(row('Meersburg')).toBeVisible();
  const { sessions: store } = app.dependencies.stores;
  const [arbon] = app.sessions.filter(({ title }) => title === 'Arbon');
  await desk.database.sessions.update(arbon?.id ?? '', { plan_status: 'running', steps_total: 2 });
  await expect.element(list.getByText('working')).toBeVisible();
  await choose('Konstanz', 'Select several');
  show(SelectSessions, { app }, desk.page);
  const dialog = page.getByRole('dialog');
  const box = (title: string) => dialog.getByRole('checkbox', { name: title });
  await expect.element(box('Konstanz')).toBeChecked();
  await expect.element(dialog.getByRole('button', { name: 'Delete 1 session' })).toBeVisible();

  await dialog.getByRole('searchbox').fill('BREG');
  await expect.element(box('Lindau')).not.toBeInTheDocument();
  await box('Select all (1)').click();
  await dialog.getByRole('searchbox').fill('');
  await expect.element(box('Select all (5)')).toBePartiallyChecked();
  box('Meersburg').element().focus();
  await userEvent.keyboard('{End}');
  await expect.element(box('Lindau')).toHaveFocus();
  await userEvent.keyboard('{ArrowUp} {Home}');
  await expect.element(box('Bregenz')).not.toBeChecked();
  await expect.element(box('Meersburg')).toHaveFocus();
  await box('Bregenz').click();
  await box('Konstanz').click({ modifiers: ['Shift'] });
  await expect.element(box('Arbon')).not.toBeChecked();
  await box('Bregenz').click();
  await box('Konstanz').click({ modifiers: ['Shift'] });
  await expect.element(box('Arbon')).toBeChecked();

  await dialog.getByRole('button', { name: 'Delete 3 sessions' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Keep' })).toHaveFocus();
  await expect
    .element(dialog.getByRole('group', { name: 'Delete 3' }))
    .toHaveTextContent('At work, and paused before: “Arbon”.');
  await dialog.getByRole('button', { name: 'Yes, delete' }).click();
  const left = () => app.sessions.map(({ title }) => title).sort();
  await expect.poll(left).toEqual(['Lindau', 'Meersburg']);
  expect([app.dialog, app.deletedHere.length, (await store.page(0, 9)).length]).toEqual([null, 3, 2]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(left).toEqual(['Arbon', 'Bregenz', 'Konstanz', 'Lindau', 'Meersburg']);
});

test('R12.6 sessions to delete show their state, can be narrowed to those that are done, and waiting ones are named', async () => {
  const { app, page: parts } = await manySessions();
  app.selectFirst = '';
  show(SelectSessions, { app }, parts);
  const dialog = page.getByRole('dialog');
  const boxes = dialog.getByRole('list').getByRole('checkbox');
  await expect.element(dialog.getByRole('checkbox', { name: 'Quay' })).toHaveAccessibleName(/needs you\s· 0\/2 ·/u);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => boxes.elements().length).toBe(51);
  await expect.element(dialog.getByRole('checkbox', { name: 'Quay' })).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Older than a month' }).click();
  await dialog.getByRole('searchbox').fill('quay');
  await dialog.getByRole('checkbox', { name: 'Quay' }).click();
  await dialog.getByRole('button', { name: 'Delete 1 session' }).click();
  await expect.element(dialog.getByText('Waiting for you: “Quay”.')).toBeVisible();
});

test('R12.6 the bin is searched by title, and brings back all that was found at once', async () => {
  const desk = await manySessions();
  const { app } = desk;
  const { sessions: store } = app.dependencies.stores;
  for (const { id } of app.sessions.slice(1, 30)) await store.remove(id, '2026-01-01T09:00:00.000Z');
  show(BinDialog, { app }, desk.page);
  const bin = page.getByRole('dialog');
  await expect.element(bin.getByRole('button', { name: 'Bring back all (29)' })).toBeVisible();
  await bin.getByRole('searchbox').fill('chat 3');
  await bin.getByRole('button', { name: 'Bring back all found (10)' }).click();
  await expect.element(bin.getByText('Nothing in the bin has this in its title.')).toBeVisible();
  expect(desk.page.toasts.list.concat(app.toasts.list).map(({ text }) => text)).toContain('10 things are back.');
  expect(await store.page(0, 99)).toHaveLength(33);
});

test('R12.6 the search of the bin stays while it hides the last thing in it', async () => {
  const desk = await manySessions();
  const { app } = desk;
  const { sessions: store } = app.dependencies.stores;
  for (const { id, title } of app.sessions)
    if (['Chat 5', 'Chat 7', 'Chat 50'].includes(title)) await store.remove(id, '2026-01-01T09:00:00.000Z');
  show(BinDialog, { app }, desk.page);
  const bin = page.getByRole('dialog');
  const search = bin.getByRole('searchbox');
  await search.fill('chat 5');
  await bin.getByRole('button', { name: 'Bring back all found (2)' }).click();
  await expect.element(bin.getByText('Nothing in the bin has this in its title.')).toBeVisible();
  await search.fill('');
  await expect.element(bin.getByRole('listitem').filter({ hasText: 'Chat 7' })).toBeVisible();
});

test('a session with a plan says when it was last at work, unless that is today', async () => {
  const { app } = await sessions();
  const { clock, stores } = app.dependencies;
  const plan = { plan_status: 'paused', steps_total: 3, steps_ended: 1 } as const;
  const old = { updated_at: '2025-12-09T12:15:00.000Z', created_at: '2025-12-09T12:15:00.000Z' };
  await stores.sessions.create({ ...createEmptySession(clock, 'Arbon'), ...plan, ...old });
  await stores.sessions.create({ ...createEmptySession(clock, 'Konstanz'), ...plan });
  await expect.element(row('Arbon')).toHaveTextContent(/paused\s· 1\/3\s+· 9 Dec 2025$/);
  await expect.element(row('Konstanz')).toHaveTextContent(/paused\s· 1\/3$/);
});
