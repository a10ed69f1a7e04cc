import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Overlays from '../../../src/ui/app/Overlays.svelte';
import type { App } from '../../../src/ui/app/app.svelte.ts';
import TodoPane from '../../../src/ui/todo/TodoPane.svelte';
import { currentValue } from '../../../src/ports/observable.ts';
import { openApp } from '../support/open-app.ts';
import { show } from '../support/mount.ts';

let app: App;
let saved: { name: string; content: string }[];
const field = page.getByRole('textbox', { name: 'New to-do' });
const open = page.getByRole('list', { name: 'Open to-dos' });
const box = (title: string) => page.getByRole('checkbox', { name: `Done: ${title}` });
const titles = () =>
  open
    .getByRole('checkbox')
    .elements()
    .map((each) => each.getAttribute('aria-label')?.slice(6));

async function pane(...typed: string[]) {
  const desk = await openApp();
  ({ app, saved } = desk);
  show(Overlays, { app }, desk.page);
  show(TodoPane, { app }, desk.page);
  await field.click();
  for (const [at, each] of typed.entries()) {
    await field.fill(each);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => titles().length).toBe(at + 1);
  }
}

const choose = async (title: string, name: string) => {
  await page.getByRole('button', { name: `Options for ${title}` }).click();
  await page.getByRole('menuitem', { name }).click();
};

beforeEach(() => void (saved = []));

test('R9.5 what is typed is added at the end, with the date, tag and priority that it names', async () => {
  await pane('Water the plants', 'Buy bread tomorrow !high #food');
  await expect.element(field).toHaveValue('');
  expect(titles()).toContain('Buy bread');
  await expect.element(page.getByText('#food', { exact: true })).toBeVisible();
  await expect.element(page.getByText('High priority', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Due tomorrow', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Keep as typed' }).click();
  await expect.poll(titles).toContain('Buy bread tomorrow !high #food');
});

test('R9.5 a checked to-do goes below, the focus goes to the next one, and it can be opened again', async () => {
  await pane('one', 'two', 'three');
  box('two').element().focus();
  await userEvent.keyboard(' ');
  await expect.poll(titles).toEqual(['one', 'three']);
  await expect.element(box('three')).toHaveFocus();
  await page.getByText('Done (1)').click();
  await page.getByRole('list', { name: 'Done to-dos' }).getByRole('checkbox').click();
  await expect.poll(titles).toEqual(['one', 'two', 'three']);
});

test('R14.5 arrow keys go from to-do to to-do, with Alt they move it, and the place is told', async () => {
  await pane('one', 'two', 'three');
  box('one').element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(box('two')).toHaveFocus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.poll(titles).toEqual(['one', 'three', 'two']);
  await expect.element(box('two')).toHaveFocus();
  await expect.element(page.getByText('Moved to place 3 of 3')).toBeInTheDocument();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(titles()).toEqual(['one', 'three', 'two']);
});

test('R12.6 Delete deletes the to-do in focus, and the toast brings it back', async () => {
  await pane('one', 'two');
  box('one').element().focus();
  await userEvent.keyboard('{Delete}');
  await expect.poll(titles).toEqual(['two']);
  await expect.element(box('two')).toHaveFocus();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(titles).toEqual(['one', 'two']);
});

test('R9.5 its form opens by Enter, saves by Enter, is left by Escape, and says what is missing', async () => {
  await pane('one');
  box('one').element().focus();
  await userEvent.keyboard('{Enter}');
  const form = page.getByRole('form', { name: 'Edit to-do' });
  const title = form.getByRole('textbox', { name: 'To-do' });
  await expect.element(title).toHaveFocus();
  await title.fill(' ');
  await form.getByLabelText('Time').fill('10:00');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(form.getByRole('alert')).toHaveTextContent('Write what is to be done.');
  await title.fill('first');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(form.getByRole('alert')).toHaveTextContent('Choose a date for this time, or clear the time.');
  await form.getByLabelText('Due date').fill('2026-01-02');
  await form.getByRole('combobox', { name: 'Priority' }).selectOptions('Low');
  await form.getByRole('textbox', { name: 'Tags' }).fill('home, garden');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('#garden')).toBeVisible();
  await expect.element(page.getByText('Due tomorrow, 10:00', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^first/ }).click();
  await userEvent.keyboard('lost{Escape}');
  await expect.element(form).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /^first/ })).toHaveFocus();
  expect(titles()).toEqual(['first']);
});

