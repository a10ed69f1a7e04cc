import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import Conversation from '../../../src/ui/conversation/Conversation.svelte';
import Sessions from '../../../src/ui/session/Sessions.svelte';
import Steps from '../../../src/ui/plan/Steps.svelte';
import { step } from '../../fixtures/steps.ts';
import { show } from '../support/mount.ts';
import { now, taskIn } from '../support/open-app.ts';
import { openOnOtherDevice } from '../support/other-device.ts';

const call = { origin: null, private_address: false, subject: 'Buy bread', rule: 'always_ask' } as const;
const approval = { effect: 'e', step_id: 'b', tool: 'todo', access: call, decision: null };
const steps = [step('a', 'completed'), step('b', 'running'), step('c', 'pending')];
const field = page.getByRole('textbox', { name: 'Message' });

const buttonsIn = (name: string) =>
  page
    .getByRole('group', { name })
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent.trim());

test('R12.3 a request of another device shows what is asked and one button, and is answered once the session is here', async () => {
  const run = taskIn('waiting', steps, { approvals: [approval] });
  const { app, session, runner, page: parts } = await openOnOtherDevice(run, { needs_you: true });
  show(Conversation, { app, session }, parts);
  const card = page.getByRole('group', { name: 'Approval' });
  await expect.element(card.getByText('Laptop needs you · step 2 of 2')).toBeVisible();
  expect(buttonsIn('Approval')).toEqual(['Continue here']);
  expect(page.getByRole('button', { name: 'Continue here' }).elements()).toHaveLength(1);
  await card.getByRole('button', { name: 'Continue here' }).click();
  await card.getByRole('button', { name: 'Allow once' }).click();
  await expect.poll(() => runner.sent).toMatchObject([{ type: 'approval.decide', effect: 'e', decision: 'once' }]);
  await expect.element(field).toBeVisible();
});

test('R12.3 a session whose task has ended on another device has the usual message field, and sending takes it over', async () => {
  const {
    app,
    session,
    runner,
    page: parts,
    isAway,
  } = await openOnOtherDevice(taskIn('completed', [step('a', 'completed')]));
  show(Conversation, { app, session }, parts);
  await expect.element(field).toBeVisible();
  expect(page.getByText('Last used on Laptop').elements()).toHaveLength(0);
  await session.note({ type: 'resume' });
  expect(isAway()).toBe(false);
  expect(runner.journal).toHaveLength(1);
});

test('R12.3 a session without a plan that another device goes on with waits for it', async () => {
  const { app, session, page: parts } = await openOnOtherDevice(null, { plan_status: 'planning', steps_total: 0 });
  show(Conversation, { app, session }, parts);
  await expect.element(page.getByText('At work on Laptop · this minute')).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
});

test('R12.3 the steps of a plan on another device are shown, not changed', async () => {
  const run = taskIn('executing', steps);
  const { session, page: parts, away } = await openOnOtherDevice(run);
  show(Steps, { session, run }, parts);
  await expect.element(page.getByText('Do c')).toBeVisible();
  const tools = page.getByRole('button', { name: /step 3/i });
  await expect.poll(() => tools.elements()).toHaveLength(0);
  away.send(null);
  await expect.poll(() => tools.elements()).toHaveLength(2);
});

test('R12.3 the list of sessions says which device has an unfinished one', async () => {
  const run = taskIn('waiting', steps, { approvals: [approval] });
  const { app, database, session, page: parts } = await openOnOtherDevice(run, { needs_you: true });
  const { sessions } = app.dependencies.stores;
  const row = await sessions.get(session.id);
  if (!row) throw new Error('The session is not stored.');
  const summary = { plan_status: 'waiting', steps_ended: 1, steps_total: 2, needs_you: true } as const;
  await database.sessions.put({ ...row, ...summary, listed_at: now });
  show(Sessions, { app }, parts);
  await expect.element(page.getByText(/needs you \(on Laptop\)/)).toBeVisible();
});
