import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdit, isHeldByPause, newStep, type PlanEdit, unstartedPlan } from '../../../src/plan/plan-edits.ts';
import { planReadiness, markBlocked } from '../../../src/plan/plan-graph.ts';
import { emptyPlan, Plan, planErrors } from '../../../src/plan/plan.ts';
import type { PlanStatus } from '../../../src/plan/plan-status.ts';
import type { Step } from '../../../src/plan/step.ts';
import { planArbitrary } from '../../fixtures/plan-arbitrary.ts';
import { step } from '../../fixtures/steps.ts';

const created = '2026-01-01T10:00:00.000Z';
const now = '2026-01-01T11:00:00.000Z';

const plan = (...steps: Step[]): Plan => ({ ...emptyPlan('plan_1', 'Trip', created), status: 'running', steps });

function done(before: Plan, edit: PlanEdit): Plan {
  const result = applyEdit(before, edit, now);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

function refusal(before: Plan, edit: PlanEdit) {
  const copy = structuredClone(before);
  const result = applyEdit(before, edit, now);
  expect(before).toEqual(copy);
  return result.ok ? null : result.error;
}

const ids = ({ steps }: Plan) => steps.map((each) => each.id).join(' ');
const statuses = ({ steps }: Plan) => steps.map((each) => each.status).join(' ');

describe('R3.8 moving', () => {
  const before = plan(step('a', 'completed'), step('b', 'pending'), step('c', 'pending'), step('d', 'pending'));

  test('puts a pending step where it is dropped', () => {
    expect(ids(done(before, { kind: 'move', id: 'd', to: 1 }))).toBe('a d b c');
    expect(ids(done(before, { kind: 'move', id: 'b', to: 99 }))).toBe('a c d b');
    expect(ids(done(before, { kind: 'move', id: 'b', to: 1 }))).toBe('a b c d');
    expect(done(before, { kind: 'move', id: 'd', to: 1 }).updated_at).toBe(now);
  });

  test('neither moves nor passes a step that has begun', () => {
    expect(refusal(before, { kind: 'move', id: 'a', to: 2 })).toMatchObject({ code: 'keeps_place', step: 'Do a' });
    expect(refusal(before, { kind: 'move', id: 'c', to: 0 })).toMatchObject({ code: 'keeps_place', step: 'Do a' });
    const running = plan(step('a', 'pending'), step('b', 'running'), step('c', 'pending'));
    expect(refusal(running, { kind: 'move', id: 'a', to: 2 })).toMatchObject({ code: 'keeps_place', step: 'Do b' });
  });

  test('R7.6 is refused with the reason where it contradicts a dependency', () => {
    const chained = plan(step('a', 'pending'), step('b', 'pending', 'a'), step('c', 'pending'));
    const reason = { code: 'order_contradicts', step: 'Do b', other: 'Do a' };
    expect(refusal(chained, { kind: 'move', id: 'b', to: 0 })).toEqual(reason);
    expect(refusal(chained, { kind: 'move', id: 'a', to: 1 })).toEqual(reason);
    expect(ids(done(chained, { kind: 'move', id: 'c', to: 0 }))).toBe('c a b');
  });

  test('R7.6 is never refused where nothing moves, though the order that came with an import contradicts', () => {
    const contradicting = plan(step('b', 'pending', 'a'), step('a', 'pending'));
    expect(ids(done(contradicting, { kind: 'move', id: 'b', to: 0 }))).toBe('b a');
  });

  test('is not hindered by an order of other steps that came with an import', () => {
    const imported = plan(step('b', 'pending', 'a'), step('a', 'pending'), step('c', 'pending'), step('d', 'pending'));
    expect(ids(done(imported, { kind: 'move', id: 'd', to: 2 }))).toBe('b a d c');
    expect(done(imported, { kind: 'change', id: 'c', change: { description: 'Other' } }).steps[2]!.description).toBe(
      'Other',
    );
    expect(ids(done(imported, { kind: 'move', id: 'a', to: 0 }))).toBe('a b c d');
  });
});

describe('R3.8 changing', () => {
  const before = plan(step('a', 'running'), step('b', 'pending'), step('c', 'pending'));

  test('sets what is given, and marks the step as edited by the person (R3.9)', () => {
    const change = {
      description: ' Read it ',
      tool: 'fetch',
      parameters: { url: 'u' },
      dependencies: ['a'],
      expected_output: 'text',
    };
    const after = done(before, { kind: 'change', id: 'b', change }).steps[1]!;
    expect(after).toMatchObject({ ...change, description: 'Read it', edited_by_person: true });
    const cleared = { tool: null, parameters: null, expected_output: null };
    const again = done(plan(after, step('a', 'running')), { kind: 'change', id: 'b', change: cleared }).steps[0]!;
    expect([again.tool, again.parameters, again.expected_output, again.description]).toEqual([
      undefined,
      undefined,
      undefined,
      'Read it',
    ]);
  });

  describe('R3.8 of its words', () => {
    const call = { tool: 'todo', parameters: { action: 'add', title: 'Bread' }, expected_output: 'Bread is listed' };
    const planned = plan({ ...step('b', 'pending'), ...call });
    const after = (change: Extract<PlanEdit, { kind: 'change' }>['change'], from = planned) =>
      done(from, { kind: 'change', id: 'b', change }).steps[0]!;
    const callOf = ({ tool, parameters, expected_output }: Step) => ({ tool, parameters, expected_output });
    const none = { tool: undefined, parameters: undefined, expected_output: undefined };

    test('drops the call and the result that were planned for the old words', () => {
      expect(callOf(after({ description: 'Add to-do "Wholemeal bread"' }))).toEqual(none);
      const begun = plan({ ...step('b', 'failed'), ...call });
      expect(callOf(after({ description: 'Add another' }, begun))).toEqual(none);
      const held = { ...plan({ ...step('b', 'running'), ...call }), status: 'paused' as const };
      expect(callOf(after({ description: 'Add another' }, held))).toEqual(none);
    });

    test('keeps the call where only spaces change, or other fields', () => {
      expect(callOf(after({ description: '  Do   b ' }))).toEqual(call);
      expect(callOf(after({ dependencies: [] }))).toEqual(call);
    });

    test('takes the call that the same edit sets', () => {
      const parameters = { action: 'add', title: 'Rye' };
      expect(callOf(after({ description: 'Add rye', parameters }))).toEqual({ ...none, tool: 'todo', parameters });
      expect(callOf(after({ description: 'Read it', tool: 'fetch' }))).toEqual({ ...none, tool: 'fetch' });
      expect(callOf(after({ description: 'Add rye', expected_output: 'Rye' }))).toEqual({
        ...none,
        expected_output: 'Rye',
      });
    });
  });

  test('an emptied tool is no tool', () => {
    const after = done(before, { kind: 'change', id: 'b', change: { tool: '' } });
    expect(after.steps[1]!.tool).toBeUndefined();
    expect(Plan.safeParse(after).success).toBe(true);
  });

  test.each<[string, string, object, object]>([
    ['a step that has begun', 'a', { description: 'x' }, { code: 'already_started', step: 'Do a' }],
    ['an empty description', 'b', { description: '  ' }, { code: 'empty_description', step: 'b' }],
    [
      'a dependency that is no step',
      'b',
      { dependencies: ['z'] },
      { code: 'unknown_dependency', step: 'Do b', other: 'z' },
    ],
    ['a dependency on itself', 'b', { dependencies: ['b'] }, { code: 'cycle', other: 'b → b' }],
    [
      'a dependency on a later step',
      'b',
      { dependencies: ['c'] },
      { code: 'order_contradicts', step: 'Do b', other: 'Do c' },
    ],
    ['a step that is not there', 'z', { description: 'x' }, { code: 'unknown_step', step: 'z' }],
  ])('refuses %s', (_what, id, change, reason) => {
    expect(refusal(before, { kind: 'change', id, change })).toMatchObject(reason);
  });

  test('refuses a dependency that closes a circle', () => {
    const chained = plan(step('a', 'pending'), step('b', 'pending', 'a'));
    const edit: PlanEdit = { kind: 'change', id: 'a', change: { dependencies: ['b'] } };
    expect(refusal(chained, edit)).toMatchObject({ code: 'cycle', step: 'Do a', other: 'a → b → a' });
  });

  test('taking out the dependency on a failed step frees the step', () => {
    const blocked = plan(step('a', 'failed'), step('b', 'blocked', 'a'));
    expect(statuses(done(blocked, { kind: 'change', id: 'b', change: { dependencies: [] } }))).toBe('failed pending');
  });
});

describe('R3.8 adding, deleting, skipping, retrying', () => {
  test('adds at the end or at a place, but never before a step that has begun', () => {
    const before = plan(step('a', 'completed'), step('b', 'running'), step('c', 'pending'));
    const add = (at: number | null) => done(before, { kind: 'add', id: 'n', description: ' New ', at });
    expect([null, 0, 2, 99].map((at) => ids(add(at)))).toEqual(['a b c n', 'a b n c', 'a b n c', 'a b c n']);
    expect(add(null).steps[3]).toEqual({ ...newStep('n', 'New'), edited_by_person: true, in_order: true });
  });

  test('R2.9 an added step still waits for those above it where the plan is run again', () => {
    const { steps } = done(plan(step('a', 'completed'), step('c', 'completed', 'a')), {
      ...{ kind: 'add', id: 'n', description: 'Send it to all', at: null },
    });
    const again = unstartedPlan(plan(...steps), 'q', '2026-01-01T10:00:00.000Z').steps;
    expect(planReadiness(again, 4)).toEqual({ kind: 'start', ids: ['a'] });
  });

  test('an added step waits for those above it, also where steps run side by side', () => {
    const readyOf = (steps: readonly Step[]) => planReadiness(steps, 4);
    const before = plan(step('a', 'running'), step('b', 'pending'), step('c', 'pending', 'a'));
    const { steps } = done(before, { kind: 'add', id: 'n', description: 'Sum up', at: null });
    expect(readyOf(steps)).toEqual({ kind: 'start', ids: ['b'] });
    const ended = steps.map((each): Step => (each.id === 'n' ? each : { ...each, status: 'completed' }));
    expect(readyOf(ended)).toEqual({ kind: 'start', ids: ['n'] });
    const failed = markBlocked(steps.map((each): Step => (each.id === 'a' ? { ...each, status: 'failed' } : each)));
    expect(readyOf(failed)).toEqual({ kind: 'start', ids: ['b'] });
    const moved = done({ ...before, steps }, { kind: 'move', id: 'n', to: 1 });
    expect(
      readyOf(moved.steps.map((each): Step => (each.id === 'a' ? { ...each, status: 'completed' } : each))),
    ).toEqual({ kind: 'start', ids: ['n', 'b', 'c'] });
  });

  test('refuses to add without a description, or under an id that is taken', () => {
    const before = plan(step('a', 'pending'));
    expect(refusal(before, { kind: 'add', id: 'n', description: ' ', at: null })).toMatchObject({
      code: 'empty_description',
    });
    expect(refusal(before, { kind: 'add', id: 'a', description: 'x', at: null })).toMatchObject({
      code: 'duplicate_id',
      step: 'a',
    });
  });

  test('deletes a pending step, but none whose result another one needs', () => {
    const before = plan(step('a', 'pending'), step('b', 'pending', 'a'), step('c', 'running'));
    expect(ids(done(before, { kind: 'delete', id: 'b' }))).toBe('a c');
    expect(refusal(before, { kind: 'delete', id: 'a' })).toEqual({ code: 'still_needed', step: 'Do a', other: 'Do b' });
    expect(refusal(before, { kind: 'delete', id: 'c' })).toMatchObject({ code: 'already_started' });
  });

  test('skips a pending step, which blocks what depends on it (R7.2)', () => {
    const before = plan(step('a', 'pending'), step('b', 'pending', 'a'), step('c', 'completed'));
    const after = done(before, { kind: 'skip', id: 'a' });
    expect(statuses(after)).toBe('skipped blocked completed');
    expect(after.steps[0]!.ended_at).toBe(now);
    expect(refusal(before, { kind: 'skip', id: 'c' })).toMatchObject({ code: 'already_started' });
  });

  test('skips a begun step of a paused plan with what is left of its own plan (R8.6)', () => {
    const inner = { goal: 'g', status: 'running' as const, steps: [step('x', 'completed'), step('y', 'running')] };
    const begun = plan({ ...step('a', 'running'), plan: inner });
    const [skipped] = done({ ...begun, status: 'paused' }, { kind: 'skip', id: 'a' }).steps;
    expect([skipped?.status, skipped?.plan?.steps.map(({ status }) => status)]).toEqual([
      ...['skipped', ['completed', 'skipped']],
    ]);
    expect(refusal({ ...begun, status: 'running' }, { kind: 'skip', id: 'a' })).toMatchObject({
      code: 'already_started',
    });
  });

  test('retries a failed or skipped step from the start, which frees what depends on it', () => {
    const failed: Step = {
      ...step('a', 'failed'),
      error: 'no net',
      result: 'half',
      output: [1],
      progress: { current: 1, total: 2 },
      attempts: 2,
      started_at: created,
      ended_at: now,
    };
    const after = done(plan(failed, step('b', 'blocked', 'a')), { kind: 'retry', id: 'a' });
    expect(after.steps[0]).toEqual({ ...step('a', 'pending'), attempts: 2 });
    expect(statuses(after)).toBe('pending pending');
    expect(refusal(after, { kind: 'retry', id: 'a' })).toMatchObject({ code: 'not_failed', step: 'Do a' });
  });

  test('a completed plan that gets something to do again is paused (R2.3)', () => {
    const before: Plan = { ...plan(step('a', 'completed'), step('b', 'skipped')), status: 'completed' };
    expect(done(before, { kind: 'retry', id: 'b' }).status).toBe('paused');
    expect(done(before, { kind: 'add', id: 'n', description: 'More', at: null }).status).toBe('paused');
    const statusesKept: PlanStatus[] = ['failed', 'running', 'blocked'];
    for (const status of statusesKept)
      expect(done({ ...before, status }, { kind: 'retry', id: 'b' }).status).toBe(status);
  });
});

test('R2.3 a clock that was set back does not put an end before a beginning', () => {
  const later = '2027-01-01T00:00:00.000Z';
  const before = plan({ ...step('a', 'pending'), started_at: later });
  const after = done({ ...before, created_at: later, updated_at: later }, { kind: 'skip', id: 'a' });
  expect([after.updated_at, after.steps[0]!.ended_at]).toEqual([later, later]);
});

const anyEdit = (plan: Plan): fc.Arbitrary<PlanEdit> => {
  const id = fc.constantFrom('fresh_1', 'fresh_2', 'nowhere', ...plan.steps.map((each) => each.id));
  const place = fc.integer({ min: -2, max: 9 });
  const change = fc.record(
    {
      description: fc.constantFrom('', 'Read', '写'),
      tool: fc.constantFrom(null, '', 'fetch'),
      parameters: fc.constantFrom(null, { a: 1 }),
      dependencies: fc.uniqueArray(id, { maxLength: 3 }),
      expected_output: fc.constantFrom(null, 'text'),
    },
    { requiredKeys: [] },
  );
  return fc.oneof(
    fc.record({ kind: fc.constant('move' as const), id, to: place }),
    fc.record({ kind: fc.constant('change' as const), id, change }),
    fc.record({ kind: fc.constant('add' as const), id, description: fc.constantFrom('', 'New'), at: fc.option(place) }),
    fc.record({ kind: fc.constantFrom('depend' as const, 'release' as const), id, on: id }),
    fc.record({ kind: fc.constantFrom('delete' as const, 'skip' as const, 'retry' as const), id }),
  );
};

test('R2.3 a sound plan stays sound after any sequence of edits, and finished work is never touched', () => {
  const when = fc
    .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString());
  const story = planArbitrary.chain((plan) =>
    fc.tuple(fc.constant(plan), fc.array(fc.tuple(anyEdit(plan), when), { minLength: 1, maxLength: 12 })),
  );
  let accepted = 0;
  fc.assert(
    fc.property(story, ([start, edits]) => {
      edits.reduce((plan, [edit, at]) => {
        const result = applyEdit(plan, edit, at);
        if (!result.ok) return plan;
        accepted += 1;
        expect(planErrors(result.value)).toEqual([]);
        expect(Plan.safeParse(result.value).error).toBeUndefined();
        for (const old of plan.steps)
          if (
            old.status === 'completed' ||
            (old.status === 'running' && (old.id !== edit.id || !isHeldByPause(plan, old)))
          )
            expect(result.value.steps).toContain(old);
        return result.value;
      }, start);
    }),
    { numRuns: 300 },
  );
  expect(accepted).toBeGreaterThan(100);
});
