import { expect, test } from 'vitest';
import type { PlanEdit } from '../../../src/plan/plan-edits.ts';
import { newRun, type Run } from '../../../src/task/run.ts';
import { applyPlanEdit, redoEdit, undoEdit } from '../../../src/engine/person-edits.ts';
import { step } from '../../fixtures/steps.ts';

const at = '2026-01-01T10:00:00.000Z';
const edited = (run: Run, wanted: PlanEdit): Run => {
  const result = applyPlanEdit(run, wanted, at);
  if (!result.ok) throw new Error(result.error.code);
  return result.value.run;
};
const statuses = ({ plan }: Run) => plan.steps.map(({ status }) => status);

test('R12.6 what undid one edit never undoes another one made after it', () => {
  const fresh = newRun({ run: 'r', session: 's', plan: 'p' }, 'goal', at);
  const run = { ...fresh, plan: { ...fresh.plan, steps: [step('a', 'pending'), step('b', 'pending')] } };
  const first = edited(run, { kind: 'skip', id: 'a' });
  const id = first.edits.at(-1)!.id;
  const second = edited(undoEdit(first, id).run, { kind: 'skip', id: 'b' });
  expect(undoEdit(second, id).run).toEqual(second);
  expect(statuses(second)).toEqual(['pending', 'skipped']);
  const again = redoEdit(undoEdit(second, undefined).run).run;
  expect(statuses(again)).toEqual(['pending', 'skipped']);
  expect(undoEdit(again, second.edits.at(-1)!.id).run).toEqual(again);
});

test('R3.8 an edit that removes planned calls says how many, and one that keeps them says nothing of it', () => {
  const fresh = newRun({ run: 'r', session: 's', plan: 'p' }, 'goal', at);
  const planned = { ...step('a', 'pending'), tool: 'todo', parameters: { title: 'Monday' } };
  const outer = { ...step('b', 'pending'), plan: { goal: 'g', status: 'paused' as const, steps: [planned, planned] } };
  const run = { ...fresh, plan: { ...fresh.plan, steps: [planned, outer] } };
  const lineOf = (id: string, change: object) => {
    const result = applyPlanEdit(run, { kind: 'change', id, change }, at);
    return result.ok ? result.value.lines[0]?.body : result.error;
  };
  expect(lineOf('a', { description: 'Do it on Thursday' })).toMatchObject({ calls: 1 });
  expect(lineOf('b', { description: 'Do it on Thursday' })).toMatchObject({ calls: 2 });
  expect(lineOf('a', { parameters: { title: 'Thursday' } })).not.toHaveProperty('calls');
});
