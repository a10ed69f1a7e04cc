import { describe, expect, test } from 'vitest';
import { readPlanFile } from '../../../src/formats/plan-file/read-plan-file.ts';
import type { PlannedCallError } from '../../../src/ports/toolbox.ts';
import { Translator } from '../../../src/ui/app/translator.svelte.ts';
import {
  openPlaceholdersInPlan,
  callsPlanned,
  planConcernSentences,
  planErrorText,
  planRepairSentences,
} from '../../../src/ui/import/import-text.ts';

const en = new Translator();
const zh = new Translator();
await zh.setLanguage('zh');
await Promise.all([en.loadAll(), zh.loadAll()]);

function read(file: unknown) {
  const reading = readPlanFile(JSON.stringify(file), { planId: 'p', at: '2026-01-01T10:00:00.000Z' });
  if (!reading.ok) throw new Error(JSON.stringify(reading.error));
  return reading;
}

const told = (file: unknown, words = en) => planRepairSentences(read(file).repairs, words);
/** The concerns about a plan whose calls of these tools cannot be made, as `code` and the field say. */
const concerns = (
  { steps }: { steps: unknown[] },
  tools: string[] = [],
  words = en,
  more: Partial<PlannedCallError> = {},
) => {
  const plan = read({ goal: 'g', steps }).plan.steps;
  const problems = callsPlanned(plan).flatMap((call): PlannedCallError[] =>
    tools.includes(call.tool) ? [{ ...call, code: 'unknown_tool', field: '', choices: [], ...more }] : [],
  );
  return planConcernSentences(plan, problems, words);
};

describe('R2.5 repairs in words', () => {
  test('a step is counted from 1, as everywhere else, also within a step', () => {
    const parts = [{ description: 'y', more: 1 }];
    expect(told({ goal: 'g', steps: ['x', { description: 'z', extra: 1, children: parts }] })).toEqual([
      'Step 1: plain text became the description of a step.',
      '“extra” of step 2: left out, since a plan has no such field: 1',
      '“more” of step 2.1: left out, since a plan has no such field: 1',
    ]);
    expect(told({ goal: 'g', steps: [{ description: 'x', extra: 1 }] }, zh)[0]).toMatch(/^第 1 步的“extra”：/);
  });

  test('a field whose name is misspelt is named with its step and the likely right name; other fields are only said to be left out', () => {
    const file = (steps: unknown[]) => ({ goal: 'g', steps });
    const other = { description: 'x', paramters: { a: 1 }, owner: 'Ann', labels: ['home'], stage: 2 };
    expect(told(file([{ description: 'w' }, other]))).toEqual([
      '“paramters” of step 2: left out, since a plan has no such field; did you mean “parameters”? {"a":1}',
      '“owner” of step 2: left out, since a plan has no such field: Ann',
      '“labels” of step 2: left out, since a plan has no such field: ["home"]',
      expect.stringContaining('“stage” of step 2: left out'),
    ]);
    expect(told({ version: 1, ...file([{ description: 'x', dependancies: [] }]) }, zh)).toEqual([
      '第 1 步的“dependancies”：已去掉，计划没有这个字段；是不是想写“dependencies”？[]',
    ]);
    const error = (steps: unknown[], more = {}) => {
      const reading = readPlanFile(JSON.stringify({ ...file(steps), ...more }), {
        planId: 'p',
        at: '2026-01-01T10:00:00Z',
      });
      return reading.ok ? '' : planErrorText(reading.error, en);
    };
    const third = [{ title: 'x' }, { title: 'y' }, { titel: 'z' }];
    expect(error(third)).toBe(
      '“description” of step 3: this is missing; did you mean it by “titel”? Correct the name in the file, then choose it again.',
    );
    expect(error([{ id: 'a', descripton: 'x' }], { version: 1 })).toContain('did you mean it by “descripton”?');
    expect(error([{ note: 'z' }])).toContain('this is missing. Add it');
  });

  test('a status or an id that one step lacks, though others have one, is named', () => {
    const steps = [
      { id: 'a', description: 'x', status: 'finished' },
      { id: 'b', description: 'y' },
      { description: 'z', status: 'todo' },
    ];
    expect(told({ goal: 'g', steps })).toEqual([
      '“status” of step 1: “finished” was read as “done”.',
      '“status” of step 2: missing; read as “to do”.',
      '“id” of step 3: missing; the step got “step_3”.',
    ]);
    expect(told({ goal: 'g', steps: [{ description: 'x' }, { description: 'y' }] })).toEqual([]);
  });

  test('a step that waits for itself is named, with its own line', () => {
    const steps = [{ id: 'a' }, { id: 'b', dependencies: ['b'] }].map((step) => ({ ...step, description: 'x' }));
    const text = JSON.stringify({ goal: 'g', steps }, null, 1);
    const reading = readPlanFile(text, { planId: 'p', at: '2026-01-01T10:00:00.000Z' });
    expect(reading.ok ? '' : planErrorText(reading.error, en)).toBe(
      '“dependencies” of step 2: step “b” waits for itself. Take this dependency out.',
    );
  });

  test('a word for a status that is shown as it was written is no repair, another one is', () => {
    const tasks = [
      { title: 'x', status: 'done' },
      { title: 'y', status: 'finished' },
      { title: 'z', status: 'TODO' },
    ];
    expect(told({ goal: 'g', tasks })).toEqual(['“status” of step 2: “finished” was read as “done”.']);
  });

  test('the same repair of many steps is one line with their numbers', () => {
    const steps = Array.from({ length: 1000 }, (_, at) => ({
      description: `x ${at}`,
      status: at === 4 ? 'finished' : 'open',
      ...(at === 700 && { colour: 'red' }),
    }));
    const texts = told({ goal: 'g', steps });
    expect(texts).toEqual([
      expect.stringMatching(/^“colour” of step 701: left out/),
      expect.stringMatching(/^“status” of steps 1–4, 6–1000: “open” was read as “to do”/),
      expect.stringMatching(/^“status” of step 5: “finished” was read as “done”/),
    ]);
  });

  test('of very many runs of steps the first are named and the others counted', () => {
    const steps = Array.from({ length: 22 }, (_, at) => ({
      description: 'x',
      status: at % 2 === 0 ? 'open' : 'finished',
    }));
    expect(told({ goal: 'g', steps })[0]).toMatch(/^“status” of steps 1, 3, 5, 7, 9, 11, 13, 15 and 3 more: “open”/);
  });

  test('of many repairs of one kind three are examples, and what is left out is named each', () => {
    const steps = Array.from({ length: 40 }, (_, at) => ({ id: at + 1, description: 'x', note: `word ${at}` }));
    const texts = told({ goal: 'g', steps });
    expect(texts.filter((text) => text.includes('left out'))).toHaveLength(40);
    expect(texts.filter((text) => text.includes('became the text'))).toHaveLength(3);
    expect(texts).toContain('and 37 more of this kind');
  });

  test('the plans of one file are told apart, and their steps counted within each', () => {
    const plan = { goal: 'g', steps: [{ description: 'x', extra: 1 }] };
    const reading = read([plan, plan]);
    expect(planRepairSentences(reading.others?.[0]?.repairs ?? [], en, true)).toEqual([
      '“extra” of step 1: left out, since a plan has no such field: 1',
    ]);
  });
});

