import { expect, test } from 'vitest';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { withPhase, newRun } from '../../../src/task/run.ts';
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
