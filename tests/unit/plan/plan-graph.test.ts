import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findDependencyCycle,
  declaresDependencies,
  orderConflict,
  planReadiness,
  markBlocked,
} from '../../../src/plan/plan-graph.ts';
import type { Step } from '../../../src/plan/step.ts';
import { planArbitrary } from '../../fixtures/plan-arbitrary.ts';
import { step } from '../../fixtures/steps.ts';

const statuses = (steps: readonly Step[]) => steps.map((each) => `${each.id} ${each.status}`);

describe('R2.3 cycles are found', () => {
  test('none in an empty list, in a chain, or where two ways meet', () => {
    expect(findDependencyCycle([])).toBeNull();
    expect(
      findDependencyCycle([step('a', 'pending'), step('b', 'pending', 'a'), step('c', 'pending', 'b', 'a')]),
    ).toBeNull();
  });

  test('a step that depends on itself, and the steps along a longer way round', () => {
    expect(findDependencyCycle([step('a', 'pending', 'a')])).toEqual(['a', 'a']);
    const round = [
      step('x', 'pending', 'a'),
      step('a', 'pending', 'b'),
      step('b', 'pending', 'c'),
      step('c', 'pending', 'a'),
    ];
    expect(findDependencyCycle(round)).toEqual(['a', 'b', 'c', 'a']);
  });

  test('a dependency that names no step is none', () => {
    expect(findDependencyCycle([step('a', 'pending', 'ghost', 'b'), step('b', 'pending')])).toBeNull();
  });

  test('a chain of 20,000 steps in either direction is no trouble', () => {
    const chain = Array.from({ length: 20_000 }, (_, n) => step(`s${n}`, 'pending', ...(n > 0 ? [`s${n - 1}`] : [])));
    expect(findDependencyCycle(chain)).toBeNull();
    expect(findDependencyCycle([...chain].reverse())).toBeNull();
    chain[0] = step('s0', 'failed');
    expect(markBlocked([...chain].reverse()).filter((each) => each.status === 'blocked')).toHaveLength(19_999);
  });

  test('random edges: a cycle is named exactly when no order of the steps fits', () => {
    const edges = fc.array(fc.tuple(fc.nat({ max: 6 }), fc.nat({ max: 6 })), { maxLength: 12 });
    fc.assert(
      fc.property(edges, (pairs) => {
        const steps = Array.from({ length: 7 }, (_, n) =>
          step(`${n}`, 'pending', ...pairs.filter(([from]) => from === n).map(([, to]) => `${to}`)),
        );
        const left = new Map(steps.map((each) => [each.id, each]));
        for (let gone = true; gone;) {
          const free = [...left.values()].filter((each) => !each.dependencies.some((id) => left.has(id)));
          free.forEach((each) => left.delete(each.id));
          gone = free.length > 0;
        }
        const cycle = findDependencyCycle(steps);
        expect(cycle === null).toBe(left.size === 0);
        cycle?.slice(1).forEach((id, at) => {
          expect(steps[Number(cycle[at])]!.dependencies).toContain(id);
        });
        expect(cycle?.[0]).toBe(cycle?.at(-1));
      }),
    );
  });
});

