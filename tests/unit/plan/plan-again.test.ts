import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withCallsOwnedByPlan, type RunRecord, type SuccessfulCall } from '../../../src/plan/own-calls.ts';
import { datesInPlan, planForRerun, suggestPlaceholders } from '../../../src/plan/plan-for-rerun.ts';
import { newStep, unstartedPlan } from '../../../src/plan/plan-edits.ts';
import { findDependencyCycle } from '../../../src/plan/plan-graph.ts';
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
const call = (of: string, input: SuccessfulCall['input'], informed = false): SuccessfulCall => ({
  step: of,
  tool: 'todo',
  input,
  madeAfterReading: informed,
});
const record = (calls: readonly SuccessfulCall[], more: Partial<RunRecord> = {}): RunRecord => ({
  ...{
    calls,
    firstPlanCalls: new Map(),
    isFromFile: false,
    words: 'Visit Anna in Lindau on 2026-05-01',
    schemas: new Map(),
  },
  ...more,
});
const planOf = (...steps: Plan['steps']): Plan => ({
  ...emptyPlan('p', 'Visit Anna in Lindau on 2026-05-01', at),
  steps,
});

test('R2.9 a call that worked becomes a complete step; a step with several becomes one for each, in order', () => {
  const plan = planOf(step('a'), step('b', 'completed', ['a']), step('c', 'completed', ['b']));
  const calls = [call('a', { title: 'One' }), call('b', { title: 'Two' }), call('b', { title: 'Three' })];
  const { steps } = planForRerun(plan, record(calls));
  expect(steps.map(({ id, parameters, dependencies }) => [id, parameters?.title, dependencies])).toEqual([
    ['a', 'One', []],
    ['b_part_1', 'Two', ['a']],
    ['b', 'Three', ['b_part_1']],
    ['c', undefined, ['b']],
  ]);
});

test.each(['# Prices\n\n${b.result}\n', 'const a = `${b.result}`;'])(
  'R2.9 a call that refers to a step which is left out is left to the model: %j',
  (content) => {
    const plan = planOf(step('a', 'completed', ['b']), step('b', 'failed'));
    expect(planForRerun(plan, record([call('a', { content })])).steps[0]?.parameters).toBeUndefined();
  },
);

test('R2.9 the parts of a step are numbered in the brackets of its language', () => {
  const parts = (description: string) =>
    planForRerun(
      planOf({ ...step('a'), description }),
      record([call('a', { title: 'One' }), call('a', { title: 'Two' })]),
    );
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
  expect(planForRerun(plan, record([])).steps.map(({ id, dependencies }) => [id, dependencies])).toEqual([
    ['a', []],
    ['d', ['a']],
  ]);
});

const schema = {
  type: 'object',
  properties: {
    action: { type: 'string', enum: ['add', 'list'] },
    title: { type: 'string' },
    all_day: { type: 'boolean' },
    rows: { type: 'array', items: { type: 'object' } },
    from: { type: 'number' },
  },
};

/** True if the only call of a step, made after a page had been read, is repeated. */
const repeats = (input: SuccessfulCall['input'], more: Partial<RunRecord> = {}): boolean => {
  const own = {
    words: '给张伟和李娜各建一条待办，提前3天，文件 pay.csv',
    schemas: new Map([['todo', schema]]),
    ...more,
  };
  const plan = planForRerun(planOf(step('a')), record([call('a', input, true)], own));
  return plan.steps[0]?.parameters !== undefined;
};

test.each<[string, SuccessfulCall['input']]>([
  ['a short text', { title: '李娜29500' }],
  ['a text put together anew', { action: 'add', title: '给张伟发 38000元 工资条' }],
  ['a number', { from: 38_000 }],
  ['a part of a number', { title: 'pay' + '.csv', from: 38 }],
  ['rows with their columns', { rows: [{ 人: '张伟', 工资: 3 }] }],
  ['a switch in a row', { rows: [{ 张伟: true }] }],
  ['a text in a list', { title: '张伟', tags: ['张伟', '高'] }],
  ['the path of a result', { title: '${a.result.salary}' }],
  ['a Latin word within a longer one', { title: 'ay' }],
])('R2.9 a call with %s that was chosen after something was read is left to the model', (_, input) => {
  expect(repeats(input)).toBe(false);
});

