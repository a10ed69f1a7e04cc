import { expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import Steps from '../../../src/ui/plan/Steps.svelte';
import PlanPane from '../../../src/ui/plan/PlanPane.svelte';
import { middleOf, mouseDrag } from '../support/pointer.ts';
import { openSession, taskIn } from '../support/open-app.ts';
import { rendered, show } from '../support/mount.ts';
import { step } from '../../fixtures/steps.ts';

const three = () => taskIn('paused', [step('a', 'pending'), step('b', 'pending'), step('c', 'pending')]);

async function planPane(run = three()) {
  const desk = await openSession(run);
  show(PlanPane, { app: desk.app, session: desk.session }, desk.page);
  await expect.element(page.getByRole('listitem').first()).toBeVisible();
  await rendered();
  return desk;
}

const handle = (n: number) => page.getByRole('button', { name: `Move step ${n}` });
const row = (id: string) => page.getByRole('button', { name: new RegExp(`^Do ${id} `) });
const order = () => page.getByRole('list', { name: 'Steps' }).getByRole('button', { name: /^Do / }).elements();
const names = () =>
  order()
    .map((each) => /^\s*Do (\w)/.exec(each.textContent)?.[1])
    .join('');

test('R3.8, R14.2 a handle that the mouse drags moves its step, and the move can be undone', async () => {
  await planPane();
  await mouseDrag(handle(1), handle(3));
  await expect.poll(names).toBe('bca');
  await page.getByRole('button', { name: 'Undo: move “Do a”' }).click();
  await expect.poll(names).toBe('abc');
});

test('R3.8 a row that the mouse drags moves, and does not open', async () => {
  await planPane();
  await mouseDrag(row('c'), row('a'));
  await expect.poll(names).toBe('cab');
  await expect.element(row('c')).toHaveAttribute('aria-expanded', 'false');
  const [x, y] = middleOf(row('b'));
  await commands.mouseDrag([
    [x, y],
    [x, y + 12],
    [x, y],
  ]);
  await expect
    .element(page.getByText('Move cancelled.').or(page.getByText(/^Dropped at position/)))
    .toBeInTheDocument();
  await expect.element(row('b')).toHaveAttribute('aria-expanded', 'false');
  await row('c').click();
  await expect.element(row('c')).toHaveAttribute('aria-expanded', 'true');
});

test('R14.5 keys lift, move and drop a step, say where it is, and leave the focus on its handle', async () => {
  await planPane();
  handle(1).element().focus();
  await userEvent.keyboard(' ');
  const said = page.getByText(/Position|Dropped|cancelled/);
  await expect.element(said).toHaveTextContent('Lifted step 1. Position 1 of 3.');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  await expect.element(said).toHaveTextContent('Position 3 of 3.');
  await userEvent.keyboard(' ');
  await expect.element(said).toHaveTextContent('Dropped at position 3 of 3.');
  await expect.poll(names).toBe('bca');
  await expect.element(handle(3)).toHaveFocus();
});

test('R14.5 Escape puts a lifted step back', async () => {
  const { runner } = await planPane();
  handle(3).element().focus();
  await userEvent.keyboard('{Enter}{ArrowUp}{Escape}');
  await expect.element(page.getByText('Move cancelled.')).toBeInTheDocument();
  expect(names()).toBe('abc');
  expect(runner.sent).toEqual([]);
});

test('R7.6 an order against the dependencies is refused with the reason, and the step goes back', async () => {
  await planPane(taskIn('paused', [step('a', 'pending'), step('b', 'pending', 'a')]));
  await mouseDrag(handle(2), handle(1));
  await expect.element(page.getByText(/“Do b” needs “Do a”|Do a/).first()).toBeVisible();
  expect(names()).toBe('ab');
});

test('R3.8 the menu of a step edits, moves, skips and deletes it, and a toast or the button takes that back', async () => {
  const { runner } = await planPane();
  const choose = async (n: number, name: string) => {
    await page.getByRole('button', { name: `Options for step ${n}` }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await choose(1, 'Move down');
  await expect.poll(names).toBe('bac');
  await choose(1, 'Skip');
  await expect.poll(() => runner.run?.plan.steps[0]?.status).toBe('skipped');
  await choose(3, 'Delete');
  await expect.poll(names).toBe('ba');
  await page.getByRole('button', { name: 'Undo: delete “Do c”' }).click();
  await expect.poll(names).toBe('bac');
});

test('the first step cannot be moved up, and the last not down', async () => {
  await planPane();
  await page.getByRole('button', { name: 'Options for step 1' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Move up' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Options for step 3' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Move down' })).toBeDisabled();
});

test('R3.8 a step is edited where it stands: Enter saves, Escape leaves it, and a blank text is refused', async () => {
  const { session } = await planPane();
  const editor = page.getByRole('textbox', { name: 'Description of step 2' });
  await row('b').dblClick();
  await expect.element(editor).toHaveFocus();
  await userEvent.keyboard('Cut the hedge{Escape}');
  await expect.element(editor).not.toBeInTheDocument();
  expect(session.run?.plan.steps[1]?.description).toBe('Do b');
  await row('b').dblClick();
  await userEvent.keyboard('Cut the hedge{Enter}');
  await expect.element(page.getByRole('button', { name: /^Cut the hedge .*edited by you/ })).toBeVisible();
  await page.getByRole('button', { name: /^Cut the hedge/ }).dblClick();
  await editor.fill('  ');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('A step needs a description.')).toBeVisible();
  await expect.element(editor).toHaveFocus();
  await expect.element(editor).toBeInvalid();
  await expect.element(editor).toHaveAccessibleDescription('A step needs a description.');
  await userEvent.keyboard('C');
  await expect.element(editor).not.toBeInvalid();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: /^Cut the hedge/ })).toBeVisible();
});

test('R3.8 a step is added at the end or after another one; Escape adds none', async () => {
  await planPane();
  const field = page.getByRole('textbox', { name: 'New step' });
  await page.getByRole('button', { name: 'Add a step' }).click();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('Do d{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Add a step' }).click();
  await userEvent.keyboard('Do e{Enter}');
  await expect.poll(names).toBe('abce');
  await page.getByRole('button', { name: 'Options for step 1' }).click();
  await page.getByRole('menuitem', { name: 'Add a step after this' }).click();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('Do f{Enter}');
  await expect.poll(names).toBe('afbce');
});

