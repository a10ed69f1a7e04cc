import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unstartedPlan, newStep } from '../../../src/plan/plan-edits.ts';
import { emptyPlan, Plan, planErrors } from '../../../src/plan/plan.ts';
import { fillTemplate, placeholders } from '../../../src/plan/template.ts';
import { planArbitrary } from '../../fixtures/plan-arbitrary.ts';

const at = '2026-01-01T10:00:00.000Z';
const trip: Plan = {
  ...emptyPlan('p', 'A trip to {{ destination }} with {{first name}}', at),
  steps: [
    {
      ...newStep('a', 'See {{目的地}}, not {{}} or {single}'),
      parameters: { url: 'https://example.org/{{destination}}', list: [1, { deep: '{{deep_one}}' }], '{{key}}': null },
      expected_output: 'a list for {{destination}}',
    },
    { ...newStep('b', 'x'), plan: { goal: '{{inner_goal}}', status: 'planning', steps: [newStep('c', '{{inner}}')] } },
  ],
};

test('R2.9 placeholders are found in goal, descriptions, parameters, expected outputs and inner plans, each once', () => {
  expect(placeholders(trip)).toEqual(['destination', 'first name', '目的地', 'deep_one', 'inner_goal', 'inner']);
});

test('R2.9 values take the places of their placeholders; what has no value stays open', () => {
  const filled = fillTemplate(trip, { destination: 'Lindau', deep_one: '{{inner}} $& "quoted"', inner: 'Pack' });
  expect(filled.goal).toBe('A trip to Lindau with {{first name}}');
  expect(filled.steps[0]).toMatchObject({
    description: 'See {{目的地}}, not {{}} or {single}',
    parameters: { url: 'https://example.org/Lindau', list: [1, { deep: '{{inner}} $& "quoted"' }], '{{key}}': null },
    expected_output: 'a list for Lindau',
  });
  expect(filled.steps[1]?.plan?.steps[0]?.description).toBe('Pack');
  expect(placeholders(filled)).toEqual(['first name', '目的地', 'inner', 'inner_goal']);
});

test('R2.9 names such as constructor are only names', () => {
  const plan = { ...emptyPlan('p', '{{constructor}} {{toString}}', at) };
  expect(fillTemplate(plan, {}).goal).toBe('{{constructor}} {{toString}}');
});

test('R2.9 a plan without placeholders is the same after filling', () => {
  fc.assert(
    fc.property(planArbitrary, (plan) => {
      if (placeholders(plan).length === 0) expect(fillTemplate(plan, { a: 'b' })).toEqual(plan);
    }),
    { numRuns: 200 },
  );
});

test('R2.9 nothing of what was done of a plan is left in a fresh one, and it is sound', () => {
  fc.assert(
    fc.property(planArbitrary, (plan) => {
      const fresh = unstartedPlan(plan, 'q', at);
      expect(planErrors(fresh)).toEqual([]);
      expect(Plan.parse(fresh)).toEqual(fresh);
      expect(JSON.stringify(fresh)).not.toMatch(/"status":"(?!pending|paused)/);
      expect(fresh.steps.every((step) => step.result === null && step.attempts === 0 && !('output' in step))).toBe(
        true,
      );
      expect(fresh.steps.map((step) => [step.id, step.dependencies])).toEqual(
        plan.steps.map((step) => [step.id, step.dependencies]),
      );
    }),
    { numRuns: 200 },
  );
});

test('R2.9 what is done stays as it was, and texts in another program’s template language hold no blanks', () => {
  const page = { content: '<h1>{{ title }}</h1>{{#each x}}{{name}}{{/each}}' };
  const plan: Plan = {
    ...emptyPlan('p', 'Write to {{name}}', at),
    steps: [
      { ...newStep('a', 'Wrote to {{other}}'), status: 'completed', parameters: { content: 'Dear {{name}}' } },
      { ...newStep('b', 'Make the page'), parameters: page },
      { ...newStep('c', '{% for day in days %}{{day}}{% endfor %}') },
      { ...newStep('d', 'Dear {{ user.name }}, {{title}}') },
      {
        ...newStep('e', 'x'),
        plan: { goal: 'g', status: 'paused', steps: [{ ...newStep('f', '{{name}}'), status: 'skipped' }] },
      },
    ],
  };
  expect(placeholders(plan)).toEqual(['name']);
  expect(fillTemplate(plan, { name: 'Wang', title: 'T', day: 'D' })).toEqual({ ...plan, goal: 'Write to Wang' });
});
