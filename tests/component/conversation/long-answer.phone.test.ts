import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import Conversation from '../../../src/ui/conversation/Conversation.svelte';
import { openSession, taskIn } from '../support/open-app.ts';
import { root, show } from '../support/mount.ts';
import { step } from '../../fixtures/steps.ts';

const log = page.getByRole('log', { name: 'Conversation' });
const goal = { type: 'message', kind: 'goal', text: 'Compare the apps' } as const;
const long = ['Notewell is cheaper', ...Array.from({ length: 60 }, (_, at) => `Reason ${at + 1}.`)].join('\n\n');
const closing = { type: 'message', kind: 'closing', text: long } as const;

async function conversation() {
  const desk = await openSession(taskIn('executing', [step('a', 'running')]), { settings: { profile: 'p' } });
  Object.assign(root().style, { display: 'grid', gridTemplateRows: 'minmax(0, 1fr)', height: '600px' });
  show(Conversation, { app: desk.app, session: desk.session }, desk.page);
  desk.runner.record(
    goal,
    ...Array.from({ length: 8 }, () => ({ ...goal, kind: 'reply', text: 'Noted.\n\nOn it.' }) as const),
  );
  await expect.poll(isAtEnd).toBe(true);
  return desk;
}

const element = () => log.element();
const isAtEnd = () => element().scrollHeight - element().scrollTop - element().clientHeight < 60;
const topOf = (text: string) =>
  page.getByText(text, { exact: true }).element().getBoundingClientRect().top - element().getBoundingClientRect().top;
const isAtBeginning = () => topOf('Notewell is cheaper') > 0 && topOf('Notewell is cheaper') < 100;

test('R14.2 a result that is higher than the view is shown from its beginning, also while it is being written', async () => {
  const { runner } = await conversation();
  runner.change({ streams: { replan: long.slice(0, 200) } });
  await expect.element(log.getByText('Notewell is cheaper')).toBeVisible();
  runner.change({ streams: { replan: long } });
  await expect.poll(isAtBeginning).toBe(true);
  runner.change({ streams: {} });
  runner.record(closing);
  await expect.element(log.getByText('Copy the answer').nth(8)).toBeInTheDocument();
  await expect.poll(isAtBeginning).toBe(true);
  runner.record({ type: 'task_end', status: 'completed', done: 1, failed: 0, skipped: 0 });
  await expect.element(log.getByText(/Task done/)).toBeInTheDocument();
  await expect.poll(isAtBeginning).toBe(true);
  await expect.element(page.getByRole('button', { name: 'Latest' })).toBeVisible();
  element().dispatchEvent(new WheelEvent('wheel', { deltaY: 100 }));
  element().scrollTop += 300;
  await expect.element(page.getByRole('button', { name: 'Latest' })).toBeVisible();
  expect(isAtEnd()).toBe(false);
  await page.getByRole('button', { name: 'Latest' }).click();
  await expect.poll(isAtEnd).toBe(true);
});

test('R14.2 a result moves the view of nobody who has scrolled up, and follows the end for one who is typing', async () => {
  const { runner, app } = await conversation();
  app.composer!.draft = 'And then';
  runner.record(closing);
  await expect.element(log.getByText('Reason 60.')).toBeInTheDocument();
  await expect.poll(isAtEnd).toBe(true);
  app.composer!.draft = '';
  element().dispatchEvent(new WheelEvent('wheel', { deltaY: -100 }));
  element().scrollTop = 0;
  await expect.element(page.getByRole('button', { name: 'Latest' })).toBeVisible();
  runner.record({ ...closing, text: `${long}\n\nAgain.` });
  await expect.element(log.getByText('Again.')).toBeInTheDocument();
  expect(element().scrollTop).toBe(0);
});

test('R14.2 a short result stands at the end', async () => {
  const { runner } = await conversation();
  runner.record({ ...closing, text: 'Notewell.' });
  await expect.element(log.getByText('Copy the answer').nth(8)).toBeInTheDocument();
  await expect.poll(isAtEnd).toBe(true);
});
