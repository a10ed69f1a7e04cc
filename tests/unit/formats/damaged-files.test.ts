import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyPlan, planErrors } from '../../../src/plan/plan.ts';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { exportPlan } from '../../../src/formats/plan-file/export-plan.ts';
import { readPlanFile } from '../../../src/formats/plan-file/read-plan-file.ts';
import { planfile as en } from '../../../src/i18n/en/planfile.ts';
import { translate } from '../../../src/i18n/translate.ts';
import { planfile as zh } from '../../../src/i18n/zh/planfile.ts';
import { figure } from '../../fixtures/figure.ts';
import { planArbitrary } from '../../fixtures/plan-arbitrary.ts';

const at = '2026-02-01T00:00:00.000Z';
const context = { planId: 'plan_new', at };

function answer(text: string): void {
  const reading = readPlanFile(text, context);
  if (reading.ok) {
    expect(planErrors(reading.plan)).toEqual([]);
    return;
  }
  const { code, path, params } = reading.error;
  for (const words of [en, zh])
    expect(translate(words[`planfile.problem.${code}`], { path, ...params })).not.toMatch(
      /\{(path|line|column|limit|value|name)\}/,
    );
}

test('R2.6 a file that was cut off anywhere is refused, never taken for a smaller plan', () => {
  const plan = {
    ...emptyPlan('plan_1', 'Trip "to" Bern // {now}', at),
    steps: [newStep('a', "Pack; it's late"), newStep('b', 'Go')],
  };
  const text = exportPlan(plan).trimEnd();
  for (let end = 0; end < text.length; end += 1)
    expect([end, readPlanFile(text.slice(0, end), context).ok]).toEqual([end, false]);
  expect(readPlanFile(text, context).ok).toBe(true);
});

test('R2.6 a damaged file gives a sound plan or a whole sentence, never a throw', () => {
  const junk = fc.constantFrom(
    '',
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '//',
    '/*',
    '\\',
    '\n',
    'null',
    '-',
    '1e999',
    '```',
    '\uFEFF',
  );
  const damage = fc.record({ from: fc.nat(), length: fc.nat({ max: 12 }), junk });
  fc.assert(
    fc.property(planArbitrary, fc.array(damage, { minLength: 1, maxLength: 4 }), (plan, damages) => {
      const text = damages.reduce((whole, { from, length, junk: put }) => {
        const start = from % (whole.length + 1);
        return whole.slice(0, start) + put + whole.slice(start + length);
      }, exportPlan(plan));
      answer(text);
    }),
    { numRuns: 250 },
  );
});

test('R2.6 any text and any JSON gets an answer', () => {
  const names = [
    'steps',
    'todos',
    'goal',
    'version',
    'status',
    'id',
    'description',
    'content',
    'action',
    'order',
    'plan',
    'dependencies',
  ];
  const odd = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(null, true, 1, -1.5, '', 'pending', 'done', '2026-01-01', 'a'),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...names, 'toString', 'constructor', ''), tie('value'), { maxKeys: 6 }),
    ),
  })).value;
  fc.assert(fc.property(fc.string({ unit: 'binary' }), answer));
  fc.assert(
    fc.property(odd, (value) => answer(JSON.stringify(value))),
    { numRuns: 1_000, examples: [[[{ dependencies: [{ toString: null }] }]]] },
  );
});

test('R2.6 a plan of 20,000 steps is read', () => {
  const steps = Array.from({ length: 20_000 }, (_, n) => ({
    ...newStep(`step_${n}`, `Do part ${n}`),
    parameters: { url: `https://example.org/${n}`, nested: { list: [1, 2, { three: 'four' }] } },
    output: {
      rows: [
        [1, 2],
        [3, 4],
      ],
    },
    dependencies: n > 0 ? [`step_${n - 1}`] : [],
  }));
  const text = exportPlan({ ...emptyPlan('plan_1', 'Many', at), steps });
  expect(figure(() => readPlanFile(text, context)).ok).toBe(true);
}, 60_000);
