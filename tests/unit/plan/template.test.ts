import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unstartedPlan, newStep } from '../../../src/plan/plan-edits.ts';
import { emptyPlan, Plan, planErrors } from '../../../src/plan/plan.ts';
import { fillTemplate, placeholders } from '../../../src/plan/template.ts';
import type { Step } from '../../../src/plan/step.ts';
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

const filledCall = (parameters: NonNullable<Step['parameters']>, values: Record<string, string>) =>
  fillTemplate({ ...emptyPlan('p', 'g', at), steps: [{ ...newStep('a', 'x'), parameters }] }, values).steps[0]
    ?.parameters;

test('R2.9 a value within the JSON of a call stays one text', () => {
  const body = '{"title": "Release {{title}}", "n": {{n}}, "path": "\\\\{{title}}\\"", "left": "{{none}}"}';
  const title = '1.5 "beta" & C:\\new\nsecond line 发布';
  const filled = filledCall({ body, list: [{ text: '["{{title}}"]' }] }, { title, n: '3' });
  const release = { title: `Release ${title}`, n: 3, path: `\\${title}"`, left: '{{none}}' };
  expect(JSON.parse(filled?.body as string)).toEqual(release);
  expect(filled?.list).toEqual([{ text: JSON.stringify([title]) }]);
});

test('R2.9 a value within an address changes none of its other parts', () => {
  const url = (text: string, value: string) =>
    filledCall({ url: text }, { v: value, base: 'https://example.org/api' })?.url;
  expect(url('https://example.org/issues?v={{v}}&x=1', '1.5 "beta" & more')).toBe(
    'https://example.org/issues?v=1.5%20%22beta%22%20%26%20more&x=1',
  );
  expect(url('https://example.org/?q={{v}}', 'C++ #1 50%\n北京')).toBe(
    'https://example.org/?q=C%2B%2B%20%231%2050%25%0A%E5%8C%97%E4%BA%AC',
  );
  expect(url('{{base}}/issues?v={{v}}', 'a&b')).toBe('https://example.org/api/issues?v=a%26b');
  expect(url('https://example.org/{{v}}/issues', 'nodejs/node')).toBe('https://example.org/nodejs/node/issues');
  expect(url('https://example.org/{{v}}', 'why?')).toBe('https://example.org/why%3F');
  expect(url('https://example.org/?u={{v}}', 'https://a.example/?b=1&c=2')).toBe(
    'https://example.org/?u=https://a.example/%3Fb%3D1%26c%3D2',
  );
  expect(url('https://example.org/?q={{v}}', '\uD800')).toBe('https://example.org/?q=%EF%BF%BD');
});

test('R2.9 an address, its beginning, a whole query and what is encoded already are filled in as they are', () => {
  const url = (text: string, v: string) => filledCall({ url: text }, { v })?.url;
  expect(url('{{v}}', 'https://example.org/?a=1&b=2')).toBe('https://example.org/?a=1&b=2');
  expect(url('{{v}}/page', 'https://example.org')).toBe('https://example.org/page');
  expect(url('https://{{v}}/page', 'example.org:8080')).toBe('https://example.org:8080/page');
  expect(url('https://example.org/?{{v}}', 'a=1&b=2')).toBe('https://example.org/?a=1&b=2');
  expect(url('https://archive.example/web/{{v}}', 'https://a.example/?b=1')).toBe(
    'https://archive.example/web/https://a.example/?b=1',
  );
  expect(url('https://example.org/?q={{v}}&p={{w}}', 'caf%C3%A9')).toBe('https://example.org/?q=caf%C3%A9&p={{w}}');
});

test('R2.9 a value in the prose of a call is filled in as it is', () => {
  const text = (written: string) => filledCall({ text: written }, { v: 'a "b" & c' })?.text;
  expect(text('Look at https://example.org for {{v}}')).toBe('Look at https://example.org for a "b" & c');
  expect(text('https://example.org/ lists {{v}}')).toBe('https://example.org/ lists a "b" & c');
  expect(text('"{{v}}"')).toBe('"a "b" & c"');
  expect(text('[{{v}}] is {open')).toBe('[a "b" & c] is {open');
});
