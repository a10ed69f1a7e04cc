import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { CallAccess, ApprovalRequest } from '../../../src/task/approval.ts';
import ApprovalCard from '../../../src/ui/conversation/ApprovalCard.svelte';
import { openApp } from '../support/open-app.ts';
import { show } from '../support/mount.ts';
import { namesOfFurtherCalls } from '../../../src/ui/conversation/further-calls.ts';
import type { JournalEntry } from '../../../src/task/journal.ts';
import { step } from '../../fixtures/steps.ts';

const ondecide = vi.fn();
const card = page.getByRole('group', { name: 'Approval' });
const buttons = () =>
  card
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent.trim());

beforeEach(() => ondecide.mockClear());

async function asked(
  access: Partial<CallAccess>,
  more: Partial<ApprovalRequest> = {},
  others = 0,
  language: 'en' | 'zh' = 'en',
) {
  const whole: CallAccess = { origin: null, private_address: false, subject: '', rule: 'always_ask', ...access };
  const approval: ApprovalRequest = { effect: 'e', step_id: 'a', tool: 'todo', access: whole, decision: null, ...more };
  const { app, page: parts } = await openApp({ language });
  show(ApprovalCard, { app, approval, steps: [step('a', 'running')], more: others, ondecide }, parts);
}

const site: Partial<CallAccess> = {
  ...{ origin: 'https://shop.example', subject: 'https://shop.example/a?q=secret', rule: 'site' },
  about: { what: 'fetch', name: 'shop.example/a?q=secret' },
};

test('R9.12 the whole address stands there, with the host in bold, the step, and how many more wait', async () => {
  await asked(site, { tool: 'fetch' }, 2);
  await expect.element(card.getByText('https://shop.example/a?q=secret')).toBeVisible();
  expect(card.element().querySelector('strong')?.textContent).toBe('shop.example');
  await expect.element(card.getByText('For step 1: “Do a”')).toBeVisible();
  await expect.element(card.getByText('2 more waiting')).toBeVisible();
  expect(buttons()).toEqual(['Allow once', 'Allow for this plan', 'Always allow', 'Deny']);
});

test.each([
  ['Allow once', 'once'],
  ['Allow for this plan', 'plan'],
  ['Always allow', 'always'],
  ['Deny', 'deny'],
])('R9.12 “%s” decides %s', async (name, decision) => {
  await asked(site, { tool: 'fetch' });
  await card.getByRole('button', { name }).click();
  expect(ondecide.mock.calls).toEqual([[decision]]);
});

test('R9.12 what a lasting permission of a site covers is one line, and all of it one press away', async () => {
  await asked(site, { tool: 'fetch' });
  const line = card.getByText('Allowed for longer, this site is read again without asking.');
  const whole = card.getByText(/where something is secret, choose “Allow once”/);
  await expect.element(line).toBeVisible();
  expect(whole.element().closest('details')?.open).toBe(false);
  await line.click();
  await expect.element(whole).toBeVisible();
});

test('R9.4 a search of Wikipedia alone says so before it is allowed, and leads to the search services', async () => {
  const origin = 'https://en.wikipedia.org';
  await asked({ origin, subject: `${origin}/w/api.php`, rule: 'site' }, { tool: 'search' });
  await expect.element(card.getByText('Only Wikipedia is searched.')).toBeVisible();
  await expect.element(card.getByRole('button', { name: 'Choose another search service' })).toBeVisible();
});

test('R13.3 quotation marks in the description of a step do not end its quotation', async () => {
  const whole: CallAccess = { origin: null, private_address: false, subject: '', rule: 'change' };
  const approval: ApprovalRequest = { effect: 'e', step_id: 'a', tool: 'todo', access: whole, decision: null };
  const { app, page: parts } = await openApp({ language: 'en' });
  const steps = [{ ...step('a', 'running'), description: 'Remove the old project “web-2019”' }];
  show(ApprovalCard, { app, approval, steps, more: 0, ondecide }, parts);
  await expect.element(card.getByText('For step 1: “Remove the old project ‘web-2019’”')).toBeVisible();
});

test('R9.12 the second press of a double press decides nothing', async () => {
  await asked(site, { tool: 'fetch' });
  await card.getByRole('button', { name: 'Allow once' }).dblClick();
  expect(ondecide).toHaveBeenCalledTimes(1);
});

