import { expect, test } from 'vitest';
import { composeClosingAnswer } from '../../../src/engine/closing.ts';
import type { StepReason } from '../../../src/plan/step-reason.ts';
import { newStep } from '../../../src/plan/plan-edits.ts';

test('a closing composed of results leaves out the ids that tools tell a model', () => {
  const milk = newStep('a', 'Note milk');
  const done = { ...milk, status: 'completed' as const, result: 'Added to-do “milk” (id todo_3479b0a5c87b26d9).' };
  expect(composeClosingAnswer({ goal: 'Shop', steps: [done] })).toBe('✓ Note milk: Added to-do “milk”.');
});

test('R8.6 a closing composed of results ends a table or a list before the line of the next step', () => {
  const ended = (id: string, result: string) => ({
    ...newStep(id, `Step ${id}`),
    status: 'completed' as const,
    result,
  });
  const steps = [ended('a', 'Prices\n\n| A | B |\n|---|---|\n| 1 | 2 |'), ended('b', 'Done'), ended('c', 'One\n- two')];
  expect(composeClosingAnswer({ goal: 'Shop', steps })).toBe(
    '✓ Step a: Prices\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n✓ Step b: Done\n✓ Step c: One\n- two',
  );
  expect(composeClosingAnswer({ goal: 'Shop', steps: [] })).toBe('');
});

test('R8.6 a closing composed of results gives a table that a step has only read as a list in its line', () => {
  const result =
    'Title: Prices\nAddress: http://camp.test/prices.html\nKept as: prices.md\n\n| Place | Night |\n| --- | --- |\n| Lake view | 42 |';
  const read = { ...newStep('a', 'Read the prices'), status: 'completed' as const, result };
  expect(composeClosingAnswer({ goal: 'Camp', steps: [read] })).toBe(
    '✓ Read the prices: Read camp.test/prices.html: Place · Night; Lake view · 42',
  );
});

test('R4.10 a closing composed for a Chinese goal tells of the tools in Chinese', () => {
  const done = {
    ...newStep('a', '记下牛奶'),
    status: 'completed' as const,
    result: 'Added to-do “牛奶” (id todo_3479b0a5c87b26d9).',
  };
  expect(composeClosingAnswer({ goal: '购物', steps: [done] })).toBe('✓ 记下牛奶：添加待办“牛奶”');
});

test('R8.6 a closing composed for a Chinese goal gives the reason of a failed call in Chinese', () => {
  const failed = {
    ...newStep('a', '读取账本'),
    status: 'failed' as const,
    error: '文件工具失败：This session has no file “账.md”. It has no files yet.',
    reason: {
      code: 'direct' as const,
      params: { tool: 'files', failure: 'not_found', said: 'This session has no file “账.md”. It has no files yet.' },
    },
  };
  expect(composeClosingAnswer({ goal: '记账', steps: [failed] })).toBe('✗ 读取账本：文件工具失败：没有找到');
});

test('R8.6 a closing composed of results says why a step failed or is doubtful, not what the model claims, and no JSON', () => {
  const ended = (
    id: string,
    status: 'failed' | 'completed',
    code: StepReason['code'],
    params: Record<string, string>,
  ) => ({
    ...newStep(id, `Step ${id}`),
    status,
    result: 'Done: all of it',
    error: status === 'failed' ? 'Done: all of it' : null,
    reason: { code, params },
  });
  const raw = '{"error":"ENOENT","trace":"TypeError: x is undefined at run (tool.js:12:3)"}';
  const steps = [
    ended('a', 'failed', 'nothing_done', { tool: 'todo', failure: 'not_found', said: raw }),
    ended('b', 'completed', 'nothing_written', { said: 'Already there.' }),
    ended('c', 'failed', 'blocked', { said: raw }),
  ];
  expect(composeClosingAnswer({ goal: 'Shop', steps })).toBe(
    [
      '✗ Step a: The to-do tool failed (nothing was found), and nothing was done in this step',
      '? Step b: Nothing was written: Already there.',
      '✗ Step c: The step cannot be done',
    ].join('\n'),
  );
});
