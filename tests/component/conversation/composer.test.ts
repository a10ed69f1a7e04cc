import { expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import Overlays from '../../../src/ui/app/Overlays.svelte';
import Composer from '../../../src/ui/conversation/Composer.svelte';
import type { Run } from '../../../src/task/run.ts';
import { openSession, taskIn } from '../support/open-app.ts';
import { root, show } from '../support/mount.ts';

const field = page.getByRole('textbox', { name: 'Message' });
const send = page.getByRole('button', { name: 'Send' });
const photo = 'data:image/jpeg;base64,/9j/4AAQSkZJRg==';

const picture = new File(['x'], 'cat.png', { type: 'image/png' });

/** Pastes a file, and a text if there is one; returns true if the field is left to take the text. */
function paste(file: File, text = ''): boolean {
  const data = new DataTransfer();
  data.items.add(file);
  if (text !== '') data.setData('text/plain', text);
  return field
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}

async function composer(run: Run | null = null, more: Parameters<typeof openSession>[1] = {}) {
  const desk = await openSession(run, { settings: { profile: 'p' }, ...more });
  root().style.justifyContent = 'flex-end';
  show(Overlays, { app: desk.app }, desk.page);
  show(Composer, { app: desk.app, composer: desk.app.composer!, session: desk.session }, desk.page);
  await field.click();
  const said = () =>
    desk.runner.journal.flatMap(({ body }) => (body.type === 'message' ? [`${body.kind}: ${body.text}`] : []));
  return { ...desk, said };
}

test('R15 Enter sends and empties the field; Shift+Enter breaks the line', async () => {
  const { said } = await composer();
  await userEvent.keyboard('Plan a trip{Shift>}{Enter}{/Shift}to the lake');
  await expect.element(field).toHaveValue('Plan a trip\nto the lake');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('');
  await expect.poll(said).toEqual(['goal: Plan a trip\nto the lake']);
});

test('R15 the button sends, and is not offered while there is nothing to send', async () => {
  const { said } = await composer();
  await expect.element(send).toBeDisabled();
  await field.fill('   ');
  await expect.element(send).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  await field.fill('Plan a trip');
  await send.click();
  await expect.poll(said).toEqual(['goal: Plan a trip']);
});

test.each(['/', '、'])(
  'R10.1 “%s” opens the commands, of which Enter takes one, and sent alone asks for help',
  async (mark) => {
    const { said } = await composer();
    await userEvent.keyboard(mark);
    await expect.poll(() => page.getByRole('option').elements().length).toBeGreaterThan(10);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(field).toHaveValue('/schedule ');
    await field.fill(mark);
    await send.click();
    await expect.poll(() => said()[0]).toBe(`command: ${mark}`);
  },
);

test('R15 the keys of a composition send nothing, and the text that comes of it is sent by the next Enter', async () => {
  const { said } = await composer();
  const keys = cdp();
  await keys.send('Input.imeSetComposition', { text: 'zhou', selectionStart: 4, selectionEnd: 4 });
  for (const key of ['Enter', 'Escape'])
    await keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, code: key, windowsVirtualKeyCode: 229 });
  await expect.element(field).toHaveValue('zhou');
  await keys.send('Input.insertText', { text: '周末' });
  await expect.element(field).toHaveValue('周末');
  expect(said()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(said).toEqual(['goal: 周末']);
});

test.each([
  ['executing', 'Add guidance…', 'guidance: not too early'],
  ['completed', 'Ask, or write a new goal', 'goal: not too early'],
] as const)(
  'R3.3 while a task is %s the field asks for “%s”, and that is what is recorded',
  async (phase, asks, recorded) => {
    const { said } = await composer(taskIn(phase));
    await expect.element(field).toHaveAttribute('placeholder', asks);
    await userEvent.keyboard('not too early{Enter}');
    await expect.poll(said).toEqual([recorded]);
  },
);

test('R8.4 while a question waits the field asks for its answer', async () => {
  const { said } = await composer(taskIn('waiting', [], { question: { effect: 'e', step_id: null, text: 'Which?' } }));
  await expect.element(field).toHaveAttribute('placeholder', 'Write your answer…');
  await userEvent.keyboard('the first{Enter}');
  await expect.poll(said).toEqual(['answer: the first']);
});

test('R10.2 a slash lists the commands: arrows choose, around both ends, Tab takes, Escape hides them', async () => {
  await composer();
  await userEvent.keyboard('/s');
  const list = page.getByRole('listbox', { name: 'Commands' });
  const chosen = () => list.getByRole('option', { selected: true }).element().textContent.trim().split(/\s/)[0];
  await expect.poll(chosen).toBe('/schedule');
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(chosen).toBe('/skip');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.poll(chosen).toBe('/stop');
  expect(field.element().getAttribute('aria-activedescendant')).toBe(
    list.getByRole('option', { selected: true }).element().id,
  );
  await userEvent.keyboard('{Escape}');
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('/s');
  await userEvent.keyboard('k{Tab}');
  await expect.element(field).toHaveValue('/skip ');
  await expect.element(field).toHaveFocus();
});

test('R10.2 a press on a command takes it, and Enter on a whole one carries it out', async () => {
  const { said } = await composer();
  await userEvent.keyboard('/');
  await page.getByRole('option', { name: /^\/todo/ }).click();
  await expect.element(field).toHaveValue('/todo ');
  await userEvent.keyboard('Buy bread{Enter}');
  await expect.poll(said).toContain('command: /todo Buy bread');
});