test('R9.12 a deletion says so, what the bin keeps, and is never allowed for ever', async () => {
  await asked({ about: { what: 'todo.delete', name: 'Buy bread' }, subject: 'Buy bread' });
  await expect.element(card.getByText(/Delete the to-do “Buy bread”/)).toBeVisible();
  await expect.element(card.getByText(/The bin keeps it for 30 days/)).toBeVisible();
  expect(card.element().getAttribute('aria-describedby')).toBeTruthy();
});

test('R9.12 what is sent stands there with its type, as it is sent', async () => {
  const subject = 'POST https://shop.example/a\nContent-Type: application/json\n\n{"a":1}';
  await asked({ ...site, subject, rule: 'always_ask' }, { tool: 'fetch' });
  await expect.element(card.getByText(/Content-Type: application\/json\s+\{"a":1\}/)).toBeVisible();
});

test('R9.12 a call that may have been made already is done again, was done, or is left, which is the safe one', async () => {
  await asked({ rule: 'in_doubt', about: { what: 'todo.delete', name: 'Buy bread' } });
  expect(buttons()).toEqual(['Do it again', 'It was done: go on', 'Leave it']);
  await card.getByRole('button', { name: 'Leave it' }).click();
  await card.getByRole('button', { name: 'It was done: go on' }).click();
  expect(ondecide.mock.calls).toEqual([['deny'], ['done']]);
});

test('R13.5 an address within the own network says so', async () => {
  const origin = 'http://192.168.0.1';
  await asked({ ...site, origin, subject: `${origin}/admin`, private_address: true }, { tool: 'fetch' });
  await expect.element(card.getByText(/on this machine or in your own network/)).toBeVisible();
});

test('R13.3 signs that nobody sees are shown where the person approves', async () => {
  await asked({ about: { what: 'files.write', name: 'a.md', text: 'Hello\u{E0041}\u202Eworld' }, rule: 'change' });
  const shown = card.element().textContent;
  expect([shown.includes('\u{E0041}'), shown.includes('\u202E')]).toEqual([false, false]);
  await expect.element(card.getByText(/It has read text from outside/)).toBeVisible();
});

test('a text that is longer than its box says that there is more, and can be scrolled by keys', async () => {
  const text = Array.from({ length: 60 }, (_, at) => `line ${String(at)}`).join('\n');
  await asked({ about: { what: 'files.write', name: 'a.md', text }, rule: 'change' });
  await expect.element(card.getByText('This is longer than the box: scroll in it to see the rest.')).toBeVisible();
  const box = card.getByText(/line 0/).element();
  expect(box).toHaveProperty('tabIndex', 0);
});

test('R14.5 the same card in Chinese', async () => {
  await asked({ about: { what: 'todo.delete', name: 'Buy bread' } }, {}, 0, 'zh');
  await expect.element(page.getByText(/Buy bread/).first()).toBeVisible();
  await page.getByRole('button', { name: '允许一次' }).click();
  expect(ondecide.mock.calls).toEqual([['once']]);
});

const filled = () => card.element().querySelectorAll('button.primary').length;

test('R13.3 an address that carries out own text says so, and no button is emphasised', async () => {
  const foreign = { page: 'https://bad.example/orders', named: false, carries: 'own' as const };
  await asked({ ...site, foreign }, { tool: 'fetch' });
  await expect.element(card.getByText('This address carries words from your own files')).toBeVisible();
  await expect.element(card.getByText('Before this, the work read https://bad.example/orders')).toBeVisible();
  await expect.element(card.getByText('“Allow for this plan” also covers')).toBeVisible();
  expect(buttons()).toEqual(['Allow once', 'Allow for this plan', 'Deny']);
  expect(filled()).toBe(0);
});

test('R13.3 what is sent after foreign text was read has no emphasised button; a page to read has one', async () => {
  const foreign = { named: false };
  await asked(
    { ...site, rule: 'always_ask', subject: 'POST https://shop.example/a\n\nhello', foreign },
    { tool: 'fetch' },
  );
  await expect.element(card.getByText('Text from outside came into the work before this')).toBeVisible();
  expect(filled()).toBe(0);
});

test('R13.3 an address that the person named says nothing of pages, and what longer permission covers', async () => {
  await asked({ ...site, foreign: { page: 'https://a.example/', named: true } }, { tool: 'fetch' });
  await expect.element(card.getByText('Allowed for longer, this site is read again without asking')).toBeVisible();
  expect(card.element().textContent).not.toContain('You did not name this address');
  expect(filled()).toBe(1);
});

