import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withEditReversed, addUndo } from '../../../src/plan/edit-undo.ts';
import { applyEdit, newStep, type PlanEdit } from '../../../src/plan/plan-edits.ts';
import { emptyPlan, type Plan } from '../../../src/plan/plan.ts';
import type { Step } from '../../../src/plan/step.ts';

const at = '2026-01-01T10:00:00.000Z';
const planOf = (steps: Step[]): Plan => ({ ...emptyPlan('p', 'Goal', at), steps });
const open = (id: string, changed: Partial<Step> = {}): Step => ({ ...newStep(id, `Step ${id}`), ...changed });
const names = (steps: readonly Step[]) => steps.map(({ id }) => id);

/** One edit and what undoes it. */
function edited(steps: Step[], edit: PlanEdit) {
  const result = applyEdit(planOf(steps), edit, at);
  if (!result.ok) throw new Error(result.error.code);
  return { steps: result.value.steps, undo: addUndo([], '1', steps, result.value.steps)[0]! };
}

/** The steps after the undo of an edit; `since` is what happened in between. */
function takenBack(steps: Step[], edit: PlanEdit, since: (steps: Step[]) => Step[] = (same) => same) {
  const done = edited(steps, edit);
  return withEditReversed(since(done.steps), done.undo);
}

const five = ['a', 'b', 'c', 'd', 'e'].map((id) => open(id));
const edits = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), id: fc.constantFrom(...names(five)), to: fc.nat(4) }),
  fc.record({ kind: fc.constantFrom('delete' as const, 'skip' as const), id: fc.constantFrom(...names(five)) }),
  fc.record({
    kind: fc.constant('add' as const),
    id: fc.constant('new'),
    description: fc.constant('New'),
    at: fc.nat(5),
  }),
  fc.record({
    kind: fc.constant('change' as const),
    id: fc.constantFrom(...names(five)),
    change: fc.record({ description: fc.constantFrom('x', 'y'), expected_output: fc.constantFrom(null, 'z') }),
  }),
);

const doubtful: Step = {
  ...open('b'),
  status: 'completed',
  attempts: 1,
  started_at: '2026-01-01T09:00:00.000Z',
  ended_at: '2026-01-01T09:30:00.000Z',
  result: 'Said to be done.',
  reason: { code: 'said_denied', params: { said: 'Said to be done.' } },
};

describe('R12.6 what a step was accepted as', () => {
  test('is undone and made again, while nobody has worked on it since', () => {
    const steps = [open('a'), doubtful];
    const done = edited(steps, { kind: 'accept', id: 'b' });
    const back = withEditReversed(done.steps, done.undo);
    expect(back).toEqual({ ok: true, value: steps });
    const [redo] = addUndo([], '1', done.steps, steps);
    expect(redo && withEditReversed(steps, redo)).toEqual({ ok: true, value: done.steps });
    const worked = done.steps.map((step) =>
      step.id === 'b' ? { ...step, ended_at: '2026-01-02T00:00:00.000Z' } : step,
    );
    expect(withEditReversed(worked, done.undo)).toMatchObject({ ok: false, error: { code: 'already_started' } });
  });
});

