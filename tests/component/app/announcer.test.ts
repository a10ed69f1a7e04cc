import { beforeAll, expect, test, vi } from 'vitest';
import { newStep } from '../../../src/plan/plan-edits.ts';
import Announcer from '../../../src/ui/app/Announcer.svelte';
import { openSession, taskIn } from '../support/open-app.ts';
import { show } from '../support/mount.ts';

beforeAll(() => import('../../../src/formats/markdown-text.ts'));

const region = () => document.querySelector('[data-announcer]');
const step = { ...newStep('s1', 'Ask where'), status: 'running' as const };
const question = { effect: 'e1', step_id: 's1', text: 'Which **bag**?' };

/** Notes each text that the region has had, also if it is the same as before. */
function noted(): string[] {
  const texts: string[] = [];
  const note = () => texts.push(...[...(region()?.querySelectorAll('p') ?? [])].map((each) => each.textContent));
  new MutationObserver((all) => all.some(({ addedNodes }) => addedNodes.length > 0) && note()).observe(
    region() ?? document.body,
    { childList: true, subtree: true, characterData: true },
  );
  return texts;
}

test('R14.5 a question that waits is announced when the session is opened, with its words', async () => {
  const run = taskIn('waiting', [step], { question });
  run.plan.updated_at = '2020-01-01T00:00:00.000Z';
  const { app, page, session, runner } = await openSession(run);
  runner.record({ type: 'message', kind: 'question', text: question.text });
  show(Announcer, { app, session }, page);
  const texts = noted();
  await expect.poll(() => texts.join('\n')).toContain('Which bag?');
  expect(texts.join('\n')).toContain('Needs you: an answer');
});

test('R14.5 the same question is announced again when it is asked again', async () => {
  const { app, page, session, runner } = await openSession(taskIn('waiting', [step], { question }));
  runner.record({ type: 'message', kind: 'question', text: question.text });
  show(Announcer, { app, session }, page);
  const texts = noted();
  const times = (said: string) => texts.filter((text) => text === said).length;
  await expect.poll(() => times('Which bag?')).toBe(1);
  runner.record({ type: 'message', kind: 'question', text: question.text });
  runner.change({ run: taskIn('waiting', [step], { question: { ...question, effect: 'e2' } }) });
  await expect.poll(() => times('Which bag?')).toBe(2);
  await expect.poll(() => times('Needs you: an answer')).toBe(2);
});

test('R14.5 a session that is over is not announced when it is opened, and Chinese words are marked as Chinese', async () => {
  const run = taskIn('completed', [{ ...newStep('s1', '买面包'), status: 'completed' }]);
  run.plan.updated_at = '2020-01-01T00:00:00.000Z';
  const { app, page, session, runner } = await openSession(run);
  show(Announcer, { app, session }, page);
  runner.change({ run: taskIn('executing', [{ ...newStep('s1', '买面包'), status: 'running' }]) });
  await expect.poll(() => region()?.textContent).toBe('Step 1 of 1:买面包');
  expect(region()?.querySelector('[lang]')?.outerHTML).toBe('<p lang="zh-CN">买面包</p>');
});

test('R12.4 a plan whose import the storage refuses is not announced; one that is stored is', async () => {
  const { app, page, session, runner } = await openSession(null);
  show(Announcer, { app, session }, page);
  const texts = noted();
  const imported = (id: string, ...steps: string[]) =>
    taskIn(
      'paused',
      steps.map((name) => newStep(name, name)),
      { id, pause: { code: 'imported' } },
    );
  const settled = vi.spyOn(runner, 'settled').mockImplementationOnce(async () => {
    runner.change({ run: null });
    throw new Error('full');
  });
  runner.change({ run: imported('refused', 's1', 's2') });
  await expect.poll(() => settled.mock.calls.length).toBe(1);
  runner.change({ run: imported('stored', 's1', 's2', 's3') });
  await expect.poll(() => texts.join('\n')).toContain('3 steps');
  expect(texts.join('\n')).not.toContain('2 steps');
});
