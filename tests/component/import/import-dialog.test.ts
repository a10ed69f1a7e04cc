import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import ImportDialog from '../../../src/ui/import/ImportDialog.svelte';
import type { Run } from '../../../src/task/run.ts';
import type { PlannedCallError, PlannedCall } from '../../../src/ports/toolbox.ts';
import type { AppDependencies } from '../../../src/ui/app/app-dependencies.ts';
import { openSession, taskIn } from '../support/open-app.ts';
import { show } from '../support/mount.ts';
import { step } from '../../fixtures/steps.ts';

const dialog = page.getByRole('dialog', { name: 'Import a plan' });

async function imported(
  text: string,
  run: Run | null = null,
  name = 'plan.md',
  dependencies: Partial<AppDependencies> = {},
) {
  const desk = await openSession(run, { dependencies });
  await desk.session.incoming.read(new File([text], name));
  show(ImportDialog, { session: desk.session }, desk.page);
  await expect.element(dialog).toBeVisible();
  return desk;
}

const problemOf = (call: PlannedCall, code: PlannedCallError['code'], field = ''): PlannedCallError => ({
  ...call,
  code,
  field,
  choices: [],
});

test('R2.5 a list is shown as the plan that it becomes, with each repair, before anything is changed', async () => {
  const { runner } = await imported('# Garden\n\n- [x] Water\n- [ ] Rake\n');
  await expect.element(dialog.getByRole('textbox', { name: 'Goal' })).toHaveValue('Garden');
  await expect.element(dialog.getByText('2 in all, 1 already done')).toBeVisible();
  await expect.element(dialog.getByText('Rake', { exact: true })).toBeVisible();
  expect(runner.sent).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Goal' }).fill('My garden');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect.poll(() => runner.sent.length).toBeGreaterThan(0);
  expect(JSON.stringify(runner.sent)).toContain('My garden');
});

