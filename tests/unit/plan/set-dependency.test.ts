import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findDependencyCycle, orderConflict } from '../../../src/plan/plan-graph.ts';
import { setDependency } from '../../../src/plan/set-dependency.ts';
import {
  dependencyNumbers,
  possibleDependencies,
  stepLinks,
  transitiveDependents,
} from '../../../src/plan/step-links.ts';
import { isUnstarted, type Step } from '../../../src/plan/step.ts';
import { planArbitrary } from '../../fixtures/plan-arbitrary.ts';
import { step } from '../../fixtures/steps.ts';

function drawn(steps: readonly Step[], from: string, to: string): string {
  const result = setDependency(steps, to, from, true);
  return result.ok ? text(result.value) : result.error.code;
}

function removed(steps: readonly Step[], from: string, to: string): string {
  const result = setDependency(steps, to, from, false);
  return result.ok ? text(result.value) : result.error.code;
}

const text = (steps: readonly Step[]) => steps.map(({ id, dependencies }) => id + dependencies.join('')).join(' ');

describe('R14.2 drawing a dependency', () => {
  const steps = [step('a', 'completed'), step('b', 'running'), step('c', 'pending', 'a'), step('d', 'pending')];

  test('adds it, and marks the step as edited by the person (R3.9)', () => {
    expect(drawn(steps, 'b', 'c')).toBe('a b cab d');
    const result = setDependency(steps, 'd', 'c', true);
    expect(result.ok && result.value.map((each) => each.edited_by_person === true)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  test('is refused with a reason: begun, there already, no such step', () => {
    expect([drawn(steps, 'a', 'b'), drawn(steps, 'a', 'c'), drawn(steps, 'x', 'c'), drawn(steps, 'c', 'x')]).toEqual([
      'already_started',
      'already_depends',
      'unknown_step',
      'unknown_step',
    ]);
  });

  test('is refused where a step would wait for itself, with the numbers of the steps on the way round', () => {
    const chained = [step('a', 'pending'), step('b', 'pending', 'a'), step('c', 'pending', 'b')];
    const result = setDependency(chained, 'a', 'c', true);
    expect(result).toEqual({ ok: false, error: { code: 'cycle', step: 'Do a', other: '1 → 3 → 2 → 1' } });
    expect(drawn(chained, 'b', 'b')).toBe('cycle');
  });

  test('R7.6 a step that stood before what it now waits for goes behind it, with those that wait for it', () => {
    const free = [step('a', 'pending'), step('b', 'pending', 'a'), step('c', 'pending'), step('d', 'running')];
    expect(drawn(free, 'c', 'a')).toBe('c ac ba d');
    expect(drawn(free, 'd', 'a')).toBe('c d ad ba');
  });
});

describe('R7.1 a plan that declares nothing', () => {
  const chain = [
    step('a', 'completed'),
    step('b', 'skipped'),
    step('c', 'running'),
    step('d', 'pending'),
    step('e', 'pending'),
  ];

  test('shows its order as links', () => {
    expect(stepLinks(chain).map(({ from, to }) => from + to)).toEqual(['ab', 'bc', 'cd', 'de']);
    expect(stepLinks([])).toEqual([]);
  });

  test('gets its order declared with the first change, less what failed or was skipped', () => {
    expect(drawn(chain, 'c', 'e')).toBe('a b c dc edc');
    expect(removed(chain, 'd', 'e')).toBe('a b c dc e');
    expect(removed([step('x', 'failed'), ...chain.slice(3), step('f', 'pending')], 'x', 'd')).toBe('x d ed fe');
  });

  test('already waits for the step before it', () => {
    expect(drawn(chain, 'd', 'e')).toBe('already_depends');
    expect(drawn(chain, 'e', 'd')).toBe('cycle');
  });
});

describe('R14.2 removing a dependency', () => {
  const steps = [step('a', 'pending'), step('b', 'pending', 'a'), step('c', 'pending', 'a', 'b')];

  test('takes out that one', () => {
    expect(removed(steps, 'a', 'c')).toBe('a ba cb');
  });

  test('is refused where there is none, where the step has begun, or where its parameters need the result', () => {
    expect(removed(steps, 'c', 'a')).toBe('not_dependent');
    expect(removed([step('a', 'completed'), step('b', 'running', 'a')], 'a', 'b')).toBe('already_started');
    const needy: Step = { ...step('b', 'pending', 'a'), parameters: { text: 'See ${a.result}' } };
    expect(removed([step('a', 'pending'), needy, step('c', 'pending', 'b')], 'a', 'b')).toBe('uses_result');
  });

  test('the last one stays: without any the steps would run one after another', () => {
    expect(removed([step('a', 'pending'), step('b', 'pending', 'a')], 'a', 'b')).toBe('last_dependency');
    expect(removed([step('a', 'pending'), step('b', 'pending')], 'a', 'b')).toBe('last_dependency');
  });
});

test('R14.2 who waits for a step, directly or not', () => {
  const links = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'd', to: 'c' },
  ];
  expect([...transitiveDependents(links, 'a')]).toEqual(['b', 'c']);
  expect([...transitiveDependents(links, 'c')]).toEqual([]);
});

/** Mostly steps to do, as they are where somebody draws; some declare nothing. */
const openPlans = fc
  .tuple(
    fc.integer({ min: 2, max: 9 }),
    fc.array(fc.tuple(fc.nat({ max: 8 }), fc.nat({ max: 8 })), { maxLength: 9 }),
    fc.nat(),
  )
  .chain(([count, pairs, begun]) => {
    const steps = Array.from({ length: count }, (_, at) =>
      step(
        `s${at}`,
        at < begun % 3 ? 'completed' : 'pending',
        ...new Set(pairs.flatMap(([a, b]) => (b === at && a < b ? [`s${a}`] : []))),
      ),
    );
    return fc.constant(steps);
  });

test('R2.3, R14.2 whatever is drawn or removed, a plan stays sound, in an order that fits, and keeps what has begun', () => {
  const plans = fc.oneof(
    planArbitrary.map(({ steps }) => steps),
    { arbitrary: openPlans, weight: 3 },
  );
  const story = plans.chain((steps) => {
    const id = fc.constantFrom('nowhere', ...steps.map((each) => each.id));
    return fc.tuple(fc.constant(steps), fc.array(fc.tuple(id, id, fc.boolean()), { minLength: 1, maxLength: 8 }));
  });
  let accepted = 0;
  fc.assert(
    fc.property(story, ([start, acts]) => {
      acts.reduce((steps, [id, on, needed]) => {
        const result = setDependency(steps, id, on, needed);
        if (!result.ok) return steps;
        accepted += 1;
        const after = result.value;
        expect(findDependencyCycle(after)).toBeNull();
        expect(after.map((each) => each.id).sort()).toEqual(steps.map((each) => each.id).sort());
        for (const old of steps) if (!isUnstarted(old)) expect(after).toContain(old);
        expect(stepLinks(after).some(({ from, to }) => from === on && to === id)).toBe(needed);
        if (!orderConflict(steps) && steps.every((each) => isUnstarted(each))) expect(orderConflict(after)).toBeNull();
        const there = (each: Step) => after.findIndex((other) => other.id === each.id);
        if (needed)
          expect(after.findIndex((each) => each.id === id)).toBeGreaterThan(
            there(steps.find((each) => each.id === on)!),
          );
        return after;
      }, start);
    }),
    { numRuns: 300 },
  );
  expect(accepted).toBeGreaterThan(50);
});

test('R14.2 just the steps that could be chosen as dependencies are offered: none refused for a circle is', () => {
  fc.assert(
    fc.property(planArbitrary, ({ steps }) => {
      const links = stepLinks(steps);
      const needs = new Set(links.map(({ from, to }) => `${from} ${to}`));
      for (const each of steps.filter((one) => isUnstarted(one))) {
        const possible = possibleDependencies(links, steps, each.id);
        expect(possible.has(each.id)).toBe(false);
        for (const other of steps) {
          const result = setDependency(steps, each.id, other.id, true);
          const circle = !result.ok && result.error.code === 'cycle';
          if (circle) expect(possible.has(other.id)).toBe(false);
          if (needs.has(`${other.id} ${each.id}`)) expect(possible.has(other.id)).toBe(false);
        }
      }
    }),
  );
});

test('R14.2 a step may depend on each that neither waits for it nor is needed already', () => {
  const steps = ['a', 'b', 'c', 'd'].map((id) => step(id, 'pending'));
  const links = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
  ];
  expect([...possibleDependencies(links, steps, 'b')]).toEqual(['d']);
  expect([...possibleDependencies(links, steps, 'c')]).toEqual(['a', 'd']);
  expect([...possibleDependencies(links, steps, 'd')]).toEqual(['a', 'b', 'c']);
});

test('R14.2 the steps that a step waits for are named by their numbers, in order', () => {
  const places = new Map(['a', 'b', 'c', 'd'].map((id, at) => [id, at]));
  expect(dependencyNumbers(step('e', 'pending', 'c', 'gone', 'd', 'b'), places)).toEqual([2, 3, 4]);
});
