import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Conversation from '../../../src/ui/conversation/Conversation.svelte';
import { focusRecovery } from '../../../src/ui/app/lost-focus.ts';
import { toolError } from '../../../src/task/tool-result.ts';
import type { Run } from '../../../src/task/run.ts';
import { languages } from '../../../src/i18n/languages.ts';
import { openSession, taskIn } from '../support/open-app.ts';
import { root, show } from '../support/mount.ts';
import { step } from '../../fixtures/steps.ts';

const log = page.getByRole('log', { name: 'Conversation' });
const goal = { type: 'message', kind: 'goal', text: 'Tidy the garden' } as const;

async function conversation(run: Run | null, profile: string | null = 'p') {
  const desk = await openSession(run, { settings: { profile } });
  Object.assign(root().style, { display: 'grid', gridTemplateRows: 'minmax(0, 1fr)' });
  show(Conversation, { app: desk.app, session: desk.session }, desk.page);
  return desk;
}

test('before anything is said, an example can be taken into the message field', async () => {
  const { app } = await conversation(null);
  await page.getByRole('button', { name: /Read a web page/ }).click();
  await expect.poll(() => app.composer?.draft).toMatch(/Read a web page/);
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveFocus();
});

test('a long text of the person shows its beginning, and all of it on demand', async () => {
  const { runner } = await conversation(taskIn('executing', [step('a', 'running')]));
  runner.record({ ...goal, text: `Sum this up: ${'word '.repeat(1000)}the end` });
  await expect.element(log.getByText('Sum this up: word')).toBeVisible();
  expect(log.element().textContent).not.toContain('the end');
  await log.getByRole('button', { name: 'Show all 5,020 characters' }).click();
  await expect.poll(() => log.element().textContent).toContain('the end');
});

test('R14.5 the focus goes to the long text that is now shown as a whole', async () => {
  const end = focusRecovery.watch();
  const { runner } = await conversation(taskIn('executing', [step('a', 'running')]));
  runner.record({ ...goal, text: `Sum this up: ${'word '.repeat(1000)}the end` });
  const show = log.getByRole('button', { name: 'Show all 5,020 characters' });
  await expect.element(show).toBeVisible();
  show.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(log.getByText('Sum this up: word')).toHaveFocus();
  end();
});

test('R8.4 a question says that it waits, and once it is answered, that it was one', async () => {
  const asked = taskIn('waiting', [], { question: { effect: 'e', step_id: null, text: 'Which tree?' } });
  const { runner } = await conversation(asked);
  runner.record(goal, { type: 'message', kind: 'question', text: 'Which tree?' });
  await expect.element(log.getByText('Which tree?')).toBeVisible();
  await expect.element(log.getByText('The model asks and waits for your answer')).toBeVisible();
  runner.change({ run: taskIn('executing', [step('a', 'running')]) });
  await expect.element(log.getByText('The model asks', { exact: true })).toBeVisible();
  await expect.element(log.getByText('The model asks and waits for your answer')).not.toBeInTheDocument();
});

test('R13.3 only a question after text from outside says not to type keys, and only while it waits', async () => {
  const hint = 'Text from outside has come into this work. Never type keys or passphrases here.';
  const question = { effect: 'e', step_id: null, text: 'Which tree?' };
  const { runner } = await conversation(taskIn('waiting', [], { question }));
  runner.record(goal, { type: 'message', kind: 'question', text: 'Which tree?' });
  await expect.element(log.getByText('Which tree?')).toBeVisible();
  expect(log.element().textContent).not.toContain(hint);
  runner.change({ run: taskIn('waiting', [], { question, tainted: true }) });
  await expect.element(log.getByText(hint)).toBeVisible();
  runner.change({ run: taskIn('executing', [step('a', 'running')], { tainted: true }) });
  await expect.element(log.getByText(hint)).not.toBeInTheDocument();
});

