import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exportPlan } from '../../../src/formats/plan-file/export-plan.ts';
import { PlanFile, planSchema } from '../../../src/formats/plan-file/plan-file.ts';
import { stepFields } from '../../../src/formats/plan-file/field-names.ts';
import { planArbitrary } from '../../fixtures/plan-arbitrary.ts';

const file = new URL('../../../public/plan.schema.json', import.meta.url);
const current = `${JSON.stringify(planSchema(), null, 2)}\n`;
if (process.env.UPDATE_SCHEMA) writeFileSync(file, current);
const published = readFileSync(file, 'utf8');

interface Published {
  properties: object;
  $defs: { step: { properties: object } };
}
const schema = JSON.parse(published) as Published;
const validate = new Ajv2020({ validateFormats: false }).compile(schema);

/** The example of R2.1. */
const example = {
  version: 1,
  id: 'plan_1771945970128',
  goal: 'Chart five years of revenue',
  status: 'paused',
  steps: [
    {
      id: 'step_1',
      description: 'Fetch the annual figures',
      status: 'completed',
      tool: 'fetch',
      parameters: { url: 'https://example.org/a.json' },
      dependencies: [],
      expected_output: 'revenue per year',
      result: '5 rows, 2020 to 2024',
      error: null,
      progress: { current: 5, total: 5 },
      attempts: 1,
      started_at: '2026-01-01T10:00:00Z',
      ended_at: '2026-01-01T10:00:04Z',
    },
  ],
  current_step_index: 1,
  iteration_count: 6,
  step_count: 12,
  replan_count: 0,
  created_at: '2026-01-01T10:00:00Z',
  updated_at: '2026-01-01T10:00:09Z',
};

test('R2.1 the published schema is the one that the code has (npm run schema writes it)', () => {
  expect(published).toBe(current);
});

test('R2.1 the published schema names every field of a step and of a plan', () => {
  expect(Object.keys(schema.$defs.step.properties).sort()).toEqual([...stepFields].sort());
  expect(Object.keys(schema.properties)).toEqual(['$schema', ...Object.keys(example)]);
});

test('R2.1 the example of the specification validates, and a wrong status does not', () => {
  expect(validate(example), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ ...example, status: 'done' })).toBe(false);
  expect(validate({ ...example, version: 2 })).toBe(false);
});

test.each(readdirSync('examples/plans'))('R2.1 the example %s is valid by the schema that it names', (name) => {
  const plan = JSON.parse(readFileSync(`examples/plans/${name}`, 'utf8')) as object;
  expect(plan).toHaveProperty('$schema', '../../public/plan.schema.json');
  expect(validate(plan), JSON.stringify(validate.errors)).toBe(true);
});

test('R2.1 a goal and a description of each step are enough, and what is written has its type', () => {
  const steps = [{ description: 'Pack' }];
  expect(validate({ goal: 'Trip', steps })).toBe(true);
  expect(validate({ steps })).toBe(false);
  expect(validate({ goal: 'Trip' })).toBe(false);
  expect(validate({ goal: 'Trip', steps: [{ id: 'a' }] })).toBe(false);
  expect(validate({ goal: 'Trip', steps: { a: { description: 'Pack' } } })).toBe(false);
  expect(validate({ goal: 'Trip', steps: [{ description: 'Pack', dependencies: 'a' }] })).toBe(false);
  expect(validate({ goal: 'Trip', steps: [{ description: 'Pack', tool: 7 }] })).toBe(false);
  expect(validate({ goal: 'Trip', steps: [{ description: 'Pack', tools: 'fetch' }] })).toBe(false);
  const plan = { goal: 'Trip', status: 'paused', steps };
  expect(validate({ goal: 'Trip', steps: [{ description: 'Pack', plan }] })).toBe(true);
});

test('R2.1 every export validates against the published schema', () => {
  fc.assert(
    fc.property(planArbitrary, (plan) => {
      expect(validate(JSON.parse(exportPlan(plan))), JSON.stringify(validate.errors)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('R2.1 an export has its keys in the order of the specification, and none without a value', () => {
  const backwards = PlanFile.parse(Object.fromEntries(Object.entries(example).reverse()));
  backwards.steps[0]!.plan = undefined;
  expect(exportPlan(backwards)).toBe(`${JSON.stringify(example, null, 2)}\n`);
});