describe('R7.1 what can run next', () => {
  test('without dependencies one step after another, in list order', () => {
    const steps = [step('a', 'completed'), step('b', 'pending'), step('c', 'pending')];
    expect(declaresDependencies(steps)).toBe(false);
    expect(planReadiness(steps, 3)).toEqual({ kind: 'start', ids: ['b'] });
    expect(planReadiness([step('a', 'running'), ...steps.slice(1)], 3)).toEqual({ kind: 'wait' });
  });

  test('with dependencies all that are ready, up to the free slots, in list order (R7.6)', () => {
    const steps = [
      step('d', 'pending', 'a'),
      step('a', 'completed'),
      step('b', 'running'),
      step('c', 'pending'),
      step('e', 'pending'),
    ];
    expect(planReadiness(steps, 3)).toEqual({ kind: 'start', ids: ['d', 'c'] });
    expect(planReadiness(steps, 1)).toEqual({ kind: 'wait' });
  });

  test('R7.2 a step waits until its dependencies are completed', () => {
    expect(planReadiness([step('a', 'running'), step('b', 'pending', 'a')], 3)).toEqual({ kind: 'wait' });
    expect(planReadiness([step('a', 'completed'), step('b', 'pending', 'a')], 3)).toEqual({
      kind: 'start',
      ids: ['b'],
    });
  });

  test('R6.9, R7.2 a step that is to be checked completes nothing until the person has accepted it', () => {
    const claimed: Step = { ...step('a', 'completed'), reason: { code: 'said_failed', params: {} } };
    const steps = markBlocked([claimed, step('b', 'pending', 'a'), step('c', 'pending', 'b'), step('d', 'pending')]);
    expect(statuses(steps)).toEqual(['a completed', 'b blocked', 'c blocked', 'd pending']);
    expect(planReadiness(steps, 3)).toEqual({ kind: 'start', ids: ['d'] });
    expect(planReadiness(steps.slice(0, 3), 3)).toEqual({ kind: 'deadlock', ids: ['b', 'c'] });
    const accepted: Step = { ...claimed, reason: { code: 'accepted', params: {} } };
    expect(planReadiness(markBlocked([accepted, ...steps.slice(1, 3)]), 3)).toEqual({ kind: 'start', ids: ['b'] });
  });

  test('nothing is left when every step has ended, and in an empty plan', () => {
    expect(planReadiness([], 3)).toEqual({ kind: 'finished' });
    expect(planReadiness([step('a', 'failed'), step('b', 'skipped')], 3)).toEqual({ kind: 'finished' });
  });

  test('R7.4 a deadlock names the steps that can never start', () => {
    const steps = [step('a', 'failed'), step('b', 'blocked', 'a'), step('c', 'pending', 'b')];
    expect(planReadiness(steps, 3)).toEqual({ kind: 'deadlock', ids: ['b', 'c'] });
  });
});

describe('R7.2 blocked steps', () => {
  test('whatever depends on a failed or skipped step is blocked, directly or not', () => {
    const steps = [step('c', 'pending', 'b'), step('a', 'failed'), step('b', 'pending', 'a'), step('d', 'pending')];
    expect(statuses(markBlocked(steps))).toEqual(['c blocked', 'a failed', 'b blocked', 'd pending']);
  });

  test('they are freed once nothing stands in their way', () => {
    const steps = [step('a', 'pending'), step('b', 'blocked', 'a'), step('c', 'blocked', 'b')];
    expect(statuses(markBlocked(steps))).toEqual(['a pending', 'b pending', 'c pending']);
  });

  test('steps that run or have ended keep their status', () => {
    const steps = [
      step('a', 'skipped'),
      step('b', 'running', 'a'),
      step('c', 'completed', 'a'),
      step('d', 'pending', 'c'),
    ];
    expect(markBlocked(steps)).toEqual(steps);
  });

  test('blocking twice changes nothing more, and a blocked step always has a reason', () => {
    fc.assert(
      fc.property(planArbitrary, ({ steps }) => {
        const once = markBlocked(steps);
        expect(markBlocked(once)).toEqual(once);
        const status = new Map(once.map((each) => [each.id, each.status]));
        for (const each of once) {
          const reason = each.dependencies.some((id) => ['failed', 'skipped', 'blocked'].includes(status.get(id)!));
          if (each.status === 'blocked' || each.status === 'pending') expect(each.status === 'blocked').toBe(reason);
        }
      }),
    );
  });
});

describe('R7.6 an order that contradicts the dependencies', () => {
  const steps = [step('b', 'pending', 'a'), step('a', 'pending'), step('d', 'pending', 'c'), step('c', 'pending')];

  test('is named by the first step that stands too early, with what it needs', () => {
    expect(orderConflict(steps)).toMatchObject({ step: { id: 'b' }, dependency: { id: 'a' } });
    expect(orderConflict([...steps].reverse())).toBeNull();
  });

  test('can be asked about for one step alone', () => {
    expect(orderConflict(steps, 'c')).toMatchObject({ step: { id: 'd' }, dependency: { id: 'c' } });
    expect(orderConflict([...steps, step('e', 'pending')], 'e')).toBeNull();
  });
});