test('R12.3 a form stays where it is while another device checks, changes or deletes its to-do, and Save keeps both', async () => {
  await pane('one', 'two', 'three');
  const { todos } = app.dependencies.stores;
  const two = (await currentValue(todos.list())).find(({ title }) => title === 'two');
  if (!two) throw new Error('The to-do is not stored.');
  await page.getByRole('button', { name: /^two/ }).click();
  const form = page.getByRole('form', { name: 'Edit to-do' });
  const notes = form.getByRole('textbox', { name: 'Notes' });
  await notes.fill('red and blue');
  await todos.save({ ...two, title: 'two there', done: true });
  await todos.save({ ...two, id: 'four', title: 'four', position: 9 });
  await expect.poll(titles).toEqual(['one', 'three', 'four']);
  await expect.element(open.getByRole('form')).toBeVisible();
  await expect.element(notes).toHaveFocus();
  await todos.save({ ...two, title: 'two there', done: true, deleted_at: two.created_at });
  await expect.element(form.getByText(/was deleted on another device/)).toBeVisible();
  await expect.element(notes).toHaveValue('red and blue');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(form).not.toBeInTheDocument();
  expect(await todos.get(two.id)).toMatchObject({
    ...{ title: 'two there', notes: 'red and blue', done: true, deleted_at: null },
  });
});

test('R9.5 the menu moves a to-do by one, as far as there is room', async () => {
  await pane('one', 'two');
  await choose('one', 'Move down');
  await expect.poll(titles).toEqual(['two', 'one']);
  await page.getByRole('button', { name: 'Options for one' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Move down' })).toBeDisabled();
});

test('R14.4 to-dos go out as Markdown, and come in from a file', async () => {
  await pane('one');
  await page.getByRole('button', { name: /Markdown/ }).click();
  await expect.poll(() => saved.map(({ content }) => content)).toEqual([expect.stringContaining('- [ ] one')]);
  const file = new File(['- [ ] two\n- [x] three\n'], 'list.md', { type: 'text/markdown' });
  await userEvent.upload(page.getByLabelText(/^To-do file:/), file);
  await expect.poll(titles).toEqual(['one', 'two']);
});

test('R12.6 all done to-dos are removed by one press, and the toast brings them back', async () => {
  await pane('Water the plants', 'Buy bread', 'Call home');
  const remove = page.getByRole('button', { name: 'Remove done to-dos' });
  await expect.element(remove).not.toBeInTheDocument();
  await box('Buy bread').click();
  await box('Call home').click();
  await remove.click();
  const stored = async () => (await currentValue(app.dependencies.stores.todos.list())).map(({ title }) => title);
  await expect.poll(stored).toEqual(['Water the plants']);
  await expect.element(remove).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(stored).toHaveLength(3);
});

test('of many to-dos those are found that have all the words', async () => {
  await pane();
  const { stores, clock } = app.dependencies;
  const at = clock.now();
  const fresh = { notes: '', due: null, priority: 'normal', tags: [], done: false, session_id: null } as const;
  const rows = Array.from({ length: 12 }, (_, n) => ({
    ...{ ...fresh, tags: [] as string[], id: `t${String(n)}`, title: `Read page ${String(n)}`, position: n },
    ...{ created_at: at, updated_at: at, deleted_at: null },
  }));
  await stores.todos.saveAll(rows);
  await page.getByRole('searchbox', { name: 'Filter to-dos' }).fill('11 read');
  await expect.poll(titles).toEqual(['Read page 11']);
  await page.getByRole('searchbox').fill('nothing');
  await expect.element(page.getByText('No open to-do has these words.')).toBeVisible();
  await stores.todos.saveAll(rows.slice(0, 3).map((row) => ({ ...row, done: true })));
  await expect.element(page.getByRole('button', { name: 'Remove done to-dos' })).not.toBeInTheDocument();
  await page.getByRole('searchbox').fill('page 1');
  await page.getByRole('button', { name: 'Remove done to-dos' }).click();
  await page.getByRole('searchbox').fill('');
  await expect.element(page.getByText('Done (2)')).toBeVisible();
});
