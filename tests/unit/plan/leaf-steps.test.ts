import { expect, test } from 'vitest';
import { changeStep, numberInPlan } from '../../../src/plan/leaf-steps.ts';
import { resetStep } from '../../../src/plan/plan-edits.ts';
import { isDoubtful } from '../../../src/plan/doubtful-steps.ts';
import type { Step } from '../../../src/plan/step.ts';
import { step } from '../../fixtures/steps.ts';

const at = '2026-01-01T10:00:00Z';
const outer = (...steps: Step[]): Step => ({
  ...step('outer', 'running'),
  plan: { goal: 'Inner', status: 'running', steps },
});

test('R2.8, R6.9 a step whose own plan has a step to be checked is to be checked itself, and done again with that one', () => {
  const plan = [outer(step('a', 'completed'), step('b', 'running'), step('c', 'pending', 'b'))];
  const [ended] = changeStep(plan, 'outer/b', at, (each) => ({
    ...each,
    status: 'completed',
    result: 'You did not allow it.',
    reason: { code: 'said_denied', params: {} },
  }));
  expect(ended).toMatchObject({ status: 'completed', result: 'You did not allow it.' });
  expect(isDoubtful(ended!)).toBe(true);
  expect(ended!.plan!.steps.map(({ status }) => status)).toEqual(['completed', 'completed', 'skipped']);
  expect(resetStep(ended!).plan!.steps.map(({ status }) => status)).toEqual(['completed', 'pending', 'pending']);
});

test('R14.3 a step within a sub-plan has its own number on each level', () => {
  const inner = { ...outer(step('x', 'pending'), step('y', 'pending')), id: 'b' };
  const steps = [step('first', 'pending'), outer(step('a', 'pending'), inner)];
  expect(['first', 'outer', 'outer/a', 'outer/b', 'outer/b/y'].map((id) => numberInPlan(steps, id))).toEqual([
    ...['1', '2', '2.1', '2.2', '2.2.2'],
  ]);
});
