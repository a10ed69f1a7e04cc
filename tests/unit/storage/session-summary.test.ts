import { expect, test } from 'vitest';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { withPhase, newRun, type Phase, type Run } from '../../../src/task/run.ts';
import { FakeClock } from '../../fakes/fake-clock.ts';
import { createEmptySession } from '../../../src/engine/create-empty-session.ts';
import { summarizeSession } from '../../../src/storage/journal/session-summary.ts';

const at = '2026-01-01T10:00:00.000Z';

test('R2.4, R6.8 the list of sessions counts what was done, not what was skipped or failed', () => {
  const run = withPhase(newRun({ run: 'r', session: 's', plan: 'p' }, 'Read', at), 'completed', at);
  const statuses = ['completed', 'skipped', 'failed'] as const;
  const steps = statuses.map((status, n) => ({ ...newStep(`step_${n}`, 'x'), status }));
  expect(
    summarizeSession(createEmptySession(new FakeClock(), ''), { ...run, plan: { ...run.plan, steps } }),
  ).toMatchObject({
    plan_status: 'completed',
    steps_ended: 1,
    steps_total: 3,
  });
});

test('the list of sessions keeps the outcome of a completed plan through a message that is answered without one', () => {
  const task = (phase: Phase, n: number) => {
    const run = withPhase(newRun({ run: 'r', session: 's', plan: 'p' }, 'Read', at), phase, at);
    return { ...run, plan: { ...run.plan, steps: Array.from({ length: n }, (_, i) => completed(i)) } };
  };
  const completed = (n: number) => ({ ...newStep(`step_${n}`, 'x'), status: 'completed' as const });
  const figures = (...runs: Run[]) => {
    const row = runs.reduce(summarizeSession, createEmptySession(new FakeClock(), ''));
    return [row.plan_status, row.steps_ended, row.steps_total];
  };
  expect(figures(task('completed', 2), task('intake', 0))).toEqual(['planning', 2, 2]);
  expect(figures(task('completed', 2), task('intake', 0), task('answered', 0))).toEqual(['completed', 2, 2]);
  expect(figures(task('completed', 2), task('intake', 0), task('executing', 1))).toEqual(['running', 1, 1]);
  expect(figures(task('cancelled', 2), task('intake', 0), task('answered', 0))).toEqual([null, 0, 0]);
  expect(figures(task('intake', 0), task('answered', 0))).toEqual([null, 0, 0]);
});
