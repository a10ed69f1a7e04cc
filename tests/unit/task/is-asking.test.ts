import { expect, test } from 'vitest';
import { isStepWaitingForPerson } from '../../../src/task/run-steps.ts';
import type { Run } from '../../../src/task/run.ts';
import type { Step, StepStatus } from '../../../src/plan/step.ts';

const step = (id: string, status: StepStatus = 'running') => ({ id, status }) as Step;
const approval = { effect: 'e', step_id: 'a', tool: 'fetch', access: {} };
const run = (part: object) => ({ question: null, approvals: [], ...part }) as unknown as Run;

test('a step asks while its question or its approval is open, and no other step does', () => {
  const questioned = run({ question: { effect: 'e', step_id: 'a', text: '?' } });
  const open = run({ approvals: [{ ...approval, decision: null }] });
  expect([questioned, open].map((each) => isStepWaitingForPerson(each, step('a')))).toEqual([true, true]);
  expect([questioned, open].map((each) => isStepWaitingForPerson(each, step('b')))).toEqual([false, false]);
  expect(isStepWaitingForPerson(run({ approvals: [{ ...approval, decision: 'once' }] }), step('a'))).toBe(false);
  expect(isStepWaitingForPerson(open, step('a', 'completed'))).toBe(false);
  expect(isStepWaitingForPerson(null, step('a'))).toBe(false);
});