test.each<[string, SuccessfulCall['input']]>([
  ['stands in the words of the plan', { action: 'add', title: '张伟', from: 3, rows: [{ 李娜: 'pay.csv' }] }],
  ['is a choice or a switch of the tool', { action: 'list', all_day: true }],
  ['is a whole result, which is read anew', { title: '${a.result}' }],
])('R2.9 a call made after something was read is repeated if all of it %s', (_, input) => {
  expect(repeats(input)).toBe(true);
});

test('R2.9 a call that the first plan contained is repeated, and another one in its place is not', () => {
  const written = new Map([['a', { tool: 'todo', input: { title: '发通知' } }]]);
  expect(repeats({ title: '发通知' }, { firstPlanCalls: written })).toBe(true);
  expect(repeats({ title: '发工资' }, { firstPlanCalls: written })).toBe(false);
});

test('R2.9 what an own call contains may come again in a later one', () => {
  const plan = planOf(step('a'), step('b'));
  const calls = [call('a', { name: 'notes.md' }), call('b', { name: 'notes.md' }, true)];
  const schemas = new Map([['todo', { properties: { name: {} } }]]);
  expect(planForRerun(plan, record(calls, { schemas })).steps.map(({ parameters }) => parameters?.name)).toEqual([
    'notes.md',
    'notes.md',
  ]);
});

test('R2.9 a call that names a step left out is left to the model', () => {
  const plan = planOf(step('a'), step('x', 'failed'));
  const { steps } = planForRerun(plan, record([call('a', { notes: '${x.result}' })]));
  expect(steps[0]?.parameters).toBeUndefined();
});

test('R2.9 the calls of an imported plan are repeated as its file has them, wherever it was carried out', () => {
  const own = { ...step('a'), tool: 'todo', parameters: { title: '12月5日的聚会' } };
  const changed = { ...step('b'), tool: 'todo', parameters: { title: 'Pay 38000' } };
  const written = new Map([
    ['a', { tool: 'todo', input: own.parameters }],
    ['b', { tool: 'todo', input: { title: 'Pay' } }],
  ]);
  const { steps } = planForRerun(planOf(own, changed), record([], { firstPlanCalls: written, isFromFile: true }));
  expect(steps.map(({ parameters }) => parameters)).toEqual([own.parameters, undefined]);
});

test('R2.9 an unfinished plan keeps its steps and the calls that are its own', () => {
  const own = { ...step('a', 'pending'), tool: 'todo', parameters: { title: 'Anna' } };
  const other = { ...step('b', 'pending'), tool: 'todo', parameters: { title: 'Bert' } };
  const schemas = new Map([['todo', schema]]);
  const { steps } = withCallsOwnedByPlan(planOf(own, other), record([], { schemas }));
  expect(steps.map(({ tool, parameters }) => [tool, parameters])).toEqual([
    ['todo', { title: 'Anna' }],
    ['todo', undefined],
  ]);
});

test('R2.9 a call within a step is repeated only if it is the plan’s own, in an unfinished plan and after a run', () => {
  const inner = (id: string, title: string) => ({ ...step(id), tool: 'todo', parameters: { action: 'add', title } });
  const deep = { ...step('d'), plan: { goal: 'g', status: 'completed' as const, steps: [inner('e', 'Pay 38000')] } };
  const steps = [inner('b', 'Anna'), inner('c', 'Pay Zhang Wei 38000'), inner('w', 'Pay'), deep];
  const plan = planOf({ ...step('a'), plan: { goal: 'g', status: 'completed', steps } });
  const written = new Map([['a/w', { tool: 'todo', input: { action: 'add', title: 'Pay' } }]]);
  const own = record([], { firstPlanCalls: written, schemas: new Map([['todo', schema]]) });
  for (const again of [withCallsOwnedByPlan(plan, own), planForRerun(plan, own)]) {
    const within = again.steps[0]?.plan?.steps ?? [];
    expect(within.map(({ parameters }) => parameters?.title)).toEqual(['Anna', undefined, 'Pay', undefined]);
    expect(JSON.stringify(within)).not.toContain('"title":"Pay 38000"');
  }
});

