import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ProposedChanges } from '../../../src/ui/conversation/proposed-changes.ts';
import ProposalCard from '../../../src/ui/conversation/ProposalCard.svelte';
import StuckCard from '../../../src/ui/conversation/StuckCard.svelte';
import { focusRecovery } from '../../../src/ui/app/lost-focus.ts';
import { stuckStep } from '../../../src/task/stuck.ts';
import type { Step } from '../../../src/plan/step.ts';
import { openApp, openSession, taskIn } from '../support/open-app.ts';
import { root, show } from '../support/mount.ts';
import { step } from '../../fixtures/steps.ts';

const failed: Step = { ...step('a', 'failed'), error: 'The server is away', attempts: 1 };

async function stuck(steps: Step[], phase: 'blocked' | 'failed' = 'blocked') {
  const desk = await openSession(taskIn(phase, steps));
  const at = stuckStep(desk.session.run);
  if (!at) throw new Error('Nothing is stuck.');
  show(StuckCard, { app: desk.app, session: desk.session, stuck: at }, desk.page);
  return desk;
}

const card = page.getByRole('group', { name: 'Stuck' });
const press = (name: string) => card.getByRole('button', { name, exact: true }).click();

test('R8.6 a stuck task says which step failed, why, and what needs it', async () => {
  await stuck([failed, step('b', 'pending', 'a'), step('c', 'pending', 'b')]);
  await expect.element(card.getByText('Step 1 failed: Do a')).toBeVisible();
  await expect.element(card.getByText('The server is away.')).toBeVisible();
  await expect.element(card.getByText(/Steps 2, 3 need it/)).toBeVisible();
});

test('R8.6 of two steps that were skipped, the card is about the one that the blocked step waits for', async () => {
  const steps = [step('a', 'skipped'), step('b', 'skipped', 'a'), step('c', 'pending', 'b')];
  const { runner } = await stuck(steps);
  await expect.element(card.getByText('Step 2 was skipped.')).toBeVisible();
  await expect.element(card.getByText('Step 3 needs it.')).toBeVisible();
  await press('Do step 3 without it');
  await expect.poll(() => runner.run?.plan.steps[2]).toMatchObject({ dependencies: [], status: 'pending' });
});

test('R8.6 of what the model said, the card shows the beginning', async () => {
  const said = 'I could not read the page of the prices. '.repeat(9);
  const reason = { code: 'nothing_done' as const, params: { said } };
  await stuck([{ ...failed, error: `Nothing was done in this step. The model said: ${said}`, reason }]);
  await expect
    .element(card.getByText(/^Nothing was done in this step. The model said: I could not read/))
    .toBeVisible();
  expect(card.element().textContent).not.toContain(said.trim());
  expect(card.element().textContent).toContain('…');
});

test('R8.6 of many ways the likely ones are shown at once, the others on demand', async () => {
  const reason = {
    code: 'direct' as const,
    params: { tool: 'search', failure: 'search_no_key', name: 'api.tavily.com' },
  };
  await stuck([{ ...failed, reason }, step('b', 'pending', 'a')]);
  const names = () =>
    card
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent.trim());
  expect(names()).toEqual([
    'Choose another search service',
    'Try again',
    'Do step 2 without it',
    'I’ll give the answer',
    'Other ways',
  ]);
  await press('Other ways');
  await expect
    .poll(names)
    .toEqual([
      ...['Choose another search service', 'Try again', 'Do step 2 without it', 'I’ll give the answer'],
      ...['Let the model find another way', 'Skip both'],
    ]);
});

test('R8.6 it is tried again', async () => {
  const { runner } = await stuck([failed]);
  await press('Try again');
  await expect.poll(() => runner.run?.plan.steps[0]?.status).toBe('pending');
});

test('R8.6 the next step is done without it', async () => {
  const { runner } = await stuck([failed, step('b', 'pending', 'a')]);
  await press('Do step 2 without it');
  await expect.poll(() => runner.run?.plan.steps[1]?.dependencies).toEqual([]);
});

test('R8.6 it is skipped together with what needs it, and that can be undone', async () => {
  const { runner, app } = await stuck([failed, step('b', 'blocked', 'a')]);
  await press('Skip both');
  await expect.poll(() => runner.run?.plan.steps.map(({ status }) => status)).toEqual(['skipped', 'skipped']);
  app.toasts.list.at(-1)?.action?.run();
  await expect.poll(() => runner.run?.plan.steps.map(({ status }) => status)).toEqual(['failed', 'blocked']);
});

