import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isReliablyDone } from '../../../src/plan/doubtful-steps.ts';
import { leafSteps } from '../../../src/plan/leaf-steps.ts';
import { applyEdit, newStep, type PlanEdit } from '../../../src/plan/plan-edits.ts';
import { planReadiness, markBlocked } from '../../../src/plan/plan-graph.ts';
import type { Step } from '../../../src/plan/step.ts';
import { newRun, type Run } from '../../../src/task/run.ts';
import { unstartedDependents, stuckStep, type StuckStep } from '../../../src/task/stuck.ts';
import { step } from '../../fixtures/steps.ts';

const at = '2026-01-01T10:00:00.000Z';
const runOf = (steps: readonly Step[], phase: Run['phase'] = 'blocked'): Run => {
  const fresh = newRun({ run: 'r', session: 's', plan: 'p' }, 'goal', at);
  return { ...fresh, phase, plan: { ...fresh.plan, status: 'blocked', steps: markBlocked(steps) } };
};
const readiness = ({ plan }: Run) => planReadiness(leafSteps(plan.steps), 1).kind;

/** The ways on that the card offers, each with the edits that it makes. */
const ways: Record<string, (stuck: StuckStep) => PlanEdit[]> = {
  again: ({ step: { id } }) => [{ kind: 'retry', id }],
  answer: ({ step: { id } }) => [{ kind: 'accept', id, result: 'Mine' }],
  without: ({ step: { id }, waiting }) =>
    waiting.flatMap(({ step: other }) => (other.dependencies.includes(id) ? [{ kind: 'without', id: other.id }] : [])),
  skip: ({ step: { id }, waiting }) => [{ kind: 'skip', id, more: waiting.map(({ step: other }) => other.id) }],
};

/** The task after one of the ways on; an edit that the plan refuses fails the test. */
function after(run: Run, edits: readonly PlanEdit[]): Run {
  let { plan } = run;
  for (const edit of edits) {
    const result = applyEdit(plan, edit, at);
    if (!result.ok) throw new Error(`${edit.kind}: ${result.error.code}`);
    plan = result.value;
  }
  return { ...run, plan };
}

const ended: readonly Partial<Step>[] = [
  { status: 'completed', result: 'ok' },
  { status: 'failed', error: 'no' },
  { status: 'skipped' },
  { status: 'skipped', reason: { code: 'judged_skip', params: {} } },
  { status: 'skipped', reason: { code: 'not_allowed', params: {} } },
  { status: 'completed', result: 'said so', reason: { code: 'said_failed', params: {} } },
];
const open: Partial<Step> = { status: 'pending' };
/** A step of a plan of its own that has not begun. */
const group: Partial<Step> = {
  status: 'pending',
  plan: { goal: 'Inner', status: 'planning', steps: [newStep('x', 'Inner x'), newStep('y', 'Inner y')] },
};

/**
 * Plans in which nothing can go on: any graph, steps that have ended in any way, and open ones, some of them groups.
 */
const stuckRuns = fc
  .array(fc.tuple(fc.constantFrom(...ended, open, open, group), fc.array(fc.nat(7), { maxLength: 3 })), {
    minLength: 2,
    maxLength: 8,
  })
  .map((all) =>
    runOf(
      all.map(([fields, needs], n) => ({
        ...newStep(`s${n}`, `Step ${n}`),
        ...fields,
        dependencies: [...new Set(needs.filter((need) => need < n).map((need) => `s${need}`))],
      })),
    ),
  )
  .filter((run) => readiness(run) === 'deadlock');

test('R8.6 of two skipped steps the stuck one is that which the open step waits for, and the other is waited for by none', () => {
  const steps = [step('a', 'skipped'), step('b', 'skipped', 'a'), step('c', 'pending', 'b'), step('d', 'pending', 'c')];
  const run = runOf(steps);
  expect(stuckStep(run)).toMatchObject({ n: 2, step: { id: 'b' }, waiting: [{ n: 3 }, { n: 4 }] });
  expect(unstartedDependents(steps, 'a')).toEqual([]);
  expect(readiness(after(run, [{ kind: 'without', id: 'c' }]))).toBe('start');
  expect(readiness(after(run, [{ kind: 'accept', id: 'b', result: 'Mine' }]))).toBe('start');
  const again = after(run, [{ kind: 'retry', id: 'b' }]);
  expect(stuckStep(again)).toMatchObject({ n: 1, step: { id: 'a' }, waiting: [{ n: 2 }, { n: 3 }, { n: 4 }] });
});

test('R8.6 a failed step that nothing waits for comes after a skipped one that blocks the plan, and before none', () => {
  const steps = [step('a', 'failed'), step('b', 'skipped'), step('c', 'pending', 'b')];
  expect(stuckStep(runOf(steps))).toMatchObject({ n: 2, waiting: [{ n: 3 }] });
  expect(stuckStep(runOf(steps.slice(0, 2), 'failed'))).toMatchObject({ n: 1, waiting: [] });
  expect(stuckStep(runOf(steps, 'executing'))).toBeNull();
});

describe('R8.6 a plan in which nothing can go on', () => {
  test('is stuck at a step that an open one needs directly, and that is not done', () => {
    fc.assert(
      fc.property(stuckRuns, (run) => {
        const stuck = stuckStep(run)!;
        expect(stuck).not.toBeNull();
        expect(isReliablyDone(stuck.step)).toBe(false);
        expect(stuck.waiting.some(({ step: other }) => other.dependencies.includes(stuck.step.id))).toBe(true);
        expect(stuck.waiting.map(({ step: other }) => other.status)).toEqual(stuck.waiting.map(() => 'blocked'));
      }),
    );
  });

  test('is nearer to going on after each way that the card offers, whichever are chosen', () => {
    fc.assert(
      fc.property(stuckRuns, fc.array(fc.constantFrom(...Object.keys(ways)), { minLength: 1 }), (run, chosen) => {
        let now = run;
        for (let turn = 0; readiness(now) === 'deadlock'; turn += 1) {
          const stuck = stuckStep(now)!;
          const next = after(now, ways[chosen[turn % chosen.length]!]!(stuck));
          if (readiness(next) === 'deadlock') expect(stuckStep(next)?.step.id).not.toBe(stuck.step.id);
          expect(turn).toBeLessThan(30);
          now = next;
        }
      }),
    );
  });
});
