import { describe, expect, test } from 'vitest';
import { initialTransition } from 'xstate';
import type { ApprovalRequest } from '../../../src/task/approval.ts';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { restoredRun } from '../../../src/records/restored.ts';
import { withPhase, newRun, Phase, Run, toStoredRun } from '../../../src/task/run.ts';
import { defaultSettings } from '../../../src/records/settings.ts';
import { defaultLimits } from '../../../src/values/limits.ts';
import type { StepStatus } from '../../../src/plan/step.ts';
import { planMachine } from '../../../src/engine/plan-machine.ts';

const at = '2026-01-01T10:00:00.000Z';
const approval: ApprovalRequest = {
  effect: 's/r/step_1/1/1',
  step_id: 'step_1',
  tool: 'fetch',
  access: { origin: 'https://evil.example', private_address: false, subject: 'https://good.example/', rule: 'site' },
  decision: 'plan',
};

const grant = { limit: 0.01, up_to: 1e9 };

/** A task such as somebody may have written into a backup. */
function written(phase: Phase, change: Partial<Run> = {}, steps: StepStatus = 'pending'): Run {
  const run = withPhase(newRun({ run: 'r', session: 's', plan: 'p' }, 'Goal', at), phase, at);
  const plan = { ...run.plan, step_count: 7, steps: [{ ...newStep('step_1', 'Do it'), status: steps }] };
  return {
    ...run,
    plan,
    budget_grants: 1e9,
    spending_grants: 1e9,
    spending_grant: grant,
    approvals: [approval],
    ...change,
  };
}

const question = { effect: 'e', step_id: null, text: 'Well?' };
const proposal = { steps: [], at_stake: [], closing: null };
const all = Phase.options.flatMap((phase) =>
  [{}, { question }, { proposal }, { approvals: [{ ...approval, decision: null }] }].flatMap((change) =>
    (['pending', 'running', 'completed'] as const).map((steps) => written(phase, change, steps)),
  ),
);

const resting = /^(idle|paused|blocked|reviewing|waiting\.(question|consent)|completed|failed|cancelled)$/;

function opened(run: Run, goesOn: boolean): string {
  const [state] = initialTransition(planMachine, { session: 's', run, settings: defaultSettings, at, goesOn });
  const { value } = state;
  return typeof value === 'string' ? value : Object.entries(value).flat().join('.');
}

describe('R13.4 whatever state of a task comes back from a file', () => {
  test('it does nothing by itself when its session is opened, though it came as if from another tab', () => {
    for (const run of all)
      for (const goesOn of [false, true]) expect(opened(restoredRun(run, defaultLimits), goesOn)).toMatch(resting);
    expect(all.some((run) => !resting.test(opened(run, false)))).toBe(true);
  });

  test('it has no permissions, the usual budget, and counts as text from outside, whether it has ended or not', () => {
    for (const run of all) {
      const restored = restoredRun({ ...run, charged: { step_1: 1e9 } }, defaultLimits);
      expect(restored).toMatchObject({
        approvals: [],
        budget_grants: 2,
        tainted: true,
      });
      expect(restored).not.toHaveProperty('spending_grant');
      expect(restored).not.toHaveProperty('spending_grants');
      expect(Object.values(restored.charged).every((charge) => charge === 0)).toBe(true);
    }
  });
});

test('R5.5, R13.4 no file says how much has been spent, and so how much more is allowed by “continue”', () => {
  const pause = { code: 'spending', limit: 0.001, spent: 1e9 } as const;
  for (const phase of ['paused', 'failed', 'completed'] as const)
    expect(restoredRun(written(phase, { pause }), defaultLimits).pause).toEqual({ code: 'interrupted' });
});

test('R12.5 what has ended comes back as ended, and a second restore changes nothing', () => {
  for (const run of [written('completed', {}, 'completed'), written('cancelled'), written('answered', {}, 'completed')])
    expect(restoredRun(run, defaultLimits)).toMatchObject({ phase: run.phase, plan: run.plan });
  for (const run of all) {
    const once = restoredRun(run, defaultLimits);
    expect(restoredRun(once, defaultLimits)).toEqual(once);
  }
});

test('R12.5 a task that was at work goes on where it stood, once the person says so', () => {
  const run = written('verifying', { approvals: [], budget_grants: 1 });
  expect(restoredRun(run, defaultLimits)).toMatchObject({
    ...{ phase: 'paused', resume: 'verifying', pause: { code: 'interrupted' }, budget_grants: 1 },
    plan: { status: 'paused', updated_at: at },
  });
  expect(restoredRun(written('recovering'), defaultLimits)).toMatchObject({ phase: 'paused', resume: 'executing' });
});

test('R13.4 a stored task says a thing under one name: what it says under another is not read', () => {
  const run = written('paused', { budget_grants: 1, spending_grants: 1 });
  expect(Run.parse({ ...toStoredRun(run), budget_grants: 1e9, spending_grants: 1e9 })).toEqual(
    Run.parse(toStoredRun(run)),
  );
  expect(Run.safeParse({ ...toStoredRun(run), budgets: undefined, budget_grants: 1 }).success).toBe(false);
});