test('R9.4 a search that lacks a key says so, and leads to its settings', async () => {
  const { app, runner } = await conversation(taskIn('executing', [step('a', 'running')]));
  const cause = { failure: 'search_no_key', name: 'api.tavily.com' } as const;
  const result = toolError('failed', 'Search needs a key.', { cause });
  const call = { call: 'c', tool: 'search', input: { query: 'rakes' }, step_id: 'a' };
  runner.record(
    goal,
    { type: 'plan_step_start', index: 1, total: 1, description: 'Do a', step_id: 'a' },
    { type: 'tool_result', ...call, result, retry_at: '2026-01-01T00:00:00.000Z' },
  );
  await log
    .getByText(/needs a key that can be used/)
    .first()
    .click();
  await log.getByRole('button', { name: 'Search and reading' }).click();
  await expect.poll(() => app.settingsSection).toBe('search');
});

test('R8.5 a step is one line with its latest action, and unfolds to all of them', async () => {
  const { runner } = await conversation(taskIn('executing', [step('a', 'running'), step('b', 'pending')]));
  runner.record(
    goal,
    { type: 'plan_step_start', index: 1, total: 2, description: 'Do a', step_id: 'a' },
    { type: 'decision', kind: 'act', note: 'Look for rakes', step_id: 'a' },
    { type: 'tool_call', call: 'c', tool: 'search', input: { query: 'rakes' }, step_id: 'a' },
  );
  await expect
    .element(
      log
        .getByText('Do a', { exact: true })
        .or(log.getByText(/Step 1 of 2/))
        .first(),
    )
    .toBeVisible();
  const fold = log.element().querySelector('details')!;
  expect(fold.open).toBe(false);
  await log.getByText(/Step 1 of 2/).click();
  expect(fold.open).toBe(true);
  await expect.poll(() => fold.textContent).toContain('Look for rakes');
});

test('R3.9 the latest change of the plan shows its difference, and can be undone', async () => {
  const run = taskIn('executing', [step('b', 'pending')], { undo: [step('a', 'pending')] });
  const { runner } = await conversation(run);
  runner.record(goal, {
    ...{ type: 'replanned', cause: 'step_ended', outcome: 'replanned', steps: 1 },
    difference: [
      { kind: 'dropped', id: 'a', description: 'Do a' },
      { kind: 'added', id: 'b', description: 'Do b' },
    ],
  });
  await log.getByText('Replanned (1 step remains)').click();
  await expect.poll(() => log.element().querySelector('del')?.textContent).toBe('Do a');
  await log.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => runner.sent).toEqual([{ type: 'replan.undo' }]);
});

test('R11.3 an answer is shown while it is written, and stands once when it is recorded', async () => {
  const { runner } = await conversation(taskIn('intake'));
  runner.record(goal);
  runner.change({ streams: { intake: 'The garden **is' } });
  await expect.element(log.getByText(/The garden/)).toBeVisible();
  await expect.element(log).toHaveAttribute('aria-busy', 'true');
  runner.record({ type: 'message', kind: 'reply', text: 'The garden **is tidy**.' });
  runner.change({ streams: {}, run: taskIn('answered') });
  await expect.element(log.getByText('is tidy')).toBeVisible();
  await expect.poll(() => log.getByText(/The garden/).elements().length).toBe(1);
  await expect.element(log).toHaveAttribute('aria-busy', 'false');
});

test('R4.11 a refused key says so with the way to the settings', async () => {
  const { runner, app } = await conversation(null, null);
  runner.record(goal, { type: 'notice', code: 'no_key', params: {} });
  await expect.element(log.getByText(/No model is connected/)).toBeVisible();
  const settings = log.getByRole('button', { name: 'Open settings' });
  await settings.click();
  expect(app.settingsSection).toBe('connection');
  await app.changeSettings({ profile: 'p' });
  await expect.element(settings).not.toBeInTheDocument();
});

