import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ExamResult, ExamTask } from '../../src/exam/exam-result.ts';
import { recommend } from '../../src/exam/recommend.ts';

const usual = { protocol: 'tools', thoroughness: 'careful', max_plan_steps: 20 } as const;
const losing = (...tasks: ExamTask[]) =>
  recommend({ ...usual, passed: Object.fromEntries(tasks.map((task) => [task, false])) });

const results: fc.Arbitrary<ExamResult> = fc.record({
  protocol: fc.constantFrom('tools', 'json', 'markers'),
  thoroughness: fc.constantFrom('careful', 'balanced', 'economy'),
  max_plan_steps: fc.integer({ min: 1, max: 1000 }),
  passed: fc.dictionary(fc.constantFrom(...ExamTask.options), fc.boolean()),
});

test('there are twelve tasks', () => {
  expect(ExamTask.options).toHaveLength(12);
});

test('a model whose calls come out wrong is given json', () => {
  expect(losing('nested')).toEqual({ ...usual, protocol: 'json' });
  expect(losing('two_calls')).toEqual({ ...usual, protocol: 'json' });
});

test('a model that cannot keep a plan, or end one, is asked less about it', () => {
  expect(losing('keep')).toEqual({ ...usual, thoroughness: 'balanced' });
  expect(losing('end_task')).toEqual({ ...usual, thoroughness: 'balanced' });
});

test('a model that loses itself in long matter is given short plans', () => {
  expect(losing('long')).toEqual({ ...usual, max_plan_steps: 6 });
});

test('a model that loses nothing keeps its settings', () => {
  fc.assert(
    fc.property(results, ({ passed, ...settings }) => {
      const won = Object.fromEntries(Object.keys(passed).map((task) => [task, true]));
      expect(recommend({ ...settings, passed: won })).toEqual(settings);
    }),
  );
});

test('a recommendation never asks for more than was asked, and what follows it holds when it is followed', () => {
  fc.assert(
    fc.property(results, (result) => {
      const found = recommend(result);
      expect(found.max_plan_steps).toBeLessThanOrEqual(result.max_plan_steps);
      if (result.thoroughness !== 'careful') expect(found.thoroughness).toBe(result.thoroughness);
      expect(recommend({ ...result, ...found })).toEqual(found);
    }),
  );
});