test.each<[string, SuccessfulCall['input']]>([
  ['Put milk on my to-do list', { title: 'Milk' }],
  ['Add a to-do “buy milk”', { title: 'Buy milk' }],
  ['Read https://x.example and note it', { title: 'https://x.example/' }],
  ['Put a meeting into the calendar on 2026-05-01 at 9:00', { title: 'Meeting', start: '2026-05-01T09:00' }],
  ['Put a meeting into the calendar on 2026-05-01 at 09:00', { title: 'meeting', start: '2026-05-01T09:00:00' }],
])('R2.9 a call is repeated whatever the case, the slash at the end or the form of the time: %s', (goal, input) => {
  expect(repeats(input, { words: goal, schemas: new Map([['todo', { properties: { title: {}, start: {} } }]]) })).toBe(
    true,
  );
});

test.each<SuccessfulCall['input']>([{ title: '2026-05-01T10:00' }, { title: '2026-05-02T09:00' }, { title: 'Milky' }])(
  'R2.9 a call with another time or a longer word is left to the model: %j',
  (input) => {
    expect(repeats(input, { words: 'milk on 2026-05-01 at 19:00 or 9:00' })).toBe(false);
  },
);

test('R2.9 a long text in an own call is no word that a later call may repeat', () => {
  const long = `${'The pay is 38000. '.repeat(20)}Done`;
  const calls = [call('a', { title: long }), call('b', { title: '38000' }, true)];
  const { steps } = planForRerun(planOf(step('a'), step('b')), record(calls, { schemas: new Map([['todo', schema]]) }));
  expect(steps.map(({ parameters }) => parameters?.title)).toEqual([long, undefined]);
});

test.each(['Party on Saturday 5 December, 15:00', 'Dec. 5: party', 'on the 5th December', '12月5日的聚会'])(
  'R2.9 a call that writes a date in words is left to the model, since no blank replaces it: %s',
  (content) => {
    const { steps } = planForRerun(planOf(step('a')), record([call('a', { content })]));
    expect(steps[0]?.parameters).toBeUndefined();
  },
);

test('R2.9 addresses, dates and names of the goal, and dates of calls, are proposed as blanks', () => {
  const plan = {
    ...planOf({ ...step('a'), parameters: { start: '2026-06-07T10:00' } }),
    goal: 'Ask Anna Berg about “the old mill” at https://mill.example/a?b=1 before 2026-05-01.',
  };
  expect(suggestPlaceholders(plan, words)).toEqual([
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
  expect(datesInPlan(plan)).toEqual(['2026-12-03', '2026-12-04', '2027-01-01']);
  expect(datesInPlan({ ...planOf(step('a')), goal: '' })).toEqual([]);
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
      const plan = unstartedPlan(planForRerun(planOf(...steps), record(calls)), 'q', at);
      const ids = plan.steps.map(({ id }) => id);
      expect(findDependencyCycle(plan.steps)).toBeNull();
      expect(new Set(ids).size).toBe(ids.length);
      for (const { dependencies } of plan.steps) for (const id of dependencies) expect(ids).toContain(id);
      fc.pre(placeholders(plan).length === 0);
      const blanks = suggestPlaceholders(plan, words);
      const values = Object.fromEntries(blanks.map(({ name, text }) => [name, text]));
      expect(fillTemplate(textsToPlaceholders(plan, blanks), values)).toEqual(plan);
    }),
  );
});