describe('R2.5 what will not work as a plan says', () => {
  const uses = (id: string) => ({ text: `see \${${id}.result}` });

  test('a tool that does not exist is named once with its steps, but not for steps that have ended', () => {
    const steps = ['pending', 'completed', 'pending'].map((status) => ({
      description: 'x',
      status,
      tool: 'shell_exec',
    }));
    expect(callsPlanned(read({ goal: 'g', steps }).plan.steps)).toEqual([
      { step: '1', tool: 'shell_exec' },
      { step: '3', tool: 'shell_exec' },
    ]);
    expect(concerns({ steps }, ['shell_exec'])).toEqual([
      expect.stringContaining('There is no tool “shell_exec” here (steps 1, 3).'),
    ]);
    expect(concerns({ steps }, ['shell_exec'], zh)).toEqual([expect.stringContaining('“shell_exec”（第 1、3 步）')]);
    expect(concerns({ steps }, ['shell_exec'], zh)[0]).toMatch(/换成其中一个：fetch、search、.*memory。$/);
    expect(concerns({ steps }, [])).toEqual([]);
  });

  test('a call that its tool would not accept is named with the tool and the field, also within a step', () => {
    const parameters = { action: 'ad', title: 'x' };
    const steps = [{ description: 'x', steps: [{ description: 'y', tool: 'todo', parameters }] }];
    expect(callsPlanned(read({ goal: 'g', steps }).plan.steps)).toEqual([
      { step: '1.1', tool: 'todo', input: parameters },
    ]);
    const wrong = { code: 'wrong_field', field: 'action' } as const;
    expect(concerns({ steps }, ['todo'], zh, { ...wrong, choices: ['add', 'list'] })).toEqual([
      '“待办”的参数里，“action”的值无效（第 1.1 步），可以是 add、list。执行到这一步时，模型只能另想办法；也可以在文件里改正。',
    ]);
    expect(concerns({ steps }, ['todo'], en, wrong)).toEqual([
      expect.stringContaining('A call of “to-do list” has a value for “action” that is not valid (step 1.1).'),
    ]);
    expect(concerns({ steps }, ['todo'], zh, { code: 'missing_field', field: 'title' })).toEqual([
      expect.stringContaining('“待办”的参数里缺少“title”（第 1.1 步）。'),
    ]);
    expect(concerns({ steps }, ['todo'], en, { code: 'invalid_input' })).toEqual([
      expect.stringContaining('is not valid (step 1.1).'),
    ]);
  });

  test('a blank is open in the goal or a step that has not ended, and none in a plan that has', () => {
    const steps = (status: string) => [
      { description: 'Greet {{who}}', status: 'completed' },
      { description: 'x', status, parameters: { title: 'For {{姓名}}' } },
    ];
    const blanks = (status: string) => openPlaceholdersInPlan(read({ goal: '{{team}}', steps: steps(status) }).plan);
    expect(blanks('pending')).toEqual(['team', '姓名']);
    expect(blanks('completed')).toEqual([]);
  });

  test('a reference to the result of no step is named with its step, and one within reach is not', () => {
    const plan = {
      goal: 'h',
      steps: [{ id: 'p', description: 'p', parameters: { ...uses('a'), more: '${p9.result}' } }],
    };
    const steps = [
      { id: 'a', description: 'x' },
      { id: 'b', description: 'y', parameters: uses('nope'), plan },
    ];
    expect(concerns({ steps })).toEqual([
      expect.stringMatching(/^The result of “nope” is used, but no step has this id \(step 2\)\./),
      expect.stringMatching(/^The result of “p9” is used, but no step has this id \(step 2\.1\)\./),
    ]);
  });

  test.each([
    ['the step that contains the one that uses it', [], 'outer', 'step 2.1'],
    ['a later step that is not waited for', [{ id: 'late', description: 'z' }], 'late', 'step 2.1'],
    ['a step that was skipped', [], 'gone', 'step 2.1'],
  ])('a result is not there when it is needed: that of %s', (_, more, used, at) => {
    const plan = { goal: 'h', steps: [{ id: 'p1', description: 'z', parameters: uses(used) }] };
    const steps = [
      { id: 'gone', description: 'x', status: 'skipped' },
      { id: 'outer', description: 'y', plan },
      ...more,
    ];
    expect(concerns({ steps })).toEqual([
      expect.stringMatching(
        new RegExp(`^The result of “${used}” is used, but is not there when it is needed \\(${at}\\)`),
      ),
    ]);
  });

  test('a result of an outer step is there if the step around waits for it, also through another one', () => {
    const plan = { goal: 'h', steps: [{ id: 'p1', description: 'z', parameters: uses('a') }] };
    const done = { id: 'a', description: 'x' };
    const between = { id: 'b', description: 'x', dependencies: ['a'] };
    const outer = { id: 'outer', description: 'y', plan };
    const absent = [expect.stringMatching(/^The result of “a” is used, but is not there/)];
    expect(concerns({ steps: [done, outer] })).toEqual([]);
    expect(concerns({ steps: [outer, done] })).toEqual(absent);
    expect(concerns({ steps: [done, between, { ...outer, dependencies: ['b'] }] })).toEqual([]);
    expect(concerns({ steps: [done, between, { ...outer, in_order: false }] })).toEqual(absent);
    expect(concerns({ steps: [{ ...done, status: 'completed', result: 'r' }, between, outer] })).toEqual([]);
  });

  test('a result of a sibling that was skipped is not there', () => {
    const steps = [
      { id: 'a', description: 'x', status: 'skipped' },
      { id: 'b', description: 'y', parameters: uses('a') },
    ];
    expect(concerns({ steps })).toEqual([expect.stringMatching(/^The result of “a” is used, but is not there/)]);
  });

  test('steps that use the results of each other are named', () => {
    const steps = [
      { id: 'a', description: 'x', parameters: uses('b') },
      { id: 'b', description: 'y', parameters: uses('a') },
    ];
    expect(concerns({ steps }).map((text) => text.slice(0, 55))).toEqual([
      'The result of “b” is used by a step that cannot wait fo',
      'The result of “a” is used by a step that cannot wait fo',
    ]);
  });
});