describe('R12.6 the undo of an edit', () => {
  test('gives back just what was there before, whatever the edit', () => {
    fc.assert(
      fc.property(edits, (edit) => {
        const result = takenBack(five, edit);
        expect(result).toEqual({ ok: true, value: five });
      }),
    );
  });

  test('edits taken back one by one from the last lead to the beginning', () => {
    fc.assert(
      fc.property(fc.array(edits, { maxLength: 6 }), (all) => {
        let plan = planOf(five);
        let undos: ReturnType<typeof addUndo> = [];
        for (const edit of all) {
          const result = applyEdit(plan, edit, at);
          if (!result.ok) continue;
          undos = addUndo(undos, String(undos.length + 1), plan.steps, result.value.steps);
          plan = result.value;
        }
        for (const undo of undos.toReversed()) {
          const result = withEditReversed(plan.steps, undo);
          if (!result.ok) throw new Error(result.error.code);
          plan = planOf(result.value);
        }
        expect(plan.steps).toEqual(five);
      }),
    );
  });

  test('keeps what was done to other steps since', () => {
    const since = (steps: Step[]) => [
      ...steps.map((step): Step => (step.id === 'a' ? { ...step, status: 'completed', result: 'ok' } : step)),
      open('f'),
    ];
    const result = takenBack(five, { kind: 'move', id: 'e', to: 1 }, since);
    expect(result.ok && names(result.value)).toEqual(['a', 'b', 'c', 'd', 'f', 'e']);
    expect(result.ok && result.value[0]?.status).toBe('completed');
  });

  test('brings a deleted step back to its place though others have come and gone', () => {
    const since = (steps: Step[]) => [
      ...steps.filter(({ id }) => id !== 'b').slice(0, 1),
      open('x'),
      ...steps.slice(2),
    ];
    const result = takenBack(five, { kind: 'delete', id: 'c' }, since);
    expect(result.ok && names(result.value)).toEqual(['a', 'x', 'c', 'd', 'e']);
  });

  test.each<[string, PlanEdit]>([
    ['changed', { kind: 'change', id: 'b', change: { description: 'Other' } }],
    ['added', { kind: 'add', id: 'b2', description: 'New', at: 1 }],
  ])('is refused when the step it %s has begun since', (_, edit) => {
    const touched = edit.id;
    const since = (steps: Step[]) =>
      steps.map((step): Step => (step.id === touched ? { ...step, status: 'running' } : step));
    expect(takenBack(five, edit, since)).toMatchObject({ ok: false, error: { code: 'already_started' } });
  });

  test('is refused when another step has come to need the one that was added', () => {
    const since = (steps: Step[]) =>
      steps.map((step): Step => (step.id === 'c' ? { ...step, dependencies: ['new'] } : step));
    const result = takenBack(five, { kind: 'add', id: 'new', description: 'New', at: 0 }, since);
    expect(result).toMatchObject({ ok: false, error: { code: 'still_needed', step: 'New', other: 'Step c' } });
  });

  test('is refused when what a deleted step needs is gone', () => {
    const steps = [open('a'), open('b', { dependencies: ['a'] })];
    const result = takenBack(steps, { kind: 'delete', id: 'b' }, () => []);
    expect(result).toMatchObject({ ok: false, error: { code: 'unknown_dependency' } });
  });
});

