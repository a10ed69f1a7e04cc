import { expect, test } from 'vitest';
import { type ModelExamTaskOutcome, ModelExamReport, ModelExamTaskName } from '../../../src/records/exam-report.ts';
import { recommendedStepConnection } from '../../../src/records/recommended-step-connection.ts';

const held = { protocol: 'tools', thoroughness: 'careful', max_plan_steps: 20 } as const;
const exam = (
  lost: Partial<Record<ModelExamTaskName, ModelExamTaskOutcome>>,
  cost: number | null = null,
  reply_ms = 1000,
) =>
  ModelExamReport.parse({
    version: 1,
    model: 'm',
    at: '2027-01-01T00:00:00Z',
    held,
    outcomes: { ...Object.fromEntries(ModelExamTaskName.options.map((task) => [task, 'passed'])), ...lost },
    recommended: held,
    replies: 16,
    tokens: { input: 1, output: 1 },
    cost,
    took_ms: 1,
    reply_ms,
  });
const weak = { id: 'weak', exam: exam({ workaround: 'lost' }, 0.01) };

test('the work within steps goes to the cheapest connection that loses none of it', () => {
  const others = [
    { id: 'dear', exam: exam({}, 0.5) },
    { id: 'cheap', exam: exam({ plan: 'lost', nested: 'protocol' }, 0.1) },
    { id: 'cheaper', exam: exam({ long: 'lost' }, 0.01) },
  ];
  expect(recommendedStepConnection(weak, [weak, ...others])).toBe('cheap');
});

test('without prices the quicker one is taken', () => {
  const others = [
    { id: 'slow', exam: exam({}, null, 5000) },
    { id: 'quick', exam: exam({}, null, 500) },
  ];
  expect(recommendedStepConnection(weak, others)).toBe('quick');
});

test('a model that loses nothing leaves steps only to one at less than half its price', () => {
  const strong = { id: 'strong', exam: exam({}, 0.1) };
  expect(recommendedStepConnection(strong, [strong, { id: 'half', exam: exam({}, 0.06) }])).toBeNull();
  expect(recommendedStepConnection(strong, [strong, { id: 'cheap', exam: exam({}, 0.04) }])).toBe('cheap');
  expect(recommendedStepConnection(strong, [{ id: 'unknown', exam: exam({}) }])).toBeNull();
});
