import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { currentStepIndex, planStatistics } from '../../../src/plan/plan-progress.ts';
import type { StepStatus } from '../../../src/plan/step.ts';
import { planArbitrary } from '../../fixtures/plan-arbitrary.ts';

const plan = (...statuses: StepStatus[]) => ({
  steps: statuses.map((status, at) => ({ ...newStep(`step_${at}`, 'x'), status })),
});

test('R2.1 the current step is the lowest running one, else the first that has not ended, else the end', () => {
  expect(currentStepIndex(plan('completed', 'pending', 'running', 'running'))).toBe(2);
  expect(currentStepIndex(plan('completed', 'skipped', 'blocked', 'pending'))).toBe(2);
  expect(currentStepIndex(plan('completed', 'failed'))).toBe(2);
  expect(currentStepIndex(plan())).toBe(0);
});

test('R2.4 the figures are counted from the steps', () => {
  expect(planStatistics(plan('completed', 'failed', 'skipped', 'running', 'pending', 'blocked'))).toEqual({
    total: 6,
    completed: 1,
    failed: 1,
    skipped: 1,
    doubtful: 0,
    pending: 3,
    percent: 17,
  });
  expect(planStatistics(plan()).percent).toBe(0);
});

test('R2.4 100 percent means that every step is done', () => {
  const nearly = Array.from({ length: 999 }, () => 'completed' as const);
  expect(planStatistics(plan(...nearly, 'pending')).percent).toBe(99);
  expect(planStatistics(plan(...nearly)).percent).toBe(100);
  expect(planStatistics(plan('completed', 'skipped', 'skipped')).percent).toBe(33);
  expect(planStatistics(plan('completed', 'failed')).percent).toBe(50);
});

test('R2.3 figures and place stay within the plan', () => {
  fc.assert(
    fc.property(planArbitrary, (any) => {
      const figures = planStatistics(any);
      expect(figures.completed + figures.failed + figures.skipped + figures.pending).toBe(figures.total);
      expect(currentStepIndex(any)).toBeGreaterThanOrEqual(0);
      expect(currentStepIndex(any)).toBeLessThanOrEqual(figures.total);
      expect(currentStepIndex(any) === figures.total).toBe(figures.pending === 0);
    }),
  );
});