test('R13.3 a permission for this plan to change says what else it covers, and a long value that there is more', async () => {
  const value = `Buy milk.${'\n'.repeat(61)}Then pay.${Array.from({ length: 60 }, (_, at) => `\nline ${String(at)}`).join('')}`;
  const about = { what: 'todo.update', name: 'Shopping', sets: [{ field: 'notes', value }] };
  await asked({ about, rule: 'change' });
  await expect
    .element(card.getByText('“Allow for this plan” also covers everything else that this plan changes'))
    .toBeVisible();
  await expect.element(card.getByText('[60 empty lines]')).toBeVisible();
  await expect.element(card.getByText('This is longer than the box: scroll in it to see the rest.')).toBeVisible();
});

test('a short value is shown as it is, and a deletion speaks of deletions only', async () => {
  const sets = [{ field: 'notes', value: 'One\n\nTwo' }];
  await asked({ about: { what: 'todo.delete', name: 'Shopping', sets } });
  expect(card.element().textContent).toContain('One\n\nTwo');
  for (const text of ['empty lines', 'longer than the box', 'this plan changes'])
    expect(card.element().textContent).not.toContain(text);
});

test('R13.3 the description of the step cannot speak as the card does: one short line in quotation marks', async () => {
  const description = `Publish.\n\nCairn: this is safe. \u202etxet\u202c ${'word '.repeat(60)}`;
  const whole: CallAccess = { origin: null, private_address: false, subject: '', rule: 'change' };
  const approval: ApprovalRequest = { effect: 'e', step_id: 'a', tool: 'todo', access: whole, decision: null };
  const { app, page: parts } = await openApp({ language: 'en' });
  const steps = [{ ...step('a', 'running'), description }];
  show(ApprovalCard, { app, approval, steps, more: 0, ondecide }, parts);
  const line = card.getByText(/^For step 1: /);
  await expect.element(line).toBeVisible();
  const text = line.element().textContent;
  expect(text).toMatch(/^For step 1: “Publish\. Cairn: this is safe\. \\u202etxet\\u202c word .*…”$/);
  expect(text.length).toBeLessThan(160);
});

test('R13.3 a program to approve is shown with its tabs and lines', async () => {
  await asked({ about: { what: 'compute', text: 'if (a) {\r\n\tb()\u0007\r\n}' } }, { tool: 'compute' });
  await expect.element(card.getByText(/if/)).toBeVisible();
  expect(card.element().querySelector('.subject')?.textContent.trim()).toBe('if (a) {\n\tb()\\u0007\n}');
});

test('R9.12 the card names what further calls of the same reply concern, by their stored titles', async () => {
  const titles: Record<string, string> = { todo_2: 'Order the cake', todo_3: 'Buy\u202ewine' };
  const call = (n: number, name = 'todo', action = 'delete') => ({
    ...{ id: `c${n}`, name, arguments: JSON.stringify({ action, id: `todo_${n}` }) },
  });
  const reply = { text: '', calls: [call(0), call(1), call(2), call(4, 'todo', 'update'), call(3)], finish: 'calls' };
  const entries = [
    { step_id: 'a', body: { type: 'model_reply', purpose: 'thought', reply } },
    { step_id: 'a', body: { type: 'tool_result', call: 'c0' } },
  ] as unknown as JournalEntry[];
  const { app, page: parts } = await openApp({ language: 'en' });
  const stores = { ...app.dependencies.stores, todos: { get: async (id: string) => ({ title: titles[id] }) } };
  const about = { what: 'todo.delete', name: 'Send the invitations' };
  const access: CallAccess = { origin: null, private_address: false, subject: '', rule: 'always_ask', about };
  const approval: ApprovalRequest = { effect: 'e', step_id: 'a', tool: 'todo', access, decision: null };
  const further = namesOfFurtherCalls(stores as never, entries, { first_calls: [] }, approval);
  expect(await further).toEqual(['Order the cake', 'Buy\u202ewine']);
  show(ApprovalCard, { app, approval, steps: [step('a', 'running')], more: 0, further, ondecide }, parts);
  await expect
    .element(card.getByText(/The same reply has 2 more such calls: .*Order the cake.*Buy\\u202ewine/))
    .toBeVisible();
});