test('R3.8 a text for a step that begins while it is typed stays in the field, and the page says at once why it comes too late', async () => {
  const { runner, session } = await planPane(taskIn('executing', [step('a', 'running'), step('b', 'pending')]));
  const editor = page.getByRole('textbox', { name: 'Description of step 2' });
  await row('b').dblClick();
  await editor.fill('Cut the hedge');
  runner.change({ run: taskIn('executing', [step('a', 'completed'), step('b', 'running')]) });
  await expect
    .element(page.getByText('“Do b” has already begun and can no longer be changed.', { exact: false }))
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await expect.element(editor).toHaveValue('Cut the hedge');
  runner.change({ run: taskIn('completed', [step('a', 'completed'), step('b', 'completed')]) });
  await expect.element(page.getByText('send a message: it starts a new task', { exact: false })).toBeVisible();
  runner.change({ run: taskIn('paused', [step('a', 'completed'), step('b', 'running')]) });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(editor).not.toBeInTheDocument();
  expect(session.run?.plan.steps[1]?.description).toBe('Cut the hedge');
});

test('R3.8 a step that is saved twice in one moment is changed once', async () => {
  const { session } = await planPane();
  await row('b').dblClick();
  await page.getByRole('textbox', { name: 'Description of step 2' }).fill('Cut the hedge');
  const save = page.getByRole('button', { name: 'Save' }).element() as HTMLButtonElement;
  save.click();
  save.click();
  await expect.element(save).not.toBeInTheDocument();
  expect(session.run?.edits).toHaveLength(1);
  expect(session.refusal).toBeNull();
});

test('R3.8 a new step that is typed while the plan ends stays in its field, and can still be added', async () => {
  const { runner } = await planPane(taskIn('executing', [step('a', 'running')]));
  const field = page.getByRole('textbox', { name: 'New step' });
  await page.getByRole('button', { name: 'Add a step' }).click();
  await field.fill('Do d');
  runner.change({ run: taskIn('completed', [step('a', 'completed')]) });
  await expect.element(page.getByText('The plan has ended. Adding this step sets it going again.')).toBeVisible();
  await expect.element(field).toHaveValue('Do d');
  await userEvent.keyboard('{Enter}');
  await expect.poll(names).toBe('ad');
  await expect.element(field).not.toBeInTheDocument();
});

test('R14.2 a pressed step opens what it depends on, and a dependency is added and taken away there', async () => {
  const { session, runner } = await planPane(
    taskIn('paused', [step('a', 'pending'), step('b', 'pending', 'a'), step('c', 'pending', 'b')]),
  );
  await row('c').click();
  await page.getByRole('combobox').selectOptions('1 · Do a');
  await expect.poll(() => session.run?.plan.steps[2]?.dependencies).toEqual(['b', 'a']);
  await page
    .getByRole('button', { name: /^Remove|no longer/ })
    .last()
    .click();
  await expect.poll(() => session.run?.plan.steps[2]?.dependencies.length).toBe(1);
  expect(runner.sent).toHaveLength(2);
});

test('R14.2 a step that has not begun shows the call that it will begin with; one that has ended does not', async () => {
  const call = { tool: 'todo', parameters: { action: 'add', title: 'Water the ferns' } };
  await planPane(
    taskIn('paused', [
      { ...step('a', 'completed'), ...call },
      { ...step('b', 'pending'), ...call },
    ]),
  );
  await row('a').click();
  await row('b').click();
  await expect.element(page.getByText('Planned call')).toBeVisible();
  await expect.element(page.getByText('Water the ferns')).toBeVisible();
});

test('R12.7 the rows of a long plan come part by part, and all of them come', async () => {
  const many = taskIn(
    'paused',
    Array.from({ length: 240 }, (_, at) => step(`s${String(at)}`, 'pending')),
  );
  const desk = await openSession(many);
  show(Steps, { session: desk.session, run: many }, desk.page);
  const list = page.getByRole('list', { name: 'Steps' }).element();
  expect(list.childElementCount).toBe(20);
  await expect.poll(() => list.childElementCount).toBe(240);
});
