import { expect, test } from 'vitest';
import type { PlanEdit } from '../../../src/plan/plan-edits.ts';
import { applyPlanEdit, undoEdit } from '../../../src/engine/person-edits.ts';
import { redoableEdit, undoableEdit } from '../../../src/task/reversible-edits.ts';
import { startStep } from '../../../src/task/run-steps.ts';
import { personEditKind } from '../../../src/task/person-edit-kind.ts';
import { withPhase, newRun, type Run } from '../../../src/task/run.ts';
import { step } from '../../fixtures/steps.ts';

const at = '2026-01-01T10:00:00.000Z';

function after(...edits: PlanEdit[]): Run {
  const fresh = withPhase(newRun({ run: 'r', session: 's', plan: 'p' }, 'goal', at), 'paused', at);
  const steps = [step('a', 'skipped'), step('b', 'pending', 'a')];
  return edits.reduce<Run>(
    (run, wanted) => {
      const result = applyPlanEdit(run, wanted, at);
      if (!result.ok) throw new Error(result.error.code);
      return result.value.run;
    },
    { ...fresh, plan: { ...fresh.plan, steps } },
  );
}

const marks = (run: Run) => run.plan.steps.map((each) => personEditKind(run, each));

test('R8.6 a step that the person added is called added, even once it is edited; a changed one edited', () => {
  const run = after(
    { kind: 'add', id: '', description: 'Look', at: null },
    { kind: 'change', id: 'b', change: { description: 'Tell' } },
  );
  expect(marks(run)).toEqual([null, 'edited', 'added']);
  const added = run.plan.steps[2]?.id ?? '';
  expect(marks(after({ kind: 'add', id: '', description: 'Look', at: null })).at(-1)).toBe('added');
  const again = applyPlanEdit(run, { kind: 'change', id: added, change: { description: 'Look here' } }, at);
  expect(again.ok && marks(again.value.run)).toEqual([null, 'edited', 'added']);
  expect(marks(undoEdit(run, undefined).run)).toEqual([null, null, 'added']);
});

test('R8.6 a step that only goes on without another is not called edited, until it is', () => {
  const without = { kind: 'without', id: 'b' } as const;
  const run = after(without);
  expect([run.plan.steps[1]?.edited_by_person, marks(run)]).toEqual([true, [null, null]]);
  expect(marks(after(without, { kind: 'change', id: 'b', change: { description: 'Tell' } }))).toEqual([null, 'edited']);
  expect(marks(after({ kind: 'change', id: 'b', change: { description: 'Tell' } }, without))).toEqual([null, 'edited']);
});

test('R8.6 a step whose edit is no longer remembered is called edited', () => {
  expect(personEditKind({ edits: [] }, { ...step('a', 'pending'), edited_by_person: true })).toBe('edited');
  expect(personEditKind(null, step('a', 'pending'))).toBeNull();
});

test('R14.6 an added step that has begun stays one that the person added, and its adding is no longer offered to be undone', () => {
  const run = after({ kind: 'add', id: '', description: 'Look', at: null });
  expect(undoableEdit(run)).toBe(run.edits[0]);
  const begun = startStep(run, run.plan.steps.at(-1)?.id ?? '', at);
  expect([undoableEdit(begun), marks(begun).at(-1)]).toEqual([null, 'added']);
  const refused = undoEdit(begun, begun.edits[0]?.id);
  expect([refused.error?.code, marks(refused.run).at(-1)]).toEqual(['already_started', 'added']);
});

test('R14.6 what is undone next is the latest edit of which no step has begun', () => {
  const run = after(
    { kind: 'change', id: 'b', change: { description: 'Tell' } },
    { kind: 'add', id: '', description: 'Look', at: null },
  );
  const begun = startStep(run, run.edits[1]?.added[0] ?? '', at);
  expect(undoableEdit(begun)).toBe(run.edits[0]);
  expect(undoEdit(begun, undefined).run.plan.steps.map(({ description }) => description)).toEqual([
    'Do a',
    'Do b',
    'Look',
  ]);
});

test('R14.6 an undone edit is redone only while its steps have not begun', () => {
  const undone = undoEdit(after({ kind: 'change', id: 'b', change: { description: 'Tell' } }), undefined).run;
  expect(redoableEdit(undone)).toBe(undone.redos?.[0]);
  expect(redoableEdit(startStep(undone, 'b', at))).toBeNull();
});
