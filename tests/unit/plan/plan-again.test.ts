import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixedDates, planForRerun, proposedBlanks, type SuccessfulCall } from '../../../src/plan/plan-for-rerun.ts';
import { newStep } from '../../../src/plan/plan-edits.ts';
import { cycleIn } from '../../../src/plan/plan-graph.ts';
import { emptyPlan, type Plan } from '../../../src/plan/plan.ts';
import type { StepStatus } from '../../../src/plan/step.ts';
import { fillTemplate, placeholders, textsToPlaceholders } from '../../../src/plan/template.ts';

const at = '2026-01-01T10:00:00.000Z';
const words = {
  address: 'address',
  date: 'date',
  due: 'due date',
  start: 'start date',
  end: 'end date',
  name: 'name',
};
const step = (id: string, status: StepStatus = 'completed', dependencies: string[] = []) => ({
  ...newStep(id, `Do ${id}`),
  status,
  dependencies,
});
const call = (of: string, input: SuccessfulCall['input'], text = 'Done.'): SuccessfulCall => ({
  step: of,
  tool: 'todo',
  input,
  text,
});
const planOf = (...steps: Plan['steps']): Plan => ({
  ...emptyPlan('p', 'Visit Anna in Lindau on 2026-05-01', at),
  steps,
});

test('R2.9 a call that worked becomes a complete step; a step with several becomes one for each, in order', () => {
  const plan = planOf(step('a'), step('b', 'completed', ['a']), step('c', 'completed', ['b']));
  const { steps } = planForRerun(plan, [
    call('a', { title: 'One' }),
    call('b', { title: 'Two' }),
    call('b', { title: 'Three' }),
  ]);
  expect(steps.map(({ id, parameters, dependencies }) => [id, parameters?.title, dependencies])).toEqual([
    ['a', 'One', []],
    ['b_part_1', 'Two', ['a']],
    ['b', 'Three', ['b_part_1']],
    ['c', undefined, ['b']],
  ]);
});

test('R2.9 the parts of a step are numbered in the brackets of its language', () => {
  const parts = (description: string) =>
    planForRerun(planOf({ ...step('a'), description }), [call('a', { title: 'One' }), call('a', { title: 'Two' })]);
  expect(parts('写月度报告').steps.map(({ description }) => description)).toEqual([
    '写月度报告（1/2）',
    '写月度报告（2/2）',
  ]);
  expect(parts('Write it').steps[0]?.description).toBe('Write it (1/2)');
});

test('R2.9 steps that failed or were skipped are left out, and who waited for them waits for what they waited for', () => {
  const plan = planOf(
    step('a'),
    step('b', 'failed', ['a']),
    step('c', 'skipped', ['b']),
    step('d', 'completed', ['c']),
  );
  expect(planForRerun(plan, []).steps.map(({ id, dependencies }) => [id, dependencies])).toEqual([
    ['a', []],
    ['d', ['a']],
  ]);
});

test('R2.9 a call whose input came from what was read before is left to the model, as is one that names a step left out', () => {
  const article = 'The last ferry leaves the island at half past six in the evening.';
  const calls = [
    call('a', { url: 'https://lake.example' }, article),
    call('b', { content: `Note: ${article}` }),
    call('c', { notes: '${x.result}' }),
    call('d', { title: 'Visit Anna in Lindau' }),
  ];
  const plan = planOf(step('a'), step('b'), step('c'), step('d'), step('x', 'failed'));
  const given = planForRerun(plan, calls).steps.map(({ parameters }) => parameters !== undefined);
  expect(given).toEqual([true, false, false, true]);
});

test.each(['Party on Saturday 5 December, 15:00', 'Dec. 5: party', 'on the 5th December', '12月5日的聚会'])(
  'R2.9 a call that writes a date in words is left to the model, since no blank replaces it: %s',
  (content) => {
    const { steps } = planForRerun(planOf(step('a')), [call('a', { content })]);
    expect(steps[0]?.parameters).toBeUndefined();
  },
);

test('R2.9 addresses, dates and names of the goal, and dates of calls, are proposed as blanks', () => {
  const plan = {
    ...planOf({ ...step('a'), parameters: { start: '2026-06-07T10:00' } }),
    goal: 'Ask Anna Berg about “the old mill” at https://mill.example/a?b=1 before 2026-05-01.',
  };
  expect(proposedBlanks(plan, words)).toEqual([
    { name: 'address', text: 'https://mill.example/a?b=1' },
    { name: 'date', text: '2026-05-01' },
    { name: 'start date', text: '2026-06-07' },
    { name: 'name', text: 'the old mill' },
    { name: 'name 2', text: 'Anna Berg' },
  ]);
});

test('R2.9 the days that a plan names stay the same at each start, each is told once', () => {
  const due = {
    ...step('a'),
    description: 'Note it for 2026-12-03',
    parameters: { due: '2026-12-03', at: '2026-99-99' },
  };
  const plan = {
    ...planOf(due, { ...step('b'), parameters: { start: '2026-12-04T08:00' } }),
    goal: 'Before 2027-01-01',
  };
  expect(fixedDates(plan)).toEqual(['2026-12-03', '2026-12-04', '2027-01-01']);
  expect(fixedDates({ ...planOf(step('a')), goal: '' })).toEqual([]);
});

const statuses = fc.constantFrom<StepStatus>('completed', 'failed', 'skipped');
const runs = fc.array(fc.tuple(statuses, fc.nat(), fc.array(fc.string({ maxLength: 30 }), { maxLength: 3 })), {
  minLength: 1,
  maxLength: 12,
});

test('R2.9 whatever ran: no cycle, no dependency on what is not there, and blanks filled with the run’s own texts give the plan back', () => {
  fc.assert(
    fc.property(runs, (drawn) => {
      const steps = drawn.map(([status, n], nth) =>
        step(`s${nth}`, status, nth > 0 && n % 3 > 0 ? [`s${n % nth}`] : []),
      );
      const calls = drawn.flatMap(([, , titles], nth) =>
        titles.map((title) => call(`s${nth}`, { title, due: '2026-05-01' })),
      );
      const plan = planForRerun(planOf(...steps), calls);
      const ids = plan.steps.map(({ id }) => id);
      expect(cycleIn(plan.steps)).toBeNull();
      expect(new Set(ids).size).toBe(ids.length);
      for (const { dependencies } of plan.steps) for (const id of dependencies) expect(ids).toContain(id);
      fc.pre(placeholders(plan).length === 0);
      const blanks = proposedBlanks(plan, words);
      const values = Object.fromEntries(blanks.map(({ name, text }) => [name, text]));
      expect(fillTemplate(textsToPlaceholders(plan, blanks), values)).toEqual(plan);
    }),
  );
});