describe('R12.6 an edit can be undone as long as that takes back just what it did, and else not:', () => {
  const cannot = { ok: false, error: { code: 'changed_since' } };
  const change: PlanEdit = { kind: 'change', id: 'c', change: { description: 'Mine' } };
  const without = (id: string) => (steps: Step[]) => steps.filter((step) => step.id !== id);
  const changed = (id: string, fields: Partial<Step>) => (steps: Step[]) =>
    steps.map((step): Step => (step.id === id ? { ...step, ...fields } : step));

  test.each<[string, PlanEdit, (steps: Step[]) => Step[]]>([
    ['a deleted step that a replan has put back', { kind: 'delete', id: 'c' }, (steps) => [...steps, open('c')]],
    [
      'a deleted step that is back under another id',
      { kind: 'delete', id: 'c' },
      (steps) => [...steps, open('f', { description: 'Step c' })],
    ],
    ['a changed step that is gone', change, without('c')],
    ['a changed step that was changed again', change, changed('c', { description: 'Another' })],
    ['a changed step that was skipped', change, (steps) => edited(steps, { kind: 'skip', id: 'c' }).steps],
    ['a skipped step that is gone', { kind: 'skip', id: 'c' }, without('c')],
    [
      'a skipped step that is open again',
      { kind: 'skip', id: 'c' },
      changed('c', { status: 'pending', ended_at: null }),
    ],
    ['an added step that is gone', { kind: 'add', id: 'new', description: 'New', at: 1 }, without('new')],
    ['a moved step that is gone', { kind: 'move', id: 'e', to: 1 }, without('e')],
    ['a moved step among others in another order', { kind: 'move', id: 'e', to: 1 }, (steps) => steps.toReversed()],
  ])('%s', (_, edit, since) => {
    expect(takenBack(five, edit, since)).toMatchObject(cannot);
  });

  test('a moved step whose old place is behind one that has begun since', () => {
    const result = takenBack(five, { kind: 'move', id: 'e', to: 1 }, changed('e', { status: 'running' }));
    expect(result).toMatchObject({ ok: false, error: { code: 'keeps_place' } });
  });

  test('another step with the same words was there before the deletion', () => {
    const twins = [...five, open('f', { description: 'Step c' })];
    expect(takenBack(twins, { kind: 'delete', id: 'c' })).toEqual({ ok: true, value: twins });
  });

  test('the order that others were given since stays when a deletion or an addition is undone', () => {
    const moved = (steps: Step[]) => edited(steps, { kind: 'move', id: 'a', to: 2 }).steps;
    const back = takenBack(five, { kind: 'delete', id: 'd' }, moved);
    expect(back.ok && names(back.value)).toEqual(['b', 'c', 'a', 'd', 'e']);
    const removed = takenBack(
      five,
      { kind: 'add', id: 'new', description: 'New', at: 0 },
      (steps) => edited(steps, { kind: 'move', id: 'e', to: 0 }).steps,
    );
    expect(removed.ok && names(removed.value)).toEqual(['e', 'a', 'b', 'c', 'd']);
  });

  test('what was done to a step that only waited for the skipped one stays', () => {
    const steps = [open('a'), open('b', { dependencies: ['a'] })];
    const back = takenBack(steps, { kind: 'skip', id: 'a' }, changed('b', { description: 'Mine' }));
    expect(back.ok && back.value.map(({ description, status }) => [description, status])).toEqual([
      ['Step a', 'pending'],
      ['Mine', 'pending'],
    ]);
  });

  test('the same holds for an edit that is made again', () => {
    const done = edited(five, { kind: 'add', id: 'new', description: 'New', at: 1 });
    const [redo] = addUndo([], '2', done.steps, five);
    expect(redo && withEditReversed(five, redo)).toEqual({ ok: true, value: done.steps });
    expect(redo && withEditReversed([...five, open('f', { description: 'New' })], redo)).toMatchObject(cannot);
    const deleted = edited(five, { kind: 'delete', id: 'c' });
    const [again] = addUndo([], '2', deleted.steps, five);
    expect(
      again &&
        withEditReversed(
          five.map((step) => (step.id === 'c' ? open('g') : step)),
          again,
        ),
    ).toMatchObject(cannot);
  });

  test('an edit recorded by an older version is undone, too, but not once its step is gone or has begun', () => {
    const { after: _, ...old } = edited(five, change).undo;
    const { steps } = edited(five, change);
    expect(withEditReversed(steps, old)).toEqual({ ok: true, value: five });
    expect(withEditReversed(without('c')(steps), old)).toMatchObject(cannot);
    expect(withEditReversed(changed('c', { status: 'running' })(steps), old)).toMatchObject({ ok: false });
    const { after: __, ...deletion } = edited(five, { kind: 'delete', id: 'c' }).undo;
    expect(withEditReversed(without('c')(five), deletion)).toEqual({ ok: true, value: five });
    expect(withEditReversed(five, deletion)).toMatchObject(cannot);
  });
});

test('R12.6 no more than thirty edits are kept', () => {
  let undos: ReturnType<typeof addUndo> = [];
  for (let count = 0; count < 40; count += 1) undos = addUndo(undos, String(count + 1), five, five.toReversed());
  expect(undos).toHaveLength(30);
  expect(undos.at(-1)?.id).toBe('40');
});
