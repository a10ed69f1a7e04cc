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