test('R2.5 a step is shown with its tool, its call and what it waits for, and a tool that does not exist is named', async () => {
  const steps = [
    { id: 'a', description: 'Read', tool: 'fetch', parameters: { url: 'https://example.org/a' } },
    { id: 'b', description: 'Build', tool: 'shell_exec', parameters: { in: '${a.result}', of: '${nope.result}' } },
  ];
  const text = JSON.stringify({ goal: 'g', steps });
  await imported(text, null, 'plan.json', {
    callErrors: async (calls) =>
      calls.flatMap((call) => (call.tool === 'shell_exec' ? [problemOf(call, 'unknown_tool')] : [])),
  });
  await expect.element(dialog.getByText('to do · web pages')).toBeVisible();
  await expect.element(dialog.getByText('Read example.org/a')).toBeVisible();
  await expect.element(dialog.getByText('to do · shell_exec · after 1')).toBeVisible();
  await expect
    .element(dialog.getByText('There is no tool “shell_exec” here (step 2).', { exact: false }))
    .toBeVisible();
  await expect.element(dialog.getByText('The result of “nope” is used,', { exact: false })).toBeVisible();
  await expect.element(dialog.getByText('Step 2: uses the result of step 1', { exact: false })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Import', exact: true })).toBeEnabled();
});

test('R2.5 a call whose input its tool would not accept is named with its field before anything is imported', async () => {
  const steps = [{ id: 'a', description: 'Write', tool: 'files', parameters: { action: 'write', name: 'a.md' } }];
  await imported(JSON.stringify({ goal: 'g', steps }), null, 'plan.json', {
    callErrors: async (calls) => calls.map((call) => problemOf(call, 'missing_field', 'content')),
  });
  await expect.element(dialog.getByText('A call of “files” lacks “content” (step 1).', { exact: false })).toBeVisible();
  await expect.element(dialog.getByText('Nothing had to be repaired.')).not.toBeInTheDocument();
});

test('R2.5 blanks may be called as what every object has, and of very many only the first have a field', async () => {
  const many = Array.from({ length: 60 }, (_, n) => `{{b${n}}}`).join(' ');
  const goal = `{{constructor}} {{toString}} {{valueOf}} {{__proto__}} ${many}`;
  const text = JSON.stringify({ goal, steps: [{ id: 'a', description: 'x' }] });
  const { runner } = await imported(text, null, 'plan.json');
  await expect.element(dialog.getByRole('textbox', { name: 'Constructor' })).toHaveValue('');
  await dialog.getByRole('textbox', { name: 'Proto', exact: true }).fill('Wang');
  await expect.element(dialog.getByText('and 14 more')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect.poll(() => runner.sent.length).toBeGreaterThan(0);
  expect(JSON.stringify(runner.sent)).toContain('{{constructor}} {{toString}} {{valueOf}} Wang {{b0}}');
});

test('R2.5 the blanks of a shared template are asked for, and what stays empty is written as it is', async () => {
  const parameters = { action: 'add', title: 'Account for {{name}} on {{day}}' };
  const text = JSON.stringify({
    goal: 'Welcome {{name}}',
    steps: [{ id: 'a', description: 'x', tool: 'todo', parameters }],
  });
  const { runner } = await imported(text, null, 'plan.json');
  await expect.element(dialog.getByText('2 blanks are open.', { exact: false })).toBeVisible();
  await expect.element(dialog.getByText('Nothing had to be repaired.')).not.toBeInTheDocument();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Wang');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect.poll(() => runner.sent.length).toBeGreaterThan(0);
  const sent = JSON.stringify(runner.sent);
  expect(sent).toContain('Welcome Wang');
  expect(sent).toContain('Account for Wang on {{day}}');
});

test('R2.7 an import over a plan says what is replaced, and Cancel changes nothing', async () => {
  const { runner, session } = await imported('- [ ] Rake\n', taskIn('paused', [step('a', 'pending')]));
  await expect.element(dialog.getByText(/The present plan “Tidy the garden” is replaced/)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Replace the plan' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(session.incoming.state.kind).toBe('idle');
  expect(runner.sent).toEqual([]);
});

test('R2.7 an import over a plan at work says before anything is pressed that this has to be paused', async () => {
  const { runner } = await imported('- [ ] Rake\n', taskIn('executing', [step('a', 'running')]));
  await expect.element(dialog.getByText('The present plan is at work.', { exact: false })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Replace the plan' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Pause' }).click();
  expect(runner.sent).toMatchObject([{ type: 'plan.pause' }]);
  runner.change({ run: taskIn('paused', [step('a', 'running')]) });
  await expect.element(dialog.getByRole('button', { name: 'Replace the plan' })).toBeEnabled();
});

test('R2.6 a file that cannot be read says why and where in one sentence, and that nothing was changed', async () => {
  await imported('{"goal": "x", "steps": [', null, 'plan.json');
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(/Not imported.*Nothing was changed\./s);
});

test('R2.5 of several plans in a text one is chosen', async () => {
  const plan = (goal: string) => ({ goal, steps: [{ description: `Do ${goal}` }] });
  await imported(JSON.stringify([plan('one'), plan('two')]), null, 'plan.json');
  await dialog.getByRole('radio', { name: /^two/ }).click();
  await expect.element(dialog.getByRole('textbox', { name: 'Goal' })).toHaveValue('two');
});

test('R2.5 that nothing had to be repaired is said once the tools are known, and only a plan’s own answer counts', async () => {
  const answers = new Map<string, (problems: PlannedCallError[]) => void>();
  const callErrors = ([call]: readonly PlannedCall[]) =>
    new Promise<PlannedCallError[]>((resolve) => answers.set(call?.tool ?? '', resolve));
  const unknown = problemOf({ step: '1', tool: 'shell_exec' }, 'unknown_tool');
  const plan = (goal: string, tool: string) => ({ goal, steps: [{ id: 'a', description: goal, tool }] });
  const text = JSON.stringify([plan('one', 'shell_exec'), plan('two', 'fetch')]);
  await imported(text, null, 'plan.json', { callErrors });
  const clean = dialog.getByText('Nothing had to be repaired.');
  const concern = dialog.getByText('There is no tool', { exact: false });
  const width = () => dialog.element().getBoundingClientRect().width;
  const before = width();
  await expect.element(dialog.getByText('Loading', { exact: false })).toBeVisible();
  await dialog.getByRole('radio', { name: /^two/ }).click();
  await expect.poll(() => answers.has('fetch')).toBe(true);
  await expect.element(clean).not.toBeInTheDocument();
  answers.get('fetch')?.([]);
  await expect.element(clean).toBeVisible();
  answers.get('shell_exec')?.([unknown]);
  await expect.element(clean).toBeVisible();
  answers.delete('shell_exec');
  await dialog.getByRole('radio', { name: /^one/ }).click();
  await expect.poll(() => answers.has('shell_exec')).toBe(true);
  await expect.element(clean).not.toBeInTheDocument();
  answers.get('shell_exec')?.([unknown]);
  await expect.element(concern).toBeVisible();
  expect(width()).toBe(before);
});

test('a pasted text is read once there is one, and can be changed if it holds no plan', async () => {
  const desk = await openSession(null);
  desk.session.incoming.paste();
  show(ImportDialog, { session: desk.session }, desk.page);
  const paste = page.getByRole('dialog', { name: 'Paste a plan' });
  const read = paste.getByRole('button', { name: 'Read the text' });
  await expect.element(read).toBeDisabled();
  await paste.getByRole('textbox', { name: 'Text of a plan or list' }).fill('{');
  await read.click();
  await dialog.getByRole('button', { name: 'Change the text' }).click();
  await paste.getByRole('textbox', { name: 'Text of a plan or list' }).fill('1. Rake\n2. Water');
  await read.click();
  await expect.element(dialog.getByText('2 in all', { exact: true })).toBeVisible();
});