test('R4.11 only the error for which the task stands still has a button, and none once it is resolved', async () => {
  const pause = (code: 'auth' | 'locked') =>
    ({ code: 'endpoint', error: { code, detail: '', status: null, retry_after_ms: null } }) as const;
  const at = (code: 'auth' | 'locked') => taskIn('paused', [step('a', 'pending')], { pause: pause(code) });
  const { runner, app } = await conversation(at('auth'));
  const { secrets, stores } = app.dependencies;
  await stores.profiles.save({
    id: 'p',
    provider: 'one',
    base_url: 'https://one.example/v1',
    model: 'm',
    key_place: 'passphrase',
  });
  await secrets.unlock('long enough');
  await secrets.write('p', 'https://one.example/v1', 'sk-1', 'passphrase');
  secrets.lock();
  runner.record(goal, { type: 'pause', reason: pause('auth') });
  const settings = log.getByRole('button', { name: 'Open settings' });
  await expect.element(settings).toBeVisible();
  runner.record({ type: 'pause', reason: pause('locked') });
  runner.change({ run: at('locked') });
  const unlock = log.getByRole('button', { name: 'Unlock' });
  await expect.element(unlock).toBeVisible();
  await expect.element(settings).not.toBeInTheDocument();
  await secrets.unlock('long enough');
  await expect.element(unlock).not.toBeInTheDocument();
  await expect.element(log.getByText('It is unlocked now: continue.')).toBeVisible();
  await log.getByRole('button', { name: 'Continue' }).click();
  expect(runner.sent).toContainEqual({ type: 'plan.continue' });
  secrets.lock();
  await expect.element(unlock).toBeVisible();
  runner.change({ run: taskIn('executing', [step('a', 'running')]) });
  await expect.element(unlock).not.toBeInTheDocument();
});

test('R8.6 an answer that leaves something undone says what, and goes on with the rest', async () => {
  const end = { done: 1, failed: 1, skipped: 1, tone: 'amber' } as const;
  const failed = { ...step('b', 'failed'), error: 'The server is away' };
  const steps = [step('a', 'completed'), failed, step('c', 'skipped')];
  const { runner } = await conversation(taskIn('completed', steps));
  const undone = [
    { description: 'Do b', words: 'The server is away' },
    { description: 'Do c', words: 'The model left it out' },
  ];
  runner.record(
    goal,
    { type: 'message', kind: 'closing', text: 'Raked.' },
    {
      type: 'task_end',
      status: 'completed',
      ...end,
      written: [{ store: 'messages', change: 'missing', n: 1 }],
      undone,
    },
  );
  await expect.element(log.getByText('Result, not all done')).toBeVisible();
  const contradiction = log.getByText('Not done in this task, though the answer says so: sending messages');
  await expect.element(contradiction).toBeVisible();
  expect(contradiction.element().getBoundingClientRect().top).toBeLessThan(
    log.getByText('Raked.').element().getBoundingClientRect().top,
  );
  await expect.element(log.getByText(/Do c: The model left it out/)).toBeVisible();
  /** The card below asks about it. */
  await expect.element(log.getByText(/Do b: The server is away/)).not.toBeInTheDocument();
  await log.getByRole('button', { name: 'Go on with the rest' }).click();
  await expect.poll(() => runner.sent).toEqual([{ type: 'plan.continue' }]);
});

