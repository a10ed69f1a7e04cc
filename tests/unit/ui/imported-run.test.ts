import { expect, test } from 'vitest';
import { budgetLimit } from '../../../src/task/budget.ts';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { emptyPlan } from '../../../src/plan/plan.ts';
import { newRun } from '../../../src/task/run.ts';
import { defaultLimits } from '../../../src/values/limits.ts';
import type { Session } from '../../../src/task/session.ts';
import { summarizeSession } from '../../../src/storage/journal/session-summary.ts';
import { statusLine } from '../../../src/ui/session/status-line.ts';
import { importedRun } from '../../../src/engine/adopt-plan.ts';

const at = '2026-01-01T10:00:00.000Z';
const plan = { ...emptyPlan('p', 'goal', at), steps: [newStep('step_1', 'x')], step_count: 4 };

test('R2.7 a plan that had not ended arrives paused, as imported', () => {
  const run = importedRun(
    { ...plan, status: 'running' },
    { run: 'r2', session: 's', at, before: null, limits: defaultLimits },
  );
  expect(run).toMatchObject({ id: 'r2', phase: 'paused', resume: 'executing', pause: { code: 'imported' } });
  expect(run.plan).toEqual({ ...plan, status: 'paused' });
  expect(run.first_plan).toEqual([{ id: 'step_1', description: 'x' }]);
});

test('R2.7 a plan that had ended stays ended', () => {
  const run = importedRun(
    { ...plan, status: 'failed' },
    { run: 'r2', session: 's', at, before: null, limits: defaultLimits },
  );
  expect([run.phase, run.pause]).toEqual(['failed', null]);
});

test('R2.7, R8.6 a plan that had been completed is known as done elsewhere, and nothing here is called done', () => {
  const context = { run: 'r2', session: 's', at, before: null, limits: defaultLimits };
  const steps = plan.steps.map((step) => ({ ...step, status: 'completed' as const }));
  const run = importedRun({ ...plan, steps, status: 'completed' }, context);
  expect(run.phase).toBe('completed');
  expect(statusLine(run)).toMatchObject({ key: 'plan.status.done_elsewhere', tone: 'resting', action: 'again' });
  expect(summarizeSession({ id: 's', title: '', updated_at: at } as Session, run).plan_status).toBeNull();
});

test('step ids go on being counted where the previous task stopped', () => {
  const before = { ...newRun({ run: 'r1', session: 's', plan: 'p' }, 'g', at), last_step_number: 9 };
  expect(importedRun(plan, { run: 'r2', session: 's', at, before, limits: defaultLimits }).last_step_number).toBe(9);
});

test.each([0, 59, 60, 200])('R5.3 a plan that has used %i units has a whole budget ahead of it', (step_count) => {
  const run = importedRun({ ...plan, step_count }, { run: 'r', session: 's', at, before: null, limits: defaultLimits });
  expect(budgetLimit(run, defaultLimits) - run.plan.step_count).toBeGreaterThanOrEqual(60);
});

test('R2.7 a plan that had begun elsewhere says how far it is and where it goes on', () => {
  const context = { run: 'r', session: 's', at, before: null, limits: defaultLimits };
  const done = { ...newStep('step_0', 'w'), status: 'completed' as const };
  const run = importedRun({ ...plan, steps: [done, ...plan.steps], status: 'running' }, context);
  expect(statusLine(run)).toMatchObject({ key: 'plan.status.imported_begun', params: { n: 2, done: 1, i: 2 } });
  expect(statusLine(importedRun(plan, context)).key).toBe('plan.status.imported');
});