test('R8.6, R14.5 Escape leaves the field for an answer, whose text is there again, and the focus goes back to its opener', async () => {
  const end = focusRecovery.watch();
  await stuck([failed]);
  root().insertAdjacentHTML('beforeend', '<textarea id="message"></textarea>');
  const field = card.getByRole('textbox', { name: 'Result of step 1' });
  const opener = card.getByRole('button', { name: 'I’ll give the answer' });
  await opener.click();
  await userEvent.keyboard('42 euros{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue('42 euros');
  await press('Cancel');
  await expect.element(opener).toHaveFocus();
  end();
});

test('R8.6 the person gives the answer: an empty one cannot be sent, and Cancel leads back', async () => {
  const { runner } = await stuck([failed]);
  await press('I’ll give the answer');
  const field = card.getByRole('textbox', { name: 'Result of step 1' });
  await expect.element(field).toHaveFocus();
  await expect.element(card.getByRole('button', { name: 'Use this' })).toBeDisabled();
  await press('Cancel');
  await press('I’ll give the answer');
  await userEvent.keyboard('42 euros');
  await press('Use this');
  await expect.poll(() => runner.run?.plan.steps[0]).toMatchObject({ status: 'completed', result: '42 euros' });
});

test('R8.6 the model looks for another way', async () => {
  const { runner } = await stuck([failed], 'failed');
  await press('Let the model find another way');
  expect(runner.sent).toEqual([{ type: 'plan.continue' }]);
});

test('R9.3 where a page lets no other page read it, the reader is offered, and using it tries the step again', async () => {
  const closed: Step = { ...failed, reason: { code: 'calls_failed', params: { failure: 'closed_site' } } };
  const { runner, app } = await stuck([closed]);
  await press('Use the reader');
  await expect.poll(() => app.settings.reader.enabled).toBe(true);
  await expect.poll(() => runner.run?.plan.steps[0]?.status).toBe('pending');
});

test('R8.6 what a double press begins, it begins once', async () => {
  const { runner } = await stuck([failed]);
  await card.getByRole('button', { name: 'Try again' }).dblClick();
  await expect.poll(() => runner.run?.plan.steps[0]?.status).toBe('pending');
  expect(runner.sent).toHaveLength(1);
});

const ondecide = vi.fn();
beforeEach(() => ondecide.mockClear());

const proposal = (more: Partial<ProposedChanges> = {}): ProposedChanges => ({
  changes: [
    { kind: 'changed', id: 'a', was: 'Do a', description: 'Do it all' },
    { kind: 'dropped', id: 'b', description: 'Do b' },
  ] as ProposedChanges['changes'],
  yours: new Set(['a']),
  bringsBack: false,
  kept: 3,
  closing: null,
  ...more,
});

test.each([
  ['Keep my steps', false],
  ['Accept the change', true],
])('R3.9 a change of the person’s own steps waits: “%s”', async (name, accepted) => {
  const { page: parts } = await openApp();
  show(ProposalCard, { proposal: proposal(), ondecide }, parts);
  const group = page.getByRole('group', { name: 'Change of your steps' });
  const changes = group.getByRole('region', { name: 'What changed' });
  expect(changes.element().querySelector('del')?.textContent).toBe('Do a');
  await expect.element(changes.getByText('yours')).toBeVisible();
  await expect.element(changes.getByText('3 steps stay as they are')).toBeVisible();
  await group.getByRole('button', { name }).click();
  expect(ondecide.mock.calls).toEqual([[accepted]]);
});

test('R3.9 a replan that brings back a step the person deleted says so, and can be made without it', async () => {
  const { page: parts } = await openApp();
  const changes = [{ kind: 'added' as const, id: 'c', description: 'Do c' }];
  show(ProposalCard, { proposal: proposal({ changes, yours: new Set(), bringsBack: true }), ondecide }, parts);
  await expect.element(page.getByText('The model wants to bring back steps that you deleted or skipped')).toBeVisible();
  await page.getByRole('button', { name: 'Leave them out' }).click();
  expect(ondecide.mock.calls).toEqual([[false]]);
});

test('R3.9 an end without the person’s steps shows the answer that it would give', async () => {
  const { page: parts } = await openApp();
  show(ProposalCard, { proposal: proposal({ closing: 'All **done**.' }), ondecide }, parts);
  await expect.element(page.getByText('The model wants to finish without steps that are yours')).toBeVisible();
  await expect.element(page.getByText('done', { exact: true })).toBeVisible();
});
