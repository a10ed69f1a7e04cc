import { describe, expect, test } from 'vitest';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { withPhase, newRun, type Phase } from '../../../src/task/run.ts';
import { containsPlan } from '../../../src/plan/plan-from-text.ts';
import { type ConversationLine, latestPlainAnswer } from '../../../src/ui/conversation/conversation-lines.ts';

const at = '2026-01-01T10:00:00.000Z';
const run = (phase: Phase) => withPhase(newRun({ run: 'r', session: 's', plan: 'p' }, 'goal', at), phase, at);
const answered = run('answered');
const reply = (key: string, text: string): ConversationLine => ({
  kind: 'message',
  key,
  at,
  message: 'reply',
  text,
  images: [],
});
const list = 'Try this:\n\n1. Wake up early\n2. Drink water';

describe('R3.5 whether the newest answer may be made the plan', () => {
  test.each([
    ['a numbered list', list],
    ['bullets', '- Wake up early\n- Drink water'],
    ['a checklist', '- [ ] Wake up early\n- [ ] Drink water'],
    ['a Chinese list', '一、早起\n二、喝水'],
    ['a plan in JSON', '{"plan": [{"description": "Wake up"}]}'],
  ])('%s is offered', (_, text) => {
    expect(containsPlan(text)).toBe(true);
  });

  test.each([
    ['prose', 'Wake up early and drink water.'],
    ['a single item', '1. Wake up early'],
    ['other JSON', '{"answer": "Wake up early"}'],
  ])('%s is not', (_, text) => {
    expect(containsPlan(text)).toBe(false);
  });

  test('an earlier answer is not, once another one has come', () => {
    expect(latestPlainAnswer(answered, [reply('1', list), reply('2', 'You are welcome.')])?.key).toBe('2');
  });

  test.each(['intake', 'executing', 'reviewing', 'completed', 'cancelled'] as const)('none is in %s', (phase) => {
    expect(latestPlainAnswer(run(phase), [reply('1', list)])).toBeNull();
  });

  test('none is where the person has added steps of their own', () => {
    const own = { ...answered, plan: { ...answered.plan, steps: [newStep('step_1', 'Wake up')] } };
    expect(latestPlainAnswer(own, [reply('1', list)])).toBeNull();
  });
});