test('R10.2 Enter carries a whole command out by whichever of its names it is typed', async () => {
  const { said } = await composer(taskIn('executing'));
  for (const text of ['/help', '/帮助', '/resume']) await userEvent.keyboard(`${text}{Enter}`);
  await expect.poll(said).toEqual(expect.arrayContaining(['command: /help', 'command: /帮助', 'command: /resume']));
  await expect.element(field).toHaveValue('');
});

test('R11.5 a pasted image is attached, can be taken away, and goes with the message', async () => {
  const { app, said } = await composer(null, {
    dependencies: { prepareImage: async () => ({ kind: 'image', content: photo, width: 8, height: 8, size: 20 }) },
  });
  paste(picture);
  const images = page.getByRole('list', { name: 'Images to send' });
  await expect.element(page.getByRole('img', { name: 'cat.png' })).toBeVisible();
  await images.getByRole('button', { name: 'Remove cat.png' }).click();
  await expect.element(images).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
  paste(picture);
  await expect.element(page.getByRole('img', { name: 'cat.png' })).toBeVisible();
  await userEvent.keyboard('What is this?{Enter}');
  await expect.poll(said).toEqual(['goal: What is this?']);
  expect(app.composer?.attached).toEqual([]);
});

test('R2.5 a pasted file is added to the files, also if its name is pasted with it', async () => {
  const { app, session } = await composer();
  const names = async () => (await app.dependencies.stores.files.own(session.id)).map(({ name }) => name);
  expect(paste(new File(['a,b'], 'prices.csv', { type: 'text/csv' }))).toBe(false);
  await expect.element(page.getByText('Added “prices.csv”.')).toBeVisible();
  expect(paste(new File(['%PDF-1.4'], 'r.md'), '/home/me/r.md')).toBe(false);
  await expect.poll(names).toEqual(expect.arrayContaining(['prices.csv', 'r.md']));
});

test('R2.5, R11.5 the button beside the field takes images into the message and other files into the session', async () => {
  const { app, session } = await composer(null, {
    dependencies: { prepareImage: async () => ({ kind: 'image', content: photo, width: 8, height: 8, size: 20 }) },
  });
  await expect.element(page.getByRole('button', { name: 'Add images or files' })).toBeVisible();
  const pickers = document.querySelectorAll<HTMLInputElement>('input[type=file]');
  await userEvent.upload([...pickers].at(-1)!, [
    picture,
    new File(['{"north":12}'], 'targets.json', { type: 'application/json' }),
  ]);
  await expect.element(page.getByRole('img', { name: 'cat.png' })).toBeVisible();
  await expect.element(page.getByText('Added “targets.json”.')).toBeVisible();
  expect((await app.dependencies.stores.files.own(session.id)).map(({ name }) => name)).toEqual(['targets.json']);
});

test('R11.5 of a text with a picture of it, as spreadsheets copy it, the text goes into the field', async () => {
  const { app } = await composer();
  expect(paste(picture, 'Rye\t3.20')).toBe(true);
  expect(app.composer?.attached).toEqual([]);
});

test('R11.5 an image that cannot be prepared is not attached, and why is told', async () => {
  const { app } = await composer(null, { dependencies: { prepareImage: async () => ({ kind: 'svg' }) } });
  paste(new File(['<svg/>'], 'a.png', { type: 'image/png' }));
  await expect.element(page.getByText(/a\.png/).first()).toBeVisible();
  expect(app.composer?.attached).toEqual([]);
});

test('what is typed in a session waits there while another one is open', async () => {
  const { app, session } = await composer();
  await userEvent.keyboard('Plan a trip');
  await app.newSession('Another');
  expect(app.composer?.draft).toBe('');
  await app.openSession(session.id);
  expect(app.composer?.draft).toBe('Plan a trip');
});

test('the field grows with its text, up to a third of the window', async () => {
  await composer();
  const height = () => field.element().getBoundingClientRect().height;
  const before = height();
  await field.fill('one\ntwo\nthree\nfour');
  await expect.poll(height).toBeGreaterThan(before + 20);
  await field.fill('line\n'.repeat(200));
  await expect.poll(height).toBeLessThanOrEqual(innerHeight / 3 + 1);
  await field.fill('');
  await expect.poll(height).toBe(before);
});

test('R10.3 without a model a goal stays in the field, and the way to the settings is told', async () => {
  const { runner } = await composer(null, { settings: { profile: null } });
  await userEvent.keyboard('Plan a trip{Enter}');
  await expect.poll(() => runner.journal.map(({ body }) => body.type === 'notice' && body.code)).toEqual(['no_key']);
  await expect.element(field).toHaveValue('Plan a trip');
});

test('ArrowUp in the empty field brings back the last message, and moves the cursor in any other', async () => {
  const { runner } = await composer(taskIn('completed'));
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(field).toHaveValue('');
  runner.record({ type: 'message', kind: 'goal', text: 'sory, three more gests' });
  runner.record({ type: 'message', kind: 'reply', text: 'Which guests?' });
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(field).toHaveValue('sory, three more gests');
  await userEvent.keyboard('!{ArrowUp}');
  await expect.element(field).toHaveValue('sory, three more gests!');
});

test('what is added again while nothing has changed is noted once', async () => {
  const { runner } = await composer(taskIn('paused'));
  const notices = () => runner.journal.filter(({ body }) => body.type === 'notice').length;
  for (const text of ['not too early', 'and with music']) {
    await field.fill(text);
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => runner.journal.some(({ body }) => body.type === 'message' && body.text === text))
      .toBe(true);
    await expect.poll(notices).toBe(1);
  }
  runner.record({ type: 'resume' });
  await field.fill('and cake');
  await userEvent.keyboard('{Enter}');
  await expect.poll(notices).toBe(2);
});