test('R8.6 what a card asks about is asked only there', async () => {
  const failed = { ...step('b', 'failed'), error: 'The server is away' };
  const { runner } = await conversation(taskIn('completed', [step('a', 'completed'), failed]));
  runner.record(
    goal,
    { type: 'message', kind: 'closing', text: 'Raked.' },
    {
      ...{ type: 'task_end', status: 'completed', done: 1, failed: 1, skipped: 0, tone: 'amber', written: [] },
      undone: [{ description: 'Do b', words: 'The server is away' }],
    },
  );
  await expect.element(log.getByText('Nothing was written')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(log.element().textContent).not.toContain('Do b');
  await expect.element(page.getByRole('button', { name: 'Go on with the rest' })).not.toBeInTheDocument();
});

test('“Latest” leads back to the end, and is there only while the person reads further up', async () => {
  const { runner } = await conversation(taskIn('answered'));
  const lines = Array.from({ length: 80 }, (_, at) => ({ ...goal, text: `Line ${String(at)}\n\nand more of it` }));
  runner.record(...lines);
  await expect.element(log.getByText(/Line 79/)).toBeVisible();
  const latest = page.getByRole('button', { name: 'Latest' });
  await expect.element(latest).not.toBeInTheDocument();
  log.element().focus();
  await userEvent.keyboard('{Home}');
  await latest.click();
  await expect.element(latest).not.toBeInTheDocument();
});

test('a message is shown to whoever sends it, also from further up', async () => {
  const { runner } = await conversation(taskIn('answered'));
  runner.record(...Array.from({ length: 80 }, (_, at) => ({ ...goal, text: `Line ${String(at)}\n\nand more of it` })));
  await expect.element(log.getByText(/Line 79/)).toBeVisible();
  const latest = page.getByRole('button', { name: 'Latest' });
  log.element().focus();
  await userEvent.keyboard('{Home}');
  await expect.element(latest).toBeVisible();
  await page.getByRole('textbox', { name: 'Message' }).fill('Thank you for all of it');
  await userEvent.keyboard('{Enter}');
  await expect.element(latest).not.toBeInTheDocument();
});

test('R8.6 a stopped task says under its end what it has written', async () => {
  const { runner } = await conversation(taskIn('cancelled', [step('a', 'completed'), step('b', 'skipped')]));
  const result = { ok: true, text: 'ok', failure: null, artifact: null, foreign: false };
  const written = [{ store: 'todos', id: 'x', change: 'put', hash: 'h' }] as const;
  runner.record(
    goal,
    { type: 'plan_generated', steps: 2, from: 'model' },
    {
      ...{ type: 'tool_result', call: 'c', tool: 'todo', input: {}, retry_at: '' },
      ...{ result: { ...result, written: [...written] }, step_id: 'a' },
    },
    { type: 'task_end', status: 'cancelled', done: 1, failed: 0, skipped: 1 },
  );
  await expect.element(log.getByText('Written: 1 to-do')).toBeVisible();
});

test('R14.2 an answer is copied as it was written, and with its formatting', async () => {
  const { runner } = await conversation(taskIn('completed', [step('a', 'completed')]));
  const write = vi.spyOn(navigator.clipboard, 'write').mockClear().mockResolvedValue();
  const text =
    '**Acme** costs less, see [the list](https://acme.example/prices).\n\n| Plan | Price |\n| - | - |\n| Small | 12 |';
  runner.record({ type: 'message', kind: 'closing', text });
  await expect.element(log.getByRole('table')).toBeVisible();
  await log.getByRole('button', { name: 'Copy the answer' }).click();
  await expect.element(log.getByRole('button', { name: 'Copied' })).toBeVisible();
  const [item] = write.mock.calls[0]?.[0] ?? [];
  const read = async (type: string) => (await item?.getType(type))?.text();
  expect(await read('text/plain')).toBe(text);
  const html = (await read('text/html')) ?? '';
  expect(html).toContain('<strong>Acme</strong> costs less');
  expect(html).toContain('<a href="https://acme.example/prices">the list</a> (acme.example).');
  expect(html).toMatch(/<th>Plan<\/th>\s*<th>Price<\/th>[^]*<td>Small<\/td>\s*<td>12<\/td>/);
  expect(html).not.toMatch(/class|style|svg|button/);
});

test('R14.2 what is pasted of an answer with its formatting loads no picture of a site', async () => {
  const { runner } = await conversation(taskIn('completed', [step('a', 'completed')]));
  const write = vi.spyOn(navigator.clipboard, 'write').mockClear().mockResolvedValue();
  const picture = '![chart](http://a.example/p.png?q=1)';
  const text = `See ${picture} and ![own](own.svg) and ![r].\n\n<img src="//a.example/i.png">\n\n\`![no](x)\`\n\n[r]: https://a.example/r.png`;
  runner.record({ type: 'message', kind: 'closing', text });
  await log.getByRole('button', { name: 'Copy the answer' }).click();
  await expect.element(log.getByRole('button', { name: 'Copied' })).toBeVisible();
  const [item] = write.mock.lastCall?.[0] ?? [];
  const read = async (type: string) => (await item?.getType(type))?.text();
  expect(await read('text/plain')).toBe(
    text.replace(picture, picture.slice(1)).replace('![r]', '[r]').replace('<img', '\\<img'),
  );
  const html = await read('text/html');
  expect(html).toMatch(/<a href="http:\/\/a.example\/p.png\?q=1">\s*chart\s*<\/a>/);
  expect(html).not.toMatch(/<!--|opens|<img/);
});

test('R14.2 an answer copied with its formatting has the true host behind an address, and no inert link', async () => {
  const { runner } = await conversation(taskIn('completed', [step('a', 'completed')]));
  const write = vi.spyOn(navigator.clipboard, 'write').mockClear().mockResolvedValue();
  const text = [
    'See [a](javascript:alert(1)), [Sources](data:text/html,hi) and [http://good.example](http://evil.example/q).',
    'A <svg onload=alert(1)> here',
  ].join('\n\n');
  runner.record({ type: 'message', kind: 'closing', text });
  await log.getByRole('button', { name: 'Copy the answer' }).click();
  await expect.element(log.getByRole('button', { name: 'Copied' })).toBeVisible();
  const [item] = write.mock.lastCall?.[0] ?? [];
  const read = async (type: string) => (await item?.getType(type))?.text();
  expect(await read('text/plain')).toBe(
    'See a, Sources and [http://good.example](http://evil.example/q) (evil.example).\n\nA \\<svg onload=alert(1)> here',
  );
  const html = await read('text/html');
  expect(html).toMatch(/good\.example\s*<\/a>\s*\(evil\.example\)\./);
  expect(html).not.toMatch(/javascript:|data:|<svg/);
});

test('R8.6 an answer of which a part was not done is copied with what was not done before it', async () => {
  const { runner } = await conversation(taskIn('completed', [{ ...step('a', 'failed'), error: 'No such shop' }]));
  const write = vi.spyOn(navigator.clipboard, 'write').mockClear().mockResolvedValue();
  const undone = [{ description: 'Do a', words: 'No such shop' }];
  runner.record(
    { type: 'message', kind: 'closing', text: 'All is done!' },
    { type: 'task_end', status: 'completed', done: 0, failed: 1, skipped: 0, tone: 'red', written: [], undone },
  );
  await log.getByRole('button', { name: 'Copy the answer' }).click();
  await expect.element(log.getByRole('button', { name: 'Copied' })).toBeVisible();
  const [item] = write.mock.lastCall?.[0] ?? [];
  const read = async (type: string) => (await item?.getType(type))?.text();
  const lines = ['Result, no step completed', 'Nothing was written', 'Do a: No such shop'];
  expect(await read('text/plain')).toBe([...lines, 'All is done!'].join('\n\n'));
  expect(await read('text/html')).toContain(lines.map((line) => `<p>${line}</p>`).join(''));
});

test('R8.6 what was written elsewhere opens to the requests, each with its method, address and status', async () => {
  const { runner } = await conversation(taskIn('completed', [step('a', 'completed')]));
  const about = { what: 'fetch.patch', name: 'api.example/issues/8', host: 'api.example' };
  const sent = [{ about, at: '2026-01-01T10:00:00.000Z', status: 200 }];
  runner.record(
    { type: 'message', kind: 'closing', text: 'Closed.' },
    {
      ...{ type: 'task_end', status: 'completed', done: 1, failed: 0, skipped: 0, tone: 'green' },
      ...{ written: [{ store: 'elsewhere', change: 'put', n: 1, sent }], undone: [] },
    },
  );
  await log.getByText('Sent: 1 request to api.example/issues/8').click();
  await expect
    .element(log.getByText(/: Send something to api\.example\/issues\/8 \(PATCH\), status 200$/))
    .toBeVisible();
});

test('R9.2 a step shows the whole text that it wrote, laid out, once, and copies it', async () => {
  const { runner } = await conversation(taskIn('completed', [step('a', 'completed')]));
  const full_result = `Dear Ms Weber,\n\n${'We have looked at three tools. '.repeat(20)}\n\nKind regards`;
  const summary = full_result.replace(/\s+/g, ' ').slice(0, 299) + '…';
  runner.record(
    { ...{ type: 'plan_step_start', index: 1, total: 1, description: 'Write the letter' }, step_id: 'a' },
    { ...{ type: 'decision', kind: 'done', note: 'Dear Ms Weber,' }, step_id: 'a' },
    { ...{ type: 'plan_step_end', status: 'completed', summary, full_result }, step_id: 'a' },
  );
  await log.getByText('Write the letter').click();
  await expect.element(log.getByRole('paragraph').filter({ hasText: 'Kind regards' })).toBeVisible();
  expect(log.element().textContent).not.toContain('Says that the step is done');
  const write = vi.spyOn(navigator.clipboard, 'write').mockClear().mockResolvedValue();
  await log.getByRole('button', { name: 'Copy the text' }).click();
  await expect.poll(() => write.mock.calls.length).toBe(1);
});

test('a browser that does not allow copying is told of, with what else to do', async () => {
  const { runner, page: parts } = await conversation(taskIn('completed', [step('a', 'completed')]));
  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new Error('not allowed'));
  runner.record({ type: 'message', kind: 'closing', text: 'All is done.' });
  await log.getByRole('button', { name: 'Copy the answer' }).click();
  await expect
    .poll(() => parts.toasts.list.map(({ text }) => text))
    .toEqual([expect.stringMatching(/did not allow copying/)]);
  await expect.element(log.getByRole('button', { name: 'Copy the answer' })).toBeVisible();
});

