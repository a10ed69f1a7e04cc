import { expect, test } from 'vitest';
import type { Step } from '../../../src/plan/step.ts';
import { referencedStepIds, resolveReferences } from '../../../src/plan/references.ts';

const done = {
  id: 'step_1',
  description: 'Read',
  status: 'completed',
  dependencies: [],
  result: 'text',
  output: { n: 3 },
};
const steps = [done, { id: 'open', description: 'Wait', status: 'pending', dependencies: [] }] as unknown as Step[];
const program = 'console.log(`got ${data.result} and ${ r.result.items[0] }`)';

test('R4.2 a string that is only a reference becomes the output itself, amid a text its words', () => {
  expect(resolveReferences({ a: '${step_1.result}', b: 'n: ${step_1.result.n}' }, steps)).toEqual({
    ok: true,
    value: { a: { n: 3 }, b: 'n: 3' },
  });
});

test('R4.2 code with `${data.result}` in it stays as it is written', () => {
  expect(resolveReferences({ content: program }, steps)).toEqual({ ok: true, value: { content: program } });
  expect(referencedStepIds({ content: program }, new Set(['step_1']))).toEqual([]);
});

test.each([
  '${step_9.result}',
  'so: ${step_9.result}',
  '${data.result}',
  'so: ${open.result}',
  'so: ${step_1.result.x}',
  '# Prices\n\n${collect.result}',
])('R4.2 %s refers to no result that is there', (text) => {
  const reference = text.slice(text.indexOf('$'));
  expect(resolveReferences({ text }, steps)).toEqual({ ok: false, reference });
  expect(referencedStepIds({ text }, new Set(['step_1', 'open']))).toEqual([
    reference.slice(2, reference.indexOf('.')),
  ]);
});
