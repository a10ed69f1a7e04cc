import { describe, expect, test } from 'vitest';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { withPhase, newRun, type Phase, type Run } from '../../../src/task/run.ts';
import { meaningOfMessage } from '../../../src/ui/conversation/composer.svelte.ts';

const at = '2026-01-01T10:00:00.000Z';
const fresh = newRun({ run: 'r', session: 's', plan: 'p' }, 'goal', at);
const task = (phase: Phase) => withPhase(fresh, phase, at);
const asking = { ...task('waiting'), question: { effect: 'e', step_id: null, text: 'Which?' } };
/** A task that ended without its second step. */
const withRest = (run: Run): Run => ({
  ...run,
  plan: { ...run.plan, steps: [{ ...newStep('step_2', 'Left out'), status: 'skipped' }] },
  reply_stats: { ...run.reply_stats, rest: ['step_2'] },
});
const plain = null;
const yes = 'yes';
const goOn = 'continue';

describe('what typed text is taken for', () => {
  test('R3.3 the first text is a goal, and so is one after a task has ended', () => {
    expect(meaningOfMessage(plain, null, true)).toBe('goal');
    for (const phase of ['completed', 'failed', 'cancelled', 'answered'] as const)
      expect(meaningOfMessage(plain, task(phase), true)).toBe('goal');
  });

  test('R3.3 text is guidance while a plan works, is paused or is blocked', () => {
    for (const phase of ['executing', 'replanning', 'paused', 'blocked', 'reviewing'] as const)
      expect(meaningOfMessage(plain, task(phase), true)).toBe('guidance');
  });

  test('R8.4 text is the answer while a question waits', () => {
    expect(meaningOfMessage(plain, asking, true)).toBe('answer');
  });

  test('R8.4 text is guidance while only a permission is waited for', () => {
    expect(meaningOfMessage(plain, task('waiting'), true)).toBe('guidance');
  });

  test('R8.2 continue words resume a paused, blocked or failed plan', () => {
    for (const phase of ['paused', 'blocked', 'failed'] as const)
      expect(meaningOfMessage(goOn, task(phase), true)).toBe('resume');
  });

  test('R6.8 continue words go on with what an early closing left out', () => {
    const closed = task('completed');
    expect(meaningOfMessage(goOn, withRest(closed), true)).toBe('resume');
    expect(meaningOfMessage(goOn, closed, true)).toBe('nothing_left');
  });

  test('R8.2 continue words go on with a plan that the person stopped; one with nothing left is no new goal', () => {
    const stopped = task('cancelled');
    const left = withRest(stopped);
    expect(meaningOfMessage(goOn, left, true)).toBe('resume');
    expect(meaningOfMessage(goOn, stopped, true)).toBe('nothing_left');
    expect(meaningOfMessage(plain, left, true)).toBe('goal');
  });

  test('R3.2 “yes” approves a plan that waits for it, shows the card of a permission, and answers a question', () => {
    expect(meaningOfMessage(yes, task('reviewing'), true)).toBe('approve');
    expect(meaningOfMessage(goOn, task('reviewing'), true)).toBe('show_review');
    expect(meaningOfMessage(yes, task('waiting'), true)).toBe('show_permission');
    expect(meaningOfMessage(yes, asking, true)).toBe('answer');
    expect(meaningOfMessage(yes, task('paused'), true)).toBe('resume');
    expect(meaningOfMessage(yes, { ...asking, phase: 'paused' }, true)).toBe('answer');
    expect(meaningOfMessage(yes, task('executing'), true)).toBe('guidance');
    expect(meaningOfMessage(yes, null, true)).toBe('goal');
  });

  test('R8.1 “stop” and its like pause a task at work, and are an answer or a goal like any other text elsewhere', () => {
    for (const phase of ['intake', 'executing', 'replanning', 'waiting'] as const)
      expect(meaningOfMessage('pause', task(phase), true)).toBe('pause');
    expect(meaningOfMessage('pause', task('paused'), true)).toBe('guidance');
    expect(meaningOfMessage('pause', task('completed'), true)).toBe('goal');
    expect(meaningOfMessage('pause', null, true)).toBe('goal');
  });

  test('R8.1 “cancel” and its like pause a task at work, and are the answer to a question', () => {
    for (const phase of ['intake', 'executing', 'replanning'] as const)
      expect(meaningOfMessage('cancel', task(phase), true)).toBe('pause');
    expect(meaningOfMessage('cancel', asking, true)).toBe('answer');
    expect(meaningOfMessage('cancel', task('paused'), true)).toBe('guidance');
  });

  test('R9.12 a short “no” shows the card that waits, as “yes” does, and is guidance while a plan works', () => {
    for (const says of ['no', 'cancel'] as const) {
      expect(meaningOfMessage(says, task('waiting'), true)).toBe('show_permission');
      expect(meaningOfMessage(says, task('reviewing'), true)).toBe('show_review');
    }
    expect(meaningOfMessage('no', asking, true)).toBe('answer');
    expect(meaningOfMessage('no', task('executing'), true)).toBe('guidance');
  });

  test('R8.4 “stop” pauses a plan that asks, and is an answer only where the question names a pause', () => {
    expect(meaningOfMessage('pause', asking, true)).toBe('pause');
    expect(meaningOfMessage('pause', { ...asking, phase: 'paused' }, true)).toBe('show_question');
    for (const text of [
      'Shall I go on, or stop here?',
      'Wait for the reply?',
      '要继续还是先停？',
      '现在执行，还是等一等？',
    ]) {
      const naming = { ...asking, question: { ...asking.question, text } };
      expect(meaningOfMessage('pause', naming, true)).toBe('answer');
      expect(meaningOfMessage('pause', { ...naming, phase: 'paused' }, true)).toBe('answer');
    }
    for (const text of ['How many waiters?', '需要停车位吗？', '要买面包、牛奶等吗？'])
      expect(meaningOfMessage('pause', { ...asking, question: { ...asking.question, text } }, true)).toBe('pause');
  });

  test('R8.3 continue words show the question again while one waits', () => {
    expect(meaningOfMessage(goOn, asking, true)).toBe('show_question');
    expect(meaningOfMessage(goOn, task('waiting'), true)).toBe('show_permission');
  });

  test('R8.2, R8.3 continue words are no new goal after a plan that is done, so that nothing is done twice', () => {
    expect(meaningOfMessage(goOn, task('completed'), true)).toBe('nothing_left');
    expect(meaningOfMessage(plain, task('completed'), true)).toBe('goal');
  });

  test('R6.4 continue words try at once where a plan waits for its next try, have nothing to do while it works, and are a goal where there is none', () => {
    expect(meaningOfMessage(goOn, task('executing'), true)).toBe('at_work');
    expect(meaningOfMessage(goOn, task('executing'), true, true)).toBe('resume');
    expect(meaningOfMessage(goOn, task('answered'), true)).toBe('goal');
    expect(meaningOfMessage(goOn, null, true)).toBe('goal');
  });

  test('R10.3 without a model a goal is turned away', () => {
    expect(meaningOfMessage(plain, null, false)).toBe('no_model');
  });
});