test('R3.5 where a goal was declined, it can be asked for again', async () => {
  const files = 'Collect the prices from http://a.example/x into prices.csv';
  const run = taskIn('answered', []);
  const { runner } = await conversation({ ...run, plan: { ...run.plan, goal: files } });
  runner.record(
    { ...goal, text: files },
    { type: 'message', kind: 'reply', text: 'I’m sorry, but I cannot browse the internet.' },
  );
  const button = log.getByRole('button', { name: 'Ask again' });
  await expect.element(button).toBeVisible();
  (button.element() as HTMLElement).click();
  (button.element() as HTMLElement).click();
  await expect.poll(() => runner.sent).toMatchObject([{ type: 'goal.submit', goal: files }]);
  expect(log.getByText(files).elements()).toHaveLength(2);
  runner.record({ type: 'message', kind: 'reply', text: 'The prices are 3 and 4.' });
  await expect.element(log.getByText('The prices are 3 and 4.')).toBeVisible();
  await expect.element(log.getByRole('button', { name: 'Ask again' })).not.toBeInTheDocument();
});

test('R3.8 a paused plan can be continued beneath the conversation while another pane than the plan is open', async () => {
  const { app, runner } = await conversation(taskIn('paused', [step('a', 'completed'), step('b', 'pending')]));
  runner.record(goal);
  const bar = page.getByRole('button', { name: 'Continue' });
  await expect.element(log.getByText('Tidy the garden')).toBeVisible();
  expect(bar.elements()).toHaveLength(0);
  app.pane = 'files';
  await expect.element(bar).toBeVisible();

  await bar.click();
  await expect.poll(() => runner.sent.map(({ type }) => type)).toContain('plan.continue');
});

test('R8.4 the day is shown where it changes, and above the first line if that is not of today', async () => {
  const { runner } = await conversation(taskIn('paused', [step('a', 'running')]));
  const days = () => [...log.element().querySelectorAll('.day')].map(({ textContent }) => textContent.trim());
  const command = (text: string, at?: string) => ({ ...goal, text, ...(at && { at }) });
  runner.record(command('Sow', '2025-12-09T10:00:00.000Z'), command('Rake', '2025-12-09T23:30:00.000Z'));
  await expect.element(log.getByText('Rake')).toBeVisible();
  expect(days()).toEqual(['Tue 9 Dec 2025', 'Wed 10 Dec 2025']);
  runner.record(command('Water'), command('Weed', '2025-12-11T10:00:00.000Z'));
  await expect.element(log.getByText('Weed')).toBeVisible();
  expect(days()).toEqual(['Tue 9 Dec 2025', 'Wed 10 Dec 2025', 'Thu 1 Jan']);
});

test('R8.4 a conversation of today has no day', async () => {
  const { runner } = await conversation(taskIn('paused', [step('a', 'running')]));
  runner.record(goal);
  await expect.element(log.getByText('Tidy the garden')).toBeVisible();
  expect(log.element().querySelector('.day')).toBe(null);
});

test('a message while a request waits can be its refusal, but not that of a later request', async () => {
  const access = { origin: null, private_address: false, subject: '', rule: 'always_ask' } as const;
  const approval = { effect: 'e1', step_id: 'a', tool: 'todo', access, decision: null };
  const asks = taskIn('executing', [step('a', 'running')], { approvals: [approval] });
  const { runner } = await conversation(asks);
  const deny = log.getByRole('button', { name: 'Deny, and let this be the reason' });
  const noted = { type: 'notice', code: 'noted_in_permission', params: {} } as const;
  const asked = { type: 'approval', tool: 'todo', access, decision: null } as const;
  runner.record(goal, asked, { type: 'message', kind: 'guidance', text: 'no!! just put it back to friday' }, noted);
  await expect.element(log.getByText(/Noted: your message/)).toBeVisible();
  await deny.click();
  expect(runner.sent).toEqual([{ type: 'approval.decide', effect: 'e1', decision: 'deny' }]);
  expect(log.element().textContent).not.toContain('Guidance');
  runner.record(asked);
  runner.change({ run: { ...asks, approvals: [{ ...approval, effect: 'e2' }] } });
  await expect.element(deny).not.toBeInTheDocument();
});

test.each(['en', 'zh'] as const)('a cut answer says so apart from its text, and goes on (%s)', async (language) => {
  const words = { en: await languages.en.rest(), zh: await languages.zh.rest() }[language];
  const { runner } = await conversation(taskIn('answered'));
  const write = vi.spyOn(navigator.clipboard, 'write').mockClear().mockResolvedValue();
  runner.record(goal, {
    type: 'message',
    kind: 'reply',
    text: `# The well\n\nOnce upon\n\n*${words['answer.cut_off']}*`,
  });
  await expect.element(log.getByText(words['answer.cut_off'])).toBeVisible();
  await log.getByRole('button', { name: 'Copy the answer' }).click();
  await expect.element(log.getByRole('button', { name: 'Copied' })).toBeVisible();
  const [item] = write.mock.lastCall?.[0] ?? [];
  const read = async (type: string) => (await item?.getType(type))?.text();
  expect(await read('text/plain')).toBe('# The well\n\nOnce upon');
  expect(await read('text/html')).not.toMatch(/<em>/);
  await log.getByRole('button', { name: 'Go on' }).click();
  await expect.poll(() => runner.sent.at(-1)).toMatchObject({ type: 'goal.submit', goal: 'Go on' });
  expect(runner.journal.at(-1)?.body).toMatchObject({ type: 'message', kind: 'goal', text: 'Go on' });
});

test('an answer is saved among the files, under its heading', async () => {
  const { app, session, runner } = await conversation(taskIn('answered'));
  runner.record(goal, { type: 'message', kind: 'reply', text: '# The **well**\n\nOnce upon a time' });
  await log.getByRole('button', { name: 'Save as a file' }).click();
  const stored = async () =>
    (await app.dependencies.stores.files.own(session.id)).map(({ name, content }) => [name, content]);
  await expect.poll(stored).toEqual([['The well.md', '# The **well**\n\nOnce upon a time']]);
});
